// The view of masks: settings on one side, the steps of the text on the other. The kernel writes.

class MaskView {
  constructor(model, host) {
    this.model = model;
    this.labels = model.get("labels");
    this.bench = new Bench(model, (report) => this.draw(report), { hushed: true });
    this.onposition = () => this.drawStep();
    model.on("change:position", this.onposition);
    host.classList.add("tu-view");
    host.append(this.build());
    this.bench.show();
  }

  build() {
    const { labels, model } = this;
    const choices = model.get("choices");
    const ask = (name) => (value) => this.ask({ [name]: value });
    this.schema = this.bench.editor("schema", labels.mask_schema, { rows: 12 });
    this.source = radioGroup(labels.mask_source, choices.source, model.get("source"), (source) => this.toSource(source));
    this.kind = radioGroup(labels.mask_kind, choices.kind, model.get("kind"), ask("kind"));
    this.scene = el("div", {}, selectBox(labels.mask_scene, choices.scene, model.get("scene"), (scene) => this.toScene(scene)));
    const wish = this.field("text", "wish", labels.mask_wish, (input) => input.value);
    const strength = this.field("range", "strength", labels.mask_strength, (input) => Number(input.value), { min: 0, max: 12, step: 0.5 });
    const unknown = button(labels.mask_unknown, { class: "tu-button tu-small", onclick: () => { wish.input.value = model.get("unknown"); this.ask({ wish: model.get("unknown") }); } });
    this.toy = el("div", { class: "tu-mask-settings" }, wish.node, unknown, strength.node, this.kind);
    const cut = this.field("number", "cut", labels.mask_cut, (input) => Math.max(0, Math.round(Number(input.value) || 0)), { min: 0, max: 300 });
    const go = button(labels.mask_write, { class: "tu-button tu-primary", onclick: () => this.ask() });
    this.notes = el("div", { class: "tu-note" });
    this.result = el("div", { class: "tu-mask-result" });
    this.bar = {
      previous: button([sign("← "), labels.mask_previous], { onclick: () => this.go(this.position - 1) }),
      next: button([labels.mask_next, sign(" →")], { onclick: () => this.go(this.position + 1) }),
      choice: button(labels.mask_next_choice, { onclick: () => this.goTo((step) => step.choice) }),
      refused: button(labels.mask_next_refused, { onclick: () => this.goTo((step) => step.refused) }),
    };
    this.counter = el("div", { class: "tu-counter", role: "status", "aria-live": "polite" });
    this.detail = el("div", { class: "tu-mask-step" });
    this.stepper = el("div", { onkeydown: (event) => this.key(event) }, el("div", { class: "tu-bar", role: "toolbar", "aria-label": labels.masks }, Object.values(this.bar), this.counter), this.detail);
    return benchCard(labels.masks, this.bench.status,
      el("div", { class: "tu-main tu-halves" },
        el("div", { class: "tu-editors tu-mask-settings" }, this.source, this.scene, this.schema.node, this.toy, cut.node,
          el("div", { class: "tu-bar" }, go), el("p", { class: "tu-note" }, labels.mask_keys)),
        el("div", { class: "tu-mask-settings" }, this.stepper, this.result, this.notes)));
  }

  field(type, name, title, read, attributes = {}) {
    const value = el("b", {}, type === "range" ? String(this.model.get(name)) : "");
    const input = el("input", { type, class: "tu-select", value: this.model.get(name), ...QUIET, ...attributes,
      oninput: () => { if (type === "range") value.textContent = input.value; },
      onchange: () => this.ask({ [name]: read(input) }) });
    return { input, node: el("label", { class: "tu-mask-field" }, el("span", {}, title, " ", value), input) };
  }

  /** A new text begins at its first step. */
  ask(values = {}) {
    this.bench.ask({ position: 0, ...values });
  }

  toSource(source) {
    if (source === "smollm2") this.schema.area.value = this.model.get("schemas")[this.model.get("scene")];
    this.ask({ source });
  }

  toScene(scene) {
    this.schema.area.value = this.model.get("schemas")[scene];
    this.ask({ scene });
  }

  get position() {
    return this.model.get("position");
  }

  get steps() {
    return this.model.get("report").steps ?? [];
  }

  go(position) {
    this.model.set("position", Math.max(0, Math.min(position, this.steps.length - 1)));
    this.model.save_changes();
  }

  goTo(wanted) {
    const found = this.steps.findIndex((step, index) => index > this.position && wanted(step));
    if (found >= 0) this.go(found);
  }

  key(event) {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(this.position + move);
  }

  draw(report) {
    const { labels, model } = this;
    this.schema.show(report.problem, report.at);
    const toy = model.get("source") === "toy";
    this.toy.hidden = !toy;
    this.scene.hidden = toy;
    this.notes.replaceChildren(...report.notes.map((note) => el("p", {}, prose(note))));
    this.stepper.hidden = !report.steps.length;
    this.result.replaceChildren(...(report.result ? [el("div", { class: "tu-step-title", role: "heading", "aria-level": "5" }, labels.mask_result),
      el("pre", { class: "tu-mask-text" }, report.result.text), ...report.result.lines.map((line) => el("p", {}, prose(line)))] : []));
    this.drawStep();
    return report.said;
  }

  drawStep() {
    const { labels } = this;
    const step = this.steps[this.position];
    if (!step) return;
    this.counter.textContent = fill(labels.mask_step, { number: this.position + 1, total: this.steps.length });
    setDisabled(this.bar.previous, this.position === 0);
    setDisabled(this.bar.next, this.position === this.steps.length - 1);
    const later = this.steps.slice(this.position + 1);
    setDisabled(this.bar.choice, !later.some((one) => one.choice));
    setDisabled(this.bar.refused, !later.some((one) => one.refused));
    this.detail.replaceChildren(writtenLine(step, labels), wantedLine(step, labels),
      el("p", {}, step.allowed, " · ", el("b", {}, step.removed)), el("p", { class: "tu-note" }, step.leak), favourites(step, labels));
  }

  stop() {
    this.model.off("change:position", this.onposition);
    this.bench.stop();
  }
}

function render({ model, el: host }) {
  const view = new MaskView(model, host);
  return () => view.stop();
}

export default { render };
