// What the two views about incidents share: the class to guess, the cure to choose, what a run gave.

const RUN_SIGNS = { repaired: "✓", healthy: "✓", broken: "✗", unchanged: "=", worse: "✗✗", other: "≠" };

/** The six classes under their questions. `onpick` gets the class. */
function classChooser(kinds, picked, title, onpick) {
  const name = uniqueId("class");
  return el("fieldset", { class: "tu-choose tu-classes" }, el("legend", {}, title), kinds.map(([key, word, question]) => {
    const input = el("input", { type: "radio", name, value: key, ...QUIET, onchange: () => onpick(key) });
    input.checked = key === picked;
    return el("label", { class: "tu-check" }, input, el("span", {}, el("span", { class: "tu-note" }, question), " ", el("b", {}, word)));
  }));
}

/** Whether the guess is right, and why. */
function classVerdict(judged) {
  if (!judged) return null;
  return el("div", { class: `tu-answer ${judged.right ? "tu-right" : "tu-wrong"}` }, el("b", {}, sign(judged.right ? "✓ " : "✗ ")), prose(judged.text));
}

/** The cures on offer, the fault itself first. */
function cureChooser(cures, picked, labels, onpick) {
  const name = uniqueId("cure");
  const all = [["", [["text", labels.broken_again]]], ...cures];
  return el("fieldset", { class: "tu-choose tu-cures" }, el("legend", {}, labels.which_cure), all.map(([key, words]) => {
    const input = el("input", { type: "radio", name, value: key, ...QUIET, onchange: () => onpick(key) });
    input.checked = key === picked;
    return el("label", { class: "tu-check" }, input, el("span", {}, prose(words)));
  }));
}

/** What a run gave: its verdict as a word, why, and the facts. */
function runBox(played) {
  const verdict = el("span", { class: `tu-verdict tu-run-${played.verdict}` }, sign(`${RUN_SIGNS[played.verdict]} `), played.word);
  const facts = played.facts.map(([name, text]) => el("div", { class: "tu-fact" }, el("dt", {}, name), el("dd", {}, text)));
  return el("section", { class: "tu-run", "aria-label": played.word },
    el("div", { class: "tu-run-head" }, el("div", { class: "tu-step-title", role: "heading", "aria-level": "5" }, prose(played.title)), verdict),
    played.why.length ? el("p", {}, prose(played.why)) : null,
    el("dl", { class: "tu-facts" }, facts), el("p", { class: "tu-note" }, played.counts));
}

/** Draws a part anew and leaves the keyboard on the same choice. */
function keepFocus(host, parts) {
  const active = host.contains(document.activeElement) ? document.activeElement : null;
  const place = active && active.name && [active.closest("fieldset").className, active.value];
  host.replaceChildren(...parts.filter(Boolean));
  if (!place) return;
  const group = [...host.querySelectorAll("fieldset")].find((set) => set.className === place[0]);
  [...(group?.querySelectorAll("input") ?? [])].find((input) => input.value === place[1])?.focus({ preventScroll: true });
}
