// The tree of actors: what the program has in memory, grouped by kind. It is
// read while it is open, and at no other time.

import { el, get } from "./dom.js";
import { t } from "./language.js";
import { actorInWords, kindInWords } from "./words.js";

const EVERY = 3000; // ms between two looks
const SHOWN = 50; // actors of a kind; the server sends those in trouble first

export class Actors {
  #groups = new Map(); // kind → Group, in the order they were first told
  #opened = 0; // how often; a look of an earlier time shows nothing

  // leave(why) is called when the token is refused.
  constructor(api, leave) {
    this.api = api;
    this.leave = leave;
    this.dialog = get("actors");
    get("actors-open").addEventListener("click", () => this.open());
    get("actors-close").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close(); // beside what is inside it
    });
  }

  open() {
    this.#groups.clear();
    get("actors-kinds").replaceChildren();
    this.#note("");
    this.dialog.showModal();
    this.#rounds(++this.#opened);
  }

  async #rounds(opened) {
    const over = () => !this.dialog.open || opened !== this.#opened;
    while (!over()) {
      if (!document.hidden) {
        const looked = await this.api.actors(SHOWN).catch((failure) => ({ failure }));
        if (over()) return;
        if (looked.failure) {
          if (this.#fail(looked.failure)) return;
        } else {
          this.#show(looked.kinds ?? [], looked.silent ?? []);
        }
      }
      await new Promise((done) => setTimeout(done, EVERY));
    }
  }

  // fail says why there is nothing new, and reports whether that is for good.
  #fail(failure) {
    if (failure.status === 401) {
      this.dialog.close();
      this.leave(t("That token is no longer valid. Use the address the program printed last."));
      return true;
    }
    if (failure.status === 403) {
      this.#note(t("The actors can't be shown: {why}", { why: failure.message }));
      return true;
    }
    this.#note(failure.status ? t("This is no longer up to date: {why}", { why: failure.message }) : t("This is no longer up to date: the program doesn't answer"));
    return false;
  }

  #note(text) {
    const note = get("actors-note");
    if (note.textContent !== text) note.textContent = text;
    note.hidden = text === "";
  }

  // show keeps every group where it stands, also one that has become empty:
  // what somebody is about to press must not move.
  #show(kinds, silent) {
    const told = new Map(kinds.map((kind) => [kind.kind, kind]));
    for (const kind of told.keys()) {
      if (this.#groups.has(kind)) continue;
      const group = new Group(kind);
      this.#groups.set(kind, group);
      get("actors-kinds").append(group.node);
    }
    for (const [kind, group] of this.#groups) group.show(told.get(kind) ?? { all: 0, actors: [] });
    const missing = silent.map(({ process, host }) => t("{host} ({process}) did not answer.", { host, process })).join(" ");
    this.#note(missing || (this.#groups.size ? "" : t("No actor is in memory.")));
  }
}

// A Group is the actors of one kind: a line with how many there are and whether
// any is in trouble, and once it is open some of them.
class Group {
  #rows = new Map(); // name → {node, words}
  #told = { all: 0, actors: [] };

  constructor(kind) {
    this.panicked = el("span", { className: "actors-panicked" });
    this.busy = el("span", { className: "actors-busy" });
    this.count = el("span", { className: "actors-count" });
    this.list = el("ul", { className: "actors-list" });
    this.more = el("p", { className: "hint" });
    this.node = el("details", { className: "actors-kind", data: { kind }, ontoggle: () => this.#draw() },
      el("summary", {}, el("b", {}, kind), el("small", {}, kindInWords(kind)), this.panicked, this.busy, this.count),
      this.list, this.more);
  }

  show(told) {
    this.#told = told;
    write(this.count, String(told.all));
    const last = told.all > told.actors.length ? told.actors.at(-1) : undefined; // before those not sent
    write(this.panicked, counted(told.actors.filter(panicked), last && panicked(last), (n) => t("{n} panicked", { n })));
    write(this.busy, counted(told.actors.filter(busy), last && (panicked(last) || busy(last)), (n) => t("{n} with a backlog", { n })));
    this.#draw();
  }

  #draw() {
    if (!this.node.open) return;
    const { all, actors } = this.#told;
    for (const [i, actor] of actors.entries()) {
      const row = this.#row(actor);
      if (this.list.children[i] !== row) this.list.insertBefore(row, this.list.children[i] ?? null);
    }
    const names = new Set(actors.map(nameOf));
    for (const [name, { node }] of this.#rows) {
      if (names.has(name)) continue;
      node.remove();
      this.#rows.delete(name);
    }
    write(this.more, all > actors.length ? t("and {n} more", { n: all - actors.length }) : "");
  }

  // row is the row of an actor. It is kept, so that a text somebody has marked
  // in it stays marked.
  #row(actor) {
    const name = nameOf(actor);
    if (!this.#rows.has(name)) {
      const words = el("span", { className: "actor-words" });
      this.#rows.set(name, { words, node: el("li", { className: "actor" }, el("b", {}, name), words) });
    }
    const { node, words } = this.#rows.get(name);
    write(words, actorInWords(actor));
    node.classList.toggle("panicked", panicked(actor));
    node.classList.toggle("busy", busy(actor));
    return node;
  }
}

const panicked = ({ panics }) => panics > 0;
const busy = ({ backlog }) => backlog > 0;

// counted says how many there are, and whether there may be more that were not
// sent: the server sends who has panicked first, then the busiest.
const counted = (some, more, words) => (some.length ? words(`${some.length}${more ? "+" : ""}`) : "");

function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// nameOf names an actor among those of all processes.
function nameOf({ key, process }) { return process ? t("{what} in {where}", { what: key, where: process }) : key; }
