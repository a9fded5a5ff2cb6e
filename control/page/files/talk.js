// The open room: events go to its state and from there to the views; what a
// person does goes to the server.

import { Channels } from "./channels.js";
import { Composer } from "./composer.js";
import { el, get, place as placeBox, say, toast } from "./dom.js";
import { Finder } from "./finder.js";
import { t, tn } from "./language.js";
import { Menu } from "./menu.js";
import * as panes from "./panes.js";
import { People } from "./people.js";
import { Seats } from "./seats.js";
import { Room } from "./state.js";
import { Stream } from "./stream.js";
import { address, place } from "./token.js";
import { Transcript } from "./transcript.js";
import { Why } from "./why.js";
import { ailingInWords, silentInWords, span } from "./words.js";

// newId names a line. The server takes a line once, so a line that is sent
// again keeps its id.
const newId = () => [...crypto.getRandomValues(new Uint8Array(9))].map((b) => b.toString(36).padStart(2, "0")).join("");

const literal = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

export class Talk {
  // leave(why) is called when the token is refused.
  constructor(api, leave) {
    this.api = api;
    this.leave = leave;
    this.channels = new Channels(api);
    this.finder = new Finder(api);
    this.people = new People(() => {});
    this.menu = new Menu();
    this.seats = new Seats((order) => this.#command(order));
    this.why = new Why((room, line) => this.api.why(room, line));
    this.transcript = new Transcript({
      why: (line, anchor) => this.why.line(this.room, line, anchor),
      detail: (decision, anchor) => this.why.decision(this.room, decision, anchor),
      older: async (room) => room.before(await this.api.older(room, room.cursor)),
      newest: () => this.open(this.room),
      menu: (line, anchor) => this.#menu(line, anchor),
      retry: (line) => this.#post(line),
      discard: (line) => this.#show([this.room.forget(line.id)]),
      key: (event, line) => this.#key(event, line),
    });
    this.composer = new Composer({
      names: () => this.#names(),
      submit: (draft) => this.#submit(draft),
      last: () => this.#lastOwn(),
      up: () => this.transcript.last(),
      typing: (on) => this.api.typing(this.room, this.people.speaker, on).catch(() => {}), // only a courtesy
    });
    get("banner-retry").onclick = () => this.stream?.retry();
    this.ticking = setInterval(() => this.#typing(), 1000);
  }

  // list shows the channels, and gives the first.
  async list() {
    this.finder.start();
    return this.channels.start();
  }

  // start opens the channel that the address names, or the first of the list.
  async start(listing = this.list()) {
    try {
      const first = await listing;
      this.open(place() ?? first ?? { channel: "lobby", thread: "" });
    } catch (failure) {
      if (failure.status === 401) return this.leave(t("That token is not valid here. Use the address the program printed last."));
      this.open(place() ?? { channel: "lobby", thread: "" }); // its banner tells the rest
    }
  }

  stop() {
    this.stream?.close();
    this.channels.stop();
    this.finder.stop();
    clearInterval(this.ticking);
  }

  open(where) {
    this.stream?.close();
    const room = new Room(where);
    this.room = room;
    history.replaceState(null, "", address(room));
    get("subtitle").textContent = "";
    get("title").textContent = room.called;
    document.title = `${room.thread || room.channel} - familiar`;
    this.channels.open(room);
    this.finder.open(room.id ?? "");
    get("app").classList.toggle("elsewhere", Boolean(room.id));
    this.transcript.open(room);
    this.seats.show(room);
    this.#ailing(room);
    panes.show("talk");
    this.#members(room);
    this.stream = new Stream(this.api, where, {
      events: (events) => this.#hear(room, events),
      state: (word, ms) => this.#banner(word, ms),
      refused: (failure) => (failure.status === 401 ? this.leave(t("That token is no longer valid. Use the address the program printed last.")) : this.#ended(failure)),
    });
  }

  async #members(room) {
    const { members, name, channel } = (await (room.id ? this.finder.find(room.id) : this.api.channel(room).catch(() => null))) ?? {}; // the stream's banner tells why
    if (!members || room !== this.room) return;
    if (room.id) get("title").textContent = room.called = name || channel;
    room.members = members;
    room.met = true;
    this.transcript.redraw();
    this.seats.show(room);
    const n = room.members.length;
    get("subtitle").textContent = n === 1 ? t("{name} listens", { name: room.members[0].name }) : tn("{n} familiar listens", "{n} familiars listen", n);
  }

  #hear(room, events) {
    if (room !== this.room) return;
    if (events.some(({ name }) => name === "forgotten")) return this.open(room); // the server knows what is left
    const now = Date.now();
    this.#show(events.map((event) => room.apply(event, now)));
    if (events.some(({ name }) => name === "doing")) this.seats.show(room);
    if (events.some(({ name }) => name === "models" || name === "silent" || name === "ready")) this.#ailing(room);
    this.#typing();
  }

  #show(changes) {
    for (const change of changes) this.transcript.change(change);
    this.transcript.finish();
  }

