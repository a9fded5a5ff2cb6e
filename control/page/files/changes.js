// What was written for a familiar on the page, and the way back.

import { el, get } from "./dom.js";
import { exact } from "./words.js";

// showChanges lists what was written, the newest first; none is no list. undo(n) takes
// the n-th back, which only the newest can be. A failure shows nothing: the dialog says
// what is wrong.
export async function showChanges(api, familiar, undo) {
  const told = await api.changes(familiar).catch(() => ({}));
  const all = told.changes ?? [];
  const newest = all.find((change) => !change.undone);
  get("tune-past").hidden = all.length === 0;
  get("tune-past-list").replaceChildren(...all.map((change) => shown(change, change === newest && undo)));
}

function shown({ n, at, by, channel, where, set, changes, undone, undone_by: undoneBy }, undo) {
  return el("li", { data: { change: n } },
    el("b", {}, set.join(", ")),
    el("small", {}, `${exact(at)}, by ${by}, ${where === "here" ? `for ${channel}` : "everywhere it is"}`),
    el("pre", { className: "tune-changes" }, changes),
    undone > 0 && el("small", {}, `Taken back ${exact(undone)}, by ${undoneBy}.`),
    undo && el("button", { type: "button", className: "tune-undo", onclick: () => undo(n) }, "Take this back"));
}
