// A note of the catalogue of rules: what is wrong, in the API's words if it has any, and what to do.

function noteBox(note, labels, ...more) {
  const mark = note.severity === "error" ? "✗" : "⚠";
  return el("div", { class: `tu-note-box tu-${note.severity}`, role: "note" },
    el("p", {}, el("b", {}, sign(`${mark} `), note.word), " ",
      el("code", {}, note.path), note.lesson ? ` · ${note.lesson}` : null),
    note.message ? el("p", { class: "tu-said", lang: "en" }, note.message) : null,
    el("p", {}, prose(note.meaning)),
    el("p", {}, el("b", {}, `${labels.remedy} → `), prose(note.remedy)),
    more);
}
