// One step of a text under a mask: what is written, what was wanted, the favourites before and after.

/** The text so far and the token that comes; spaces are kept. */
function writtenLine(step, labels) {
  return el("p", { class: "tu-mask-line" }, el("span", { class: "tu-note" }, `${labels.mask_written} : `),
    el("code", { class: "tu-mask-text" }, step.written), el("ins", { class: "tu-mask-next" }, el("code", {}, step.chosen)));
}

function wantedLine(step, labels) {
  const wanted = el("span", {}, `${labels.mask_wanted} : `, el("code", {}, step.wanted));
  const chosen = el("span", {}, `${labels.mask_chosen} : `, el("code", {}, step.chosen));
  const forbidden = step.forbidden ? el("b", {}, sign(" ⚠ "), step.forbidden) : null;
  return el("p", {}, sign(step.refused ? "✗ " : step.forbidden ? "" : "✓ "), wanted, " · ", chosen, forbidden);
}

function favourites(step, labels) {
  const names = [labels.mask_token, labels.mask_before, labels.mask_allowed_column, labels.mask_after_soft, labels.mask_after_hard];
  const head = names.map((name) => el("th", { scope: "col" }, name));
  const body = step.rows.map((row) => el("tr", { class: row.chosen ? "tu-mask-chosen" : null },
    el("th", { scope: "row" }, el("code", {}, row.token), row.chosen ? el("span", { class: "tu-note" }, ` ${labels.mask_written_mark}`) : null),
    el("td", {}, el("div", { class: "tu-mask-bar", "aria-hidden": "true" }, el("div", { style: `width:${row.share}%` })), row.before),
    el("td", {}, sign(row.allowed ? "✓ " : "✗ "), row.word),
    el("td", {}, row.soft), el("td", {}, row.hard)));
  return scroller(labels.mask_table, el("table", { class: "tu-table tu-mask-table" }, el("caption", {}, labels.mask_table),
    el("thead", {}, el("tr", {}, head)), el("tbody", {}, body)));
}
