// The frame of a view about definitions: its card, tables that scroll by themselves.

/** The card: its title, what stands beside it, its parts. */
function benchCard(title, beside, ...parts) {
  return el("div", { class: "tu-card tu-bench", role: "group", "aria-label": title },
    el("div", { class: "tu-head" }, el("div", { class: "tu-title", role: "heading", "aria-level": "4" }, title), beside), parts);
}

/** A name of a tool, which may be broken after its underscores. */
function codeName(name) {
  return el("code", {}, name.split(/(?<=_)/).map((part, index) => (index ? [el("wbr"), part] : part)));
}

/** What may be wider than the view scrolls by itself, reachable by the keyboard. */
function scroller(name, content) {
  return el("div", { class: "tu-scroll", tabindex: "0", role: "group", "aria-label": name, ...QUIET }, content);
}
