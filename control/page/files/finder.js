// The finder: channels of all networks, the one talked in last first, however many
// there are. Only the rows in sight are in the document; pages are read as they come
// into sight.

import { LISTED } from "./channels.js";
import { el, get } from "./dom.js";
import { t, tn } from "./language.js";
import { addressOf } from "./token.js";
import { called, seatInWords, span } from "./words.js";

const EVERY = 5000; // ms between two looks at the newest
const ROW = 56; // px, as the style sheet has it
const BESIDE = 6; // rows drawn above and below what is in sight
const PAUSE = 200; // ms after the last key before a search
const SOON = 500; // ms after which it is asked again what was still being counted

export class Finder {
  #rows = [];
  #drawn = new Map(); // place in the list → its row in the document
  #next = "";
  #all = 0;
  #asked = 0; // searches; an answer to an earlier one shows nothing
  #reading = false;
  #again; // a search that is due soon
  #skew = 0; // this computer's clock minus the server's, ms
  #over = new AbortController();

  constructor(api) {
    this.api = api;
    this.scroller = get("found");
    this.list = get("found-list");
    const { signal } = this.#over;
    let typed;
    get("find").addEventListener("input", () => {
      clearTimeout(typed);
      typed = setTimeout(() => this.#search(), PAUSE);
    }, { signal });
    get("find-network").addEventListener("change", () => this.#search(), { signal });
    this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true, signal });
    this.list.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.counting = setInterval(() => this.#count(), 1000);
    this.looking = setInterval(() => document.hidden || this.scroller.scrollTop > 0 || this.#search(), EVERY);
  }

  start() { return this.#search(); }

  stop() {
    this.#over.abort();
    clearInterval(this.counting);
    clearInterval(this.looking);
    clearTimeout(this.#again);
  }

  // open marks a channel as the one that is read.
  open(id) {
    this.id = id;
    this.#draw();
  }

  // find gives the channel with that id, or null.
  async find(id) {
    const { channels } = await this.api.find({ network: "all", q: id }).catch(() => ({}));
    return channels?.find((c) => c.id === id) ?? null;
  }

  async #search() {
    const asked = ++this.#asked;
    const told = await this.api.find(this.#wanted()).catch(() => null); // the open room's banner tells of a lost server
    if (told && asked === this.#asked) this.#take(told);
  }

  #wanted() { return { network: get("find-network").value, q: get("find").value.trim() }; }

  #take(told) {
    this.#rows = told.channels;
    this.#skew = Date.now() - told.now;
    this.#next = told.next;
    this.#all = told.all;
    this.list.style.height = `${ROW * told.all}px`;
    get("found-none").hidden = told.all > 0 || told.counting;
    const many = tn("{n} channel", "{n} channels", told.all);
    get("found-count").textContent = told.counting ? t("{channels}, still counting", { channels: many }) : told.partly ? t("{channels}, those talked in last", { channels: many }) : many;
    clearTimeout(this.#again);
    if (told.counting) this.#again = setTimeout(() => this.#search(), SOON);
    // Of a few chats of the web network alone the list above is enough.
    if (told.counting || told.all > LISTED || told.channels.some(({ network }) => network && network !== "web")) get("finder").hidden = false;
    this.#draw();
  }

  async #more() {
    if (this.#reading || !this.#next) return;
    this.#reading = true;
    const asked = this.#asked;
    const told = await this.api.find({ ...this.#wanted(), cursor: this.#next }).catch(() => null);
    this.#reading = false;
    if (!told || asked !== this.#asked) return;
    const known = new Set(this.#rows.map(({ id }) => id));
    this.#rows.push(...told.channels.filter(({ id }) => !known.has(id))); // one that was talked in meanwhile has moved
    this.#next = told.next;
    this.#draw();
  }

  // draw puts the rows in sight where they stand, all of them anew.
  #draw() {
    const had = this.list.contains(document.activeElement) ? document.activeElement.hash : null;
    this.list.replaceChildren();
    this.#drawn.clear();
    this.#scrolled();
    if (had) [...this.list.querySelectorAll("a")].find((a) => a.hash === had)?.focus({ preventScroll: true });
  }

  // scrolled draws the rows that came into sight, and lets go of those that left it.
  #scrolled() {
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / ROW) - BESIDE);
    const last = Math.ceil((this.scroller.scrollTop + this.scroller.clientHeight) / ROW) + BESIDE;
    for (const [at, node] of this.#drawn) {
      if (at >= first && at < last) continue;
      node.remove();
      this.#drawn.delete(at);
    }
    for (let at = Math.min(last, this.#rows.length) - 1; at >= first; at--) {
      if (this.#drawn.has(at)) continue;
      const node = this.#row(this.#rows[at], at);
      this.list.insertBefore(node, this.#drawn.get(at + 1) ?? null);
      this.#drawn.set(at, node);
    }
    if (last > this.#rows.length) this.#more();
  }

  #row(row, at) {
    const node = el("li", { className: "found", "aria-setsize": String(this.#all), "aria-posinset": String(at + 1) },
      el("a", { href: addressOf(row), "aria-current": this.id === row.id ? "page" : null, title: row.id },
        el("span", { className: "channel-name" }, called(row)),
        el("small", { data: { doing: row.id } }, this.#doing(row))));
    node.style.top = `${ROW * at}px`;
    return node;
  }

  // doing says who is at work there, and else when somebody thinks about speaking or
  // when the channel was last talked in.
  #doing(row) {
    const now = Date.now() - this.#skew;
    const names = new Map((row.members ?? []).map(({ familiar, name }) => [familiar, name]));
    const busy = row.seats.filter(({ act }) => act !== "idle" && act !== "waiting");
    const words = busy.map((seat) => `${names.get(seat.familiar) ?? seat.familiar}: ${seatInWords(seat, seat.until ? seat.until - now : 0)}`);
    if (words.length) return words.join(", ");
    const next = row.seats.filter(({ thinks }) => thinks > now).sort((a, b) => a.thinks - b.thinks)[0];
    if (next) return t("{name} thinks in {span}", { name: names.get(next.familiar) ?? next.familiar, span: span(next.thinks - now) });
    const by = row.seats.filter(({ occasion }) => occasion > now).sort((a, b) => a.occasion - b.occasion)[0];
    if (by && by.occasion - now < 3_600_000) return t("{name}: {what} in {span}", { name: names.get(by.familiar) ?? by.familiar, what: by.schedule, span: span(by.occasion - now) });
    return `${row.network} · ${row.last ? t("{span} ago", { span: span(now - row.last) }) : t("nothing yet")}`;
  }

  #count() {
    for (const node of this.list.querySelectorAll("[data-doing]")) {
      const row = this.#rows.find(({ id }) => id === node.dataset.doing);
      const words = row ? this.#doing(row) : "";
      if (node.textContent !== words) node.textContent = words;
    }
  }

  #key(event) {
    const item = event.target.closest("li");
    const to = { ArrowUp: item?.previousElementSibling, ArrowDown: item?.nextElementSibling }[event.key];
    if (!to) return;
    event.preventDefault();
    to.querySelector("a").focus();
  }
}
