// The flow debugger: buttons, keys, predictions. The state lives in the model: position, answers, predict.

class Flow {
  constructor(model, host) {
    this.model = model;
    this.labels = model.get("labels");
    this.steps = model.get("steps");
    this.playing = false;
    this.timer = null;
    this.drawn = null; // the position that was drawn last
    this.furthest = 0;
    this.insisted = false; // has the learner been told that pressing again passes the question?
    this.still = window.matchMedia("(prefers-reduced-motion: reduce)");
    host.classList.add("tu-view");
    if (!this.steps.length) {
      host.append(el("p", { class: "tu-card" }, this.labels.empty));
      return;
    }
    this.build(host);
    this.onchange = () => this.draw();
    model.on("change:position change:answers change:predict", this.onchange);
    this.draw();
  }

  stop() {
    clearTimeout(this.timer);
    if (this.onchange) this.model.off("change:position change:answers change:predict", this.onchange);
  }

  build(host) {
    const { labels } = this;
    this.buttons = {
      previous: button([sign("← "), labels.previous], { onclick: () => this.go(this.position - 1) }),
      next: button([labels.next, sign(" →")], { class: "tu-button tu-primary", onclick: () => this.forward() }),
      play: button(labels.play, { onclick: () => this.toggle() }),
      ask: button([sign("? "), labels.ask], { class: "tu-button tu-toggle", onclick: () => this.set({ predict: !this.model.get("predict") }) }),
    };
    this.counter = el("div", { class: "tu-counter" });
    this.live = el("div", { class: "tu-hidden", role: "status", "aria-live": "polite" });
    this.rows = el("div", { class: "tu-rows", role: "group", "aria-label": labels.diagram });
    this.detail = el("div", { class: "tu-detail", tabindex: "-1", ...QUIET });
    this.keys = el("span", { class: "tu-note" });
    this.score = el("span", { class: "tu-note" });
    const lanes = el("div", { class: "tu-lanes" },
      el("span", { class: "tu-lane tu-lane-code" }, labels.code), el("span", { class: "tu-lane tu-lane-model" }, labels.model));
    host.append(el("div", { class: "tu-card tu-flow", role: "group", "aria-label": labels.flow, onkeydown: (event) => this.key(event) },
      el("div", { class: "tu-head" }, el("div", { class: "tu-title", role: "heading", "aria-level": "4" }, labels.flow), this.counter),
      el("div", { class: "tu-bar", role: "toolbar", "aria-label": labels.flow }, Object.values(this.buttons).filter((one) => one !== this.buttons.ask || this.steps.some((step) => step.question))),
      el("div", { class: "tu-main" }, el("div", { class: "tu-diagram" }, lanes, this.rows), this.detail),
      el("div", { class: "tu-foot" }, this.keys, this.score,
        this.model.get("hidden") ? el("span", { class: "tu-note" }, fill(labels.hidden, { count: this.model.get("hidden") })) : null),
      this.live));
  }

  get position() {
    return this.model.get("position");
  }

  set(values) {
    for (const [name, value] of Object.entries(values)) this.model.set(name, value);
    this.model.save_changes();
  }

  /** A step is known once its question is answered or passed, or when nothing is asked. */
  known(index) {
    const asked = this.model.get("predict") && this.steps[index].question;
    return !asked || String(index) in this.model.get("answers");
  }

  /** A step that asks nothing is told once it has been reached, in order. */
  told(index) {
    if (!this.known(index) || this.steps[index].question || !this.model.get("predict")) return this.known(index);
    return index === this.position || (index <= this.furthest && this.steps.slice(0, index).every((_, i) => this.known(i)));
  }

  go(position) {
    this.set({ position: Math.max(0, Math.min(position, this.steps.length - 1)) });
  }

  /** Next leads to an open question first, and passes it when pressed again: nobody is held up. */
  forward() {
    if (this.known(this.position)) this.go(this.position + 1);
    else if (this.insisted) this.answer(-1);
    else this.insist(this.labels.insist);
  }

  insist(words) {
    this.insisted = true;
    this.detail.querySelector(".tu-hint").textContent = words;
    this.live.textContent = words;
    this.focusQuestion();
  }

  answer(choice) {
    const inside = this.detail.contains(document.activeElement);
    this.set({ answers: { ...this.model.get("answers"), [this.position]: choice } });
    if (inside) this.buttons.next.focus({ preventScroll: true });
  }

  toggle() {
    if (this.still.matches) return;
    if (this.playing) {
      this.pause();
    } else {
      this.playing = true;
      if (this.atEnd()) this.go(0);
      this.drawButtons();
      this.schedule();
    }
  }

  pause() {
    clearTimeout(this.timer);
    this.playing = false;
    this.drawButtons();
  }

  /** While it plays: the next step after a while, longer if an explanation is to be read. A question waits. */
  schedule() {
    clearTimeout(this.timer);
    if (!this.playing) return;
    if (this.atEnd()) this.pause();
    else if (!this.known(this.position)) this.insist(this.labels.waiting);
    else this.timer = setTimeout(() => this.go(this.position + 1), this.detail.querySelector(".tu-feedback-line") ? 5000 : 1600);
  }

  atEnd() {
    return this.position === this.steps.length - 1 && this.known(this.position);
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const moves = {
      ArrowRight: () => this.forward(),
      ArrowLeft: () => this.go(this.position - 1),
      Home: () => this.go(0),
      End: () => this.go(this.steps.length - 1),
      ...this.answerKeys(),
    };
    const inRows = this.rows.contains(event.target);
    if (inRows) Object.assign(moves, { ArrowDown: moves.ArrowRight, ArrowUp: moves.ArrowLeft });
    // By its place, a digit is one key on a French keyboard too, where it takes Shift.
    const name = event.key in moves ? event.key : event.code.replace(/^Numpad/, "Digit");
    if (!(name in moves) || (event.shiftKey && !name.startsWith("Digit"))) return;
    event.preventDefault();
    event.stopPropagation();
    moves[name]();
    // Rows are drawn anew: the focus follows the step.
    if (inRows) this.rows.querySelector('[aria-current="step"]').focus({ preventScroll: true });
  }

