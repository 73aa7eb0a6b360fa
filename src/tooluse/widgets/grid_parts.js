// The pieces of the grid: a cell, a bar with its interval.

/** « date hors format » */
function markWord(cell, what, layer, labels) {
  return labels[`mark_${what}_${layer}_${cell[layer][what] ? "yes" : "no"}`];
}

/** « ✓ LAX → SFO »: what was said, and whether it holds on this layer. */
function markLine(cell, what, layer, labels) {
  const good = cell[layer][what];
  return el("span", { class: `tu-mark tu-mark-${good ? "yes" : "no"}` }, el("b", {}, sign(good ? "✓ " : "✗ ")),
    el("span", { class: "tu-hidden" }, `${markWord(cell, what, layer, labels)} : `), el("span", { class: "tu-said-value" }, cell[what]));
}

/** A cell is a button: it opens the call. Both good, one good, none: told by signs, the frame only repeats it. */
function gridCell(cell, layer, labels, current, onpick) {
  if (!cell) return el("td", { class: "tu-note" }, labels.no_run);
  const good = ["airports", "date"].filter((what) => cell[layer][what]).length;
  return el("td", { class: `tu-good-${good}` }, el("button", { type: "button", class: "tu-cell-button", tabindex: current ? "0" : "-1",
    "aria-pressed": "false", ...QUIET, onclick: onpick }, ["airports", "date"].map((what) => markLine(cell, what, layer, labels))));
}

/** The share as a bar, the interval as a line over it; both are also written out. */
function barRow(bar) {
  const track = bar.count === null ? null : el("div", { class: "tu-track", "aria-hidden": "true" },
    el("div", { class: "tu-track-fill", style: `width:${(100 * bar.count) / bar.of}%` }),
    el("div", { class: "tu-whisker", style: `left:${bar.low}%;width:${bar.high - bar.low}%` }));
  const origin = bar.origin ? el("span", { class: "tu-note" }, ` (${bar.origin})`) : null;
  return el("li", { class: "tu-bar-row" }, el("span", { class: "tu-bar-title" }, bar.title), track ?? el("span", {}),
    el("span", { class: "tu-bar-text" }, el("b", {}, bar.text), origin, " ", el("span", { class: "tu-note" }, bar.interval)));
}
