// What was written for a familiar on the page, and the way back.

import { el, get } from "./dom.js";
import { t } from "./language.js";
import { exact } from "./words.js";

// showChanges lists what was written, the newest first, in the box of that id; none is
// no list. undo(n) takes the n-th back, which only the newest can be. A failure shows
// nothing: the dialog says what is wrong.
export async function showChanges(api, familiar, box, undo) {
  const told = await api.changes(familiar).catch(() => ({}));
  const all = told.changes ?? [];
  const newest = all.find((change) => !change.undone);
  get(box).hidden = all.length === 0;
  get(`${box}-list`).replaceChildren(...all.map((change) => shown(change, change === newest && undo)));
}

// elsewhere says what isn't changed where several processes share the work.
export const elsewhere = ({ others }) => (others ? ` ${t("Other processes have a file of their own, which stays as it is: change that, too.")}` : "");

function shown({ n, at, by, file, channel, where, set, changes, undone, undone_by: undoneBy }, undo) {
  const what = set?.length > 0 ? set.join(", ") : file || t("Name or card, in the configuration");
  const scope = where === "here" ? t("for {where}", { where: channel }) : where === "everywhere" ? t("everywhere it is") : "";
  return el("li", { data: { change: n } },
    el("b", {}, what),
    el("small", {}, [t("{when}, by {who}", { when: exact(at), who: by }), scope].filter(Boolean).join(", ")),
    el("pre", { className: "file-changes" }, changes),
    undone > 0 && el("small", {}, t("Taken back {when}, by {who}.", { when: exact(undone), who: undoneBy })),
    undo && el("button", { type: "button", className: "take-back", onclick: () => undo(n) }, t("Take this back")));
}
