// The comparison of descriptions: two sets to edit, the requests, and what the simulated model chooses.

function render({ model, el: host }) {
  const labels = model.get("labels");
  const names = model.get("names");
  const opened = new Set(); // the requests whose words are shown
  const sides = el("div", { class: "tu-main tu-halves" });
  const body = el("tbody", {});
  const table = dataTable(labels.requests_done, [labels.column_request, ...names], []);
  table.querySelector("tbody").replaceWith(body);
  table.classList.add("tu-requests");
  const done = scroller(labels.requests_done, table);

  function drawRows(report) {
    body.replaceChildren(...report.rows.flatMap((row) => requestRows(row, names, labels, opened.has(row.request), () => toggle(row.request))));
    done.hidden = !report.rows.length;
  }

  /** The rows are drawn anew: the focus goes back to the button that was pressed. */
  function toggle(request) {
    if (!opened.delete(request)) opened.add(request);
    const report = model.get("report");
    drawRows(report);
    body.querySelectorAll(".tu-open")[report.rows.findIndex((row) => row.request === request)].focus({ preventScroll: true });
  }

  const bench = new Bench(model, (report) => {
    report.sides.forEach((side, index) => editors[index].show(side.problem, side.at));
    requests.show(report.problem, report.at);
    if (report.problem.length) folded.open = true;
    sides.replaceChildren(...report.sides.map((side) => sideBox(side, labels)));
    drawRows(report);
    return report.sides.filter((side) => side.total).map((side) => `${side.name} : ${side.total}`).join(" · ");
  });
  const editors = ["a", "b"].map((trait, index) => bench.editor(trait, fill(labels.definitions_of, { name: names[index] }), { rows: 14 }));
  const requests = bench.editor("requests", labels.requests_edited, { rows: 10 });
  const folded = el("details", { class: "tu-fold-requests" }, el("summary", { ...QUIET }, labels.requests_edited), requests.node);
  host.classList.add("tu-view");
  host.append(benchCard(labels.comparison, el("span", { class: "tu-simulated" }, labels.simulated),
    el("p", { class: "tu-note" }, labels.simulated_note),
    el("div", { class: "tu-main tu-halves" }, editors.map((editor) => editor.node)), folded,
    el("div", { class: "tu-bar" }, button(labels.rerun, { class: "tu-button tu-primary", onclick: () => bench.ask() }), bench.status,
      el("span", { class: "tu-note" }, labels.keys_rerun)),
    sides, done));
  bench.show();
  return () => bench.stop();
}

export default { render };
