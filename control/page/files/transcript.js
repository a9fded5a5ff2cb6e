// The flow of lines and thoughts in the middle. One item at a time is in the
// tab order; arrow keys move, and its buttons come along.

import { el, get, say } from "./dom.js";
import { thought } from "./decisions.js";
import { lineView } from "./line.js";
import { day, unmarked } from "./words.js";

const NEAR = 80; // px from the end that still count as being there
const TOGETHER = 5 * 60_000; // ms in which an author's lines stand as one

export class Transcript {
  #nodes = new Map(); // item key → li
  #follow = true;

  // does: what lines.js asks for, and key(event, line) for the other keys.
  constructor(does) {
    this.does = { ...does, jump: (id) => this.jump(id) };
    this.list = get("lines");
    this.scroller = get("scroll");
    this.scroller.addEventListener("scroll", () => {
      this.#follow = this.#atEnd();
      if (this.#follow) get("newest").hidden = true;
    }, { passive: true });
    new ResizeObserver(() => this.#follow && this.#toEnd()).observe(this.scroller);
    get("newest").addEventListener("click", () => this.#toEnd());
    this.list.addEventListener("keydown", (event) => this.#key(event));
    this.list.addEventListener("focusin", (event) => this.#current(event.target.closest("li.item")));
  }

  // open shows another room, empty.
  open(room) {
    this.room = room;
    this.#nodes.clear();
    this.list.replaceChildren();
    this.#follow = true;
    this.finish();
  }

  // change draws what Room.apply gave.
  change({ added, changed, gone }) {
    if (added) this.#add(added);
    if (changed) this.#redraw(changed);
    if (gone) this.#remove(gone);
  }

  // finish is called once after a piece of changes.
  finish() {
    for (const item of this.room.prune()) this.#remove(item);
    get("older").hidden = !this.room.forgotten;
    get("welcome").hidden = this.room.items.length > 0 || !this.room.ready;
    if (this.#follow) this.#toEnd();
    if (!this.list.querySelector("li.item[tabindex='0']")) this.list.querySelector("li.item:last-child")?.setAttribute("tabindex", "0");
  }

  // jump moves to a line, if it is still here.
  jump(id) {
    const node = this.#nodes.get(`line ${id}`);
    if (!node) return say("That line is no longer shown.");
    node.scrollIntoView({ block: "center" });
    node.focus({ preventScroll: true });
    node.classList.remove("lit");
    requestAnimationFrame(() => node.classList.add("lit"));
  }

  // last enters the list from outside.
  last() { this.list.querySelector("li.item:last-child")?.focus(); }

  #add(item) {
    const at = item.line?.at ?? item.decision.at;
    const before = this.list.lastElementChild;
    const today = day(at);
    if (before?.dataset.day !== today) this.list.append(el("li", { className: "day", data: { day: today } }, el("span", {}, today)));
    const node = el("li", { className: `item ${item.kind}-item`, tabIndex: -1, data: { key: item.key, day: today, at: String(at) } });
    this.#fill(node, item);
    this.#nodes.set(item.key, node);
    this.list.append(node);
    if (item.line && this.room.ready) this.#announce(item.line);
  }

  #announce(line) {
    if (!line.sending) say(`${line.author.name || line.author.id}: ${line.text}`);
    if (!this.#follow) get("newest").hidden = false;
  }

  #redraw(item) {
    const node = this.#nodes.get(item.key);
    if (!node) return;
    const inside = node.contains(document.activeElement) && document.activeElement !== node;
    this.#fill(node, item);
    if (inside) node.focus({ preventScroll: true });
  }

  #fill(node, item) {
    if (item.kind === "thought") return node.replaceChildren(thought(item.decision));
    const before = node.isConnected ? node.previousElementSibling : this.list.lastElementChild;
    node.dataset.author = item.line.author.id;
    // The header shows the mark, so lines stand as one only where it is the same.
    node.dataset.mark = item.line.familiar ? (unmarked(item.line.text ?? "").mark?.word ?? "") : "";
    node.classList.toggle("continued", before?.dataset.author === item.line.author.id && before.dataset.mark === node.dataset.mark && item.line.at - before.dataset.at < TOGETHER && !item.line.reply_to?.id);
    node.replaceChildren(lineView(this.room, item.line, this.does));
    if (node.tabIndex === 0) this.#reach(node, 0);
  }

  #remove(item) {
    const node = this.#nodes.get(item.key);
    this.#nodes.delete(item.key);
    if (node?.previousElementSibling?.className === "day" && !node.nextElementSibling?.classList.contains("item")) node.previousElementSibling.remove();
    node?.remove();
    this.list.firstElementChild?.classList.remove("continued");
  }

  #current(item) {
    if (!item || item.tabIndex === 0) return;
    for (const old of this.list.querySelectorAll("li.item[tabindex='0']")) this.#reach(old, -1);
    this.#reach(item, 0);
  }

  #reach(item, tabIndex) {
    item.tabIndex = tabIndex;
    for (const button of item.querySelectorAll("button")) button.tabIndex = tabIndex;
  }

  #key(event) {
    const item = event.target.closest("li.item");
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowUp: () => sibling(item, "previousElementSibling"), ArrowDown: () => sibling(item, "nextElementSibling"), Home: () => this.list.querySelector("li.item"), End: () => this.list.lastElementChild }[event.key];
    if (to) {
      event.preventDefault();
      to()?.focus();
    } else if (event.key === "d") {
      item.querySelector(".chip, .thought")?.click();
    } else {
      this.does.key(event, this.room.byKey.get(item.dataset.key)?.line);
    }
  }

  #atEnd() { return this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight < NEAR; }

  #toEnd() { this.scroller.scrollTop = this.scroller.scrollHeight; }
}

function sibling(item, way) {
  let next = item[way];
  while (next && !next.classList.contains("item")) next = next[way];
  return next;
}
