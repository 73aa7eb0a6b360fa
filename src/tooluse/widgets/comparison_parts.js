// The pieces of the comparison: a set's total, its confusion matrix, a request with the words that counted.

const CELL_SIGNS = { right: "✓ ", wrong: "✗ ", zero: "" };

/** Expected in rows, chosen in columns: a sign and a word beside every count, never a colour alone. */
function matrixTable(side, labels) {
  const title = fill(labels.matrix_of, { name: side.name });
  const spoken = { right: labels.cell_right, wrong: labels.cell_wrong, zero: "" };
  const rows = side.matrix.rows.map((row) => el("tr", {}, el("th", { scope: "row" }, codeName(row.name)),
    row.cells.map((cell) => el("td", { class: `tu-cell tu-cell-${cell.kind}` },
      sign(CELL_SIGNS[cell.kind]), `${cell.count}`, spoken[cell.kind] ? el("span", { class: "tu-hidden" }, ` ${spoken[cell.kind]}`) : null))));
  const header = [labels.column_expected, ...side.matrix.columns].map((name, index) => (index ? codeName(name) : name));
  return scroller(title, dataTable(title, header, rows));
}

/** How one set fared; or why it could not be tried. */
function sideBox(side, labels) {
  const title = fill(labels.score_of, { name: side.name });
  if (side.refused.length) {
    return el("section", { class: "tu-side", "aria-label": title }, el("p", {}, sign("✗ "), fill(labels.set_refused, { name: side.name })),
      side.refused.map((note) => noteBox(note, labels)));
  }
  if (!side.matrix) return el("section", { class: "tu-side", "aria-label": title });
  const bar = el("div", { class: "tu-meter", "aria-hidden": "true" }, el("div", { class: "tu-meter-fill", style: `width:${(100 * side.right) / side.of}%` }));
  return el("section", { class: "tu-side", "aria-label": title },
    el("p", { class: "tu-side-title" }, `${title} `, el("b", { class: "tu-total" }, side.total), side.before ? el("span", { class: "tu-note" }, ` (${side.before})`) : null),
    bar, matrixTable(side, labels));
}

/** What one set made of one request. */
function decisionCell(side) {
  if (!side) return el("td", {}, "–");
  return el("td", { class: side.right ? "tu-cell-right" : "tu-cell-wrong" },
    el("b", {}, sign(side.right ? "✓ " : "✗ "), side.word), " ", codeName(side.got));
}

/** Two rows of the table: the request with both choices, and beneath it, once opened, the words that counted. */
function requestRows(row, names, labels, open, ontoggle) {
  const id = uniqueId("why");
  const toggle = button([sign(open ? "▾ " : "▸ "), el("span", {}, row.request)], { class: "tu-button tu-open", "aria-expanded": String(open),
    "aria-controls": id, title: labels.open_request, onclick: ontoggle });
  const bodies = row.sides.map((side, index) => side && el("div", {},
    el("p", {}, el("b", {}, `${names[index]} · ${side.word}`), ` : ${fill(labels.chose, { name: side.got })}, ${fill(labels.expected, { name: side.expected })}`),
    toolTable(side.evidence, labels)));
  const detail = el("tr", { id, hidden: !open }, el("td", { colspan: "3" }, open ? el("div", { class: "tu-main tu-halves" }, bodies) : null));
  return [el("tr", {}, el("th", { scope: "row" }, toggle), row.sides.map(decisionCell)), detail];
}
