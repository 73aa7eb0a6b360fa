// The sorter of incidents: the fourteen on one side, the one in hand on the other.

class IncidentSorter {
  constructor(model, host) {
    this.model = model;
    this.labels = model.get("labels");
    this.titles = model.get("titles");
    this.bench = new Bench(model, (report) => this.draw(report), { hushed: true });
    this.score = el("div", { class: "tu-counter" });
    this.list = el("ol", { class: "tu-incident-list", "aria-label": this.labels.incident_list });
    this.detail = el("div", { class: "tu-incident" });
    host.classList.add("tu-view");
    host.append(benchCard(this.labels.incidents, this.score,
      el("div", { class: "tu-main tu-incidents" }, this.list, this.detail), this.bench.status));
    this.bench.show();
  }

  draw(report) {
    const { labels, model } = this;
    this.drawList(report.id);
    const number = this.titles.findIndex(([id]) => id === report.id) + 1;
    keepFocus(this.detail, [
      el("div", { class: "tu-note" }, fill(labels.incident_of, { number, total: this.titles.length })),
      el("div", { class: "tu-title", role: "heading", "aria-level": "5" }, report.title),
      el("p", {}, prose(report.seen)),
      classChooser(model.get("kinds"), model.get("guess"), labels.which_class, (guess) => this.bench.ask({ guess })),
      classVerdict(report.class),
      cureChooser(report.cures, model.get("cure"), labels, (cure) => this.bench.ask({ cure })),
      runBox(report.played),
      this.exchange(report.played.rows),
    ]);
    return report.said;
  }

  exchange(rows) {
    const { labels } = this;
    const head = [labels.row_step, labels.row_who, labels.row_what, labels.row_stop].map((word) => el("th", { scope: "col" }, word));
    const body = rows.map((row) => el("tr", {}, el("td", {}, String(row.number)), el("td", {}, row.who), el("td", {}, prose(row.what)), el("td", {}, row.stop ? el("code", {}, row.stop) : "")));
    return scroller(labels.exchange, el("table", { class: "tu-table" }, el("caption", {}, labels.exchange), el("thead", {}, el("tr", {}, head)), el("tbody", {}, body)));
  }

  drawList(current) {
    const { labels, model } = this;
    const done = model.get("done");
    const inside = this.list.contains(document.activeElement);
    const items = this.titles.map(([id, title]) => {
      const { sorted, cured } = done[id] ?? {};
      const words = [sorted && labels.mark_sorted, cured && labels.mark_cured].filter(Boolean);
      const pick = button([el("span", {}, title), el("span", { class: "tu-note" }, words.length ? [sign("✓ "), words.join(", ")] : labels.mark_open)],
        { class: "tu-button tu-incident-button", "aria-current": id === current ? "true" : null, onclick: () => this.bench.ask({ incident: id, guess: "", cure: "" }) });
      return el("li", {}, pick);
    });
    this.list.replaceChildren(...items);
    if (inside) this.list.querySelector('[aria-current="true"]').focus({ preventScroll: true });
    const found = Object.values(done);
    this.score.textContent = fill(labels.sorted_score, { sorted: found.filter((one) => one.sorted).length, cured: found.filter((one) => one.cured).length, total: this.titles.length });
  }
}

function render({ model, el: host }) {
  const view = new IncidentSorter(model, host);
  return () => view.bench.stop();
}

export default { render };
