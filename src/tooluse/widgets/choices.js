// Settings as native controls: radio buttons, a check box, a list.

/** One of several: a group of radio buttons. */
function radioGroup(title, choices, value, onpick) {
  const name = uniqueId("choice");
  return el("fieldset", { class: "tu-choose" }, el("legend", {}, title), choices.map(([key, word]) => {
    const input = el("input", { type: "radio", name, value: key, ...QUIET, onchange: () => onpick(key) });
    input.checked = key === value;
    return el("label", { class: "tu-check" }, input, el("span", {}, word));
  }));
}

function checkBox(word, value, onpick) {
  const input = el("input", { type: "checkbox", ...QUIET, onchange: () => onpick(input.checked) });
  input.checked = value;
  return el("label", { class: "tu-check" }, input, el("span", {}, word));
}

function selectBox(title, choices, value, onpick) {
  const select = el("select", { class: "tu-select", ...QUIET, onchange: () => onpick(select.value) },
    choices.map(([key, word]) => el("option", { value: key, selected: key === value }, word)));
  return el("label", { class: "tu-check" }, el("span", { class: "tu-hidden" }, title), select);
}
