// What is known of the open room, from its events alone. It touches no
// document; the views read it and are told what changed.

const KEPT = 500; // items in the flow, the newest

// A Room's flow is a list of items: {key, kind: "line", line} and
// {key, kind: "thought", decision} for a decision that is about no line.
export class Room {
  items = [];
  byKey = new Map();
  decisions = new Map(); // line id → decisions, oldest first
  authors = new Map(); // person id → author, the latest to speak last
  members = [];
  met = false; // the server has said who they are
  seats = [];
  ailing = []; // whose model can't be had
  typing = new Map(); // who → when that is to be forgotten, ms
  skew = 0; // this computer's clock minus the server's, ms
  ready = false;
  forgotten = false; // older items were let go
  #told = new Set(); // decisions already counted, for a stream that comes back

  constructor({ id, channel, thread }) {
    this.id = id; // of one of another network than the web: nothing can be said there
    this.channel = channel;
    this.thread = thread;
  }

  // apply takes one event and gives the items that are new, changed or gone:
  // {added, changed, gone}, each an item or undefined.
  apply({ name, value }, now) {
    switch (name) {
      case "line": return this.#line(value);
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
      case "ready":
        this.ready = true;
        return {};
    }
    return {}; // a newer server's event
  }

  // sending shows a line before the server has it; its event takes its place.
  sending(line) { return this.#add({ key: lineKey(line.id), kind: "line", line: { ...line, sending: true } }); }

  // failed marks a line the server would not take, with its reason.
  failed(id, reason) {
    const item = this.byKey.get(lineKey(id));
    if (!item?.line.sending) return {};
    Object.assign(item.line, { sending: false, failed: reason });
    return { changed: item };
  }

  forget(id) {
    const gone = this.byKey.get(lineKey(id));
    this.items = this.items.filter((item) => item !== gone);
    this.byKey.delete(lineKey(id));
    return { gone };
  }

  line(id) { return this.byKey.get(lineKey(id))?.line; }

  // prune lets go of the oldest items and gives them.
  prune() {
    const over = this.items.splice(0, Math.max(0, this.items.length - KEPT));
    for (const item of over) {
      this.byKey.delete(item.key);
      if (item.line) this.decisions.delete(item.line.id);
      this.forgotten = true;
    }
    shorten(this.#told, 20 * KEPT);
    shorten(this.decisions, 2 * KEPT);
    shorten(this.authors, 2 * KEPT);
    return over;
  }

  #add(item) {
    this.items.push(item);
    this.byKey.set(item.key, item);
    return { added: item };
  }

  #line(line) {
    this.authors.delete(line.author.id);
    this.authors.set(line.author.id, line.author);
    this.typing.delete(line.familiar || line.author.id);
    const known = this.byKey.get(lineKey(line.id));
    if (!known) return this.#add({ key: lineKey(line.id), kind: "line", line });
    if (!known.line.sending && !known.line.failed) return {};
    known.line = line;
    return { changed: known };
  }

  #edit(line) {
    const known = this.byKey.get(lineKey(line.id));
    if (!known) return {};
    known.line = { ...known.line, text: line.text, mentions: line.mentions, edited: true };
    return { changed: known };
  }

  #delete({ id }) {
    const known = this.byKey.get(lineKey(id));
    if (!known) return {};
    known.line = { ...known.line, text: "", deleted: true };
    return { changed: known };
  }

  #decision(d) {
    const key = [d.familiar, d.line, d.at, d.act, d.rung, d.n, d.trigger, d.reason].join("\u0000");
    if (this.#told.has(key)) return {};
    this.#told.add(key);
    if (!d.line) return this.#add({ key: `thought ${key}`, kind: "thought", decision: d });
    const about = this.decisions.get(d.line) ?? [];
    this.decisions.set(d.line, [...about, d]);
    return { changed: this.byKey.get(lineKey(d.line)) };
  }

  #typing({ author, familiar, on }, now) {
    const who = familiar || author?.id;
    if (on) this.typing.set(who, { name: author?.name || familiar, until: now + 12_000 });
    else this.typing.delete(who);
    return {};
  }
}

const lineKey = (id) => `line ${id}`;

// shorten lets the oldest entries of a set or map go.
function shorten(entries, most) {
  for (const key of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(key);
  }
}
