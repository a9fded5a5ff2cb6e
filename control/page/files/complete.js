// @-completion in the message box, as the ARIA combobox pattern has it: the
// focus stays in the box, arrows choose, Enter or Tab takes, Escape closes.

import { el, get } from "./dom.js";

export class Complete {
  #names = [];
  #chosen = 0;

  // names gives everybody who can be named.
  constructor(box, names) {
    this.box = box;
    this.names = names;
    this.list = get("complete");
    box.addEventListener("blur", () => this.close());
  }

  // look opens, narrows or closes the list for what stands before the caret.
  look() {
    const typed = this.#typed();
    this.#names = typed === null ? [] : this.names().filter((name) => name.toLowerCase().startsWith(typed.toLowerCase())).slice(0, 6);
    this.#chosen = 0;
    this.#show();
  }

  // key reports whether it has used the key.
  key(event) {
    if (this.list.hidden) return false;
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      this.#chosen = (this.#chosen + (key === "ArrowDown" ? 1 : this.#names.length - 1)) % this.#names.length;
      this.#show();
    } else if (key === "Enter" || key === "Tab") this.#take(this.#names[this.#chosen]);
    else if (key === "Escape") this.close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  close() {
    this.#names = [];
    this.#show();
  }

  #typed() {
    const before = this.box.value.slice(0, this.box.selectionStart);
    return before.match(/(?:^|\s)@([^\s@]{0,32})$/)?.[1] ?? null;
  }

  #take(name) {
    const caret = this.box.selectionStart;
    this.box.setRangeText(`${name} `, caret - this.#typed().length, caret, "end");
    this.close();
  }

  #show() {
    const open = this.#names.length > 0;
    this.list.hidden = !open;
    this.box.setAttribute("aria-expanded", String(open));
    this.list.replaceChildren(...this.#names.map((name, i) => el("li", {
      id: `complete-${i}`, role: "option", "aria-selected": String(i === this.#chosen),
      onpointerdown: (event) => { event.preventDefault(); this.#take(name); },
    }, name)));
    if (open) this.box.setAttribute("aria-activedescendant", `complete-${this.#chosen}`);
    else this.box.removeAttribute("aria-activedescendant");
  }
}
