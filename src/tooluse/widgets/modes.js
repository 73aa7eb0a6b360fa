// The matrix of modes: settings, a cell for each mode and model, the prediction, then the exchange.

const MODE_MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const MODE_SIGNS = { open: "? ", right: "✓ ", wrong: "✗ " };

class ModesView {
  constructor(model, host) {
    this.model = model;
    this.labels = model.get("labels");
    this.at = [0, 0]; // the cell that the keyboard stands on
    this.bench = new Bench(model, (report) => this.draw(report), { hushed: true });
    host.classList.add("tu-view");
    host.append(this.build());
    this.bench.show();
  }

  build() {
    const { labels, model, bench } = this;
    this.question = bench.editor("question", labels.mode_question, { rows: 2 });
    this.tools = bench.editor("tools", labels.mode_tools, { rows: 14 });
    this.examples = el("div", { class: "tu-mode-examples" });
    this.named = el("fieldset", { class: "tu-choose" });
    this.folded = el("details", { class: "tu-fold-requests" }, el("summary", { ...QUIET }, labels.mode_tools), this.tools.node);
    this.score = el("div", { class: "tu-counter" });
    this.table = el("table", { class: "tu-table tu-grid tu-modes", onkeydown: (event) => this.key(event) });
    this.scroll = scroller(labels.mode_matrix, this.table);
    this.detail = el("div", { class: "tu-picked tu-mode-detail" });
    return benchCard(labels.modes, [this.score, el("span", { class: "tu-simulated" }, labels.simulated)], el("p", { class: "tu-note" }, prose(model.get("note"))),
      el("div", { class: "tu-settings" }, this.scopes(), this.named), this.examples, this.question.node, this.folded,
      el("div", { class: "tu-bar" }, button(labels.mode_apply, { class: "tu-button tu-primary", onclick: () => bench.ask() }), bench.status,
        el("span", { class: "tu-note" }, labels.keys_rerun)),
      this.scroll, this.detail);
  }

  scopes() {
    const { labels, model, bench } = this;
    const name = uniqueId("scope");
    return el("fieldset", { class: "tu-choose" }, el("legend", {}, labels.mode_scope), model.get("scopes").map(([key, words]) => {
      const input = el("input", { type: "radio", name, value: key, ...QUIET, onchange: () => bench.ask({ scope: key }) });
      input.checked = key === model.get("scope");
      return el("label", { class: "tu-check" }, input, el("span", {}, prose(words)));
    }));
  }

  /** The questions that stand ready; one that was typed is told as such. */
  drawExamples() {
    const { labels, model } = this;
    const known = model.get("examples");
    const mine = !known.includes(model.get("question"));
    const choices = [...(mine ? [["", labels.mode_custom]] : []), ...known.map((one) => [one, one])];
    const inside = this.examples.contains(document.activeElement);
    const box = selectBox(labels.mode_examples, choices, mine ? "" : model.get("question"), (value) => {
      if (!value) return;
      this.question.area.value = value;
      this.bench.ask();
    });
    box.querySelector("span").classList.remove("tu-hidden");
    this.examples.replaceChildren(box);
    if (inside) box.querySelector("select").focus({ preventScroll: true });
  }

  drawNamed(names) {
    const { labels, model } = this;
    const inside = this.named.contains(document.activeElement);
    const box = selectBox(labels.mode_named, names.map((name) => [name, name]), model.get("named"), (named) => this.bench.ask({ named }));
    this.named.replaceChildren(el("legend", {}, labels.mode_named), box);
    this.named.hidden = !names.length;
    if (inside) box.querySelector("select").focus({ preventScroll: true });
  }

  draw(report) {
    this.tools.show(report.problem, report.at);
    if (report.problem.length) this.folded.open = true;
    this.score.textContent = this.model.get("score");
    this.drawExamples();
    this.drawNamed(report.names);
    this.drawTable(report);
    this.drawDetail(report);
    return report.said;
  }

  drawTable(report) {
    const { labels, model } = this;
    const inside = this.table.contains(document.activeElement);
    const [r0, c0] = model.get("cell");
    this.scroll.hidden = !report.rows.length;
    const head = el("tr", {}, el("th", { scope: "col" }, labels.mode_row), report.columns.map((column) =>
      el("th", { scope: "col" }, dashed(column.name), column.note.length ? el("div", { class: "tu-note" }, prose(column.note)) : null)));
    this.table.replaceChildren(el("thead", {}, head), el("tbody", {}, report.rows.map((row, r) =>
      el("tr", {}, el("th", { scope: "row" }, el("code", {}, row.mode)), row.cells.map((cell, c) => this.cell(cell, r, c, r === r0 && c === c0))))));
    if (inside && report.rows.length) this.focusCell();
  }

