// The channels on the left, those that were talked in last: threads stand under their
// chat, a dot marks what has lines nobody here has seen. The finder below has the rest.

import { el, get, toast } from "./dom.js";
import { t } from "./language.js";
import { peek } from "./stream.js";
import { address } from "./token.js";

const EVERY = 15_000; // ms between two looks at the other channels
export const LISTED = 30; // the channels talked in last: a round looks at each
const OPENED = 20; // more that were opened here; the oldest go

export const same = (a, b) => a.channel === b.channel && a.thread === b.thread;

const keyOf = ({ channel, thread }) => `${channel}\u0000${thread}`;

export class Channels {
  #known = new Map(); // key → {channel, thread}, as the server lists them
  #opened = new Map(); // the same of those opened here
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
      if (!name || cut === 0) return toast(t("A channel needs a name, like garden or garden/thread."));
      get("open-form").reset();
      location.hash = address({ channel: cut < 0 ? name : name.slice(0, cut), thread: cut < 0 ? "" : name.slice(cut + 1) });
    }, { signal: this.#over.signal });
  }

  // start reads the list, gives the first channel and keeps looking.
  async start() {
    await this.#refresh();
    this.#rounds();
    return this.#rooms()[0] ?? null;
  }

  stop() { this.#over.abort(); }

  // open marks a room as the one that is read.
  open(room) {
    this.room = room.id ? null : { channel: room.channel, thread: room.thread };
    if (room.id) return this.#show();
    this.#opened.delete(keyOf(room));
    this.#opened.set(keyOf(room), this.room);
    if (this.#opened.size > OPENED) this.#opened.delete(this.#opened.keys().next().value);
    this.#unread.delete(keyOf(room));
    this.#seen.delete(keyOf(room)); // read live: look afresh after leaving it
    this.#show();
  }

  async #rounds() {
    while (!this.#over.signal.aborted) {
      await new Promise((done) => setTimeout(done, EVERY));
      if (document.hidden) continue;
      await this.#refresh().catch(() => {}); // the open room's banner tells of a lost server
      for (const room of this.#rooms()) {
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
    const { channels } = await this.api.find({ network: "web", limit: LISTED });
    this.#known = new Map((channels ?? []).map(({ channel, thread = "" }) => [keyOf({ channel, thread }), { channel, thread }]));
    for (const key of this.#seen.keys()) {
      if (this.#known.has(key) || this.#opened.has(key)) continue;
      this.#seen.delete(key);
      this.#unread.delete(key);
    }
    this.#show();
  }

  // rooms gives what is listed, by name.
  #rooms() {
    return [...new Map([...this.#known, ...this.#opened]).values()].sort((a, b) => a.channel.localeCompare(b.channel) || a.thread.localeCompare(b.thread));
  }

  #show() {
    const had = this.list.contains(document.activeElement) ? document.activeElement.hash : null;
    this.list.replaceChildren(...this.#rooms().map((room) => this.#item(room)));
    if (had) [...this.list.querySelectorAll("a")].find((a) => a.hash === had)?.focus();
  }

  #item(room) {
    const unread = this.#unread.has(keyOf(room));
    return el("li", { className: room.thread ? "thread" : "" }, el("a", {
      href: address(room), className: unread ? "unread" : "", "aria-current": this.room && same(room, this.room) ? "page" : null,
    }, el("span", { className: "hash", "aria-hidden": "true" }, room.thread ? "↳" : "#"), el("span", { className: "channel-name" }, room.thread || room.channel),
    unread ? el("span", { className: "dot" }, el("span", { className: "sr" }, t("new lines"))) : null));
  }
}
