// What a simulated model counted, as tables: the tools with their words, the arguments with their sources.

function dataTable(caption, header, rows) {
  return el("table", { class: "tu-table" }, caption ? el("caption", {}, caption) : null,
    el("thead", {}, el("tr", {}, header.map((title) => el("th", { scope: "col" }, title)))),
    el("tbody", {}, rows));
}

/** The words that counted, each with its weight and the place where it met the tool. */
function pointList(points, labels) {
  if (!points.length) return el("span", { class: "tu-note" }, labels.evidence_none);
  return el("ul", { class: "tu-points" }, points.map((point) =>
    el("li", {}, el("b", { class: "tu-weight" }, point.weight), " ", point.word ? el("span", { class: "tu-counted" }, point.word) : null,
      " ", el("span", { class: "tu-note" }, point.where))));
}

function toolRow(tool, labels) {
  return el("tr", { class: tool.chosen ? "tu-chosen" : null },
    el("th", { scope: "row" }, codeName(tool.name), el("div", { class: "tu-choice-word" }, sign(tool.chosen ? "✓ " : "– "), tool.word)),
    el("td", { class: "tu-number" }, tool.score), el("td", {}, pointList(tool.for, labels)), el("td", {}, pointList(tool.against, labels)));
}

function toolTable(shown, labels) {
  const header = [labels.column_tool, labels.column_score, labels.column_for, labels.column_against];
  return scroller(labels.tools_weighed, dataTable(labels.tools_weighed, header, shown.tools.map((tool) => toolRow(tool, labels))));
}

function argumentTable(shown, labels) {
  if (!shown.arguments.length) return el("p", { class: "tu-note" }, labels.no_arguments);
  const header = [labels.column_tool, labels.column_argument, labels.column_value, labels.column_source, labels.column_why];
  const rows = shown.arguments.map((one) => el("tr", {},
    el("td", {}, codeName(one.tool)), el("th", { scope: "row" }, el("code", {}, one.argument)),
    el("td", {}, one.value ? el("code", {}, one.value) : null), el("td", {}, prose(one.source)), el("td", {}, prose(one.why))));
  return scroller(labels.arguments_filled, dataTable(labels.arguments_filled, header, rows));
}

/** The whole of one explanation. */
function evidenceParts(shown, labels) {
  return [
    el("p", { class: "tu-step-title" }, prose(shown.decision)),
    el("p", { class: "tu-note" }, shown.facts),
    toolTable(shown, labels),
    el("p", { class: "tu-note" }, shown.threshold),
    argumentTable(shown, labels),
    shown.more.map((text) => el("p", {}, prose(text))),
  ];
}
