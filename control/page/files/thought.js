// The slim row of a decision that settles no line, such as that a familiar was woken.

import { dot } from "./decided.js";
import { el } from "./dom.js";
import { t } from "./language.js";
import { cameOf } from "./outcomes.js";
import { actInWords, cameInWords, clock } from "./words.js";

// thought makes the row; does.detail(decision, anchor) opens it.
export function thought(room, d, does) {
  const came = cameOf(d);
  return el("button", {
    type: "button", className: "thought", tabIndex: -1, "aria-haspopup": "dialog",
    onclick: (event) => does.detail(d, event.currentTarget),
  }, dot(room, d.familiar, came), el("span", { className: "thought-words" },
    el("b", {}, d.name || d.familiar || t("everyone")), ` ${inWords(d, came)}`, d.reason ? `: ${d.reason}` : ""),
  el("time", {}, clock(d.at)));
}

function inWords(d, came) {
  if (came === "waiting" && d.verdict === "answered") return t("will speak");
  return came ? cameInWords(came, 1) : actInWords(d.act);
}
