// The flow of lines and thoughts in the middle, of which a part is in the document.
// One item at a time is in the tab order; arrow keys move, and its buttons come along.

import { el, get, say } from "./dom.js";
import { t, tn } from "./language.js";
import { itemView } from "./line.js";
import { Part } from "./part.js";

const NEAR = 80; // px from the end that still count as being there
const SOON = 800; // px from an end of what is in the document at which more is put there
const BEGINS = { first: t("This is where it begins."), cut: t("What was said before is too far back to be shown here.") };

export class Transcript {
  #nodes = new Map(); // item key → li
  #part = new Part();
  #follow = true;
  #asking = null; // the room whose older lines are on their way
  #failed = null; // the room whose older lines couldn't be had: somebody has to ask again

  // does: what line.js asks for, older(room) for a page, newest() to read anew from
  // the end, and key(event, line) for the other keys.
  constructor(does) {
    this.does = { ...does, jump: (id) => this.jump(id) };
    this.list = get("lines");
    this.scroller = get("scroll");
    this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    new ResizeObserver(() => this.#follow && this.#toEnd()).observe(this.scroller);
    get("newest").addEventListener("click", () => this.#newest());
    get("older-more").addEventListener("click", () => {
      this.#failed = null;
      this.#earlier();
    });
    this.list.addEventListener("keydown", (event) => this.#key(event));
    this.list.addEventListener("focusin", (event) => this.#current(event.target.closest("li.item")));
  }

  // open shows another room, empty.
  open(room) {
    this.room = room;
    this.#part = new Part();
    this.#nodes.clear();
    this.list.replaceChildren();
    this.#follow = true;
    get("newest").hidden = true;
    this.finish();
  }

  // change takes in what Room.apply gave.
  change({ added, changed, gone }) {
    if (added) this.#added(added);
    for (const item of changed ?? []) this.#redraw(item);
    if (gone) this.#remove(gone);
  }

  // finish is called once after a piece of changes.
  finish() {
    this.#part.grew(this.room.items.length, this.#follow);
    const { front, back } = this.room.prune(this.#follow);
    this.#part.lost(front, back);
    this.#draw();
    this.#edges();
    get("welcome").hidden = this.room.items.length > 0 || !this.room.ready;
    if (this.#follow) this.#toEnd();
    if (this.scroller.scrollHeight <= this.scroller.clientHeight) this.#earlier();
  }

  // redraw draws what is shown anew, where more is known of who is here.
  redraw() {
    for (const item of this.room.items) this.#redraw(item);
  }

  // jump moves to a line, if it is still here.
  jump(id) {
    const at = this.room.items.findIndex(({ key }) => key === `line ${id}`);
    if (at < 0) return say(t("That line is no longer shown."));
    if (this.#part.around(at)) this.#draw();
    const node = this.#nodes.get(`line ${id}`);
    node.scrollIntoView({ block: "center" });
    node.focus({ preventScroll: true });
    node.classList.remove("lit");
    requestAnimationFrame(() => node.classList.add("lit"));
  }

  // last enters the list from outside.
  last() { this.list.lastElementChild?.focus(); }

  #added(item) {
    if (item.line && this.room.ready) this.#announce(item.line);
  }

  #announce(line) {
    if (!line.sending) say(`${line.author.name || line.author.id}: ${line.text}`);
  }

  // draw brings the document to what the part is, with what is looked at staying in
  // its place.
  #draw() {
    const held = this.#follow ? null : this.#held();
    const items = this.room.items.slice(this.#part.from, this.#part.to);
    const wanted = new Set(items.map(({ key }) => key));
    for (const [key, node] of this.#nodes) if (!wanted.has(key)) this.#drop(key, node);
    let next = this.list.firstElementChild;
    items.forEach((item, i) => {
      const node = this.#nodes.get(item.key) ?? this.#make(item);
      if (node === next) next = next.nextElementSibling;
      else this.list.insertBefore(node, next);
      const before = this.room.items[this.#part.from + i - 1];
      if (node.before !== before) this.#fill(node, item, before);
    });
    held?.();
    if (!this.list.querySelector("li.item[tabindex='0']")) this.list.lastElementChild?.setAttribute("tabindex", "0");
  }

  // held returns what puts the first item in sight back to where it is now.
  #held() {
    const top = this.scroller.getBoundingClientRect().top;
    const node = [...this.list.children].find((li) => li.getBoundingClientRect().bottom > top);
    const was = node?.getBoundingClientRect().top;
    return () => { if (node?.isConnected) this.scroller.scrollTop += node.getBoundingClientRect().top - was; };
  }

  #make(item) {
    const node = el("li", { className: `item ${item.kind}-item`, tabIndex: -1, data: { key: item.key } });
    node.before = null; // nothing, not even that it is the first
    this.#nodes.set(item.key, node);
    return node;
  }

  #fill(node, item, before) {
    node.before = before;
    node.replaceChildren(...itemView(this.room, item, before, this.does));
    if (node.tabIndex === 0) this.#reach(node, 0);
  }

  #redraw(item) {
    const node = this.#nodes.get(item.key);
    if (!node) return;
    const inside = node.contains(document.activeElement) && document.activeElement !== node;
    this.#fill(node, item, node.before);
    if (inside) node.focus({ preventScroll: true });
  }

  #remove(item) {
    this.#part.lost(0, 1);
    this.#drop(item.key, this.#nodes.get(item.key));
  }

  // drop takes an item out; who was there is at its neighbour then.
  #drop(key, node) {
    this.#nodes.delete(key);
    if (!node) return;
    const beside = node.contains(document.activeElement) ? node.previousElementSibling ?? node.nextElementSibling : null;
    node.remove();
    beside?.focus({ preventScroll: true });
  }

  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    this.#follow = !this.room?.apart && this.#part.to === this.room?.items.length && scrollHeight - scrollTop - clientHeight < NEAR;
    get("newest").hidden = this.#follow;
    if (scrollTop < SOON) this.#earlier();
    else if (scrollHeight - scrollTop - clientHeight < SOON) this.#later();
  }