  /** While a question is open, digits answer it from anywhere in the view, and arrows go through its choices. */
  answerKeys() {
    const box = this.detail.querySelector(".tu-ask");
    if (!box) return {};
    const choices = this.steps[this.position].question.choices;
    const digits = choices.map((_, index) => [`Digit${index + 1}`, () => this.answer(index)]);
    return { ...Object.fromEntries(digits), ArrowDown: () => moveInChoices(box, true), ArrowUp: () => moveInChoices(box, false) };
  }

  draw() {
    const focus = document.activeElement;
    const inRows = this.rows.contains(focus);
    const inDetail = this.detail.contains(focus);
    const moved = this.drawn !== this.position;
    this.insisted = false;
    this.drawn = this.position;
    this.furthest = Math.max(this.furthest, this.position);
    this.drawButtons();
    this.drawRows();
    this.drawDetail();
    if (inRows) this.rows.querySelector('[aria-current="step"]').focus({ preventScroll: true });
    if (inDetail) this.detail.focus({ preventScroll: true });
    if (moved) this.focusQuestion();
    this.schedule();
  }

  /** The keyboard goes on from the question, unless it is at work elsewhere. */
  focusQuestion() {
    const box = this.detail.querySelector(".tu-ask");
    const focus = document.activeElement;
    const follows = [this.buttons.next, this.buttons.play].includes(focus) || this.detail.contains(focus);
    if (!box || !follows) return;
    if (!box.contains(focus)) box.focus({ preventScroll: true });
    box.scrollIntoView({ block: "nearest" });
  }

  drawButtons() {
    const { previous, next, play, ask } = this.buttons;
    setDisabled(previous, this.position === 0);
    setDisabled(next, this.atEnd());
    setDisabled(play, this.still.matches);
    if (this.still.matches) play.title = this.labels.play_off;
    play.replaceChildren(sign(this.playing ? "❚❚ " : "▶ "), this.playing ? this.labels.pause : this.labels.play);
    ask.setAttribute("aria-pressed", String(this.model.get("predict")));
  }

  /** With predictions on, the diagram shows no step that has not been reached. */
  drawRows() {
    const rows = this.steps.map((step, index) => {
      const row = diagramRow(step, this.labels, this.told(index), (picked) => this.go(picked));
      const current = index === this.position;
      row.setAttribute("tabindex", current ? "0" : "-1");
      if (current) row.setAttribute("aria-current", "step");
      return row;
    });
    this.rows.replaceChildren(...rows);
    const { offsetTop, offsetHeight } = rows[this.position];
    const { scrollTop, clientHeight } = this.rows;
    if (offsetTop < scrollTop) this.rows.scrollTop = offsetTop;
    if (offsetTop + offsetHeight > scrollTop + clientHeight) this.rows.scrollTop = offsetTop + offsetHeight - clientHeight;
  }

  drawDetail() {
    const { labels } = this;
    const step = this.steps[this.position];
    const where = fill(labels.step_of, { number: step.number, total: this.steps.length });
    const known = this.known(this.position);
    this.counter.textContent = `${where} · ${step.where}`;
    this.detail.replaceChildren(...(known ? this.revealed(step) : [askBox(step, labels, (choice) => this.answer(choice))]).flat(Infinity).filter(Boolean));
    const asked = step.question && plainText(step.question.prompt);
    const spoken = known ? [where, step.who, plainText(step.title), step.stop] : [where, asked];
    this.live.textContent = spoken.filter(Boolean).join(", ");
    this.keys.textContent = known ? labels.keys : fill(labels.keys_ask, { count: step.question.choices.length });
    this.showNotable();
    const taken = Object.entries(this.model.get("answers")).filter(([, choice]) => choice >= 0);
    const right = taken.filter(([index, choice]) => this.steps[index].question.choices[choice].right).length;
    this.score.textContent = taken.length ? fill(labels.answered, { right, total: taken.length }) : "";
  }

  /** A long request opens where something is to be seen: a note first, else what is new. */
  showNotable() {
    const body = this.detail.querySelector(".tu-json-body");
    const kinds = [".tu-note-box.tu-error", ".tu-note-box", ".tu-marker"];
    const notable = body && kinds.map((kind) => body.querySelector(kind)).find(Boolean);
    if (!notable) return;
    const box = body.getBoundingClientRect();
    const place = notable.getBoundingClientRect();
    if (place.bottom > box.bottom) body.scrollTop = place.top - box.top - box.height / 4;
  }

  revealed(step) {
    return [
      phaseStrip(this.labels, step),
      el("div", { class: "tu-step-title", role: "heading", "aria-level": "5" }, prose(step.title)),
      this.feedback(step),
      ...stepBody(step, this.labels),
    ];
  }

  feedback(step) {
    const choice = this.model.get("answers")[this.position];
    if (!this.model.get("predict") || !step.question || choice === undefined) return null;
    if (choice < 0) return el("p", { class: "tu-note tu-passed" }, this.labels.skipped);
    const { right, explanation, text } = step.question.choices[choice];
    const mark = el("b", {}, right ? `✓ ${this.labels.right}` : `✗ ${this.labels.wrong}`);
    return el("div", { class: `tu-feedback-line ${right ? "tu-right" : "tu-wrong"}` },
      mark, " (", prose(text), ") · ", prose(explanation));
  }
}
