// The pieces of the flow debugger: a row of the diagram, the JSON of a step, calls, notes. No state here.

const PHASES = [1, 2, 3, 4, 5];

/** A stop reason is a word, not a colour. */
function pill(text) {
  return el("span", { class: "tu-pill" }, text);
}

/** The five steps of the life cycle, the current one named as such, those that do not occur crossed out. */
function phaseStrip(labels, { phase, absent }) {
  const items = PHASES.map((number) => {
    if (absent.includes(number)) {
      const spoken = el("span", { class: "tu-hidden" }, ` (${labels.absent})`);
      return el("li", { class: "tu-absent", title: labels.absent }, el("s", {}, labels[`phase_${number}`]), spoken);
    }
    const current = number === phase;
    return el("li", { "aria-current": current ? "step" : null, class: current ? "tu-on" : null }, labels[`phase_${number}`]);
  });
  return el("ol", { class: "tu-phases", "aria-label": labels.phases }, items);
}

/** One row of the diagram: an arrow between the lanes, or a box in yours. What is not known yet says nothing. */
function diagramRow(step, labels, known, onpick) {
  const { number } = step;
  const row = el("button", { type: "button", class: "tu-row", ...QUIET, onclick: () => onpick(number - 1) });
  if (!known) {
    row.classList.add("tu-unknown");
    row.append(el("span", { class: "tu-row-label" }, `${number} · ?`));
    row.setAttribute("aria-label", fill(labels.later, { number }));
    return row;
  }
  row.classList.add(`tu-to-${step.arrow}`, `tu-by-${step.actor}`, `tu-kind-${step.kind}`);
  const warned = step.notes.length ? el("span", { class: "tu-flag", "aria-hidden": "true" }, "⚠") : null;
  const words = el("span", { class: "tu-row-label" }, el("b", {}, `${number}`), " · ", prose(step.label), warned);
  row.append(words, el("span", { class: "tu-arrow", "aria-hidden": "true" }));
  if (step.stop) row.append(pill(step.stop));
  const spoken = [`${number}`, step.who, plainText(step.label), step.stop].filter(Boolean).join(", ");
  row.setAttribute("aria-label", spoken);
  return row;
}

/** The question before a step. It takes the focus itself; a key chooses, so that nobody has to look for a button. */
function askBox(step, labels, onchoice) {
  const id = uniqueId("ask");
  const choices = step.question.choices.map((choice, index) =>
    button([sign(`${index + 1}`), el("span", {}, prose(choice.text))],
      { class: "tu-button tu-option", "aria-keyshortcuts": index + 1, onclick: () => onchoice(index) }));
  return el("div", { class: "tu-ask", role: "group", tabindex: "-1", "aria-labelledby": id, ...QUIET },
    el("p", { class: "tu-note" }, fill(labels.ask_title, { number: step.number })),
    el("p", { class: "tu-ask-prompt", id }, prose(step.question.prompt)),
    el("div", { class: "tu-options" }, choices),
    button(labels.skip, { class: "tu-button tu-skip", onclick: () => onchoice(-1) }),
    el("p", { class: "tu-hint" }));
}

/** Up and down in the choices of a question, from the question itself too. */
function moveInChoices(box, down) {
  const options = [...box.querySelectorAll(".tu-option")];
  const at = options.indexOf(document.activeElement);
  const next = at < 0 ? (down ? 0 : options.length - 1) : (at + (down ? 1 : -1) + options.length) % options.length;
  options[next].focus();
}

function plainText(parts) {
  return parts.map(([, text]) => text).join("");
}

/** The calls of a tool turn: what was asked, what your code gave back. */
function callList(calls, labels) {
  if (!calls.length) return null;
  return el("div", { class: "tu-calls" }, calls.map((call) =>
    el("div", { class: `tu-call tu-call-${call.state}` },
      el("div", { class: "tu-call-line" }, el("span", { class: "tu-tag" }, labels.call), el("code", {}, call.call)),
      call.result
        ? el("div", { class: "tu-call-line" }, el("span", { class: "tu-tag" }, labels.result), el("code", {}, call.result))
        : null,
      el("div", { class: "tu-call-state" }, `${call.id} · ${call.state_text}`)),
  ));
}

const TOKENS = { k: "tu-key", s: "tu-str", n: "tu-num", w: "tu-word", p: "tu-punct" };

function jsonLine(line, labels) {
  const tokens = line.x.map(([kind, text]) => el("span", { class: TOKENS[kind] }, text));
  const content = el(line.m ? "ins" : "span", { class: "tu-line", style: `--depth:${line.d}` }, tokens);
  const marker = line.f ? el("span", { class: `tu-marker tu-${line.m}` }, labels[line.m]) : null;
  return el("div", { class: line.m ? "tu-row-new" : "tu-row-same" }, content, marker);
}

function sectionNodes(section, notes, labels) {
  return section.lines.flatMap((line) => [
    jsonLine(line, labels),
    ...(line.n || []).map((index) => noteBox(notes[index], labels)),
  ]);
}

/** The JSON of a step; what did not change is folded, what is new is <ins> and says so. */
function jsonBox(step, labels) {
  if (!step.json) return null;
  const body = step.json.sections.map((section) =>
    section.fold
      ? el("details", { class: "tu-fold" },
          el("summary", { ...QUIET }, section.fold), sectionNodes(section, step.notes, labels))
      : sectionNodes(section, step.notes, labels),
  );
  return el("div", { class: "tu-json" },
    el("div", { class: "tu-json-title" }, step.json.title),
    el("div", { class: "tu-json-body", tabindex: "0", role: "region", "aria-label": step.json.title, ...QUIET }, body));
}

/** What a step shows once it is known. */
function stepBody(step, labels) {
  const outside = step.notes.filter((_, index) => !shownInLines(step, index));
  return [
    el("p", { class: "tu-sentence" }, step.stop ? [pill(step.stop), " "] : null, prose(step.sentence)),
    step.remarks.map((remark) => el("p", { class: "tu-remark" }, prose(remark))),
    callList(step.calls, labels),
    step.noted ? el("p", { class: "tu-remark" }, `⚠ ${step.noted}`) : null,
    outside.map((note) => noteBox(note, labels)),
    jsonBox(step, labels),
  ];
}

function shownInLines(step, index) {
  return Boolean(step.json) && step.json.sections.some((section) => section.lines.some((l) => (l.n || []).includes(index)));
}
