// Hints for a first visit: one sentence at the head of a pane, until it is put away.

import { el } from "./dom.js";
import { t } from "./language.js";

const KEY = "familiar.tips"; // those that were put away, in this browser

const away = () => new Set((localStorage.getItem(KEY) ?? "").split(" "));

export function showTips() {
  for (const tip of document.querySelectorAll("[data-tip]")) {
    tip.hidden = away().has(tip.dataset.tip);
    if (tip.querySelector("button")) continue;
    tip.append(" ", el("button", {
      type: "button", className: "quiet-button",
      onclick: () => {
        localStorage.setItem(KEY, [...away().add(tip.dataset.tip)].join(" ").trim());
        tip.hidden = true;
        const next = tip.parentNode.querySelector("h2");
        next.tabIndex = -1; // the button that had the focus is gone
        next.focus();
      },
    }, t("Got it")));
  }
}