  #typing() {
    const now = Date.now();
    const names = [...(this.room?.typing ?? [])].filter(([who, { until }]) => until > now && who !== this.people.speaker.id).map(([, { name }]) => name);
    const words = names.length === 0 ? "" : names.length < 4 ? tn("{who} is typing…", "{who} are typing…", names.length, { who: names.join(", ") }) : t("several are typing…");
    if (get("typing").textContent !== words) get("typing").textContent = words;
  }

  #banner(word, ms) {
    get("banner").hidden = word === "open";
    get("banner-retry").hidden = false;
    get("banner-text").textContent = word === "waiting" ? t("The connection is lost. Trying again in {span}.", { span: span(ms) }) : t("Connecting…");
  }

  #ailing(room) {
    const list = get("ailing");
    list.replaceChildren(
      ...room.ailing.map((ill) => el("li", { data: { familiar: ill.familiar } }, ailingInWords(ill))),
      ...room.silent.map((process) => el("li", { data: { process: process.process } }, silentInWords(process))),
      ...(room.lacks ? [el("li", {}, t("Another process did not answer: some of what it decided before may be missing here. Reload in half a minute."))] : []),
    );
    list.hidden = list.children.length === 0;
  }

  #ended(failure) {
    get("banner").hidden = false;
    get("banner-retry").hidden = true;
    get("banner-text").textContent = t("This channel can't be read: {why}", { why: failure.message });
  }

  #names() {
    const names = [...this.room.members.map(({ name }) => name), ...[...this.room.authors.values()].reverse().map(({ name }) => name), ...this.people.all.map(({ name }) => name)];
    return [...new Set(names.filter((name) => name && name !== this.people.speaker.name))];
  }

  // mentions gives the ids of those whose @name stands in a text.
  #mentions(text) {
    const all = [...this.room.members.map(({ person, name }) => ({ id: person, name })), ...this.room.authors.values(), ...this.people.all];
    const low = ` ${text.toLowerCase()} `;
    const named = all.filter(({ name }) => name && new RegExp(`\\s@${literal(name.toLowerCase())}(?![\\p{L}\\p{N}_])`, "u").test(low));
    return [...new Set(named.map(({ id }) => id))];
  }

  #submit({ text, reply, editing }) {
    if (editing) return this.#change(editing, text);
    const line = { id: newId(), author: { ...this.people.speaker }, text, at: Date.now(), mentions: this.#mentions(text) };
    if (reply) line.reply_to = { id: reply.id, author: reply.author.id };
    this.#show([this.room.sending(line)]);
    return this.#post(line);
  }

  async #post(line) {
    const { room } = this;
    const { id, author, text, mentions, reply_to } = line;
    try {
      await this.api.say(room, { id, author, text, mentions, reply_to });
    } catch (failure) {
      if (room === this.room) this.#show([room.failed(id, failure.message)]);
      else toast(t("Not sent to {where}: {why}", { where: room.channel, why: failure.message }));
    }
  }

  #change(line, text) {
    return this.#order(this.api.edit(this.room, line.id, { author: line.author, text, mentions: this.#mentions(text) }), t("edited"));
  }

  #command(order) {
    const { id, name } = this.people.speaker;
    return this.#order(this.api.command(this.room, { ...order, by: { id, name } }), t("{command}: told", { command: order.command }));
  }

  async #order(asked, done) {
    try {
      await asked;
      say(done);
    } catch (failure) {
      toast(t("That was refused: {why}", { why: failure.message }));
    }
  }

  #lastOwn() {
    return this.room.items.findLast(({ line }) => line && !line.deleted && !line.sending && !line.failed && line.author.id === this.people.speaker.id)?.line ?? null;
  }

  #menu(line, anchor) {
    if (this.room.id) return; // read only
    const choices = [[t("Reply"), () => this.composer.reply(line)]];
    if (this.people.has(line.author, line.familiar)) {
      choices.push([t("Edit"), () => this.composer.edit(line)], [t("Delete"), () => this.#order(this.api.remove(this.room, line.id), t("deleted"))]);
    }
    this.menu.open(anchor, choices, placeBox);
  }

  #key(event, line) {
    if (!line || line.deleted || line.sending || line.failed || this.room.id) return;
    if (event.key === "r") this.composer.reply(line);
    else if (event.key === "e" && this.people.has(line.author, line.familiar)) this.composer.edit(line);
    else if (event.key === "m" || event.key === "ContextMenu") this.#menu(line, event.target);
    else return;
    event.preventDefault();
  }
}
