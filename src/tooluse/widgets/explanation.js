// explain(call): what the simulated model counted. Nothing to ask of the kernel.

function render({ model, el: host }) {
  const labels = model.get("labels");
  const shown = model.get("shown");
  const mark = el("span", { class: "tu-simulated" }, labels.simulated);
  const parts = Object.keys(shown).length ? evidenceParts(shown, labels) : [el("p", {}, prose(model.get("missing")))];
  host.classList.add("tu-view");
  host.append(benchCard(labels.explanation, mark, el("div", { class: "tu-explained" }, parts)));
}

export default { render };
