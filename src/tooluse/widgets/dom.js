// Helpers shared by the views. Data becomes text nodes and attributes only: requests hold untrusted text.

// "x" on a focused control would cut the notebook's cell; JupyterLab reads this mark on the element itself.
const QUIET = { "data-lm-suppress-shortcuts": "true" };

/** An element with attributes and children; null children are left out, strings become text. */
function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return node;
}

/** A button that JupyterLab's shortcuts leave alone. */
function button(content, attributes = {}) {
  return el("button", { type: "button", class: "tu-button", ...QUIET, ...attributes }, content);
}

/** A sign beside a word; only the word is read aloud. */
function sign(text) {
  return el("span", { "aria-hidden": "true" }, text);
}

/** Parsed prose, [kind, text] pairs, as nodes. */
function prose(parts) {
  return parts.map(([kind, text]) => (kind === "text" ? document.createTextNode(text) : el(kind, {}, text)));
}

/** "Étape {number} sur {total}" with its fields filled in. */
function fill(template, fields) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in fields ? String(fields[name]) : whole));
}

/** aria-disabled, never disabled: a disabled control drops the keyboard focus. */
function setDisabled(node, disabled) {
  node.setAttribute("aria-disabled", disabled ? "true" : "false");
}

let serial = 0;
/** An id that no other view on the page has. */
function uniqueId(prefix) {
  serial += 1;
  return `tu-${prefix}-${Date.now().toString(36)}-${serial}`;
}