  cell(cell, r, c, pressed) {
    const { labels } = this;
    const current = this.at[0] === r && this.at[1] === c;
    const verdict = cell.state === "open" ? null : el("span", { class: "tu-hidden" }, ` (${labels[cell.state]})`);
    return el("td", { class: `tu-mode-${cell.state}` }, el("button", { type: "button", class: "tu-cell-button", tabindex: current ? "0" : "-1",
      "aria-pressed": String(pressed), ...QUIET, onclick: () => this.pick(r, c) },
    el("span", {}, el("span", { class: "tu-hidden" }, `${cell.name} : `), sign(MODE_SIGNS[cell.state]), brokenName(cell.word), verdict)));
  }

  drawDetail(report) {
    const { labels } = this;
    const inside = this.detail.contains(document.activeElement);
    const { picked } = report;
    this.detail.hidden = !report.rows.length;
    if (!picked) {
      this.detail.replaceChildren(el("p", { class: "tu-note" }, labels.mode_pick));
      return;
    }
    const title = el("div", { class: "tu-title", role: "heading", "aria-level": "5", tabindex: "-1", ...QUIET }, picked.title);
    this.detail.replaceChildren(title, el("p", {}, `${labels.mode_sent} : `, el("code", {}, picked.sent)),
      picked.answer ? this.answer(picked.answer) : this.guesses(picked.choices));
    if (inside) title.focus({ preventScroll: true });
  }

  guesses(choices) {
    const ask = (guess) => () => this.bench.ask({ guess });
    return el("div", { role: "group", "aria-label": this.labels.mode_guess }, el("p", {}, el("b", {}, this.labels.mode_guess)),
      el("div", { class: "tu-bar tu-guesses" }, choices.map(([guess, words]) => button(prose(words), { onclick: ask(guess) }))));
  }

  answer(told) {
    const { labels } = this;
    const facts = told.facts.map(([name, words]) => el("div", { class: "tu-fact" }, el("dt", {}, name), el("dd", {}, prose(words))));
    const head = [labels.row_step, labels.row_who, labels.row_what, labels.row_stop].map((word) => el("th", { scope: "col" }, word));
    const body = told.rows.map((row) => el("tr", {}, el("td", {}, String(row.number)), el("td", {}, row.who), el("td", {}, prose(row.what)),
      el("td", {}, row.stop ? el("code", {}, row.stop) : "")));
    return el("div", { class: "tu-mode-answer" },
      el("p", { class: `tu-mode-verdict ${told.right ? "tu-right" : "tu-wrong"}` }, el("b", {}, sign(told.right ? "✓ " : "✗ "), prose(told.text))),
      el("dl", { class: "tu-facts" }, facts),
      scroller(labels.mode_steps, el("table", { class: "tu-table" }, el("caption", {}, labels.mode_steps), el("thead", {}, el("tr", {}, head)), el("tbody", {}, body))));
  }

  /** Choosing a cell leads to its predictions, and the keyboard with it. */
  pick(row, column) {
    this.at = [row, column];
    this.bench.ask({ cell: [row, column], guess: "" });
  }

  cellButton(row, column) {
    return this.table.tBodies[0]?.rows[row]?.cells[column + 1]?.querySelector("button");
  }

  focusCell() {
    this.cellButton(...this.at)?.focus({ preventScroll: true });
  }

  /** The matrix is one tab stop; arrows go from cell to cell. */
  key(event) {
    const step = MODE_MOVES[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const { rows, columns } = this.model.get("report");
    const clamp = (value, size) => Math.max(0, Math.min(value, size - 1));
    this.cellButton(...this.at)?.setAttribute("tabindex", "-1");
    this.at = [clamp(this.at[0] + step[0], rows.length), clamp(this.at[1] + step[1], columns.length)];
    this.cellButton(...this.at)?.setAttribute("tabindex", "0");
    this.focusCell();
  }
}

/** A name that may be broken after its underscores. */
function brokenName(text) {
  return text.split(/(?<=_)/).map((part, index) => (index ? [el("wbr"), part] : part));
}

/** A model's id is broken after its dashes only. */
function dashed(text) {
  return text.split(/(?<=-)/).map((part, index) => (index ? [el("wbr"), part] : part));
}

function render({ model, el: host }) {
  const view = new ModesView(model, host);
  return () => view.bench.stop();
}

export default { render };
