// What is known of the open room, from its events and the pages of what was said
// before. It touches no document; the views read it and are told what changed.

import { Outcomes } from "./outcomes.js";
import { called } from "./words.js";

const KEPT = 500; // items of a room that is followed, the newest
const MOST = 2000; // items, while somebody reads what was said before
export const TAIL = 100; // lines that a room begins with

// A Room's flow is a list of items: {key, kind: "line", line, cursor} and
// {key, kind: "thought", decision} for a decision that settles no line.
export class Room {
  items = [];
  byKey = new Map();
  outcomes = new Outcomes();
  authors = new Map(); // person id → author, the latest to speak last
  members = [];
  met = false; // the server has said who they are
  seats = [];
  ailing = []; // whose model can't be had
  silent = []; // processes that tell nothing
  lacks = 0; // processes whose decisions of the past may be missing
  typing = new Map(); // who → when that is to be forgotten, ms
  skew = 0; // this computer's clock minus the server's, ms
  ready = false;
  cursor = ""; // of the lines before the first; "": none has come yet
  begins = ""; // why there are none before the first: "first" or "cut"; "": there may be
  apart = false; // newer lines were let go: what is said now isn't added
  #since = 0; // decisions of before are let go

  constructor({ id, channel, thread }) {
    this.id = id; // of one of another network than the web: nothing can be said there
    this.channel = channel;
    this.thread = thread;
    this.called = called(this);
  }

  // apply takes one event and gives the items that are new, changed or gone:
  // {added, changed, gone}: an item, a list of items, an item, each or undefined.
  apply({ name, value, id }, now) {
    switch (name) {
      case "line": return this.#line(value, id);
      case "edit": return this.#edit(value);
      case "delete": return this.#delete(value);
      case "decision": return this.#decision(value);
      case "typing": return this.#typing(value, now);
      case "doing":
        this.skew = value.now ? now - value.now : 0;
        this.seats = value.seats ?? [];
        return {};
      case "models":
        this.ailing = value.ailing ?? [];
        return {};
      case "silent":
        this.silent = value.silent ?? [];
        return {};
      case "ready":
        this.ready = true;
        this.lacks = value.lacks ?? 0;
        return {};
    }
    return {}; // a newer server's event
  }

  // before takes a page of what was said before the first item, and gives how many
  // items it added in front.
  before({ lines, decisions, next, cut }) {
    const told = decisions.filter((d) => this.outcomes.add(d));
    const thoughts = told.filter((d) => !d.line && this.outcomes.waited(d).length === 0).map(thoughtOf);
    const items = [];
    for (const line of lines) {
      if (this.byKey.has(lineKey(line.id))) continue;
      while (thoughts.length && thoughts[0].decision.at < line.at) items.push(thoughts.shift());
      items.push({ key: lineKey(line.id), kind: "line", line, cursor: line.cursor });
    }
    items.push(...thoughts);
    for (const item of items) this.byKey.set(item.key, item);
    this.items.unshift(...items);
    this.cursor = next;
    if (!next) this.begins = cut ? "cut" : "first";
    this.#since = Math.min(this.#since, told[0]?.at ?? this.#since);
    return items.length;
  }

  // sending shows a line before the server has it; its event takes its place.
  sending(line) { return this.#add({ key: lineKey(line.id), kind: "line", line: { ...line, sending: true } }); }

  // failed marks a line the server would not take, with its reason.
  failed(id, reason) {
    const item = this.byKey.get(lineKey(id));
    if (!item?.line.sending) return {};
    Object.assign(item.line, { sending: false, failed: reason });
    return { changed: [item] };
  }

  forget(id) {
    const gone = this.byKey.get(lineKey(id));
    this.items = this.items.filter((item) => item !== gone);
    this.byKey.delete(lineKey(id));
    return { gone };
  }

  line(id) { return this.byKey.get(lineKey(id))?.line; }

  // prune lets go of items: of the oldest where the newest are looked at, and else of
  // the newest, as far as there are too many. It gives how many went at either end.
  prune(following) {
    const over = Math.max(0, this.items.length - (following ? KEPT : MOST));
    if (over === 0) return { front: 0, back: 0 };
    if (!following) {
      this.apart = true;
      this.#drop(this.items.splice(this.items.length - over));
      return { front: 0, back: over };
    }
    this.#drop(this.items.splice(0, over));
    const first = this.items.find((item) => item.cursor);
    if (first) [this.cursor, this.begins] = [first.cursor, ""];
    this.#since = first?.line.at ?? this.#since;
    this.outcomes.prune(this.#since);
    shorten(this.authors, 2 * KEPT);
    return { front: over, back: 0 };
  }

  #drop(items) { for (const { key } of items) this.byKey.delete(key); }

  #add(item) {
    if (this.apart) return {};
    this.items.push(item);
    this.byKey.set(item.key, item);
    return { added: item };
  }

  #line(line, id) {
    this.authors.delete(line.author.id);
    this.authors.set(line.author.id, line.author);
    this.typing.delete(line.familiar || line.author.id);
    const known = this.byKey.get(lineKey(line.id));
    this.cursor ||= id ?? "";
    if (!known) return this.#add({ key: lineKey(line.id), kind: "line", line, cursor: id });
    if (!known.line.sending && !known.line.failed) return {};
    Object.assign(known, { line, cursor: id });
    return { changed: [known] };
  }

  #edit(line) {
    const known = this.byKey.get(lineKey(line.id));
    if (!known) return {};
    known.line = { ...known.line, text: line.text, mentions: line.mentions, edited: true };
    return { changed: [known] };
  }

  #delete({ id }) {
    const known = this.byKey.get(lineKey(id));
    if (!known) return {};
    known.line = { ...known.line, text: "", deleted: true };
    return { changed: [known] };
  }

  #decision(d) {
    if (this.apart || d.at < this.#since || !this.outcomes.add(d)) return {};
    const settles = this.outcomes.waited(d);
    if (!d.line && settles.length === 0) return this.#add(thoughtOf(d));
    return { changed: [...new Set([d.line, ...settles])].map((id) => this.byKey.get(lineKey(id))).filter(Boolean) };
  }

  #typing({ author, familiar, on }, now) {
    const who = familiar || author?.id;
    if (on) this.typing.set(who, { name: author?.name || familiar, until: now + 12_000 });
    else this.typing.delete(who);
    return {};
  }
}

const lineKey = (id) => `line ${id}`;

let thoughts = 0;

const thoughtOf = (decision) => ({ key: `thought ${thoughts++}`, kind: "thought", decision });

// shorten lets the oldest entries of a map go.
function shorten(entries, most) {
  for (const key of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(key);
  }
}
