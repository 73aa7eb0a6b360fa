// One or several questions: choose, validate, read the explanation of that choice, try again.

function renderQuestion(model, index) {
  const item = model.get("items")[index];
  const labels = model.get("labels");
  const total = model.get("items").length;
  const group = uniqueId("choice");
  const promptId = uniqueId("prompt");
  const feedback = el("div", { class: "tu-feedback", role: "status", "aria-live": "polite" });

  const options = item.choices.map((choice, number) => {
    const input = el("input", { type: "radio", name: group, value: number, ...QUIET });
    input.addEventListener("change", () => feedback.replaceChildren());
    return { choice, input, node: el("label", { class: "tu-choice" }, input, el("span", {}, prose(choice.text))) };
  });

  function validate() {
    const picked = options.findIndex((option) => option.input.checked);
    if (picked < 0) {
      feedback.replaceChildren(el("p", { class: "tu-note" }, labels.choose_first));
      return;
    }
    const answers = model.get("answers").map((tries) => [...tries]);
    answers[index].push(picked);
    model.set("answers", answers);
    model.save_changes();
    show(picked);
  }

  function show(picked) {
    const { choice } = options[picked];
    const kind = choice.right ? "right" : "wrong";
    options.forEach(({ node }, number) => {
      node.classList.toggle("tu-picked-right", number === picked && choice.right);
      node.classList.toggle("tu-picked-wrong", number === picked && !choice.right);
    });
    const mark = el("b", { class: "tu-verdict" }, `${choice.right ? "✓" : "✗"} ${labels[kind]}`);
    feedback.replaceChildren(el("div", { class: `tu-answer tu-${kind}` }, mark, el("div", {}, prose(choice.explanation))));
    check.textContent = choice.right ? labels.validate : labels.retry;
  }

  options.forEach(({ input, node }) => {
    input.addEventListener("change", () => {
      options.forEach((option) => option.node.classList.remove("tu-picked-right", "tu-picked-wrong"));
      check.textContent = labels.validate;
    });
    node.addEventListener("keydown", (event) => {
      if (event.key === "Enter") validate();
    });
  });

  const check = button(labels.validate, { class: "tu-button tu-primary", onclick: validate });
  const tries = model.get("answers")[index];
  const heading = total > 1 ? el("p", { class: "tu-count" }, fill(labels.question_of, { number: index + 1, total })) : null;
  const node = el(
    "div",
    { class: "tu-question", role: "group", "aria-labelledby": promptId },
    heading,
    el("div", { class: "tu-prompt", id: promptId }, prose(item.prompt)),
    el("div", { class: "tu-choices", role: "radiogroup", "aria-labelledby": promptId }, options.map((o) => o.node)),
    el("div", { class: "tu-actions" }, check),
    feedback,
  );
  if (tries.length) {
    const last = tries[tries.length - 1];
    options[last].input.checked = true;
    show(last);
  }
  return node;
}

/** The score line under several questions; only first tries count. */
function renderScore(model) {
  const labels = model.get("labels");
  const node = el("p", { class: "tu-score", role: "status", "aria-live": "polite" });
  function update() {
    const answers = model.get("answers");
    const items = model.get("items");
    const done = answers.filter((tries) => tries.length).length;
    const score = answers.filter((tries, i) => tries.length && items[i].choices[tries[0]].right).length;
    if (!done) return;
    const text = done === items.length ? labels.score : labels.score_partial;
    node.textContent = fill(text, { score, done, total: items.length });
  }
  model.on("change:answers", update);
  update();
  return { node, stop: () => model.off("change:answers", update) };
}

function render({ model, el: host }) {
  const items = model.get("items");
  const score = items.length > 1 ? renderScore(model) : null;
  host.classList.add("tu-view");
  host.append(
    el(
      "div",
      { class: "tu-card tu-questions", role: "group", "aria-label": model.get("title") },
      el("div", { class: "tu-title", role: "heading", "aria-level": "4" }, model.get("title")),
      items.map((_, index) => renderQuestion(model, index)),
      score && score.node,
    ),
  );
  return () => score && score.stop();
}

export default { render };
