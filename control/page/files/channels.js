// The channels on the left: threads stand under their chat, a dot marks what
// has lines nobody here has seen.

import { el, get, toast } from "./dom.js";
import { peek } from "./stream.js";
import { address } from "./token.js";

const EVERY = 15_000; // ms between two looks at the other channels
const LOOKED_AT = 30; // channels looked at in one round, so that a round ends

export const same = (a, b) => a.channel === b.channel && a.thread === b.thread;

const keyOf = ({ channel, thread }) => `${channel}\u0000${thread}`;

export class Channels {
  #known = new Map(); // key → {channel, thread}
  #seen = new Map(); // key → last event id seen
  #unread = new Set();
  #over = new AbortController();

  constructor(api) {
    this.api = api;
    this.list = get("channel-list");
    get("open-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const name = get("open-name").value.trim();
      const cut = name.indexOf("/");
      if (!name || cut === 0) return toast("A channel needs a name, like garden or garden/thread.");
      get("open-form").reset();
      location.hash = address({ channel: cut < 0 ? name : name.slice(0, cut), thread: cut < 0 ? "" : name.slice(cut + 1) });
    }, { signal: this.#over.signal });
  }

  // start reads the list, gives the first channel and keeps looking.
  async start() {
    await this.#refresh();
    this.#rounds();
    return this.#known.values().next().value ?? null;
  }

  stop() { this.#over.abort(); }

  // open marks a room as the one that is read.
  open(room) {
    this.room = room.id ? null : { channel: room.channel, thread: room.thread };
    if (room.id) return this.#show();
    this.#known.set(keyOf(room), this.room);
    this.#unread.delete(keyOf(room));
    this.#seen.delete(keyOf(room)); // read live: look afresh after leaving it
    this.#show();
  }

  async #rounds() {
    while (!this.#over.signal.aborted) {
      await new Promise((done) => setTimeout(done, EVERY));
      if (document.hidden) continue;
      await this.#refresh().catch(() => {}); // the open room's banner tells of a lost server
      for (const room of [...this.#known.values()].slice(0, LOOKED_AT)) {
        if (this.#over.signal.aborted) return;
        if (!this.room || !same(room, this.room)) await this.#look(room).catch(() => {});
      }
      this.#show();
    }
  }

  async #look(room) {
    const key = keyOf(room);
    const before = this.#seen.get(key);
    const { id, lines } = await peek(this.api, room, before, this.#over.signal);
    if (before !== undefined && lines.length && !(this.room && same(room, this.room))) this.#unread.add(key);
    this.#seen.set(key, id ?? "");
  }

  async #refresh() {
    const { channels } = await this.api.channels();
    for (const { channel, thread = "" } of channels ?? []) this.#known.set(keyOf({ channel, thread }), { channel, thread });
    this.#show();
  }

  #show() {
    const rooms = [...this.#known.values()].sort((a, b) => a.channel.localeCompare(b.channel) || a.thread.localeCompare(b.thread));
    const had = this.list.contains(document.activeElement) ? document.activeElement.hash : null;
    this.list.replaceChildren(...rooms.map((room) => this.#item(room)));
    if (had) [...this.list.querySelectorAll("a")].find((a) => a.hash === had)?.focus();
  }

  #item(room) {
    const unread = this.#unread.has(keyOf(room));
    return el("li", { className: room.thread ? "thread" : "" }, el("a", {
      href: address(room), className: unread ? "unread" : "", "aria-current": this.room && same(room, this.room) ? "page" : null,
    }, el("span", { className: "hash", "aria-hidden": "true" }, room.thread ? "↳" : "#"), el("span", { className: "channel-name" }, room.thread || room.channel),
    unread ? el("span", { className: "dot" }, el("span", { className: "sr" }, "new lines")) : null));
  }
}
