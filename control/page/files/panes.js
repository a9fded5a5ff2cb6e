// On a narrow screen one pane is shown at a time; this is which.

import { get } from "./dom.js";

export function show(pane) {
  const app = get("app");
  app.dataset.pane = pane;
  for (const tab of app.querySelectorAll(".tabs button")) tab.setAttribute("aria-pressed", String(tab.dataset.pane === pane));
}

export function start() {
  get("app").querySelector(".tabs").addEventListener("click", (event) => {
    const pane = event.target.closest("button")?.dataset.pane;
    if (pane === "home") location.hash = "#home";
    if (pane) show(pane);
  });
}
