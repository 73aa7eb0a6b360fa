// The grid of the 24: settings, the grid on one of its layers, the call of a cell, the totals.

const GRID_MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

class GridView {
  constructor(model, host) {
    this.model = model;
    this.labels = model.get("labels");
    this.at = [0, 0]; // the cell that the keyboard stands on
    this.picked = null;
    this.bench = new Bench(model, (report) => this.draw(report), { hushed: true });
    host.classList.add("tu-view");
    host.append(this.build());
    this.bench.show();
  }

  build() {
    const { labels, model } = this;
    const choices = model.get("choices");
    const set = (name) => (value) => this.bench.ask({ [name]: value });
    const radio = (name, title) => radioGroup(title, choices[name], model.get(name), set(name));
    this.effects = el("span", { class: "tu-simulated" });
    this.mode = radio("mode", labels.mode);
    this.switches = el("fieldset", { class: "tu-choose" }, el("legend", {}, labels.switches, " ", this.effects),
      checkBox(labels.switch_today, model.get("today"), set("today")),
      checkBox(labels.switch_lookup, model.get("lookup"), set("lookup")),
      selectBox(labels.switch_enum, choices.enum, model.get("enum"), set("enum")));
    const layer = radioGroup(labels.layer, choices.layer, model.get("layer"), (value) => {
      model.set("layer", value);
      model.save_changes();
      this.drawGrid();
    });
    this.mark = el("span", { class: "tu-simulated" });
    this.notes = el("div", { class: "tu-note" });
    this.table = el("table", { class: "tu-table tu-grid", onkeydown: (event) => this.key(event) });
    this.detail = el("div", { class: "tu-picked", role: "status", "aria-live": "polite" });
    this.bars = el("ul", { class: "tu-bars", "aria-label": labels.bars });
    this.scroll = scroller(labels.grid, this.table);
    return benchCard(labels.grid, this.mark,
      el("div", { class: "tu-settings" }, radio("source", labels.grid_source), radio("version", labels.version), this.mode, layer, this.switches),
      this.notes, this.bench.status, this.scroll, this.detail,
      el("div", { class: "tu-step-title" }, labels.bars), this.bars, el("p", { class: "tu-note" }, labels.legend_bar));
  }

  draw(report) {
    const source = this.model.get("source");
    this.mark.textContent = report.mark;
    this.effects.textContent = report.effects;
    this.mode.hidden = source !== "recorded";
    this.switches.hidden = !report.effects;
    this.notes.replaceChildren(...report.notes.map((note) => el("p", {}, prose(note))));
    this.bars.replaceChildren(...report.bars.map(barRow));
    this.drawGrid();
    return report.said;
  }

  drawGrid() {
    const { labels } = this;
    const { rows, columns } = this.model.get("report");
    const inside = this.table.contains(document.activeElement);
    this.scroll.hidden = this.detail.hidden = !rows.length;
    const head = el("tr", {}, el("th", { scope: "col" }, labels.row_pair),
      columns.map((column) => el("th", { scope: "col" }, column.label, el("div", { class: "tu-note" }, column.expected))));
    this.table.replaceChildren(el("thead", {}, head), el("tbody", {}, rows.map((row, r) =>
      el("tr", {}, el("th", { scope: "row" }, row.label, el("div", { class: "tu-note" }, row.expected)),
        row.cells.map((cell, c) => gridCell(cell, this.model.get("layer"), labels, this.at[0] === r && this.at[1] === c, () => this.pick(r, c)))))));
    this.drawDetail();
    if (inside) this.focusCell();
  }

  drawDetail() {
    const { labels } = this;
    const report = this.model.get("report");
    const cell = this.picked && report.rows.length ? report.rows[this.picked[0]].cells[this.picked[1]] : null;
    this.table.querySelectorAll("button").forEach((node) => node.setAttribute("aria-pressed", "false"));
    if (!cell) {
      this.detail.replaceChildren(el("p", { class: "tu-note" }, labels.pick));
      return;
    }
    this.cellButton(...this.picked)?.setAttribute("aria-pressed", "true");
    const marks = ["format", "value"].flatMap((layer) => ["airports", "date"].map((what) =>
      markWord(cell, what, layer, labels)));
    this.detail.replaceChildren(el("p", {}, el("b", {}, cell.asked)),
      el("p", {}, `${labels.call_made} : `, el("code", {}, cell.call)), el("p", {}, `${labels.call_expected} : `, el("code", {}, cell.expected)),
      el("p", {}, marks.join(" · ")), cell.looked_up ? el("p", {}, cell.looked_up) : "");
  }

  pick(row, column) {
    this.move(row, column);
    this.picked = [row, column];
    this.drawDetail();
  }

  cellButton(row, column) {
    return this.table.tBodies[0].rows[row].cells[column + 1].querySelector("button");
  }

  /** The grid is one tab stop; arrows go from cell to cell. */
  move(row, column) {
    const next = this.cellButton(row, column);
    if (!next) return;
    this.cellButton(...this.at)?.setAttribute("tabindex", "-1");
    this.at = [row, column];
    next.setAttribute("tabindex", "0");
  }

  focusCell() {
    this.cellButton(...this.at)?.focus({ preventScroll: true });
  }

  key(event) {
    const step = GRID_MOVES[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const { rows, columns } = this.model.get("report");
    const clamp = (value, size) => Math.max(0, Math.min(value, size - 1));
    this.move(clamp(this.at[0] + step[0], rows.length), clamp(this.at[1] + step[1], columns.length));
    this.focusCell();
  }
}

function render({ model, el: host }) {
  const view = new GridView(model, host);
  return () => view.bench.stop();
}

export default { render };
