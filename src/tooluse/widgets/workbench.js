// What views with a kernel behind them share: texts to edit, a button that asks, a status that tells the wait.

const PATIENCE = 4000; // milliseconds before the view says that the kernel may be gone

/** Ctrl + Enter in a field asks, as in a cell; the field's own keys stay its own. */
function asks(event, ask) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  ask();
}

/** A text to edit, bound to a trait of the model; what is wrong with it stands beneath it. */
class Editor {
  constructor(bench, trait, title, { rows = 10 } = {}) {
    this.bench = bench;
    this.trait = trait;
    const ids = [uniqueId("text"), uniqueId("problem")];
    this.area = el("textarea", { class: "tu-text", id: ids[0], rows, spellcheck: "false", autocapitalize: "off",
      autocomplete: "off", "aria-describedby": ids[1], ...QUIET, oninput: () => bench.edited(),
      onchange: () => bench.save(), onkeydown: (event) => asks(event, () => bench.ask()) });
    this.area.value = bench.model.get(trait);
    this.problem = el("div", { class: "tu-problem", id: ids[1] });
    this.node = el("div", { class: "tu-editor" }, el("label", { class: "tu-label", for: ids[0] }, title), this.area, this.problem);
  }

  /** `problem` is parsed prose, empty when all is well; `at` is [line, column] where there is a place to go to. */
  show(problem, at) {
    const wrong = Boolean(problem && problem.length);
    this.area.setAttribute("aria-invalid", String(wrong));
    const jump = wrong && at ? this.jump(at[0], at[1]) : null;
    this.problem.replaceChildren(...(wrong ? [el("p", {}, sign("✗ "), prose(problem)), jump] : []).filter(Boolean));
  }

  jump(line, column = 1) {
    return button(fill(this.bench.labels.go_to_line, { line }), { class: "tu-button tu-small", onclick: () => this.goTo(line, column) });
  }

  /** The caret goes to a place, its line selected as far as the end. */
  goTo(line, column = 1) {
    const lines = this.area.value.split("\n");
    const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    this.area.focus();
    this.area.setSelectionRange(before + column - 1, before + (lines[line - 1] ?? "").length);
    const height = this.area.scrollHeight / lines.length;
    this.area.scrollTop = Math.max(0, (line - 3) * height);
  }
}

/** Asks the kernel and waits for it. `draw` shows a report, `editors` are saved before each run. With `hushed`,
 *  what `draw` says is read aloud only: it stands in the view already. */
class Bench {
  constructor(model, draw, { hushed = false } = {}) {
    this.hushed = hushed;
    this.model = model;
    this.labels = model.get("labels");
    this.editors = [];
    this.draw = draw;
    this.timer = null;
    this.status = el("div", { class: "tu-status", role: "status", "aria-live": "polite" });
    this.onran = () => this.answered();
    model.on("change:ran", this.onran);
  }

  editor(trait, title, options) {
    const editor = new Editor(this, trait, title, options);
    this.editors.push(editor);
    return editor;
  }

  edited() {
    if (this.editors.some((editor) => editor.area.value !== this.model.get(editor.trait))) this.say(this.labels.unsaved);
  }

  save() {
    this.editors.forEach((editor) => this.model.set(editor.trait, editor.area.value));
    this.model.save_changes();
  }

  ask(values = {}) {
    Object.entries(values).forEach(([name, value]) => this.model.set(name, value));
    this.editors.forEach((editor) => this.model.set(editor.trait, editor.area.value));
    this.model.set("run", this.model.get("run") + 1);
    this.say(this.labels.working);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.say(this.labels.no_answer), PATIENCE);
    this.model.save_changes();
  }

  answered() {
    if (this.model.get("ran") !== this.model.get("run")) return; // asked again meanwhile
    clearTimeout(this.timer);
    this.show();
  }

  /** `draw` gives back the one sentence that is read aloud. */
  show() {
    const report = this.model.get("report");
    if (report.failed) this.say(report.failed);
    else this.say(this.draw(report), this.hushed);
  }

  say(text, hushed = false) {
    this.status.classList.toggle("tu-hidden", hushed);
    this.status.textContent = text || "";
  }

  stop() {
    clearTimeout(this.timer);
    this.model.off("change:ran", this.onran);
  }
}
