// The mark beside a line: of each familiar a dot that says whether it spoke, waits or
// kept quiet, by its shape, and which one it is, by its colour.

import { el } from "./dom.js";
import { t } from "./language.js";
import { hue } from "./people.js";
import { cameInWords, listed } from "./words.js";

const SHOWN = 4; // dots; where more have decided, those that kept quiet are counted
const LOUDEST = ["spoke", "waiting", "quiet"];

// dot is one familiar's; without one, of nobody in particular.
export function dot(room, familiar, came) {
  const node = el("span", { className: "dot-of", data: { came }, "aria-hidden": "true" });
  if (familiar) node.style.setProperty("--hue", hue(room.members.find((m) => m.familiar === familiar)?.person || familiar));
  return node;
}

// decided is the mark of a line; does.why(line, anchor) opens it.
export function decided(room, line, does) {
  const all = room.outcomes.of(line.id);
  const shown = all.length <= SHOWN ? all : [...all].sort((a, b) => LOUDEST.indexOf(a.came) - LOUDEST.indexOf(b.came)).slice(0, SHOWN - 1);
  const words = all.length ? sentence(all) : t("Why?");
  return el("button", {
    type: "button", className: all.length ? "decided" : "decided unknown", tabIndex: -1, title: words, "aria-label": all.length ? t("Decisions: {what}", { what: words }) : t("Why did nobody speak?"), "aria-haspopup": "dialog",
    onclick: (event) => does.why(line, event.currentTarget),
  }, shown.map(({ familiar, came }) => dot(room, familiar, came)), all.length > shown.length ? el("small", {}, `+${all.length - shown.length}`) : null, all.length ? null : "?");
}

// sentence says who did what, the loudest first: "Aria spoke; Pip and Vesper kept quiet".
function sentence(all) {
  return LOUDEST.flatMap((came) => {
    const names = all.filter((one) => one.came === came).map(({ name }) => name);
    return names.length ? [`${listed(names)} ${cameInWords(came, names.length)}`] : [];
  }).join("; ");
}
