// The validator of definitions: a definition, an input, four layers. The kernel judges.

const VERDICT_SIGNS = { good: "✓", bad: "✗", none: "–" };

/** What one layer says: its verdict as a word, a sentence, its notes or its reasons. */
function layerBox(layer, editor, labels) {
  const verdict = el("span", { class: `tu-verdict tu-verdict-${layer.verdict}` }, sign(`${VERDICT_SIGNS[layer.verdict]} `), layer.word);
  const notes = layer.notes.map((note) => noteBox(note, labels, el("details", { class: "tu-why" },
    el("summary", { ...QUIET }, labels.why), el("p", {}, prose(note.why))), editor.jump(note.line)));
  const reasons = layer.reasons.length ? el("ul", { class: "tu-reasons" }, layer.reasons.map((reason) => el("li", {}, prose(reason)))) : null;
  return el("section", { class: `tu-layer tu-layer-${layer.verdict}`, "aria-label": layer.title },
    el("div", { class: "tu-layer-head" }, el("div", { class: "tu-layer-title", role: "heading", "aria-level": "5" }, layer.title), verdict),
    el("p", {}, prose(layer.sentence)), reasons, notes);
}

function render({ model, el: host }) {
  const labels = model.get("labels");
  const layers = el("div", { class: "tu-layers" });
  const bench = new Bench(model, (report) => {
    definition.show(report.problem, report.at);
    tried.show(report.input_problem, report.input_at);
    layers.replaceChildren(...report.layers.map((layer) => layerBox(layer, definition, labels)));
    bench.hushed = !report.layers.length; // then the problem stands under its field
    return report.layers.length ? report.counts : report.problem.map(([, text]) => text).join("");
  });
  const definition = bench.editor("definition", labels.definition, { rows: 16 });
  const tried = bench.editor("input", labels.input_tried, { rows: 4 });
  const strict = el("input", { type: "checkbox", ...QUIET });
  strict.checked = model.get("strict");
  strict.addEventListener("change", () => bench.ask({ strict: strict.checked }));
  const controls = el("div", { class: "tu-bar" },
    button(labels.judge, { class: "tu-button tu-primary", onclick: () => bench.ask() }),
    el("label", { class: "tu-check" }, strict, el("span", {}, prose(model.get("strict_label")))));
  host.classList.add("tu-view");
  host.append(benchCard(labels.validator, bench.status,
    el("div", { class: "tu-main tu-halves" },
      el("div", { class: "tu-editors" }, definition.node, tried.node, controls, el("p", { class: "tu-note" }, labels.keys_judge)),
      layers)));
  bench.show();
  return () => bench.stop();
}

export default { render };
