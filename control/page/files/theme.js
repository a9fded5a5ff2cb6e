// Light, dark, or as the system has it. It is no module and stands in the
// page's head: the choice must be known before the first paint.
"use strict";

(() => {
  const KEY = "familiar.theme";
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const shown = () => root.dataset.theme || (dark.matches ? "dark" : "light");

  const kept = localStorage.getItem(KEY);
  if (kept === "light" || kept === "dark") root.dataset.theme = kept;

  addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    const name = () => {
      button.textContent = shown() === "dark" ? "☾" : "☀";
      button.setAttribute("aria-label", button.dataset[shown()]);
    };
    button.addEventListener("click", () => {
      root.dataset.theme = shown() === "dark" ? "light" : "dark";
      localStorage.setItem(KEY, root.dataset.theme);
      name();
    });
    dark.addEventListener("change", name);
    addEventListener("languagechange", name);
    name();
  });
})();
