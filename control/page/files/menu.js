import { el, get } from "./dom.js";

// Menu is what can be done with one line; arrows move in it.
export class Menu {
  #opener = null;

  constructor() {
    this.node = get("menu");
    this.node.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("pointerdown", (event) => {
      if (!this.node.contains(event.target)) this.close(false);
    });
  }

  // open shows choices, [words, what to do], where show puts it.
  open(anchor, choices, show) {
    this.#opener = anchor;
    this.node.replaceChildren(...choices.map(([words, act]) => el("button", {
      type: "button", role: "menuitem", tabIndex: -1,
      onclick: () => { this.close(true); act(); },
    }, words)));
    show(this.node, anchor);
    this.node.firstElementChild.focus();
  }

  close(back) {
    if (this.node.hidden) return;
    this.node.hidden = true;
    if (back) this.#opener?.focus();
  }

  #key(event) {
    const all = [...this.node.children];
    const at = all.indexOf(document.activeElement);
    if (event.key === "ArrowDown") all[(at + 1) % all.length].focus();
    else if (event.key === "ArrowUp") all[(at + all.length - 1) % all.length].focus();
    else if (event.key === "Escape" || event.key === "Tab") this.close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