  // earlier shows what was said before, and asks for it where it isn't known.
  #earlier() {
    const { room } = this;
    if (!room?.ready) return;
    if (this.#part.earlier()) {
      this.#draw();
      this.#edges();
    } else if (room.cursor && !room.begins && this.#asking !== room && this.#failed !== room) {
      this.#ask(room);
    }
  }

  async #ask(room) {
    this.#asking = room;
    this.#edges();
    let added = 0;
    try {
      added = await this.does.older(room);
    } catch (failure) {
      this.#failed = room;
      if (room === this.room) get("older-note").textContent = t("Older lines can't be read: {why}", { why: failure.message });
    }
    this.#asking = null;
    if (room !== this.room) return;
    if (this.#failed === room) return this.#edges();
    this.#part.shifted(added);
    if (added > 0) say(tn("{n} older line", "{n} older lines", added));
    this.finish();
    if (this.scroller.scrollTop < SOON) this.#earlier();
  }

  #later() {
    if (this.#part.later()) this.#draw();
  }

  // edges says what is at the beginning of what is shown.
  #edges() {
    const { room } = this;
    const asking = this.#asking === room;
    this.list.setAttribute("aria-busy", String(asking));
    get("older").hidden = !room.cursor && !room.begins;
    get("older-more").hidden = Boolean(room.begins) && this.#part.from === 0;
    get("older-more").disabled = asking;
    get("older-more").textContent = asking ? t("Reading older lines…") : t("Older lines");
    if (this.#failed !== room) get("older-note").textContent = get("older-more").hidden ? BEGINS[room.begins] : "";
  }

  #newest() {
    if (this.room.apart) return this.does.newest();
    this.#follow = true;
    if (this.#part.end()) this.#draw();
    get("newest").hidden = true;
    this.#toEnd();
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
    const to = { ArrowUp: () => item.previousElementSibling, ArrowDown: () => item.nextElementSibling, Home: () => this.list.firstElementChild, End: () => this.list.lastElementChild }[event.key];
    if (to) {
      event.preventDefault();
      if (to()) to().focus();
      else if (event.key === "ArrowUp") this.#earlier();
    } else if (event.key === "d" || event.key === "Enter" && event.target === item) {
      event.preventDefault();
      item.querySelector(".decided, .thought")?.click();
    } else {
      this.does.key(event, this.room.byKey.get(item.dataset.key)?.line);
    }
  }

  #toEnd() { this.scroller.scrollTop = this.scroller.scrollHeight; }
}
