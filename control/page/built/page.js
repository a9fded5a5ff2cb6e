/* Made of files/main.js and what it imports by `go test ./control/page -run TestBuilt -update`: change those. */

// files/api.js
var Refused = class extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
};
var Api = class {
  constructor(token2) {
    this.token = token2;
  }
  find(wanted2) {
    return this.ask("GET", "v1/channels" + query(wanted2));
  }
  channel(room) {
    return this.ask("GET", path(room, ""));
  }
  say(room, line) {
    return this.ask("POST", path(room, "/lines"), inThread(room, line));
  }
  edit(room, id, line) {
    return this.ask("PUT", path(room, `/lines/${encodeURIComponent(id)}`), inThread(room, line));
  }
  remove(room, id) {
    return this.ask("DELETE", path(room, `/lines/${encodeURIComponent(id)}`) + query({ thread: room.thread }));
  }
  typing(room, author, on) {
    return this.ask("POST", path(room, "/typing"), inThread(room, { author, on }));
  }
  // Those below are for channels of any network: one of another than the web has an id.
  why(room, line) {
    return room.id ? this.use("why", { channel: room.id, line }) : this.ask("GET", path(room, "/why") + query({ thread: room.thread, line }));
  }
  command(room, { command, familiar, ...more }) {
    return room.id ? this.use(command, { channel: room.id, familiar }) : this.ask("POST", path(room, "/commands"), inThread(room, { command, familiar, ...more }));
  }
  older(room, cursor) {
    return this.ask("GET", room.id ? "v1/lines" + query({ channel: room.id, cursor }) : path(room, "/lines") + query({ thread: room.thread, cursor }));
  }
  // use uses a tool.
  use(tool, given) {
    return this.ask("POST", `v1/tools/${tool}`, given);
  }
  home() {
    return this.ask("GET", "v1/home");
  }
  details(place3) {
    return this.ask("GET", "v1/details" + query(place3));
  }
  letters() {
    return this.ask("GET", "v1/letters");
  }
  sort(letter, order2) {
    return this.ask("POST", `v1/letters/${letter}/${order2}`, {});
  }
  retention() {
    return this.ask("GET", "v1/retention");
  }
  hold(match, reason) {
    return this.ask("POST", "v1/holds", { match, reason });
  }
  release(match) {
    return this.ask("POST", "v1/holds/release", { match });
  }
  order(node, order2) {
    return this.ask("POST", `v1/nodes/${encodeURIComponent(node)}/${order2}`, {});
  }
  experiments() {
    return this.ask("GET", "v1/experiments");
  }
  beginExperiment(name, room, plan, seen) {
    return this.ask("POST", `v1/experiments/${encodeURIComponent(name)}/begin`, { ...placeOf(room), ...plan, seen });
  }
  endExperiment(name, how, seen) {
    return this.ask("POST", `v1/experiments/${encodeURIComponent(name)}/end`, { how, seen });
  }
  knobs(familiar, room) {
    return this.ask("GET", of(familiar, "/knobs") + query(placeOf(room)));
  }
  preview(familiar, room, since, trial) {
    return this.ask("POST", of(familiar, "/preview"), { ...placeOf(room), since, ...trial });
  }
  apply(familiar, room, where, trial, seen) {
    return this.ask("POST", of(familiar, "/apply"), { ...placeOf(room), where, ...trial, seen });
  }
  changes(familiar) {
    return this.ask("GET", of(familiar, "/changes"));
  }
  undo(familiar, n) {
    return this.ask("POST", of(familiar, "/undo"), { n });
  }
  familiars() {
    return this.ask("GET", "v1/familiars");
  }
  familiar(id) {
    return this.ask("GET", of(id));
  }
  prompt(id, trial) {
    return this.ask("POST", of(id, "/prompt"), trial);
  }
  tryLine(id, trial) {
    return this.ask("POST", of(id, "/try"), trial);
  }
  writeCard(id, edit) {
    return this.ask("POST", of(id, "/card"), edit);
  }
  // picture gives a familiar's as the address of an image: an image itself can send no token.
  async picture(id) {
    const answer = await fetch(of(id, "/picture"), { headers: this.headers(), cache: "no-store" });
    if (!answer.ok) throw await refusal(answer);
    const reader = new FileReader();
    const read3 = new Promise((done, failed) => {
      reader.onload = () => done(reader.result);
      reader.onerror = failed;
    });
    reader.readAsDataURL(await answer.blob());
    return read3;
  }
  traces() {
    return this.ask("GET", "v1/traces");
  }
  trace(id) {
    return this.ask("GET", `v1/traces/${encodeURIComponent(id)}`);
  }
  audit(wanted2) {
    return this.ask("GET", "v1/audit" + query(wanted2));
  }
  person(id) {
    return this.ask("GET", `v1/people/${encodeURIComponent(id)}`);
  }
  actors(most) {
    return this.ask("GET", "v1/actors" + query({ most }));
  }
  // events opens the stream of a room from after the event id, or from its
  // newest `tail` lines.
  events(room, { after, tail, signal }) {
    const headers = this.headers();
    if (after) headers["Last-Event-ID"] = after;
    const address2 = room.id ? "v1/events" + query({ channel: room.id, tail }) : path({ ...room, thread: "" }, "/events") + query({ thread: room.thread, tail });
    return fetch(address2, { headers, signal, cache: "no-store" });
  }
  async ask(method, address2, body) {
    const headers = this.headers();
    if (body) headers["Content-Type"] = "application/json";
    const answer = await fetch(address2, { method, headers, body: body && JSON.stringify(body), cache: "no-store" });
    if (!answer.ok) throw await refusal(answer);
    return answer.status === 204 ? {} : answer.json().catch(() => ({}));
  }
  headers() {
    return { Authorization: `Bearer ${this.token}` };
  }
};
async function refusal(answer) {
  const said2 = await answer.json().catch(() => ({}));
  return new Refused(answer.status, said2.error || `the server answered ${answer.status}`);
}
function path(room, rest) {
  const address2 = `v1/channels/${encodeURIComponent(room.channel)}${rest}`;
  return rest === "" ? address2 + query({ thread: room.thread }) : address2;
}
var of = (familiar, rest = "") => `v1/familiars/${encodeURIComponent(familiar)}${rest}`;
var placeOf = (room) => room.id ? { channel: room.id } : { chat: room.channel, thread: room.thread || void 0 };
var inThread = (room, body) => room.thread ? { ...body, thread: room.thread } : body;
function query(words) {
  const given = Object.entries(words).filter(([, value]) => value !== void 0 && value !== "");
  return given.length ? `?${new URLSearchParams(given)}` : "";
}

// files/dom.js
function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === void 0 || value === null) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name.includes("-") || name === "role") node.setAttribute(name, value);
    else node[name] = value;
  }
  node.append(...children.flat().filter((child) => child !== null && child !== void 0 && child !== false));
  return node;
}
var get = (id) => document.getElementById(id);
function place(box, anchor) {
  box.hidden = false;
  const at2 = anchor.getBoundingClientRect();
  const size = box.getBoundingClientRect();
  const below = at2.bottom + 6 + size.height < innerHeight;
  box.style.left = `${Math.max(8, Math.min(at2.left, innerWidth - size.width - 8))}px`;
  box.style.top = `${Math.max(8, below ? at2.bottom + 6 : at2.top - size.height - 6)}px`;
}
function save(name, parts2, type) {
  const address2 = URL.createObjectURL(new Blob(parts2, { type }));
  el("a", { href: address2, download: name }).click();
  URL.revokeObjectURL(address2);
}
var toastTimer;
function toast(text) {
  const node = get("toast");
  node.textContent = text;
  node.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    node.hidden = true;
  }, 6e3);
}
function order(words, sure, act, label) {
  let asked = sure === "";
  const button = el("button", {
    type: "button",
    onclick: () => {
      if (asked) return act();
      asked = true;
      button.textContent = sure;
      button.removeAttribute("aria-label");
    }
  }, words);
  if (label) button.setAttribute("aria-label", label);
  return button;
}
var say = (text) => {
  get("live").textContent = text;
};

// files/language.js
var KEY = "familiar.language";
var NAMES = { en: "English", de: "Deutsch", es: "Español", fr: "Français", ja: "日本語", zh: "中文" };
var codeOf = (tag) => tag.toLowerCase().split("-")[0];
var wanted = [localStorage.getItem(KEY) ?? "", ...navigator.languages].find((tag) => codeOf(tag) in NAMES) ?? "en";
var texts = await read(codeOf(wanted));
var language = texts ? codeOf(wanted) : "en";
var locale = language === codeOf(wanted) ? wanted : language;
var plurals = new Intl.PluralRules(locale);
async function read(code) {
  if (code === "en") return {};
  const answer = await fetch(`texts/${code}.json`).catch(() => null);
  return answer?.ok ? answer.json().catch(() => null) : null;
}
var fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => name in values ? String(values[name]) : whole);
var t = (english, values = {}) => fill(texts?.[english] ?? english, values);
function tn(one, other, n, values = {}) {
  const given = texts?.[other] ?? { one, other };
  return fill(typeof given === "string" ? given : given[plurals.select(n)] ?? given.other, { n, ...values });
}
var SAID = ["aria-label", "placeholder", "title", "alt", "data-dark", "data-light"];
function translate(root) {
  root.lang = locale;
  for (const name of SAID) for (const node of root.querySelectorAll(`[${name}]`)) node.setAttribute(name, t(node.getAttribute(name)));
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const english = node.data.trim();
    if (english) node.data = node.data.replace(english, () => t(english));
  }
  dispatchEvent(new Event("languagechange"));
}
function choose() {
  const box = document.getElementById("language");
  for (const [code, name] of Object.entries(NAMES)) {
    const choice2 = document.createElement("option");
    Object.assign(choice2, { value: code, textContent: name, lang: code, selected: code === language });
    box.append(choice2);
  }
  box.addEventListener("change", () => {
    localStorage.setItem(KEY, box.value);
    location.reload();
  });
}
translate(document.documentElement);
choose();

// files/sheet.js
var whyNot = (failure) => failure.status ? failure.message : t("The program doesn't answer.");
function asking(id, leave) {
  let failed = false;
  const tell = (text) => {
    failed = false;
    get(`${id}-note`).textContent = text;
    get(`${id}-note`).hidden = text === "";
  };
  const ask = async (what) => {
    try {
      const answer = await what();
      if (failed) tell("");
      return answer;
    } catch (failure) {
      if (failure.status === 401) {
        get(id).close();
        leave(t("That token is no longer valid. Use the address the program printed last."));
      } else {
        tell(whyNot(failure));
        failed = true;
      }
      return null;
    }
  };
  return { ask, tell };
}

// files/token.js
var KEY2 = "familiar.token";
var hash = () => new URLSearchParams(location.hash.slice(1));
function takeToken() {
  const words = hash();
  const given = words.get("token");
  if (given !== null) {
    sessionStorage.setItem(KEY2, given);
    words.delete("token");
    const rest = words.toString();
    history.replaceState(null, "", location.pathname + location.search + (rest ? `#${rest}` : ""));
  }
  return sessionStorage.getItem(KEY2) ?? "";
}
var keepToken = (token2) => sessionStorage.setItem(KEY2, token2);
var dropToken = () => sessionStorage.removeItem(KEY2);
function place2() {
  const words = hash();
  const id = words.get("id");
  if (id) return { id, channel: id, thread: "" };
  const channel = words.get("channel");
  return channel ? { channel, thread: words.get("thread") ?? "" } : null;
}
var atHome = () => place2() === null;
function address({ id, channel, thread }) {
  if (id) return `#${new URLSearchParams({ id })}`;
  const words = new URLSearchParams({ channel });
  if (thread) words.set("thread", thread);
  return `#${words}`;
}
var addressOf = ({ id, network, channel, thread }) => address(network === "web" ? { channel, thread } : { id });
var escaped = (part) => part.replaceAll("%", "%25").replaceAll("/", "%2F");
var idOf = ({ id, channel, thread }) => id || ["web", "", channel, thread].filter((part, at2) => part || at2 === 1).map(escaped).join("/");

// files/about.js
var READ_BY = {
  all: t("everybody in its workspace, and nobody else"),
  some: t("some of its workspace, and nobody else"),
  "": t("nobody can say: the network doesn't tell for certain")
};
var About = class {
  // leave(why) is called when the token is refused; room() gives the open one.
  constructor(api, leave, room) {
    this.api = api;
    Object.assign(this, asking("about", leave));
    get("about-open").addEventListener("click", () => this.open(room()));
    get("about-close").addEventListener("click", () => get("about").close());
  }
  async open(room) {
    get("about-title").textContent = room.called;
    get("about-list").replaceChildren();
    this.tell("");
    get("about").showModal();
    const told = await this.ask(() => this.api.details(placeOf(room)));
    if (!told || get("about-title").textContent !== room.called) return;
    const row4 = (term, value) => [el("dt", {}, term), el("dd", {}, value)];
    get("about-list").replaceChildren(
      ...row4(t("Id"), idOf(room)),
      ...row4(t("Read by"), READ_BY[told.audience] ?? told.audience),
      ...row4(t("Texts are kept for"), `${told.keep} (${told.from})`),
      ...row4(t("Held"), told.held.length > 0 ? t("nothing is erased of {what}", { what: told.held.join(", ") }) : t("no"))
    );
  }
};

// files/words.js
var CLOCK = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
var EXACT = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });
var DAY = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long" });
var clock = (ms) => CLOCK.format(ms);
var exact = (ms) => EXACT.format(ms);
var called = ({ name, channel, thread }) => thread ? `${name || channel} / ${thread}` : name || channel;
function day(ms, now = Date.now()) {
  const at2 = new Date(ms).toDateString();
  if (at2 === new Date(now).toDateString()) return t("Today");
  if (at2 === new Date(now - 864e5).toDateString()) return t("Yesterday");
  return DAY.format(ms);
}
function span(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1e3));
  if (seconds < 100) return t("{n} s", { n: seconds });
  if (seconds < 6e3) return t("{n} min", { n: Math.round(seconds / 60) });
  return t("{n} h", { n: Math.round(seconds / 3600) });
}
var ACTS = {
  engage: t("will answer"),
  ask: t("asks its judge whether to speak"),
  wait: t("waits, and may speak later"),
  observe: t("remembers the line and stays quiet"),
  drop: t("did not look at the line"),
  denied: t("did not listen: this person may not talk to it here"),
  claim: t("took a claim code"),
  settled: t("what became of it")
};
var actInWords = (act) => ACTS[act] ?? act;
var RUNGS = {
  self: t("its own line"),
  mode: t("the room's mode decides"),
  dm: t("said to it alone"),
  mention: t("it is mentioned"),
  reply: t("it is replied to"),
  sibling: t("another familiar's line"),
  aside: t("aimed at somebody else"),
  sticky: t("somebody it talks with goes on"),
  alias: t("its name is in the text"),
  elsewhere: t("a conversation between others"),
  "cold-thread": t("a thread it never joined"),
  solo: t("nobody else is here"),
  rest: t("no rule claimed the line"),
  default: t("no rule claimed the line"),
  guard: t("only bots have talked for too long"),
  judge: t("its judge was asked"),
  duplicate: t("heard before"),
  unlikely: t("hardly worth a question"),
  schedule: t("by its schedule")
};
var rungInWords = (rung) => RUNGS[rung] ?? "";
function colour(decision) {
  if (decision.act !== "settled") return decision.act;
  if (decision.rung === "spoke" || decision.rung === "silence") return decision.rung;
  return "settled";
}
function cameInWords(came, count) {
  if (came === "waiting") return tn("is waiting", "are waiting", count);
  return came === "spoke" ? tn("spoke", "spoke", count) : tn("kept quiet", "kept quiet", count);
}
function listed(all) {
  if (language !== "en") return new Intl.ListFormat(locale).format(all);
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}
function seatInWords({ act, trigger }, left) {
  switch (act) {
    case "buffering":
      return left > 0 ? t("waiting for more, {span}", { span: span(left) }) : t("waiting for more");
    case "waiting":
      return left > 0 ? t("{what} in {span}", { what: trigger || t("thinks"), span: span(left) }) : trigger || t("thinks");
    case "judging":
      return `${t("asking its judge")}${trigger ? ` (${trigger})` : ""}`;
    case "composing":
      return t("composing");
    case "posting":
      return t("posting");
    case "quiet":
      return left > 0 ? t("quiet for {span}", { span: span(left) }) : t("quiet");
  }
  return t("idle");
}
function learnedInWords(lift) {
  if (Math.abs(lift) < 0.05) return "";
  const by = `${lift < 0 ? "−" : "+"}${Math.abs(lift).toFixed(2)}`;
  return lift < 0 ? t("has learned to speak more here ({by})", { by }) : t("has learned to speak less here ({by})", { by });
}
function ailingInWords({ name, familiar, judge, model, reason, since, spare }) {
  const words = { name: name || familiar, model, spare, since: clock(since), why: reason };
  if (spare && judge) return t("{name} is judged by the model {spare}: the model {model} has not been called since {since} ({why}).", words);
  if (spare) return t("{name} answers by the model {spare}: the model {model} has not been called since {since} ({why}).", words);
  if (judge) return t("{name} can't be told whether to speak unasked: the model {model} has not been called since {since} ({why}).", words);
  return t("{name} can't think: the model {model} has not been called since {since} ({why}).", words);
}
function silentInWords({ process, host, since }) {
  return t("{host} ({process}) tells nothing since {since}: what it decides is missing here.", { host, process, since: clock(since) });
}
var STAND_INS = {
  scripted: t("Written beforehand, by people: no model is connected"),
  offline: t("A stand-in's words: no model is connected")
};
function unmarked(text) {
  const [begin2, word] = /^\((scripted|offline)\) /.exec(text) ?? [];
  return word ? { mark: { word, title: STAND_INS[word] }, text: text.slice(begin2.length) } : { text };
}
var KINDS = {
  account: t("accounts on their networks"),
  channel: t("channels"),
  agent: t("turns in progress"),
  monitor: t("questions to judges"),
  budget: t("what the models cost")
};
var kindInWords = (kind) => KINDS[kind] ?? "";
function actorInWords({ state: state2, rests, last, backlog, panics }) {
  return [
    state2,
    rests >= 0.5 && t("idle for {span}", { span: span(rests * 1e3) }),
    last && t("last message {what}", { what: last }),
    backlog > 0 && t("backlog {n}", { n: backlog }),
    panics > 0 && tn("{n} panic", "{n} panics", panics)
  ].filter(Boolean).join(" · ");
}
var SPANS = {
  receive: t("heard"),
  journal: t("into the journal"),
  decide: t("decision"),
  judge: t("asking the judge"),
  turn: t("turn"),
  rehearse: t("tried line"),
  invoke_agent: t("writing"),
  chat: t("model"),
  execute_tool: t("tool"),
  list_tools: t("looking for tools"),
  outbox: t("a part of the reply"),
  post: t("try to post it")
};
function spanInWords(name) {
  const [kind, ...of2] = name.split(" ");
  return SPANS[kind] ? [SPANS[kind], ...of2].join(" ") : name;
}
function took(ms) {
  if (ms < 1) return `${ms.toFixed(2)} ms`;
  return ms < 1e3 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${(ms / 1e3).toFixed(ms < 1e4 ? 2 : 1)} s`;
}

// files/actors.js
var EVERY = 3e3;
var SHOWN = 50;
var Actors = class {
  #groups = /* @__PURE__ */ new Map();
  // kind → Group, in the order they were first told
  #opened = 0;
  // how often; a look of an earlier time shows nothing
  // leave(why) is called when the token is refused.
  constructor(api, leave) {
    this.api = api;
    this.leave = leave;
    this.dialog = get("actors");
    get("actors-open").addEventListener("click", () => this.open());
    get("actors-close").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
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
};
var Group = class {
  #rows = /* @__PURE__ */ new Map();
  // name → {node, words}
  #told = { all: 0, actors: [] };
  constructor(kind) {
    this.panicked = el("span", { className: "actors-panicked" });
    this.busy = el("span", { className: "actors-busy" });
    this.count = el("span", { className: "actors-count" });
    this.list = el("ul", { className: "actors-list" });
    this.more = el("p", { className: "hint" });
    this.node = el(
      "details",
      { className: "actors-kind", data: { kind }, ontoggle: () => this.#draw() },
      el("summary", {}, el("b", {}, kind), el("small", {}, kindInWords(kind)), this.panicked, this.busy, this.count),
      this.list,
      this.more
    );
  }
  show(told) {
    this.#told = told;
    write(this.count, String(told.all));
    const last = told.all > told.actors.length ? told.actors.at(-1) : void 0;
    write(this.panicked, counted(told.actors.filter(panicked), last && panicked(last), (n) => t("{n} panicked", { n })));
    write(this.busy, counted(told.actors.filter(busy), last && (panicked(last) || busy(last)), (n) => t("{n} with a backlog", { n })));
    this.#draw();
  }
  #draw() {
    if (!this.node.open) return;
    const { all, actors } = this.#told;
    for (const [i, actor] of actors.entries()) {
      const row4 = this.#row(actor);
      if (this.list.children[i] !== row4) this.list.insertBefore(row4, this.list.children[i] ?? null);
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
      const words2 = el("span", { className: "actor-words" });
      this.#rows.set(name, { words: words2, node: el("li", { className: "actor" }, el("b", {}, name), words2) });
    }
    const { node, words } = this.#rows.get(name);
    write(words, actorInWords(actor));
    node.classList.toggle("panicked", panicked(actor));
    node.classList.toggle("busy", busy(actor));
    return node;
  }
};
var panicked = ({ panics }) => panics > 0;
var busy = ({ backlog }) => backlog > 0;
var counted = (some, more, words) => some.length ? words(`${some.length}${more ? "+" : ""}`) : "";
function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
function nameOf({ key, process }) {
  return process ? t("{what} in {where}", { what: key, where: process }) : key;
}

// files/audit.js
var RESULTS = { done: t("done"), refused: t("refused"), failed: t("failed") };
var Audit = class {
  #opened = 0;
  // how often something was asked for; an answer of an earlier time shows nothing
  #entries = [];
  // those that are shown, newest first
  // leave(why) is called when the token is refused.
  constructor(api, leave) {
    this.api = api;
    this.leave = leave;
    this.dialog = get("audit");
    get("audit-open").addEventListener("click", () => this.list());
    get("audit-close").addEventListener("click", () => this.dialog.close());
    get("audit-save").addEventListener("click", () => save("audit.jsonl", lines(this.#entries), "application/jsonl"));
    get("audit-more").addEventListener("click", () => this.list(this.next));
    get("audit-filter").addEventListener("submit", (event) => {
      event.preventDefault();
      this.list();
    });
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
  }
  // list shows the newest, or adds those before a number.
  async list(before = 0) {
    const asked = ++this.#opened;
    get("audit-note").hidden = true;
    if (!this.dialog.open) this.dialog.showModal();
    try {
      const { entries, next } = await this.api.audit({ by: get("audit-by").value.trim(), verb: get("audit-verb").value.trim(), before: before || void 0 });
      if (asked === this.#opened) this.#show(before ? [...this.#entries, ...entries] : entries, next);
    } catch (failure) {
      if (failure.status === 401) {
        this.dialog.close();
        this.leave(t("That token is no longer valid. Use the address the program printed last."));
      } else if (asked === this.#opened) {
        get("audit-note").textContent = failure.status ? failure.message : t("The program doesn't answer.");
        get("audit-note").hidden = false;
      }
    }
  }
  #show(entries, next) {
    this.#entries = entries;
    this.next = next;
    const results = new Map(entries.filter((e) => e.of).map((e) => [e.of, e.result]));
    const deeds = entries.filter((e) => !e.of);
    get("audit-list").replaceChildren(...deeds.map((deed) => row(deed, results.get(deed.n))));
    get("audit-more").hidden = !next;
    get("audit-none").hidden = deeds.length > 0;
    say(tn("{n} entry", "{n} entries", deeds.length));
  }
};
function row({ n, at: at2, token: token2, person, via, verb, detail, channel, familiar, about }, result) {
  return el(
    "li",
    { className: "audit-entry", data: { entry: n } },
    el("time", { dateTime: new Date(at2).toISOString() }, exact(at2)),
    el("b", {}, [verb, detail].filter(Boolean).join(" ")),
    el("span", {}, within(familiar, channel, about)),
    el("span", { className: "audit-who" }, [person, token2, via].filter(Boolean).join(" · ")),
    el("span", { className: result === "done" ? "" : "audit-odd" }, RESULTS[result] ?? t("no result"))
  );
}
var within = (...all) => all.some(Boolean) ? all.filter(Boolean).reduce((what, where) => t("{what} in {where}", { what, where })) : "";
var lines = (entries) => entries.toReversed().map((entry) => JSON.stringify(entry) + "\n");

// files/card-prompt.js
var PARTS = { tools: t("tools"), card: t("its card"), rules: t("the program's rules"), place: t("the place"), lore: t("lorebook"), lines: t("the line") };
function dollars(usd) {
  if (usd === void 0) return t("no price known");
  if (usd === 0) return t("free");
  return usd < 0.01 ? `$${usd.toPrecision(2)}` : `$${usd.toFixed(2)}`;
}
function promptParts(prompt) {
  const { parts: parts2, tokens, system, page, tools, lore } = prompt;
  const all = parts2.filter((part) => part.tokens > 0);
  const most = Math.max(1, all.reduce((sum, part) => sum + part.tokens, 0));
  return [
    el("div", { className: "sizes", "aria-hidden": "true" }, all.map(({ part, tokens: size }) => {
      const bar = el("span", { data: { part } });
      bar.style.flexGrow = String(size / most);
      return bar;
    })),
    el(
      "ul",
      { className: "size-list" },
      all.map(({ part, tokens: size }) => el("li", { data: { part } }, `${PARTS[part] ?? part} `, el("b", {}, String(size)))),
      el("li", { className: "size-all" }, el("b", {}, tn("in all {n} token", "in all {n} tokens", tokens)))
    ),
    leftOut(prompt),
    el("details", {}, el("summary", {}, t("System: card and rules")), el("pre", { className: "prompt-text", tabIndex: 0 }, system)),
    el("details", { open: true }, el("summary", {}, t("Page: place, lorebook and the line")), el("pre", { className: "prompt-text", tabIndex: 0 }, page)),
    el("p", { className: "hint" }, [
      lore.length > 0 && t("From its lorebook: {what}.", { what: lore.join(", ") }),
      tools.length > 0 && t("Tools it is offered: {what}.", { what: tools.join(", ") })
    ].filter(Boolean).join(" "))
  ].filter((node) => node && (node.childElementCount > 0 || node.textContent !== ""));
}
function leftOut({ no_room: noRoom, characters, judged, line_limit: lineLimit }) {
  return el(
    "ul",
    { className: "left-out" },
    noRoom.length > 0 && el("li", {}, el("b", {}, t("No room in the lorebook's budget:")), " ", noRoom.join(", ")),
    judged > 0 && characters > judged && el("li", {}, el("b", {}, t("Its judge reads the beginning only:")), " ", t("{n} of the card's {all} characters", { n: judged, all: characters })),
    lineLimit > 0 && el("li", {}, el("b", {}, t("The line is cut:")), " ", tn("{n} character of one is shown", "{n} characters of one are shown", lineLimit))
  );
}
function answered(name, line, { text, quiet, tools, cut, model, took_ms: took2, tokens_in: tokensIn, tokens_out: tokensOut, usd }) {
  return el(
    "li",
    { className: "answered" },
    el("q", {}, line),
    el("p", { className: quiet ? "quiet-answer" : "" }, quiet ? t("It would keep quiet.") : text || t("It wrote nothing.")),
    tools.length > 0 && el("small", {}, t("It would have used: {what}.", { what: tools.join(", ") })),
    cut && el("small", {}, t("Its limit of tokens ended the text.")),
    el("small", {}, t("{name} by {model}, in {span}: {in} tokens in, {out} out, {price}", { name, model, span: took2 < 1e3 ? `${took2} ms` : `${(took2 / 1e3).toFixed(1)} s`, in: tokensIn, out: tokensOut, price: dollars(usd) }))
  );
}

// files/card-fields.js
var SHOWN2 = 100;
var OFTEN = ["description", "examples"];
var TITLES = {
  description: t("Who it is"),
  personality: t("Personality"),
  scenario: t("Scenario"),
  instructions: t("Instructions"),
  world: t("World: what always holds"),
  examples: t("Example dialogue"),
  last: t("Remember: the card's end")
};
var CardFields = class {
  #entries = [];
  // {was, is}; was is null for a new one
  #parts = /* @__PURE__ */ new Map();
  // part → textarea
  // changed() is called when somebody has changed something.
  constructor(changed) {
    this.changed = changed;
    get("cards-find").addEventListener("input", () => this.#list());
    get("cards-add").addEventListener("click", () => this.#add());
    for (const id of ["cards-name", "cards-aliases"]) get(id).addEventListener("input", changed);
  }
  // show fills the fields with a card as the program told it.
  show(card2) {
    this.card = card2;
    get("cards-name").value = card2.name;
    get("cards-aliases").value = card2.aliases.join(", ");
    this.#parts.clear();
    const often = card2.parts.filter(({ part }) => OFTEN.includes(part));
    const seldom = card2.parts.filter(({ part }) => !OFTEN.includes(part));
    get("cards-parts").replaceChildren(...often.map((part) => this.#part(part)));
    get("cards-more-parts").replaceChildren(...seldom.map((part) => this.#part(part)));
    get("cards-more").open = seldom.some(({ text }) => text !== "");
    this.#entries = card2.entries.map((entry) => ({ was: entry, is: { ...entry } }));
    get("cards-book").hidden = !card2.lorebook;
    get("cards-bookless").hidden = Boolean(card2.lorebook);
    get("cards-find").value = "";
    this.#list();
  }
  // edit is what the fields say that the card doesn't: the body of a request.
  edit() {
    const made = {};
    const name = get("cards-name").value.trim();
    const aliases = get("cards-aliases").value.split(",").map((alias) => alias.trim()).filter(Boolean);
    if (name !== this.card.name) made.name = name;
    if (aliases.join("\n") !== this.card.aliases.join("\n")) made.aliases = aliases;
    const parts2 = this.card.parts.filter(({ part, text }) => this.#parts.get(part).value.trim() !== unix(text));
    if (parts2.length) made.parts = Object.fromEntries(parts2.map(({ part }) => [part, this.#parts.get(part).value]));
    const entries = this.#entries.filter(({ was, is }) => !was || JSON.stringify(was) !== JSON.stringify(is));
    if (entries.length) made.entries = entries.map(({ is }) => is);
    return made;
  }
  #part({ part, text }) {
    const id = `cards-part-${part}`;
    const area = el("textarea", { id, rows: OFTEN.includes(part) ? 4 : 2, spellcheck: true, oninput: this.changed });
    area.value = unix(text);
    this.#parts.set(part, area);
    return el("div", { className: "field" }, el("label", { htmlFor: id }, TITLES[part] ?? part), area);
  }
  #list() {
    const word = get("cards-find").value.trim().toLowerCase();
    const found = this.#entries.filter(({ was, is }) => !was || word === "" || JSON.stringify(is).toLowerCase().includes(word));
    get("cards-entries").replaceChildren(...found.slice(0, SHOWN2).map((entry) => this.#entry(entry)));
    get("cards-found").textContent = found.length > SHOWN2 ? t("{shown} of {all} entries: search for others", { shown: SHOWN2, all: found.length }) : tn("{n} entry", "{n} entries", found.length);
  }
  #add() {
    const taken = new Set(this.#entries.map(({ is }) => is.id));
    let n = this.#entries.length + 1;
    while (taken.has(`entry-${n}`)) n++;
    this.#entries.unshift({ was: null, is: { id: `entry-${n}`, keys: [], text: "" } });
    this.#list();
    const first = get("cards-entries").firstElementChild;
    first.open = true;
    first.querySelector("input").focus();
    this.changed();
  }
  #entry({ was, is }) {
    const head = el("span", {}, heading(is));
    const set = (key, value) => {
      if (value === "" || value === false || key === "secondary" && value.length === 0) is[key] = was && key in was ? value : void 0;
      else is[key] = value;
      head.textContent = heading(is);
      this.changed();
    };
    const field2 = (label, node) => el("label", { className: "field" }, label, node);
    const text = (label, key, hint) => field2(label, el("input", { value: is[key] ?? "", placeholder: hint, oninput: (event) => set(key, event.target.value.trim()) }));
    const words = (label, key, hint) => field2(label, el("input", { value: (is[key] ?? []).join(", "), placeholder: hint, oninput: (event) => set(key, keysOf(event.target.value)) }));
    const tick = (label, key) => el("label", { className: "tick" }, el("input", { type: "checkbox", checked: Boolean(is[key]), onchange: (event) => set(key, event.target.checked) }), ` ${label}`);
    const area = el("textarea", { rows: 2, oninput: (event) => set("text", event.target.value) });
    area.value = is.text;
    return el(
      "details",
      { className: is.off ? "entry off" : "entry", data: { entry: is.id } },
      el("summary", {}, head),
      !was && text(t("Id: letters, digits, - and _"), "id", ""),
      text(t("What the model is told that it is about"), "name", is.id),
      words(t("Keys: one of them brings it in"), "keys", "lamp, /moths?/i"),
      words(t("Secondary keys"), "secondary", ""),
      field2(t("What it knows"), area),
      el("div", { className: "ticks" }, tick(t("in every prompt"), "constant"), tick(t("switched off"), "off"))
    );
  }
};
var heading = ({ id, name, keys }) => `${name || id}${keys.length ? `: ${keys.join(", ")}` : ""}`;
var keysOf = (list) => (list.match(/\/(?:\\.|[^/\\])+\/[a-z]*|[^,]+/g) ?? []).map((key) => key.trim()).filter(Boolean);
var unix = (text) => text.replaceAll("\r\n", "\n");

// files/changes.js
async function showChanges(api, familiar, box, undo) {
  const told = await api.changes(familiar).catch(() => ({}));
  const all = told.changes ?? [];
  const newest = all.find((change) => !change.undone);
  get(box).hidden = all.length === 0;
  get(`${box}-list`).replaceChildren(...all.map((change) => shown(change, change === newest && undo)));
}
var elsewhere = ({ others }) => others ? ` ${t("Other processes have a file of their own, which stays as it is: change that, too.")}` : "";
function shown({ n, at: at2, by, file, channel, where, set, changes, undone, undone_by: undoneBy }, undo) {
  const what = set?.length > 0 ? set.join(", ") : file || t("Name or card, in the configuration");
  const scope = where === "here" ? t("for {where}", { where: channel }) : where === "everywhere" ? t("everywhere it is") : "";
  return el(
    "li",
    { data: { change: n } },
    el("b", {}, what),
    el("small", {}, [t("{when}, by {who}", { when: exact(at2), who: by }), scope].filter(Boolean).join(", ")),
    el("pre", { className: "file-changes" }, changes),
    undone > 0 && el("small", {}, t("Taken back {when}, by {who}.", { when: exact(undone), who: undoneBy })),
    undo && el("button", { type: "button", className: "take-back", onclick: () => undo(n) }, t("Take this back"))
  );
}

// files/cards.js
var PAUSE = 400;
var TRIED = 10;
var Cards = class {
  #asked = 0;
  // prompts so far; an answer to an earlier one shows nothing
  #resting = 0;
  // leave(why) is called when the token is refused.
  constructor(api, leave) {
    this.api = api;
    Object.assign(this, asking("cards", leave));
    this.dialog = get("cards");
    this.fields = new CardFields(() => this.#changed());
    get("cards-open").addEventListener("click", () => this.open());
    get("cards-close").addEventListener("click", () => this.dialog.close());
    get("cards-who").addEventListener("change", (event) => this.#show(event.target.value));
    get("cards-line").addEventListener("input", () => this.#changed());
    get("cards-try").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#try();
    });
    get("cards-look").addEventListener("click", () => this.#look());
    get("cards-write").addEventListener("click", () => this.#write());
    get("cards-reset").addEventListener("click", () => this.#show(this.card?.familiar ?? get("cards-who").value));
    get("cards-fields").addEventListener("submit", (event) => event.preventDefault());
    document.addEventListener("card", (event) => this.open(event.detail.familiar, event.detail.room));
  }
  // open shows the card of a familiar, in a room's place; without one the first, in none.
  async open(familiar, room = null) {
    this.room = room;
    if (!this.dialog.open) this.dialog.showModal();
    const told = await this.ask(() => this.api.familiars());
    if (!told || told.familiars.length === 0) return;
    get("cards-who").replaceChildren(...told.familiars.map((one) => el("option", { value: one.familiar }, one.name)));
    await this.#show(familiar ?? told.familiars[0].familiar);
  }
  async #show(familiar) {
    get("cards-who").value = familiar;
    const card2 = await this.ask(() => this.api.familiar(familiar));
    if (!card2) return;
    if (card2.familiar !== this.card?.familiar) {
      get("cards-tried").replaceChildren();
      get("cards-line").value = t("Hello {name}, what's new?", { name: card2.name });
    }
    this.card = card2;
    get("cards-about").textContent = [card2.card || t("in the configuration"), card2.preset, card2.models.join(", "), this.room && t("in {where}", { where: this.room.called }), card2.fixed && t("there is no configuration file to write")].filter(Boolean).join(" · ");
    this.#picture(card2);
    this.fields.show(card2);
    this.#forgetFiles();
    showChanges(this.api, familiar, "cards-past", (n) => this.#undo(n));
    await this.#prompt();
  }
  async #picture(card2) {
    const picture = get("cards-picture");
    picture.hidden = true;
    const shown3 = card2.picture && await this.api.picture(card2.familiar).catch(() => "");
    if (!shown3 || card2 !== this.card) return;
    picture.src = shown3;
    picture.hidden = false;
  }
  #changed() {
    this.#forgetFiles();
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#prompt(), PAUSE);
  }
  #trial() {
    return { ...this.fields.edit(), ...this.room && placeOf(this.room), line: get("cards-line").value };
  }
  // prompt has the program say what it would send. What is wrong with the card is said
  // in the prompt's place: it comes of what somebody is still writing.
  async #prompt() {
    const asked = ++this.#asked;
    clearTimeout(this.#resting);
    const made = await this.api.prompt(this.card.familiar, this.#trial()).catch((failure) => ({ failure }));
    if (asked !== this.#asked) return;
    if (made.failure?.status === 401) {
      await this.ask(() => Promise.reject(made.failure));
      return;
    }
    get("cards-prompt").replaceChildren(...made.failure ? [el("p", { className: "error", role: "status" }, whyNot(made.failure))] : promptParts(made));
    get("cards-price").textContent = made.failure ? "" : priced(made);
  }
  async #try() {
    const trial = this.#trial();
    if (trial.line.trim() === "") return;
    get("cards-ask").disabled = true;
    const said2 = await this.ask(() => this.api.tryLine(this.card.familiar, trial));
    get("cards-ask").disabled = false;
    if (!said2) return;
    const list = get("cards-tried");
    list.prepend(answered(get("cards-name").value, trial.line, said2));
    while (list.childElementCount > TRIED) list.lastElementChild.remove();
    say(said2.text || t("It would keep quiet."));
  }
  // look shows what would be written.
  async #look() {
    const told = await this.ask(() => this.api.writeCard(this.card.familiar, { ...this.fields.edit(), seen: this.card.seen }));
    if (!told) return;
    get("cards-changes").textContent = told.files.map(({ file, changes }) => `${file}
${changes}`).join("\n");
    get("cards-changes").hidden = false;
    get("cards-write").hidden = false;
    get("cards-write").focus();
  }
  async #write() {
    const told = await this.ask(() => this.api.writeCard(this.card.familiar, { ...this.fields.edit(), seen: this.card.seen, write: true }));
    this.#forgetFiles();
    if (!told) return;
    await this.open(this.card.familiar, this.room);
    this.tell(t("Written, and in force from now on.") + elsewhere(told));
  }
  async #undo(n) {
    const told = await this.ask(() => this.api.undo(this.card.familiar, n));
    if (!told) return;
    await this.open(this.card.familiar, this.room);
    this.tell(t("{file} is as it was before, and in force from now on.", { file: told.file }) + elsewhere(told));
  }
  // forgetFiles has what would be written be looked at anew.
  #forgetFiles() {
    get("cards-changes").hidden = true;
    get("cards-write").hidden = true;
    get("cards-look").disabled = !this.card || this.card.fixed || Object.keys(this.fields.edit()).length === 0;
  }
};
function priced({ model, usd }) {
  const words = { model, price: dollars(usd) };
  return usd > 0 ? t("One call of {model}: about {price}.", words) : t("One call of {model}: {price}.", words);
}

// files/drain.js
var drained = ({ state: state2 }) => state2 === "drains" || state2 === "drained";
var amount = ({ partitions, accounts: accounts2 }) => partitions + accounts2.length;
function drainButton(node, all) {
  const others = all.some((other) => other.node !== node.node && other.state === "works");
  if (!drained(node) && !(node.state === "works" && others)) return null;
  return el("button", {
    type: "button",
    className: "quiet-button",
    data: { order: node.node },
    "aria-haspopup": "dialog",
    "aria-label": drained(node) ? t("Have {node} take its share again", { node: node.node }) : t("Drain {node}", { node: node.node }),
    onclick: () => document.dispatchEvent(new CustomEvent("drain", { detail: node }))
  }, drained(node) ? t("Take its share again") : t("Drain"));
}
var Drain = class {
  // leave(why) is called when the token is refused.
  constructor(api, leave) {
    this.api = api;
    Object.assign(this, asking("drain", leave));
    this.dialog = get("drain");
    get("drain-close").addEventListener("click", () => this.dialog.close());
    get("drain-order").addEventListener("click", () => this.#order());
    document.addEventListener("drain", ({ detail }) => this.#open(detail));
    document.addEventListener("nodes", ({ detail }) => this.#look(detail));
  }
  #open(node) {
    this.node = node;
    this.had = 0;
    this.undo = drained(node);
    const has = [tn("{n} partition", "{n} partitions", node.partitions), ...node.accounts].join(", ");
    get("drain-title").textContent = `${node.node} · ${node.host}`;
    get("drain-says").textContent = this.undo ? t("It takes its share of the partitions again, one after the other. Accounts stay where they are.") : t("It has {has}, and gives all of it to the other processes, one after the other, as a planned restart does. That takes some seconds, in which lines wait about one. It goes on running, and takes nothing more until it is told to or restarted.", { has });
    get("drain-progress").hidden = true;
    get("drain-order").textContent = this.undo ? t("Have it take its share again") : t("Drain it");
    get("drain-order").hidden = false;
    this.tell("");
    this.dialog.showModal();
  }
  async #order() {
    const { node } = this.node;
    const done = await this.ask(() => this.api.order(node, this.undo ? "undrain" : "drain"));
    if (!done || node !== this.node.node) return;
    get("drain-order").hidden = true;
    if (this.undo) return this.tell(t("It takes its share again."));
    this.had = Math.max(1, amount(this.node));
    get("drain-progress").hidden = false;
    this.#show(this.node);
  }
  // look shows how a process that was told to drain gets on.
  #look(nodes2) {
    if (!this.dialog.open || !this.had) return;
    const node = nodes2.find((one) => one.node === this.node.node);
    if (node) this.#show(node);
    else this.tell(t("It is gone."));
  }
  #show(node) {
    const left = amount(node);
    get("drain-progress").value = 1 - Math.min(1, left / this.had);
    const words = left > 0 ? tn("It has {n} partition or account still.", "It has {n} partitions and accounts still.", left) : t("It has nothing any more, and can be stopped.");
    if (get("drain-note").textContent !== words) say(words);
    this.tell(words);
  }
};

// files/panes.js
function show(pane) {
  const app = get("app");
  app.dataset.pane = pane;
  for (const tab of app.querySelectorAll(".tabs button")) tab.setAttribute("aria-pressed", String(tab.dataset.pane === pane));
}
function start() {
  get("app").querySelector(".tabs").addEventListener("click", (event) => {
    const pane = event.target.closest("button")?.dataset.pane;
    if (pane === "home") location.hash = "#home";
    if (pane) show(pane);
  });
}

// files/home.js
var EVERY2 = 2e3;
var Home = class {
  #shown = "";
  // what is drawn, as it came
  #urgent = "";
  // the needs a screen reader was told of
  #opened = 0;
  // leave(why) is called when the token is refused.
  constructor(api, leave) {
    this.api = api;
    this.leave = leave;
  }
  // open shows home, and gives false where the token may not see it.
  async open() {
    const opened = ++this.#opened;
    const first = await this.api.home().catch((failure) => ({ failure }));
    if (opened !== this.#opened) return true;
    if (first.failure?.status === 401) {
      this.leave(t("That token is not valid here. Use the address the program printed last."));
      return true;
    }
    if (first.failure?.status === 403 || first.failure?.status === 404) return false;
    this.#show(true);
    get("home-link").setAttribute("aria-current", "page");
    get("app").classList.add("at-home");
    show("home");
    document.title = `${t("Home")} - familiar`;
    this.#take(first);
    this.#rounds(opened);
    return true;
  }
  // allow shows the way home where the token may go there.
  async allow() {
    const asked = await this.api.home().catch(() => null);
    this.#show(asked !== null);
  }
  // show shows the ways to what an operator may see.
  #show(may) {
    for (const way of ["home-link", "home-tab", "cards-open"]) get(way).hidden = !may;
  }
  close() {
    this.#opened++;
    get("app").classList.remove("at-home");
    get("home-link").removeAttribute("aria-current");
  }
  async #rounds(opened) {
    for (; ; ) {
      await new Promise((done) => setTimeout(done, EVERY2));
      if (opened !== this.#opened) return;
      if (document.hidden) continue;
      const looked = await this.api.home().catch((failure) => ({ failure }));
      if (opened !== this.#opened) return;
      if (looked.failure?.status === 401) return this.leave(t("That token is no longer valid. Use the address the program printed last."));
      this.#take(looked);
    }
  }
  #take(looked) {
    const note = get("home-note");
    note.hidden = !looked.failure;
    if (looked.failure) {
      note.textContent = looked.failure.status ? t("This is no longer up to date: {why}", { why: looked.failure.message }) : t("This is no longer up to date: the program doesn't answer");
      return;
    }
    const { at: at2, ...stands } = looked;
    const shown3 = JSON.stringify(stands);
    if (shown3 === this.#shown) return;
    this.#shown = shown3;
    const ordered = document.activeElement?.dataset?.order;
    get("home-needs").replaceChildren(...needs(stands.needs ?? []));
    get("home-cards").replaceChildren(accounts(stands.accounts), models(stands.models), keeping(stands), ...nodes(stands.nodes), ...familiars(stands));
    if (ordered) [...get("home-cards").querySelectorAll("[data-order]")].find((button) => button.dataset.order === ordered)?.focus();
    document.dispatchEvent(new CustomEvent("nodes", { detail: stands.nodes ?? [] }));
    const urgent = (stands.needs ?? []).map(({ says }) => says).join(" ");
    if (urgent !== this.#urgent) say(urgent || t("Nothing needs you any more."));
    this.#urgent = urgent;
  }
};
function needs(all) {
  if (all.length === 0) return [el("p", { className: "home-well" }, t("Nothing needs you."))];
  return [el("ol", { className: "needs" }, all.map(({ kind, of: of2, says, do: remedy }) => el("li", { data: { kind, of: of2 ?? "" } }, el("b", {}, says), " ", remedy)))];
}
function card(title, rows, empty) {
  return el("section", { className: "card" }, el("h3", {}, title), rows.length ? el("ul", {}, rows) : el("p", { className: "hint" }, empty));
}
function row2(name, about, words, how, order2 = null) {
  return el(
    "li",
    { className: "standing", data: { how, of: name } },
    el("span", { className: "lamp", "aria-hidden": "true" }),
    el("b", {}, name),
    about && el("small", {}, about),
    el("span", { className: "standing-words" }, words),
    order2
  );
}
function accounts(all) {
  return card(
    t("Accounts"),
    (all ?? []).map((a) => row2(a.account, a.network, accountInWords(a), !a.listens ? "bad" : a.limited > 0 ? "busy" : "well")),
    t("No account is configured: add one under [accounts], and a familiar that speaks through it.")
  );
}
function accountInWords(a) {
  const { up, of: of2, left, total, resets } = a.shards ?? {};
  return [connectionInWords(a), of2 > 1 && t("{up} of {n} shards are up", { up, n: of2 }), total > 0 && t("{left} of {n} sessions left until {when}", { left, n: total, when: moment(resets) }), a.limited > 0 && t("posts wait until {when}, as its network asked", { when: moment(a.limited) })].filter(Boolean).join(" · ");
}
function connectionInWords({ listens, since, state: state2, shards }) {
  if (!listens && shards?.of > 1 && state2 === "listens") return t("hears a part of its network");
  if (listens) return since ? t("connected since {when}", { when: moment(since) }) : t("connected");
  if (state2 && state2 !== "at rest" && state2 !== "at work") return state2;
  return since ? t("not connected since {when}", { when: moment(since) }) : t("has not connected yet");
}
function models(all) {
  return card(
    t("Models"),
    (all ?? []).map((m) => row2(m.model, usersOf(m), modelInWords(m), !m.answers ? "bad" : m.queue > 0 || m.paused ? "busy" : "well")),
    t("No familiar has a model: set model under [familiars].")
  );
}
var usersOf = ({ writes, judges }) => [writes?.length && t("writes for {who}", { who: writes.join(", ") }), judges?.length && t("judges for {who}", { who: judges.join(", ") })].filter(Boolean).join("; ");
function modelInWords({ answers, since, reason, calls, queue, open, paused, today }) {
  const cost = today > 0 && t("{spent} today", { spent: `$${today.toFixed(2)}` });
  if (!answers) return [t("not called since {when}: {why}", { when: moment(since), why: reason }), open && t("it is tried now and then"), cost].filter(Boolean).join("; ");
  return [paused ? t("pauses, as its provider asked") : t("answers"), calls > 0 && t("{n} under way", { n: calls }), queue > 0 && t("{n} waiting", { n: queue }), cost].filter(Boolean).join(" · ");
}
function keeping({ day: day2, budget, journal, held }) {
  const spent = budget.limit > 0 && budget.today >= budget.limit;
  const full = journal.reserve > 0 && journal.free < 2 * journal.reserve;
  return card(t("Budget and journal"), [
    row2(t("Spent today"), day2, budget.limit > 0 ? t("{spent} of {limit}", { spent: `$${budget.today.toFixed(2)}`, limit: `$${budget.limit.toFixed(2)}` }) : t("{spent}, no limit", { spent: `$${budget.today.toFixed(2)}` }), spent ? "bad" : budget.step > 0 ? "busy" : "well"),
    row2(t("Journal"), "", tn("{n} record would be read again at a start", "{n} records would be read again at a start", journal.lag), "well"),
    journal.reserve > 0 && row2(t("Disk"), "", t("{free} free; lines are refused below {least}", { free: bytes(journal.free), least: bytes(journal.reserve) }), full ? "bad" : "well"),
    held?.length > 0 && row2(t("Hold"), "", t("nothing is erased of {what}", { what: held.join(", ") }), "busy")
  ].filter(Boolean));
}
function nodes(all) {
  if (!all?.length) return [];
  return [card(t("Processes that share the channels"), all.map((n) => row2(n.node, [n.host, n.version].join(" · "), nodeInWords(n), n.state === "works" ? "well" : "busy", drainButton(n, all))))];
}
function nodeInWords({ state: state2, here, since, partitions, accounts: accounts2 }) {
  const has = [tn("{n} partition", "{n} partitions", partitions), accounts2.length > 0 && accounts2.join(", ")];
  const does = { drains: t("gives up what it has"), drained: t("has nothing, as it was drained"), waits: t("gets nothing yet: familiar nodes says why") };
  return [here && t("this page's"), t("since {when}", { when: moment(since) }), does[state2], ...partitions + accounts2.length > 0 ? has : []].filter(Boolean).join(" · ");
}
function familiars({ familiars: all, since, counted: counted2, partly }) {
  if (counted2 === 0) return [card(t("Familiars"), [], t("What they did in the last day is being counted."))];
  const when = partly ? t("since {when}, in the channels that were talked in last", { when: exact(since) }) : t("since {when}", { when: exact(since) });
  if (!all?.length) return [card(t("Familiars"), [], t("No familiar has heard anything since yesterday. Invite its account to a channel, or say something in one."))];
  return all.map((f) => el(
    "section",
    { className: "card", data: { familiar: f.familiar } },
    el("h3", {}, f.name, el("small", {}, ` ${when}`)),
    el(
      "dl",
      { className: "figures" },
      figure(t("lines heard"), f.heard),
      figure(t("answers it was asked for"), f.asked),
      figure(t("said unasked"), f.unasked),
      f.welcome !== void 0 && figure(t("of these welcome"), `${Math.round(100 * f.welcome)} %`)
    ),
    f.quiet?.length > 0 && el(
      "details",
      { className: "quiet-reasons" },
      el("summary", {}, t("Why it kept quiet")),
      el("ul", {}, f.quiet.map(({ says, times }) => el("li", {}, el("b", {}, `${times}×`), ` ${says}`)))
    )
  ));
}
var figure = (term, value) => el("div", {}, el("dt", {}, term), el("dd", {}, String(value)));
var moment = (ms) => Date.now() - ms < 20 * 36e5 ? clock(ms) : exact(ms);
function bytes(n) {
  if (n >= 1e9) return `${(n / 1e9).toFixed(1)} GB`;
  return `${Math.round(n / 1e6)} MB`;
}

// files/kept.js
var Kept = class {
  // leave(why) is called when the token is refused.
  constructor(api, leave) {
    this.api = api;
    Object.assign(this, asking("kept", leave));
    this.dialog = get("kept");
    get("kept-open").addEventListener("click", () => this.open());
    get("kept-close").addEventListener("click", () => this.dialog.close());
    get("kept-hold").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#hold();
    });
  }
  async open() {
    this.tell("");
    if (!this.dialog.open) this.dialog.showModal();
    await this.#list();
  }
  async #list() {
    const told = await this.ask(() => this.api.retention());
    if (!told) return;
    get("kept-rest").textContent = t("{keep}, where no rule says otherwise ({from}).", { keep: told.keep, from: told.from });
    get("kept-none").hidden = told.rules.length > 0;
    get("kept-rules").replaceChildren(...told.rules.map(({ match, keep, from }) => el("li", {}, el("b", {}, match), ` ${keep} `, el("small", {}, from))));
    get("kept-free").hidden = told.holds.length > 0;
    get("kept-holds").replaceChildren(...told.holds.map((hold) => this.#row(hold)));
  }
  #row({ match, reason, by, since }) {
    const button = order(t("Release"), t("What should have gone since then goes for good: release it"), () => this.#release(match), t("Release {match}", { match }));
    return el(
      "li",
      { className: "hold", data: { hold: match } },
      el("b", {}, match),
      " ",
      reason,
      " ",
      el("small", {}, t("{when}, by {who}", { when: exact(Date.parse(since)), who: by })),
      button
    );
  }
  async #hold() {
    const done = await this.ask(() => this.api.hold(get("kept-match").value.trim(), get("kept-reason").value.trim()));
    if (!done) return;
    get("kept-hold").reset();
    await this.#list();
    this.tell(t("Held. Every process has it in force within ten seconds."));
  }
  async #release(match) {
    if (!await this.ask(() => this.api.release(match))) return;
    await this.#list();
    this.tell(t("Released. What should have gone goes within an hour."));
    get("kept-match").focus();
  }
};

// files/letters.js
var Letters = class {
  // leave(why) is called when the token is refused.
  constructor(api, leave) {
    this.api = api;
    Object.assign(this, asking("letters", leave));
    this.dialog = get("letters");
    get("letters-open").addEventListener("click", () => this.open());
    get("letters-close").addEventListener("click", () => this.dialog.close());
  }
  async open() {
    this.tell("");
    if (!this.dialog.open) this.dialog.showModal();
    await this.#list();
  }
  async #list() {
    const told = await this.ask(() => this.api.letters());
    if (!told) return;
    get("letters-none").hidden = told.letters.length > 0;
    get("letters-list").replaceChildren(...told.letters.map((letter) => this.#row(letter)));
    const more = told.all - told.letters.length;
    get("letters-more").hidden = more <= 0;
    get("letters-more").textContent = tn("and {n} older one", "and {n} older ones", more);
  }
  #row(l) {
    const kind = l.event ? t("An event, which its channel skipped") : l.unknown ? t("Nobody knows whether people have seen it") : t("It was not posted");
    return el(
      "li",
      { className: "letter", data: { letter: l.letter, unknown: String(Boolean(l.unknown)) } },
      el("div", {}, el("b", {}, kind), " ", el("time", { dateTime: new Date(l.at).toISOString() }, exact(l.at))),
      el("small", {}, [l.name || l.channel, l.familiar].filter(Boolean).join(" · ")),
      l.text && el("q", {}, l.text),
      el("p", {}, l.reason),
      el(
        "div",
        { className: "letter-orders" },
        l.look && order(t("Look again"), "", () => this.#look(l)),
        l.repost && order(t("Post again"), l.unknown ? t("I have looked, it isn't there: post it again") : t("Post it, without who it answered"), () => this.#use(l, "repost", t("It is being said again."))),
        order(t("Let go"), t("Let it go for good"), () => this.#use(l, "drop", t("It is let go.")))
      )
    );
  }
  async #use({ letter }, what, done) {
    const told = await this.ask(() => this.api.sort(letter, what));
    if (!told) return;
    await this.#list();
    this.tell(done);
    get("letters-close").focus();
  }
  async #look({ letter }) {
    const told = await this.ask(() => this.api.sort(letter, "look"));
    if (!told) return;
    if (told.found) await this.#list();
    this.tell(told.found ? t("It is there: people can see it. It is off the list.") : t("Its network doesn't show it. That proves nothing of an old one: look yourself before you post it again."));
  }
};

// files/steer.js
var ORDERS = [
  ["engage", t("Open the window"), t("Every line counts as meant for it, until it is closed.")],
  ["disengage", t("Step back"), t("Its window and credits end, and another may take over.")],
  ["stop", t("Stop the reply"), t("What is being written now is not posted.")],
  ["unlearn", t("Unlearn"), t("What it has learned here about speaking unasked is reset.")]
];
var Steer = class {
  // leave(why) is called when the token is refused.
  constructor(api, leave) {
    this.api = api;
    Object.assign(this, asking("steer", leave));
    this.dialog = get("steer");
    get("steer-orders").replaceChildren(...ORDERS.map(([tool, words, about], n) => el(
      "li",
      {},
      el("button", { type: "button", "aria-describedby": `steer-about-${n}`, onclick: () => this.#order(tool) }, words),
      el("small", { id: `steer-about-${n}` }, about)
    )));
    document.addEventListener("steer", ({ detail }) => this.open(detail));
    get("steer-close").addEventListener("click", () => this.dialog.close());
    get("steer-say").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#say();
    });
    get("steer-person").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#forget();
    });
    get("steer-person").addEventListener("input", () => this.#sure(false));
    get("steer-save").addEventListener("click", () => this.#save());
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
  }
  open({ member, room }) {
    this.member = member;
    this.room = room;
    get("steer-title").textContent = t("Steer {name}", { name: member.name });
    get("steer-text").value = "";
    get("steer-who").value = "";
    this.#sure(false);
    this.tell("");
    this.dialog.showModal();
  }
  // use gives what a tool answers about this familiar here, or null.
  #use(tool, more) {
    return this.ask(() => this.api.use(tool, { channel: idOf(this.room), ...more }));
  }
  async #order(tool, more = {}) {
    const told = await this.#use(tool, { familiar: this.member.familiar, ...more });
    if (told) this.tell([t("Done."), ...(told.familiars ?? []).map(({ reason }) => reason)].filter(Boolean).join(" "));
    return told;
  }
  async #say() {
    const text = get("steer-text").value.trim();
    if (text && await this.#order("say", { text })) get("steer-text").value = "";
  }
  async #forget() {
    const person = get("steer-who").value.trim();
    if (!person) return;
    if (!this.sure) return this.#sure(true);
    this.#sure(false);
    const told = get("steer-where").value === "here" ? await this.#use("forget", { person }) : await this.ask(() => this.api.use("forget", { person }));
    if (!told) return;
    const where = tn("It is erased in {n} channel within a minute.", "It is erased in {n} channels within a minute.", told.channels);
    this.tell(told.held ? `${where} ${t("A hold keeps some of it in the journal.")}` : where);
  }
  // sure says whether the next press erases.
  #sure(sure) {
    this.sure = sure;
    get("steer-forget").textContent = sure ? t("Erase it for good") : t("Forget them");
  }
  async #save() {
    const person = get("steer-who").value.trim();
    if (!person) return get("steer-who").focus();
    const kept = await this.ask(() => this.api.person(person));
    if (!kept) return;
    save(`${person}.json`, [JSON.stringify(kept, null, 1)], "application/json");
    this.tell(t("What is kept about {who} is saved.", { who: person }));
  }
};

// files/sse.js
var Parser = class {
  #rest = "";
  #name = "";
  #lines = [];
  id = "";
  // push takes the next piece of text and gives the events it completes:
  // {name, text, id}. A piece may end anywhere, even between CR and LF.
  push(text) {
    const events = [];
    this.#rest += text;
    for (; ; ) {
      const end = this.#rest.search(/[\r\n]/);
      if (end < 0) break;
      const cr = this.#rest[end] === "\r";
      if (cr && end === this.#rest.length - 1) break;
      const line = this.#rest.slice(0, end);
      this.#rest = this.#rest.slice(end + (cr && this.#rest[end + 1] === "\n" ? 2 : 1));
      const event = this.#line(line);
      if (event) events.push(event);
    }
    return events;
  }
  #line(line) {
    if (line === "") return this.#finish();
    const colon = line.indexOf(":");
    if (colon === 0) return null;
    const field2 = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field2 === "event") this.#name = value;
    else if (field2 === "data") this.#lines.push(value);
    else if (field2 === "id" && !value.includes("\0")) this.id = value;
    return null;
  }
  #finish() {
    const event = this.#lines.length ? { name: this.#name || "message", text: this.#lines.join("\n"), id: this.id } : null;
    this.#name = "";
    this.#lines = [];
    return event;
  }
};

// files/outcomes.js
var FURTHEST = 500;
var SPOKEN = /* @__PURE__ */ new Set(["spoke", "late"]);
var BESIDE = /* @__PURE__ */ new Set(["reacted", "refused", "fork", "cut", "spare", "lore"]);
var ALONE = /* @__PURE__ */ new Set(["judge", "stale", "shed", "outage"]);
var QUESTIONS = /* @__PURE__ */ new Set(["judge", "odds", "unlikely", "overdue", "floor"]);
var Outcomes = class {
  #keys = /* @__PURE__ */ new Set();
  // of the decisions that are known
  #lines = /* @__PURE__ */ new Map();
  // line id → familiar → its decisions, oldest first
  #familiars = /* @__PURE__ */ new Map();
  // familiar → all its decisions, oldest first
  // add takes a decision, of any time, and gives whether it is new.
  add(decision) {
    const key = keyOf(decision);
    if (this.#keys.has(key)) return false;
    this.#keys.add(key);
    insert(at(this.#familiars, decision.familiar, () => []), decision);
    if (decision.line) insert(at(at(this.#lines, decision.line, () => /* @__PURE__ */ new Map()), decision.familiar, () => []), decision);
    return true;
  }
  // of gives what a line has come to, one {familiar, name, came, decisions} for each
  // that decided on it; came is "spoke", "quiet" or "waiting". That another account's copy
  // was dropped is about no familiar.
  of(line) {
    return [...this.#lines.get(line) ?? []].flatMap(([familiar, decisions]) => {
      const told = decisions.filter(({ rung }) => rung !== "duplicate");
      if (told.length === 0) return [];
      return [{ familiar, name: told[0].name || familiar || "everyone", came: this.#came(line, told), decisions: told }];
    }).sort((a, b) => a.familiar.localeCompare(b.familiar));
  }
  // waited gives the lines that a decision may settle: those that its familiar has
  // left open since it last settled something.
  waited(decision) {
    const lines2 = /* @__PURE__ */ new Set();
    for (const d of this.#before(decision)) {
      if (closes(d)) break;
      if (d.line && isOpen(d)) lines2.add(d.line);
    }
    return [...lines2];
  }
  // prune lets go of what was decided before a moment, ms.
  prune(before) {
    for (const [familiar, decisions] of this.#familiars) {
      const kept = decisions.findIndex((d) => d.at >= before);
      for (const d of decisions.splice(0, kept < 0 ? decisions.length : kept)) {
        this.#keys.delete(keyOf(d));
        this.#lines.delete(d.line);
      }
      if (decisions.length === 0) this.#familiars.delete(familiar);
    }
  }
  #came(line, decisions) {
    const last = decisions.findLast(({ rung }) => !BESIDE.has(rung)) ?? decisions.at(-1);
    if (!isOpen(last) || cameOf(last) === "spoke") return cameOf(last) ?? "quiet";
    const all = this.#familiars.get(last.familiar);
    const from = all.indexOf(last) + 1;
    for (const d of all.slice(from, from + FURTHEST)) {
      if (!closes(d) || ALONE.has(d.rung) && d.line && d.line !== line) continue;
      if (last.verdict === "answered" && QUESTIONS.has(d.rung)) continue;
      return "quiet";
    }
    return "waiting";
  }
  *#before(decision) {
    const all = this.#familiars.get(decision.familiar) ?? [];
    const from = all.indexOf(decision);
    for (let i = from - 1; i >= Math.max(0, from - FURTHEST); i--) yield all[i];
  }
};
function cameOf(d) {
  if (d.act === "settled" && SPOKEN.has(d.rung)) return "spoke";
  if (isOpen(d)) return "waiting";
  return d.verdict === "quiet" ? "quiet" : null;
}
var keyOf = (d) => [d.familiar, d.line, d.at, d.act, d.rung, d.n, d.trigger, d.reason].join("\0");
var isOpen = ({ verdict }) => verdict === "open" || verdict === "answered";
var closes = (d) => d.act === "settled" && !BESIDE.has(d.rung) && (d.verdict === "quiet" || SPOKEN.has(d.rung));
function insert(list, decision) {
  let i = list.length;
  while (i > 0 && list[i - 1].at > decision.at) i--;
  list.splice(i, 0, decision);
}
function at(map, key, make) {
  if (!map.has(key)) map.set(key, make());
  return map.get(key);
}

// files/state.js
var KEPT = 500;
var MOST = 2e3;
var TAIL = 100;
var Room = class {
  items = [];
  byKey = /* @__PURE__ */ new Map();
  outcomes = new Outcomes();
  authors = /* @__PURE__ */ new Map();
  // person id → author, the latest to speak last
  members = [];
  met = false;
  // the server has said who they are
  seats = [];
  ailing = [];
  // whose model can't be had
  silent = [];
  // processes that tell nothing
  lacks = 0;
  // processes whose decisions of the past may be missing
  typing = /* @__PURE__ */ new Map();
  // who → when that is to be forgotten, ms
  skew = 0;
  // this computer's clock minus the server's, ms
  ready = false;
  cursor = "";
  // of the lines before the first; "": none has come yet
  begins = "";
  // why there are none before the first: "first" or "cut"; "": there may be
  apart = false;
  // newer lines were let go: what is said now isn't added
  #since = 0;
  // decisions of before are let go
  constructor({ id, channel, thread }) {
    this.id = id;
    this.channel = channel;
    this.thread = thread;
    this.called = called(this);
  }
  // apply takes one event and gives the items that are new, changed or gone:
  // {added, changed, gone}: an item, a list of items, an item, each or undefined.
  apply({ name, value, id }, now) {
    switch (name) {
      case "line":
        return this.#line(value, id);
      case "edit":
        return this.#edit(value);
      case "delete":
        return this.#delete(value);
      case "decision":
        return this.#decision(value);
      case "typing":
        return this.#typing(value, now);
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
    return {};
  }
  // before takes a page of what was said before the first item, and gives how many
  // items it added in front.
  before({ lines: lines2, decisions, next, cut }) {
    const told = decisions.filter((d) => this.outcomes.add(d));
    const thoughts2 = told.filter((d) => !d.line && this.outcomes.waited(d).length === 0).map(thoughtOf);
    const items = [];
    for (const line of lines2) {
      if (this.byKey.has(lineKey(line.id))) continue;
      while (thoughts2.length && thoughts2[0].decision.at < line.at) items.push(thoughts2.shift());
      items.push({ key: lineKey(line.id), kind: "line", line, cursor: line.cursor });
    }
    items.push(...thoughts2);
    for (const item of items) this.byKey.set(item.key, item);
    this.items.unshift(...items);
    this.cursor = next;
    if (!next) this.begins = cut ? "cut" : "first";
    this.#since = Math.min(this.#since, told[0]?.at ?? this.#since);
    return items.length;
  }
  // sending shows a line before the server has it; its event takes its place.
  sending(line) {
    return this.#add({ key: lineKey(line.id), kind: "line", line: { ...line, sending: true } });
  }
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
  line(id) {
    return this.byKey.get(lineKey(id))?.line;
  }
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
  #drop(items) {
    for (const { key } of items) this.byKey.delete(key);
  }
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
    return { changed: [.../* @__PURE__ */ new Set([d.line, ...settles])].map((id) => this.byKey.get(lineKey(id))).filter(Boolean) };
  }
  #typing({ author, familiar, on }, now) {
    const who = familiar || author?.id;
    if (on) this.typing.set(who, { name: author?.name || familiar, until: now + 12e3 });
    else this.typing.delete(who);
    return {};
  }
};
var lineKey = (id) => `line ${id}`;
var thoughts = 0;
var thoughtOf = (decision) => ({ key: `thought ${thoughts++}`, kind: "thought", decision });
function shorten(entries, most) {
  for (const key of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(key);
  }
}

// files/stream.js
var FIRST_PAUSE = 500;
var LAST_PAUSE = 15e3;
var SILENCE = 45e3;
var Stream = class {
  #abort = new AbortController();
  #attempt = null;
  // aborts one connection
  #wake = () => {
  };
  // ends a pause early
  #last = "";
  #failures = 0;
  // hears: events(list of {name, value, id}) once a piece, state(word, ms) with
  // "open", "waiting" (ms until the next attempt) or "connecting", and
  // refused(error) when the server says no for good; then the stream is over.
  constructor(api, room, hears) {
    this.api = api;
    this.room = room;
    this.hears = hears;
    this.#run();
  }
  close() {
    this.#abort.abort();
    this.#attempt?.abort();
    this.#wake();
  }
  // retry stops waiting and tries at once.
  retry() {
    this.#wake();
  }
  async #run() {
    while (!this.closed) {
      try {
        await this.#read();
      } catch (failure) {
        if (this.closed) return;
        if (failure.status >= 400 && failure.status < 500 && failure.status !== 429) {
          this.hears.refused(failure);
          return;
        }
      }
      if (this.closed) return;
      const pause = Math.min(LAST_PAUSE, FIRST_PAUSE * 2 ** this.#failures++) * (0.75 + Math.random() / 2);
      this.hears.state("waiting", pause);
      await new Promise((done) => {
        this.#wake = done;
        setTimeout(done, pause);
      });
      if (!this.closed) this.hears.state("connecting", 0);
    }
  }
  get closed() {
    return this.#abort.signal.aborted;
  }
  async #read() {
    const attempt = new AbortController();
    this.#attempt = attempt;
    let watch = setTimeout(() => attempt.abort(), SILENCE);
    try {
      const answer = await this.api.events(this.room, { after: this.#last, tail: TAIL, signal: attempt.signal });
      if (!answer.ok) throw await refusal(answer);
      this.hears.state("open", 0);
      const parser = new Parser();
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (; ; ) {
        const { value, done } = await reader.read();
        if (done || this.closed) return;
        clearTimeout(watch);
        watch = setTimeout(() => attempt.abort(), SILENCE);
        const events = parser.push(value).map(({ name, text, id }) => ({ name, value: JSON.parse(text), id }));
        if (parser.id) this.#last = parser.id;
        if (events.length === 0) continue;
        this.#failures = 0;
        this.hears.events(events);
      }
    } finally {
      clearTimeout(watch);
      attempt.abort();
    }
  }
};
async function peek(api, room, after, signal) {
  const abort = new AbortController();
  const over = AbortSignal.any([signal, abort.signal, AbortSignal.timeout(1e4)]);
  const answer = await api.events(room, { after, tail: 1, signal: over });
  if (!answer.ok) throw await refusal(answer);
  const parser = new Parser();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const lines2 = [];
  for (; ; ) {
    const { value, done } = await reader.read();
    const events = done ? [] : parser.push(value);
    for (const { name, text } of events) if (name === "line") lines2.push(JSON.parse(text));
    if (done || events.some(({ name }) => name === "ready")) {
      abort.abort();
      return { id: parser.id || after, lines: lines2 };
    }
  }
}

// files/channels.js
var EVERY3 = 15e3;
var LISTED = 30;
var OPENED = 20;
var same = (a, b) => a.channel === b.channel && a.thread === b.thread;
var keyOf2 = ({ channel, thread }) => `${channel}\0${thread}`;
var Channels = class {
  #known = /* @__PURE__ */ new Map();
  // key → {channel, thread}, as the server lists them
  #opened = /* @__PURE__ */ new Map();
  // the same of those opened here
  #seen = /* @__PURE__ */ new Map();
  // key → last event id seen
  #unread = /* @__PURE__ */ new Set();
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
  stop() {
    this.#over.abort();
  }
  // open marks a room as the one that is read.
  open(room) {
    this.room = room.id ? null : { channel: room.channel, thread: room.thread };
    if (room.id) return this.#show();
    this.#opened.delete(keyOf2(room));
    this.#opened.set(keyOf2(room), this.room);
    if (this.#opened.size > OPENED) this.#opened.delete(this.#opened.keys().next().value);
    this.#unread.delete(keyOf2(room));
    this.#seen.delete(keyOf2(room));
    this.#show();
  }
  async #rounds() {
    while (!this.#over.signal.aborted) {
      await new Promise((done) => setTimeout(done, EVERY3));
      if (document.hidden) continue;
      await this.#refresh().catch(() => {
      });
      for (const room of this.#rooms()) {
        if (this.#over.signal.aborted) return;
        if (!this.room || !same(room, this.room)) await this.#look(room).catch(() => {
        });
      }
      this.#show();
    }
  }
  async #look(room) {
    const key = keyOf2(room);
    const before = this.#seen.get(key);
    const { id, lines: lines2 } = await peek(this.api, room, before, this.#over.signal);
    if (before !== void 0 && lines2.length && !(this.room && same(room, this.room))) this.#unread.add(key);
    this.#seen.set(key, id ?? "");
  }
  async #refresh() {
    const { channels } = await this.api.find({ network: "web", limit: LISTED });
    this.#known = new Map((channels ?? []).map(({ channel, thread = "" }) => [keyOf2({ channel, thread }), { channel, thread }]));
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
    const unread = this.#unread.has(keyOf2(room));
    return el("li", { className: room.thread ? "thread" : "" }, el(
      "a",
      {
        href: address(room),
        className: unread ? "unread" : "",
        "aria-current": this.room && same(room, this.room) ? "page" : null
      },
      el("span", { className: "hash", "aria-hidden": "true" }, room.thread ? "↳" : "#"),
      el("span", { className: "channel-name" }, room.thread || room.channel),
      unread ? el("span", { className: "dot" }, el("span", { className: "sr" }, t("new lines"))) : null
    ));
  }
};

// files/complete.js
var Complete = class {
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
      id: `complete-${i}`,
      role: "option",
      "aria-selected": String(i === this.#chosen),
      onpointerdown: (event) => {
        event.preventDefault();
        this.#take(name);
      }
    }, name)));
    if (open) this.box.setAttribute("aria-activedescendant", `complete-${this.#chosen}`);
    else this.box.removeAttribute("aria-activedescendant");
  }
};

// files/composer.js
var TYPING_EVERY = 4e3;
var TYPING_ENDS = 6e3;
var Composer = class {
  #answering = null;
  // the line this replies to
  #editing = null;
  // the line this changes
  #typingAt = 0;
  #typingOff = 0;
  // does: {names() for completion, submit({text, reply, editing}), last() the
  // newest line of the speaker, up() into the transcript, typing(on)}.
  constructor(does) {
    this.does = does;
    this.box = get("box");
    this.complete = new Complete(this.box, does.names);
    this.box.addEventListener("input", () => this.#input());
    this.box.addEventListener("keydown", (event) => this.#key(event));
    get("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    get("answering-off").addEventListener("click", () => this.clear());
  }
  reply(line) {
    this.#editing = null;
    this.#answering = line;
    this.#say(t("Replying to {who}: {text}", { who: line.author.name || line.author.id, text: line.text }));
  }
  edit(line) {
    this.#answering = null;
    this.#editing = line;
    this.box.value = line.text;
    this.#say(t("Editing your line"));
    this.#fit();
  }
  // clear drops reply and edit; the text goes only with the edit.
  clear() {
    if (this.#editing) this.box.value = "";
    this.#answering = this.#editing = null;
    get("answering").hidden = true;
    this.#fit();
    this.box.focus();
  }
  #say(text) {
    get("answering-text").textContent = text;
    get("answering").hidden = false;
    this.box.focus();
  }
  #input() {
    this.#fit();
    this.complete.look();
    clearTimeout(this.#typingOff);
    if (!this.box.value.trim()) return this.#typing(false);
    this.#typingOff = setTimeout(() => this.#typing(false), TYPING_ENDS);
    if (!this.#editing && Date.now() - this.#typingAt > TYPING_EVERY) this.#typing(true);
  }
  #typing(on) {
    if (!on && !this.#typingAt) return;
    this.#typingAt = on ? Date.now() : 0;
    this.does.typing(on);
  }
  #key(event) {
    if (event.isComposing || this.complete.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.#submit();
    } else if (event.key === "Escape" && !get("answering").hidden) {
      event.stopPropagation();
      this.clear();
    } else if (event.key === "ArrowUp" && this.box.value === "") {
      event.preventDefault();
      const line = event.shiftKey ? null : this.does.last();
      if (line) this.edit(line);
      else this.does.up();
    }
  }
  #submit() {
    const text = this.box.value.trim();
    if (!text) return;
    clearTimeout(this.#typingOff);
    this.#typingAt = 0;
    this.does.submit({ text, reply: this.#answering, editing: this.#editing });
    this.box.value = "";
    this.clear();
    this.complete.close();
  }
  #fit() {
    this.box.style.height = "auto";
    this.box.style.height = `${Math.min(this.box.scrollHeight + 2, innerHeight / 3)}px`;
  }
};

// files/finder.js
var EVERY4 = 5e3;
var ROW = 56;
var BESIDE2 = 6;
var PAUSE2 = 200;
var SOON = 500;
var Finder = class {
  #rows = [];
  #drawn = /* @__PURE__ */ new Map();
  // place in the list → its row in the document
  #next = "";
  #all = 0;
  #asked = 0;
  // searches; an answer to an earlier one shows nothing
  #reading = false;
  #again;
  // a search that is due soon
  #skew = 0;
  // this computer's clock minus the server's, ms
  #over = new AbortController();
  constructor(api) {
    this.api = api;
    this.scroller = get("found");
    this.list = get("found-list");
    const { signal } = this.#over;
    let typed;
    get("find").addEventListener("input", () => {
      clearTimeout(typed);
      typed = setTimeout(() => this.#search(), PAUSE2);
    }, { signal });
    get("find-network").addEventListener("change", () => this.#search(), { signal });
    this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true, signal });
    this.list.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.counting = setInterval(() => this.#count(), 1e3);
    this.looking = setInterval(() => document.hidden || this.scroller.scrollTop > 0 || this.#search(), EVERY4);
  }
  start() {
    return this.#search();
  }
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
    const told = await this.api.find(this.#wanted()).catch(() => null);
    if (told && asked === this.#asked) this.#take(told);
  }
  #wanted() {
    return { network: get("find-network").value, q: get("find").value.trim() };
  }
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
    this.#rows.push(...told.channels.filter(({ id }) => !known.has(id)));
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
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / ROW) - BESIDE2);
    const last = Math.ceil((this.scroller.scrollTop + this.scroller.clientHeight) / ROW) + BESIDE2;
    for (const [at2, node] of this.#drawn) {
      if (at2 >= first && at2 < last) continue;
      node.remove();
      this.#drawn.delete(at2);
    }
    for (let at2 = Math.min(last, this.#rows.length) - 1; at2 >= first; at2--) {
      if (this.#drawn.has(at2)) continue;
      const node = this.#row(this.#rows[at2], at2);
      this.list.insertBefore(node, this.#drawn.get(at2 + 1) ?? null);
      this.#drawn.set(at2, node);
    }
    if (last > this.#rows.length) this.#more();
  }
  #row(row4, at2) {
    const node = el(
      "li",
      { className: "found", "aria-setsize": String(this.#all), "aria-posinset": String(at2 + 1) },
      el(
        "a",
        { href: addressOf(row4), "aria-current": this.id === row4.id ? "page" : null, title: row4.id },
        el("span", { className: "channel-name" }, called(row4)),
        el("small", { data: { doing: row4.id } }, this.#doing(row4))
      )
    );
    node.style.top = `${ROW * at2}px`;
    return node;
  }
  // doing says who is at work there, and else when somebody thinks about speaking or
  // when the channel was last talked in.
  #doing(row4) {
    const now = Date.now() - this.#skew;
    const names = new Map((row4.members ?? []).map(({ familiar, name }) => [familiar, name]));
    const busy2 = row4.seats.filter(({ act }) => act !== "idle" && act !== "waiting");
    const words = busy2.map((seat) => `${names.get(seat.familiar) ?? seat.familiar}: ${seatInWords(seat, seat.until ? seat.until - now : 0)}`);
    if (words.length) return words.join(", ");
    const next = row4.seats.filter(({ thinks }) => thinks > now).sort((a, b) => a.thinks - b.thinks)[0];
    if (next) return t("{name} thinks in {span}", { name: names.get(next.familiar) ?? next.familiar, span: span(next.thinks - now) });
    const by = row4.seats.filter(({ occasion }) => occasion > now).sort((a, b) => a.occasion - b.occasion)[0];
    if (by && by.occasion - now < 36e5) return t("{name}: {what} in {span}", { name: names.get(by.familiar) ?? by.familiar, what: by.schedule, span: span(by.occasion - now) });
    return `${row4.network} · ${row4.last ? t("{span} ago", { span: span(now - row4.last) }) : t("nothing yet")}`;
  }
  #count() {
    for (const node of this.list.querySelectorAll("[data-doing]")) {
      const row4 = this.#rows.find(({ id }) => id === node.dataset.doing);
      const words = row4 ? this.#doing(row4) : "";
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
};

// files/menu.js
var Menu = class {
  #opener = null;
  constructor() {
    this.node = get("menu");
    this.node.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("pointerdown", (event) => {
      if (!this.node.contains(event.target)) this.close(false);
    });
  }
  // open shows choices, [words, what to do], where show puts it.
  open(anchor, choices, show2) {
    this.#opener = anchor;
    this.node.replaceChildren(...choices.map(([words, act]) => el("button", {
      type: "button",
      role: "menuitem",
      tabIndex: -1,
      onclick: () => {
        this.close(true);
        act();
      }
    }, words)));
    show2(this.node, anchor);
    this.node.firstElementChild.focus();
  }
  close(back) {
    if (this.node.hidden) return;
    this.node.hidden = true;
    if (back) this.#opener?.focus();
  }
  #key(event) {
    const all = [...this.node.children];
    const at2 = all.indexOf(document.activeElement);
    if (event.key === "ArrowDown") all[(at2 + 1) % all.length].focus();
    else if (event.key === "ArrowUp") all[(at2 + all.length - 1) % all.length].focus();
    else if (event.key === "Escape" || event.key === "Tab") this.close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
};

// files/people.js
var KEY3 = "familiar.people";
var CHOSEN = "familiar.speaker";
var ADD = "\0add";
function hue(id) {
  let sum = 2166136261;
  for (const c of id) sum = Math.imul(sum ^ c.codePointAt(0), 16777619);
  return (sum >>> 0) % 24 * 15;
}
var idOf2 = (name) => name.toLowerCase().normalize("NFKC").replace(/\s+/g, "-");
var People = class {
  // changed is called when somebody else is chosen.
  constructor(changed) {
    this.changed = changed;
    this.all = read2();
    this.select = get("speaker");
    this.form = get("person-form");
    this.#show(localStorage.getItem(CHOSEN));
    this.select.addEventListener("change", () => this.#choose());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#add(get("person-name").value.trim(), get("person-bot").checked);
    });
    get("person-cancel").addEventListener("click", () => this.#close());
    this.form.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#close();
    });
  }
  // speaker is {id, name, bot}.
  get speaker() {
    return this.all.find(({ id }) => id === this.chosen) ?? this.all[0];
  }
  // has reports whether an author is one of those who speak from here.
  has(author, familiar) {
    return !familiar && this.all.some(({ id }) => id === author.id);
  }
  #choose() {
    if (this.select.value === ADD) {
      this.select.value = this.chosen;
      this.form.hidden = false;
      get("person-name").focus();
      return;
    }
    this.#show(this.select.value);
    this.changed();
  }
  #add(name, bot) {
    if (!name) return;
    const person = { id: idOf2(name), name, bot };
    this.all = [...this.all.filter(({ id }) => id !== person.id), person];
    localStorage.setItem(KEY3, JSON.stringify(this.all));
    this.#show(person.id);
    this.#close();
    this.changed();
  }
  #close() {
    this.form.reset();
    this.form.hidden = true;
    get("box").focus();
  }
  #show(chosen) {
    this.chosen = this.all.some(({ id }) => id === chosen) ? chosen : this.all[0].id;
    localStorage.setItem(CHOSEN, this.chosen);
    this.select.replaceChildren(
      ...this.all.map(({ id, name, bot }) => el("option", { value: id }, bot ? `${name} (${t("bot")})` : name)),
      el("option", { value: ADD }, t("add person…"))
    );
    this.select.value = this.chosen;
    this.select.style.setProperty("--hue", hue(this.chosen));
  }
};
function read2() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY3));
    if (Array.isArray(kept) && kept.length) return kept;
  } catch {
  }
  return [{ id: "ana", name: "Ana", bot: false }, { id: "ben", name: "Ben", bot: false }];
}

// files/seats.js
var Seats = class {
  #cards = /* @__PURE__ */ new Map();
  // familiar → {node, state, seat}
  // command is called with {command, familiar}.
  constructor(command) {
    this.command = command;
    setInterval(() => this.tick(), 250);
  }
  // show draws the room's familiars: its members, and who else has a seat.
  show(room) {
    this.room = room;
    const known = new Map(room.members.map((m) => [m.familiar, m]));
    for (const seat of room.seats) if (!known.has(seat.familiar)) known.set(seat.familiar, seat);
    const list = get("seats");
    for (const [familiar, card2] of this.#cards) {
      if (!known.has(familiar) || card2.member !== known.get(familiar).preset) {
        card2.node.remove();
        this.#cards.delete(familiar);
      }
    }
    for (const [familiar, member] of known) {
      if (!this.#cards.has(familiar)) this.#cards.set(familiar, this.#card(familiar, member));
      const card2 = this.#cards.get(familiar);
      card2.seat = room.seats.find((seat) => seat.familiar === familiar) ?? { act: "idle", trigger: "", until: 0 };
      if (!card2.node.isConnected) list.append(card2.node);
    }
    list.querySelector(".nobody")?.remove();
    if (room.met && known.size === 0) list.append(el("li", { className: "nobody" }, t("No familiar listens here: a rule under [[channels]] in the configuration puts one in.")));
    this.tick();
  }
  // tick brings the countdowns up to date; until is the server's clock.
  tick() {
    if (!this.room) return;
    const now = Date.now() - this.room.skew;
    for (const { node, state: state2, about, preset, seat } of this.#cards.values()) {
      const words = seatInWords(seat, seat.until ? seat.until - now : 0);
      if (state2.textContent !== words) state2.textContent = words;
      if (node.dataset.act !== seat.act) node.dataset.act = seat.act;
      const says = [preset, learnedInWords(seat.learned ?? 0)].filter(Boolean).join(" · ") || " ";
      if (about.textContent !== says) about.textContent = says;
    }
  }
  #card(familiar, member) {
    const name = member.name || familiar;
    const state2 = el("span", { className: "state" });
    const about = el("p", { className: "seat-about" });
    const button = (command, words, label) => el("button", {
      type: "button",
      "aria-label": label,
      onclick: () => this.command({ command, familiar })
    }, words);
    const node = el(
      "li",
      { className: "seat", data: { familiar } },
      el("div", { className: "seat-name" }, el("span", { className: "lamp", "aria-hidden": "true" }), el("b", {}, name), state2),
      about,
      el(
        "div",
        { className: "seat-buttons" },
        button("wake", t("Wake"), t("Wake {name}", { name })),
        button("quiet", t("Quiet"), t("Quiet {name}", { name })),
        button("resume", t("Resume"), t("Resume {name}", { name })),
        el("button", {
          type: "button",
          "aria-label": t("Tune {name}", { name }),
          "aria-haspopup": "dialog",
          onclick: () => document.dispatchEvent(new CustomEvent("tune", { detail: { member: { familiar, name }, room: this.room } }))
        }, t("Tune")),
        el("button", {
          type: "button",
          "aria-label": t("Card of {name}", { name }),
          "aria-haspopup": "dialog",
          onclick: () => document.dispatchEvent(new CustomEvent("card", { detail: { familiar, room: this.room } }))
        }, t("Card")),
        el("button", {
          type: "button",
          "aria-label": t("More for {name}", { name }),
          "aria-haspopup": "dialog",
          onclick: () => document.dispatchEvent(new CustomEvent("steer", { detail: { member: { familiar, name }, room: this.room } }))
        }, t("More"))
      )
    );
    node.style.setProperty("--hue", hue(member.person || familiar));
    return { node, state: state2, about, preset: [member.preset, member.model].filter(Boolean).join(" · "), member: member.preset, seat: null };
  }
};

// files/decided.js
var SHOWN3 = 4;
var LOUDEST = ["spoke", "waiting", "quiet"];
function dot(room, familiar, came) {
  const node = el("span", { className: "dot-of", data: { came }, "aria-hidden": "true" });
  if (familiar) node.style.setProperty("--hue", hue(room.members.find((m) => m.familiar === familiar)?.person || familiar));
  return node;
}
function decided(room, line, does) {
  const all = room.outcomes.of(line.id);
  const shown3 = all.length <= SHOWN3 ? all : [...all].sort((a, b) => LOUDEST.indexOf(a.came) - LOUDEST.indexOf(b.came)).slice(0, SHOWN3 - 1);
  const words = all.length ? sentence(all) : t("Why?");
  return el("button", {
    type: "button",
    className: all.length ? "decided" : "decided unknown",
    tabIndex: -1,
    title: words,
    "aria-label": all.length ? t("Decisions: {what}", { what: words }) : t("Why did nobody speak?"),
    "aria-haspopup": "dialog",
    onclick: (event) => does.why(line, event.currentTarget)
  }, shown3.map(({ familiar, came }) => dot(room, familiar, came)), all.length > shown3.length ? el("small", {}, `+${all.length - shown3.length}`) : null, all.length ? null : "?");
}
function sentence(all) {
  return LOUDEST.flatMap((came) => {
    const names = all.filter((one) => one.came === came).map(({ name }) => name);
    return names.length ? [`${listed(names)} ${cameInWords(came, names.length)}`] : [];
  }).join("; ");
}

// files/thought.js
function thought(room, d, does) {
  const came = cameOf(d);
  return el(
    "button",
    {
      type: "button",
      className: "thought",
      tabIndex: -1,
      "aria-haspopup": "dialog",
      onclick: (event) => does.detail(d, event.currentTarget)
    },
    dot(room, d.familiar, came),
    el(
      "span",
      { className: "thought-words" },
      el("b", {}, d.name || d.familiar || t("everyone")),
      ` ${inWords(d, came)}`,
      d.reason ? `: ${d.reason}` : ""
    ),
    el("time", {}, clock(d.at))
  );
}
function inWords(d, came) {
  if (came === "waiting" && d.verdict === "answered") return t("will speak");
  return came ? cameInWords(came, 1) : actInWords(d.act);
}

// files/line.js
var TOGETHER = 5 * 6e4;
var momentOf = ({ line, decision }) => line?.at ?? decision.at;
function itemView(room, item, before, does) {
  const today = day(momentOf(item));
  return [
    before && day(momentOf(before)) === today ? null : el("div", { className: "day" }, el("span", {}, today)),
    item.kind === "thought" ? thought(room, item.decision, does) : lineView(room, item.line, before?.line, does)
  ].filter(Boolean);
}
function lineView(room, line, before, does) {
  const { author } = line;
  const name = author.name || author.id;
  const { mark, text } = said(line);
  const node = el(
    "article",
    { className: "line", "aria-label": `${name}, ${clock(line.at)}` },
    el(
      "div",
      { className: "said" },
      el(
        "header",
        {},
        el("span", { className: "name" }, name),
        line.familiar ? el("span", { className: "badge ours" }, t("familiar")) : author.bot && el("span", { className: "badge" }, t("bot")),
        mark && el("span", { className: "badge mark", title: mark.title }, mark.word),
        el("time", { dateTime: new Date(line.at).toISOString(), title: exact(line.at) }, clock(line.at))
      ),
      quote(room, line, does),
      el("p", { className: "text" }, line.deleted ? t("deleted") : text, line.edited && !line.deleted ? el("small", {}, ` (${t("edited")})`) : null),
      state(line, does)
    ),
    line.sending || line.failed ? null : el(
      "div",
      { className: "beside" },
      decided(room, line, does),
      line.deleted || room.id ? null : el("button", {
        type: "button",
        className: "more",
        tabIndex: -1,
        "aria-label": t("Reply, edit, delete"),
        "aria-haspopup": "menu",
        onclick: (event) => does.menu(line, event.currentTarget)
      }, "⋯")
    )
  );
  node.style.setProperty("--hue", hue(author.id));
  node.classList.toggle("deleted", Boolean(line.deleted));
  node.classList.toggle("sending", Boolean(line.sending));
  node.classList.toggle("continued", Boolean(before) && goesOn(line, before));
  return node;
}
var said = ({ familiar, text }) => familiar ? unmarked(text ?? "") : { text };
function goesOn(line, before) {
  return before.author.id === line.author.id && line.at - before.at < TOGETHER && !line.reply_to?.id && said(before).mark?.word === said(line).mark?.word;
}
function quote(room, line, does) {
  const to = line.reply_to?.id;
  if (!to) return null;
  const old = room.line(to);
  const words = old ? `${old.author.name || old.author.id}: ${old.deleted ? t("deleted") : said(old).text}` : t("an earlier line");
  return el(
    "button",
    { type: "button", className: "quote", tabIndex: -1, "aria-label": t("In reply to {what}", { what: words }), onclick: () => does.jump(to) },
    words.length > 120 ? `${words.slice(0, 120)}…` : words
  );
}
function state(line, does) {
  if (!line.failed) return null;
  return el(
    "p",
    { className: "failed", role: "alert" },
    t("Not sent: {why}", { why: line.failed }),
    " ",
    el("button", { type: "button", onclick: () => does.retry(line) }, t("Try again")),
    " ",
    el("button", { type: "button", onclick: () => does.discard(line) }, t("Discard"))
  );
}

// files/part.js
var MOST2 = 240;
var STEP = 60;
var Part = class {
  from = 0;
  to = 0;
  // the first that isn't
  #length = 0;
  // of the list, as it was told last
  // grew says how long the list has got at its end. What is new is shown where the end
  // is; who doesn't follow keeps what they look at.
  grew(length, follow) {
    const atEnd = this.to === this.#length;
    this.#length = length;
    if (!atEnd) return;
    this.to = follow ? length : Math.max(this.to, Math.min(length, this.from + MOST2));
    if (follow) this.from = Math.max(this.from, this.to - MOST2);
  }
  // shifted says that so many were put in front.
  shifted(n) {
    this.#length += n;
    this.from += n;
    this.to += n;
    this.earlier();
  }
  // lost says that so many went at either end.
  lost(front, back) {
    this.#length -= front + back;
    this.from = Math.max(0, this.from - front);
    this.to = Math.min(this.#length, Math.max(this.from, this.to - front));
  }
  // These move the part and give whether there was something to move to.
  earlier() {
    if (this.from === 0) return false;
    this.from = Math.max(0, this.from - STEP);
    this.to = Math.min(this.to, this.from + MOST2);
    return true;
  }
  later() {
    if (this.to >= this.#length) return false;
    this.to = Math.min(this.#length, this.to + STEP);
    this.from = Math.max(this.from, this.to - MOST2);
    return true;
  }
  around(at2) {
    if (at2 >= this.from && at2 < this.to) return false;
    this.from = Math.max(0, at2 - MOST2 / 2);
    this.to = Math.min(this.#length, this.from + MOST2);
    return true;
  }
  end() {
    if (this.to === this.#length) return false;
    this.to = this.#length;
    this.from = Math.max(0, this.to - MOST2);
    return true;
  }
};

// files/transcript.js
var NEAR = 80;
var SOON2 = 800;
var BEGINS = { first: t("This is where it begins."), cut: t("What was said before is too far back to be shown here.") };
var Transcript = class {
  #nodes = /* @__PURE__ */ new Map();
  // item key → li
  #part = new Part();
  #follow = true;
  #asking = null;
  // the room whose older lines are on their way
  #failed = null;
  // the room whose older lines couldn't be had: somebody has to ask again
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
    const at2 = this.room.items.findIndex(({ key }) => key === `line ${id}`);
    if (at2 < 0) return say(t("That line is no longer shown."));
    if (this.#part.around(at2)) this.#draw();
    const node = this.#nodes.get(`line ${id}`);
    node.scrollIntoView({ block: "center" });
    node.focus({ preventScroll: true });
    node.classList.remove("lit");
    requestAnimationFrame(() => node.classList.add("lit"));
  }
  // last enters the list from outside.
  last() {
    this.list.lastElementChild?.focus();
  }
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
    const wanted2 = new Set(items.map(({ key }) => key));
    for (const [key, node] of this.#nodes) if (!wanted2.has(key)) this.#drop(key, node);
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
    return () => {
      if (node?.isConnected) this.scroller.scrollTop += node.getBoundingClientRect().top - was;
    };
  }
  #make(item) {
    const node = el("li", { className: `item ${item.kind}-item`, tabIndex: -1, data: { key: item.key } });
    node.before = null;
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
    if (scrollTop < SOON2) this.#earlier();
    else if (scrollHeight - scrollTop - clientHeight < SOON2) this.#later();
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
    if (this.scroller.scrollTop < SOON2) this.#earlier();
  }
  #later() {
    if (this.#part.later()) this.#draw();
  }
  // edges says what is at the beginning of what is shown.
  #edges() {
    const { room } = this;
    const asking2 = this.#asking === room;
    this.list.setAttribute("aria-busy", String(asking2));
    get("older").hidden = !room.cursor && !room.begins;
    get("older-more").hidden = Boolean(room.begins) && this.#part.from === 0;
    get("older-more").disabled = asking2;
    get("older-more").textContent = asking2 ? t("Reading older lines…") : t("Older lines");
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
  #toEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }
};

// files/why.js
var TURNS = { answered: t("It would have answered if …"), open: t("It would have thought about it if …"), quiet: t("It would have kept quiet if …") };
var Why = class {
  #opener = null;
  // ask(room, line id) gives {reasons}.
  constructor(ask) {
    this.ask = ask;
    this.box = get("details");
    document.addEventListener("pointerdown", (event) => {
      if (!this.box.contains(event.target) && !this.#opener?.contains(event.target)) this.close();
    });
    addEventListener("resize", () => {
      if (!this.box.hidden && this.#opener?.isConnected) place(this.box, this.#opener);
    });
    this.box.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
    this.box.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget && !this.box.contains(relatedTarget)) this.#hide();
    });
  }
  // line opens the box of a line. What the server says takes the place of what the
  // decisions say once it is known.
  async line(room, line, anchor) {
    const told = room.outcomes.of(line.id);
    const asked = el("p", { className: "hint", role: "status" }, t("Looking it up…"));
    const list = el("div", { className: "whys" });
    this.#show(anchor, t("Why?"), el("p", { className: "about" }, `${line.author.name || line.author.id}: ${shortened(line)}`), asked, list);
    const { reasons = [], failure } = await this.ask(room, line.id).catch((failure2) => ({ failure: failure2 }));
    if (!asked.isConnected) return;
    asked.textContent = failure && failure.status !== 404 ? t("It can't be looked up: {why}", { why: failure.message }) : "";
    asked.hidden = asked.textContent === "";
    const rows = seats(room, line, told, reasons);
    const open = rows.find(({ came }) => came === "spoke") ?? rows.find(({ came }) => came === "waiting") ?? rows[0];
    list.replaceChildren(...rows.map((row4) => this.#seat(room, row4, row4 === open)));
    if (rows.length === 0) list.append(el("p", { className: "hint" }, t("No familiar listens here.")));
    place(this.box, anchor);
  }
  // decision opens the box of one that settles no line.
  decision(room, d, anchor) {
    this.#show(anchor, d.name || d.familiar || t("everyone"), this.#step(d));
  }
  close() {
    if (this.box.hidden) return;
    this.#hide();
    this.#opener?.focus();
    this.#opener = null;
  }
  #hide() {
    this.box.hidden = true;
  }
  #show(anchor, title, ...parts2) {
    this.box.replaceChildren(
      el(
        "header",
        {},
        el("h3", { id: "details-title" }, title),
        el("button", { type: "button", className: "quiet-button", "aria-label": t("Close"), onclick: () => this.close() }, "✕")
      ),
      ...parts2
    );
    this.#opener = anchor;
    place(this.box, anchor);
    this.box.focus();
  }
  // seat is what a familiar decided, folded under its name.
  #seat(room, { familiar, name, came, reason, decisions, own }, open) {
    const facts = reason?.facts ?? decisions[0]?.facts ?? [];
    const steps = reason?.steps ?? decisions;
    return el(
      "details",
      { className: "why", open, data: { familiar, came } },
      el("summary", {}, dot(room, familiar, came), el("b", {}, name), ` ${own ? t("said this") : came ? cameInWords(came, 1) : t("decided nothing")}`),
      reason ? el("p", { className: "sentence" }, sentence2(reason.sentence)) : null,
      !reason && decisions.length === 0 ? el("p", { className: "sentence" }, own ? t("A familiar decides nothing about its own lines.") : t("It didn't hear this line, or what it decided is no longer kept.")) : null,
      ...turnings(reason?.flips ?? []),
      facts.length ? el("p", { className: "why-facts" }, el("span", { className: "why-head" }, t("What it saw")), ` ${facts.join(" · ")}`) : null,
      steps.length ? el("details", { className: "why-steps" }, el("summary", {}, t("Step by step")), steps.map((d) => this.#step(d))) : null
    );
  }
  #step(d) {
    const facts = [
      [t("Rule"), d.rung, rungInWords(d.rung)],
      [t("Trigger"), d.trigger],
      [t("Reason"), d.reason],
      [t("Odds"), d.odds ? d.odds.toFixed(3) : "", d.bar ? t("held to {bar}", { bar: d.bar.toFixed(3) }) : ""],
      [t("Thinks again"), d.due ? `${exact(d.due)}${d.term ? ` (${d.term})` : ""}` : ""],
      [t("Experiment"), d.arm],
      [t("At"), exact(Date.parse(d.at) || d.at)]
    ].filter(([, value]) => value);
    return el(
      "section",
      { className: "decision", data: { act: colour(d) } },
      el("p", { className: "verdict" }, el("b", {}, d.act), ` - ${actInWords(d.act)}`),
      el("dl", {}, facts.flatMap(([term, value, more]) => [el("dt", {}, term), el("dd", {}, value, more ? el("small", {}, ` ${more}`) : null)])),
      d.facts?.length && !d.line ? el("p", { className: "why-facts" }, d.facts.join(" · ")) : null,
      d.trace && el("button", { type: "button", onclick: () => {
        this.close();
        document.dispatchEvent(new CustomEvent("trace", { detail: d.trace }));
      } }, t("What took how long"))
    );
  }
};
function seats(room, line, told, reasons) {
  const rows = new Map(room.members.map(({ familiar, name }) => [familiar, { familiar, name, decisions: [] }]));
  for (const one of told) rows.set(one.familiar, { ...rows.get(one.familiar), ...one });
  for (const reason of reasons) {
    const { familiar, name, verdict } = reason;
    const came = { answered: "spoke", open: "waiting", quiet: "quiet" }[verdict];
    rows.set(familiar, { decisions: [], ...rows.get(familiar), familiar, name: name || familiar || t("Everybody"), came, reason });
  }
  return [...rows.values()].map((row4) => ({ ...row4, own: Boolean(line.familiar) && row4.familiar === line.familiar }));
}
function turnings(flips) {
  return Object.keys(TURNS).flatMap((to) => {
    const changes = flips.filter((flip) => flip.to === to);
    return changes.length === 0 ? [] : [el("p", { className: "why-head" }, TURNS[to]), el("ul", { className: "flips" }, changes.map((flip) => el("li", {}, listed(flip.if))))];
  });
}
function shortened(line) {
  const text = line.deleted ? t("deleted") : line.familiar ? unmarked(line.text ?? "").text : line.text ?? "";
  return text.length > 140 ? `${text.slice(0, 140)}…` : text;
}
var sentence2 = (text) => text ? text[0].toUpperCase() + text.slice(1) : "";

// files/talk.js
var newId = () => [...crypto.getRandomValues(new Uint8Array(9))].map((b) => b.toString(36).padStart(2, "0")).join("");
var literal = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
var Talk = class {
  // leave(why) is called when the token is refused.
  constructor(api, leave) {
    this.api = api;
    this.leave = leave;
    this.channels = new Channels(api);
    this.finder = new Finder(api);
    this.people = new People(() => {
    });
    this.menu = new Menu();
    this.seats = new Seats((order2) => this.#command(order2));
    this.why = new Why((room, line) => this.api.why(room, line));
    this.transcript = new Transcript({
      why: (line, anchor) => this.why.line(this.room, line, anchor),
      detail: (decision, anchor) => this.why.decision(this.room, decision, anchor),
      older: async (room) => room.before(await this.api.older(room, room.cursor)),
      newest: () => this.open(this.room),
      menu: (line, anchor) => this.#menu(line, anchor),
      retry: (line) => this.#post(line),
      discard: (line) => this.#show([this.room.forget(line.id)]),
      key: (event, line) => this.#key(event, line)
    });
    this.composer = new Composer({
      names: () => this.#names(),
      submit: (draft) => this.#submit(draft),
      last: () => this.#lastOwn(),
      up: () => this.transcript.last(),
      typing: (on) => this.api.typing(this.room, this.people.speaker, on).catch(() => {
      })
      // only a courtesy
    });
    get("banner-retry").onclick = () => this.stream?.retry();
    this.ticking = setInterval(() => this.#typing(), 1e3);
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
      this.open(place2() ?? first ?? { channel: "lobby", thread: "" });
    } catch (failure) {
      if (failure.status === 401) return this.leave(t("That token is not valid here. Use the address the program printed last."));
      this.open(place2() ?? { channel: "lobby", thread: "" });
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
    show("talk");
    this.#members(room);
    this.stream = new Stream(this.api, where, {
      events: (events) => this.#hear(room, events),
      state: (word, ms) => this.#banner(word, ms),
      refused: (failure) => failure.status === 401 ? this.leave(t("That token is no longer valid. Use the address the program printed last.")) : this.#ended(failure)
    });
  }
  async #members(room) {
    const { members, name, channel } = await (room.id ? this.finder.find(room.id) : this.api.channel(room).catch(() => null)) ?? {};
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
    if (events.some(({ name }) => name === "forgotten")) return this.open(room);
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
    const names = [...this.room?.typing ?? []].filter(([who, { until }]) => until > now && who !== this.people.speaker.id).map(([, { name }]) => name);
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
      ...room.lacks ? [el("li", {}, t("Another process did not answer: some of what it decided before may be missing here. Reload in half a minute."))] : []
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
  #command(order2) {
    const { id, name } = this.people.speaker;
    return this.#order(this.api.command(this.room, { ...order2, by: { id, name } }), t("{command}: told", { command: order2.command }));
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
    if (this.room.id) return;
    const choices = [[t("Reply"), () => this.composer.reply(line)]];
    if (this.people.has(line.author, line.familiar)) {
      choices.push([t("Edit"), () => this.composer.edit(line)], [t("Delete"), () => this.#order(this.api.remove(this.room, line.id), t("deleted"))]);
    }
    this.menu.open(anchor, choices, place);
  }
  #key(event, line) {
    if (!line || line.deleted || line.sending || line.failed || this.room.id) return;
    if (event.key === "r") this.composer.reply(line);
    else if (event.key === "e" && this.people.has(line.author, line.familiar)) this.composer.edit(line);
    else if (event.key === "m" || event.key === "ContextMenu") this.#menu(line, event.target);
    else return;
    event.preventDefault();
  }
};

// files/tips.js
var KEY4 = "familiar.tips";
var away = () => new Set((localStorage.getItem(KEY4) ?? "").split(" "));
function showTips() {
  for (const tip of document.querySelectorAll("[data-tip]")) {
    tip.hidden = away().has(tip.dataset.tip);
    if (tip.querySelector("button")) continue;
    tip.append(" ", el("button", {
      type: "button",
      className: "quiet-button",
      onclick: () => {
        localStorage.setItem(KEY4, [...away().add(tip.dataset.tip)].join(" ").trim());
        tip.hidden = true;
        const next = tip.parentNode.querySelector("h2");
        next.tabIndex = -1;
        next.focus();
      }
    }, t("Got it")));
  }
}

// files/traces.js
var Traces = class {
  #opened = 0;
  // how often something was asked for; an answer of an earlier time shows nothing
  // leave(why) is called when the token is refused.
  constructor(api, leave) {
    this.api = api;
    this.leave = leave;
    this.dialog = get("traces");
    get("traces-open").addEventListener("click", () => this.list());
    get("traces-back").addEventListener("click", () => this.list());
    get("traces-close").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
    document.addEventListener("trace", (event) => this.show(event.detail));
  }
  // list shows the newest.
  list() {
    this.#ask(() => this.api.traces(), ({ traces }) => {
      get("traces-title").textContent = t("Turns of late");
      get("traces-inside").replaceChildren(traces.length ? el("ul", { className: "traces-list" }, traces.map((head) => this.#row(head))) : el("p", { className: "hint" }, t("Nothing has been traced yet, or [telemetry] recent is 0. Say something to a familiar, and look again.")));
    });
  }
  #row(head) {
    const about = head.familiar && head.channel ? t("{what} in {where}", { what: head.familiar, where: head.channel }) : head.familiar || head.channel;
    return el("li", {}, el(
      "button",
      { type: "button", className: "trace-head", onclick: () => this.show(head.id) },
      el("time", { dateTime: new Date(head.begun).toISOString(), title: exact(head.begun) }, clock(head.begun)),
      el("b", {}, about || t("a line")),
      el("span", {}, [spanInWords(head.kind), head.rung].filter(Boolean).join(" · ")),
      head.failed && el("span", { className: "trace-failed" }, t("something failed")),
      el("span", { className: "trace-took" }, took(head.took_ms))
    ));
  }
  // show shows one.
  show(id) {
    this.#ask(() => this.api.trace(id), (trace) => {
      get("traces-title").textContent = t("What took how long at {when}", { when: clock(trace.begun) });
      get("traces-inside").replaceChildren(el(
        "div",
        {},
        el("ol", { className: "trace" }, bars(trace)),
        trace.left > 0 && el("p", { className: "hint" }, tn("and {n} more step", "and {n} more steps", trace.left)),
        trace.link && el("p", {}, el("a", { href: trace.link, target: "_blank", rel: "noreferrer" }, t("All of it, where traces are collected")))
      ));
      say(tn("{n} step", "{n} steps", trace.spans.length));
    }, true);
  }
  async #ask(ask, show2, one = false) {
    const asked = ++this.#opened;
    get("traces-back").hidden = !one;
    get("traces-note").hidden = true;
    get("traces-inside").replaceChildren();
    if (!this.dialog.open) this.dialog.showModal();
    try {
      const answer = await ask();
      if (asked === this.#opened) show2(answer);
    } catch (failure) {
      if (failure.status === 401) {
        this.dialog.close();
        this.leave(t("That token is no longer valid. Use the address the program printed last."));
      } else if (asked === this.#opened) {
        get("traces-note").textContent = failure.status ? failure.message : t("The program doesn't answer.");
        get("traces-note").hidden = false;
      }
    }
  }
};
function bars({ spans }) {
  const whole = Math.max(1, ...spans.map((s) => s.after_ms + s.took_ms));
  const depth = /* @__PURE__ */ new Map();
  return spans.map((s) => {
    depth.set(s.id, depth.has(s.parent) ? depth.get(s.parent) + 1 : 0);
    return row3(s, whole, depth.get(s.id));
  });
}
function row3(s, whole, depth) {
  const facts = [
    ...s.failed ? [[t("failed"), s.failed]] : [],
    ...(s.waits ?? []).map((w) => [t("waited"), t("{span} for {what}", { span: took(w.took_ms), what: w.term })]),
    ...(s.facts ?? []).map(({ key, value }) => [key.replace(/^familiar\./, ""), value])
  ];
  const name = el("span", { className: "trace-name" }, spanInWords(s.name));
  name.style.setProperty("--depth", depth);
  return el("li", {}, el(
    "details",
    { className: s.failed ? "broken" : "" },
    el("summary", {}, name, track(s, whole), el("span", { className: "trace-took" }, took(s.took_ms))),
    el("dl", {}, facts.flatMap(([key, value]) => [el("dt", {}, key), el("dd", {}, value)]))
  ));
}
function track(s, whole) {
  const bar = (className, from, length, title) => {
    const node = el("span", { className, title });
    node.style.left = `${100 * from / whole}%`;
    node.style.width = `${100 * length / whole}%`;
    return node;
  };
  return el(
    "span",
    { className: "trace-track", "aria-hidden": "true" },
    bar("trace-bar", s.after_ms, s.took_ms),
    (s.waits ?? []).map((w) => bar("trace-wait", w.after_ms, w.took_ms, t("waited for {what}", { what: w.term })))
  );
}

// files/experiments.js
var DAY2 = 864e5;
var dayOf = (ms) => new Date(ms).toISOString().slice(0, 10);
var Experiments = class {
  // ask and tell are the sheet's; turned() gives what is turned in it, as KEY=VALUE.
  constructor(api, { ask, tell }, turned) {
    Object.assign(this, { api, ask, tell, turned });
    get("experiments").addEventListener("toggle", (event) => event.target.open && this.#list());
    get("experiment-begin").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#begin();
    });
    get("experiment-write").addEventListener("click", () => this.#write());
  }
  // open lets go of those that are shown: another familiar's may be next.
  open(member, room) {
    Object.assign(this, { member, room });
    get("experiments").open = false;
    get("experiments-none").hidden = true;
    get("experiments-list").replaceChildren();
    get("experiment-begin").reset();
    get("experiment-first").value = dayOf(Date.now() + DAY2);
    get("experiment-last").value = dayOf(Date.now() + 15 * DAY2);
    get("experiment-change").hidden = true;
  }
  async #list() {
    const { familiar } = this.member;
    const told = await this.ask(() => this.api.experiments());
    if (!told || familiar !== this.member.familiar) return;
    const all = (told.experiments ?? []).filter((one) => one.familiar === familiar);
    get("experiments-none").hidden = all.length > 0;
    get("experiments-list").replaceChildren(...all.map((one) => shown2(one, (how) => this.#show((seen) => this.api.endExperiment(one.name, how, seen)))));
  }
  #begin() {
    const set = this.turned();
    if (set.length === 0) return this.tell(t("Turn a knob first: what is turned is what arm b does otherwise."));
    const [where, daily] = get("experiment-where").value.split(" ");
    const name = get("experiment-name").value;
    const plan = { familiar: this.member.familiar, where, daily: daily === "daily", begin: get("experiment-first").value, end: get("experiment-last").value, set };
    return this.#show((seen) => this.api.beginExperiment(name, this.room, plan, seen));
  }
  // show shows what a change would write; change(seen) carries it out.
  async #show(change) {
    const told = await this.ask(() => change(""));
    get("experiment-change").hidden = !told;
    if (!told) return;
    this.change = () => change(told.seen);
    get("experiment-changes").textContent = `${told.file}
${told.changes}`;
    get("experiment-write").focus();
  }
  async #write() {
    const told = await this.ask(this.change);
    get("experiment-change").hidden = true;
    if (!told) return;
    await this.#list();
    this.tell(t("Written into {file}, and in force from now on.", { file: told.file }) + elsewhere(told));
  }
};
function shown2(e, end) {
  const [a, b] = e.arms;
  const row4 = (what, of2) => el("tr", {}, el("th", { scope: "row" }, what), el("td", {}, of2(a)), el("td", {}, of2(b)));
  return el(
    "article",
    { className: "experiment", data: { experiment: e.name } },
    el("h3", {}, e.name),
    el("p", {}, t("{familiar} in {where}, from {begin} until {end}. In arm b {knobs}.", { familiar: e.familiar, where: e.match, begin: e.begin, end: e.end, knobs: e.knobs.join(", ") })),
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, el("td", {}), el("th", { scope: "col" }, "a"), el("th", { scope: "col" }, "b"))),
      el(
        "tbody",
        {},
        row4(t("channels"), (arm) => String(arm.channels)),
        row4(t("said unasked"), (arm) => String(arm.said)),
        row4(t("welcome"), (arm) => share(arm.welcome)),
        row4(t("complaints"), (arm) => share(arm.complaints)),
        row4(t("questions to its judge"), (arm) => String(arm.asked)),
        row4(t("turns posted"), (arm) => String(arm.turns)),
        row4(t("tokens"), (arm) => String(arm.tokens_in + arm.tokens_out)),
        row4(t("dollars"), (arm) => arm.usd.toFixed(2))
      )
    ),
    el("p", {}, [t("Verdict: {what}.", { what: e.verdict }), e.next && t("It looks next on {day}.", { day: e.next })].filter(Boolean).join(" ")),
    el(
      "div",
      { className: "experiment-orders" },
      el("button", { type: "button", onclick: () => end("take") }, t("End it, and take the better arm")),
      el("button", { type: "button", onclick: () => end("stop") }, t("Stop it, and stay as before"))
    )
  );
}
function share(rate) {
  if (!rate) return "–";
  const percent = (part) => (100 * part).toFixed(1);
  const ends = rate.low === void 0 ? "" : ` (${t("{from} to {to}", { from: percent(rate.low), to: percent(rate.high) })})`;
  return `${percent(rate.is)} %${ends}`;
}

// files/knobs.js
var SPANS2 = ["0s", "1s", "2s", "3s", "5s", "8s", "10s", "15s", "20s", "30s", "45s", "1m", "1m30s", "2m", "3m", "5m", "10m", "15m", "30m", "1h"];
var between = (from, to) => SPANS2.slice(SPANS2.indexOf(from), SPANS2.indexOf(to) + 1);
var parts = (step, most) => Array.from({ length: Math.round(most / step) + 1 }, (_, i) => String(Number((i * step).toFixed(2))));
var GROUPS = [
  {
    title: t("Speaking unasked"),
    knobs: [
      { key: "chattiness.tier", name: t("How soon it considers it"), choices: ["very_quiet", "quiet", "average", "eager", "very_eager"] },
      { key: "chattiness.floor", name: t("Lines in between, at least"), steps: Array.from({ length: 20 }, (_, i) => String(i + 1)) },
      { key: "chattiness.lull", name: t("After a silence of"), steps: between("1s", "10m") },
      { key: "chattiness.question", name: t("After a question open for"), steps: between("0s", "30m") },
      { key: "chattiness.share", name: t("Most of the talk that is its own"), steps: parts(0.05, 1) },
      { key: "odds.at_once", name: t("Asks at once from odds of"), steps: parts(0.01, 0.5) },
      { key: "odds.wait.hi", name: t("Speaks at once from odds of"), steps: parts(0.05, 1) },
      { key: "odds.alone", name: t("Without a judge it answers from"), steps: parts(0.02, 1) }
    ]
  },
  {
    title: t("Being talked to"),
    knobs: [
      { key: "credit.window", name: t("A talk goes on for"), steps: between("10s", "1h") },
      { key: "credit.mode", name: t("Which is used up"), choices: ["slide", "once", "kept"] },
      { key: "odds.ask.hi", name: t("Sure of yes from odds of"), steps: parts(0.05, 1) },
      { key: "odds.ask.lo", name: t("Sure of no below odds of"), steps: parts(0.02, 0.5) },
      { key: "debounce.quiet", name: t("Waits for more"), steps: ["0s", "300ms", "600ms", "1s", "1.5s", "2s", "3s", "5s"] }
    ]
  },
  {
    title: t("All familiars here"),
    knobs: [
      { key: "room.floor.on", name: t("Only one speaks unasked at a time"), choices: ["true", "false"] },
      { key: "room.floor.rest", name: t("After one spoke unasked, others hold back"), steps: between("0s", "10m") },
      { key: "room.floor.hold", name: t("One keeps the floor for, at most"), steps: between("10s", "30m") },
      { key: "room.guard.notice", name: t("It is told that it talks to bots from turn"), steps: Array.from({ length: 20 }, (_, i) => String(i + 1)) },
      { key: "room.guard.stop", name: t("Bots aren't answered from turn"), steps: Array.from({ length: 35 }, (_, i) => String(i + 6)) },
      { key: "room.guard.cooldown", name: t("Bots are answered again after"), steps: between("0s", "1h") },
      { key: "room.guard.unmarked", name: t("Who answers like a program counts as a bot"), choices: ["true", "false"] },
      { key: "room.answer_within", name: t("Answers no line older than"), steps: between("10s", "1h") },
      { key: "room.overdue_after", name: t("Drops a thought later than"), steps: between("10s", "1h") }
    ]
  },
  {
    title: t("Hours"),
    knobs: [
      { key: "hours.active", name: t("Speaks unasked only at"), field: "spans" },
      { key: "hours.quiet", name: t("Says nothing at"), field: "spans" },
      { key: "hours.zone", name: t("By the clock of"), field: "text" }
    ]
  },
  {
    title: t("Budget"),
    knobs: [
      { key: "budget.familiar", name: t("Costs at most"), field: "number", note: t("In all channels together, and for each of the others, too. What is shown here of the past doesn't know this limit.") }
    ]
  }
];
var plain = (value) => value.replace(/^"(.*)"$/, "$1");
var FIELDS = {
  text: { show: plain, read: (text) => text.trim() },
  number: { show: plain, read: (text) => text.trim() || "0" },
  spans: {
    show: (value) => spansIn(value).join("; "),
    read: (text) => `[${text.split(";").map((span2) => span2.trim()).filter(Boolean).map((span2) => JSON.stringify(span2)).join(", ")}]`
  }
};
var spansIn = (value) => [...value.matchAll(/"([^"]*)"/g)].map(([, span2]) => span2);
var UNITS = { h: 36e5, m: 6e4, s: 1e3, ms: 1 };
function weight(value) {
  const spans = [...value.matchAll(/([\d.]+)(ms|h|m|s)/g)];
  return spans.length ? spans.reduce((sum, [, n, unit]) => sum + Number(n) * UNITS[unit], 0) : Number(value);
}
function stepsWith(steps, value) {
  if (steps.some((step) => weight(step) === weight(value))) return steps.map((step) => weight(step) === weight(value) ? value : step);
  return [...steps, value].sort((a, b) => weight(a) - weight(b));
}

// files/schedules.js
var NEW = { name: "", cron: "0 9 * * MON-FRI", overdue: "1h", prompt: "" };
var KINDS2 = {
  cron: { name: t("by the clock"), fields: [
    { key: "cron", name: t("Minute, hour, day, month, weekday"), hint: "0 9 * * MON-FRI" },
    { key: "zone", name: t("By the clock of"), hint: "Europe/Berlin" },
    { key: "about", name: t("Earlier or later by up to"), hint: "20m" }
  ] },
  silence: { name: t("after a silence"), fields: [{ key: "silence", name: t("People have said nothing for"), hint: "24h" }] }
};
var kindOf = ({ silence }) => silence ? "silence" : "cron";
var Schedules = class {
  #all = [];
  // {node, is}: is holds the fields as they stand
  #inForce = "[]";
  // changed is called when a field was changed, or a schedule added or taken out.
  constructor(changed) {
    this.changed = changed;
    this.list = el("div", { className: "schedules" });
    this.node = el(
      "fieldset",
      { className: "schedules-all" },
      el("legend", {}, t("Schedules")),
      this.list,
      el("button", { type: "button", className: "quiet-button", onclick: () => this.#add() }, t("Add a schedule"))
    );
  }
  // show has the fields be those of the schedules in force.
  show(all) {
    this.#all = [];
    this.list.replaceChildren();
    for (const one of all) this.#put({ ...one }, true);
    this.#inForce = this.#told();
  }
  // wanted is what they are to be; undefined: what they are.
  wanted() {
    return this.#told() === this.#inForce ? void 0 : this.#all.map(({ is }) => trimmed(is));
  }
  // whole reports whether nothing that has to be said is missing.
  whole() {
    return this.#all.every(({ is }) => is.name && is.prompt && (is.cron || is.silence));
  }
  #told() {
    return JSON.stringify(this.#all.map(({ is }) => trimmed(is)));
  }
  #add() {
    const { node } = this.#put({ ...NEW }, false);
    node.querySelector("input").focus();
    this.changed();
  }
  #put(is, inForce) {
    const one = { is, node: el("div", { className: "schedule", role: "group", data: { schedule: is.name } }) };
    this.#all.push(one);
    this.list.append(one.node);
    this.#draw(one, inForce);
    return one;
  }
  #draw(one, inForce) {
    const { is, node } = one;
    const turn = (key, value) => {
      is[key] = value;
      this.changed();
    };
    const field2 = ({ key, name, hint }) => el("label", {}, name, el("input", {
      type: "text",
      value: is[key] ?? "",
      placeholder: hint,
      autocomplete: "off",
      spellcheck: false,
      data: { key },
      onchange: ({ target }) => turn(key, target.value.trim())
    }));
    const kind = el("select", {
      onchange: () => {
        for (const { fields } of Object.values(KINDS2)) for (const { key } of fields) delete is[key];
        for (const { key, hint } of KINDS2[kind.value].fields.slice(0, 1)) is[key] = hint;
        this.#draw(one, inForce);
        node.querySelector("select").focus();
        this.changed();
      }
    }, Object.entries(KINDS2).map(([value, { name }]) => el("option", { value, selected: value === kindOf(is) }, name)));
    node.setAttribute("aria-label", is.name || t("a new schedule"));
    node.replaceChildren(
      inForce ? el("b", {}, is.name) : field2({ key: "name", name: t("Its name, of a to z, 0 to 9 and -"), hint: "morning" }),
      el("label", {}, t("It speaks"), kind),
      ...KINDS2[kindOf(is)].fields.map(field2),
      field2({ key: "overdue", name: t("Left out when later than"), hint: "1h" }),
      el("label", { className: "wide" }, t("What it is told"), el("textarea", { rows: 2, value: is.prompt, data: { key: "prompt" }, onchange: ({ target }) => turn("prompt", target.value.trim()) })),
      el("button", {
        type: "button",
        className: "quiet-button",
        "aria-label": t("Take out {name}", { name: is.name || t("a new schedule") }),
        onclick: () => {
          this.#all = this.#all.filter((other) => other !== one);
          node.remove();
          this.node.lastElementChild.focus();
          this.changed();
        }
      }, t("Take out"))
    );
  }
};
var trimmed = (is) => Object.fromEntries(Object.entries(is).filter(([, value]) => value));

// files/tune.js
var PAUSE3 = 400;
var SHOWN4 = 30;
var Tune = class {
  #asked = 0;
  // trials so far; an answer to an earlier one shows nothing
  #turned = /* @__PURE__ */ new Map();
  // key → value, those that aren't as in force
  #resting = 0;
  // leave(why) is called when the token is refused.
  constructor(api, leave) {
    this.api = api;
    Object.assign(this, asking("tune", leave));
    this.dialog = get("tune");
    this.schedules = new Schedules(() => this.#changed());
    get("tune-close").addEventListener("click", () => this.dialog.close());
    get("tune-since").addEventListener("change", () => this.#try());
    get("tune-look").addEventListener("click", () => this.#look());
    get("tune-write").addEventListener("click", () => this.#write());
    get("tune-reset").addEventListener("click", () => this.open(this.member, this.room));
    for (const where of this.dialog.querySelectorAll("[name=tune-where]")) where.addEventListener("change", () => this.#forgetFile());
    this.experiments = new Experiments(api, this, () => this.#trial().set);
    document.addEventListener("tune", (event) => this.open(event.detail.member, event.detail.room));
  }
  // open shows the knobs of a familiar in a room.
  async open(member, room) {
    Object.assign(this, { member, room, seen: "" });
    this.#turned.clear();
    clearTimeout(this.#resting);
    this.schedules.show([]);
    get("tune-title").textContent = t("{what} in {where}", { what: member.name || member.familiar, where: room.called });
    get("tune-knobs").replaceChildren();
    get("tune-outcome").replaceChildren();
    get("tune-past").hidden = true;
    this.experiments.open(member, room);
    this.#forgetFile();
    this.tell("");
    if (!this.dialog.open) this.dialog.showModal();
    const asked = ++this.#asked;
    const told = await this.ask(() => this.api.knobs(member.familiar, room));
    if (!told || asked !== this.#asked) return;
    const known = new Map(told.knobs.map((knob) => [knob.key, knob]));
    this.schedules.show(told.schedules);
    get("tune-knobs").replaceChildren(...GROUPS.map((group) => this.#group(group, known)).filter(Boolean), this.schedules.node);
    this.#try();
    showChanges(this.api, member.familiar, "tune-past", (n) => this.#undo(n));
  }
  #group({ title, knobs }, known) {
    const there = knobs.filter(({ key }) => known.has(key));
    return there.length > 0 && el("fieldset", {}, el("legend", {}, title), there.map((knob) => this.#knob(knob, known.get(knob.key))));
  }
  #knob(knob, { value, from, does }) {
    const is = plain(value);
    const shown3 = el("output", { className: "knob-value" }, is);
    const id = `knob-${knob.key.replaceAll(".", "-")}`;
    const turn = (to) => {
      shown3.textContent = to;
      if (to === is) this.#turned.delete(knob.key);
      else this.#turned.set(knob.key, to);
      shown3.classList.toggle("turned", to !== is);
      this.#changed();
    };
    return el(
      "div",
      { className: "knob", data: { key: knob.key } },
      el("label", { htmlFor: id }, knob.name),
      shown3,
      knob.field ? field(id, FIELDS[knob.field], is, turn) : knob.choices ? choice(id, knob.choices, is, turn) : slider(id, stepsWith(knob.steps, is), is, turn),
      el("p", { className: "hint", id: `${id}-help` }, [sentence3(does), t("In force: {value}, {from}.", { value: is || '""', from }), knob.note].filter(Boolean).join(" "))
    );
  }
  // changed has what a change comes to be tried once there is no further one.
  #changed() {
    this.#forgetFile();
    this.tell("");
    clearTimeout(this.#resting);
    if (this.schedules.whole()) this.#resting = setTimeout(() => this.#try(), PAUSE3);
  }
  // try replays what was said here with the knobs as they stand.
  async #try() {
    const asked = ++this.#asked;
    get("tune-busy").hidden = false;
    const made = await this.ask(() => this.api.preview(this.member.familiar, this.room, get("tune-since").value, this.#trial()));
    if (asked !== this.#asked) return;
    get("tune-busy").hidden = true;
    get("tune-outcome").replaceChildren(...made ? outcome(made) : []);
    if (made) say(tn("{n} difference", "{n} differences", made.differ));
  }
  #trial() {
    return { set: [...this.#turned].map(([key, value]) => `${key}=${value}`), schedules: this.schedules.wanted() };
  }
  #where() {
    return this.dialog.querySelector("[name=tune-where]:checked").value;
  }
  // look shows what would be written.
  async #look() {
    const told = await this.ask(() => this.api.apply(this.member.familiar, this.room, this.#where(), this.#trial(), ""));
    if (!told) return;
    this.seen = told.seen;
    get("tune-changes").textContent = `${told.file}
${told.changes}`;
    get("tune-changes").hidden = false;
    get("tune-write").hidden = false;
    get("tune-write").focus();
  }
  async #write() {
    const told = await this.ask(() => this.api.apply(this.member.familiar, this.room, this.#where(), this.#trial(), this.seen));
    if (!told) return this.#forgetFile();
    await this.open(this.member, this.room);
    this.tell(t("Written into {file}, and in force from now on.", { file: told.file }) + elsewhere(told));
  }
  async #undo(n) {
    const told = await this.ask(() => this.api.undo(this.member.familiar, n));
    if (!told) return;
    await this.open(this.member, this.room);
    this.tell(t("{file} is as it was before, and in force from now on.", { file: told.file }) + elsewhere(told));
  }
  // forgetFile has what would be written be looked at anew.
  #forgetFile() {
    this.seen = "";
    get("tune-changes").hidden = true;
    get("tune-write").hidden = true;
    get("tune-look").disabled = this.#turned.size === 0 && !this.schedules.wanted() || !this.schedules.whole();
  }
};
function slider(id, steps, is, turn) {
  const named = (to) => {
    input.setAttribute("aria-valuetext", to);
    return to;
  };
  const input = el("input", {
    type: "range",
    id,
    min: 0,
    max: steps.length - 1,
    step: 1,
    "aria-describedby": `${id}-help`,
    oninput: () => turn(named(steps[input.valueAsNumber]))
  });
  input.value = steps.indexOf(is);
  named(is);
  return input;
}
var sentence3 = (words = "") => words && `${words[0].toUpperCase()}${words.slice(1)}.`;
function choice(id, choices, is, turn) {
  const all = choices.includes(is) ? choices : [is, ...choices];
  const input = el(
    "select",
    { id, "aria-describedby": `${id}-help`, onchange: () => turn(input.value) },
    all.map((one) => el("option", { value: one, selected: one === is }, one.replaceAll("_", " ")))
  );
  return input;
}
function field(id, { show: show2, read: read3 }, is, turn) {
  return el("input", {
    type: "text",
    id,
    value: show2(is),
    autocomplete: "off",
    spellcheck: false,
    "aria-describedby": `${id}-help`,
    onchange: ({ target }) => turn(read3(target.value))
  });
}
function outcome({ from, until, cut, figures, differ, differences, unknown }) {
  const [a, b] = figures;
  const row4 = (what, of2) => el("tr", { className: of2(a) === of2(b) ? "" : "differs" }, el("th", { scope: "row" }, what), el("td", {}, of2(a)), el("td", {}, of2(b)));
  const number = (value) => value === null || value === void 0 ? "–" : String(Math.round(value * 10) / 10);
  return [
    el("p", { className: "hint" }, [tn("{n} line, {from} to {until}.", "{n} lines, {from} to {until}.", a.lines, { from: exact(from), until: exact(until) }), cut && t("There was more: that far back isn't looked.")].filter(Boolean).join(" ")),
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, el("td", {}), el("th", { scope: "col" }, t("in force")), el("th", { scope: "col" }, t("as turned")))),
      el(
        "tbody",
        {},
        row4(t("would speak"), ({ calls, unknown: maybe }) => maybe ? t("{from} to {to}", { from: calls, to: calls + maybe }) : String(calls)),
        row4(t("questions to its judge"), ({ asked }) => String(asked)),
        row4(t("of them nobody asked then"), ({ unknown: maybe }) => String(maybe)),
        row4(t("wake-ups an hour"), ({ wake_ups: hour }) => number(hour)),
        row4(t("seconds until it speaks, half"), ({ delay_s: delay }) => number(delay)),
        row4(t("answered lines it would miss"), ({ misses }) => number(misses)),
        row4(t("calls that nobody wanted"), ({ needless_calls: needless }) => number(needless)),
        row4(t("costs, about"), ({ cost_usd: cost }) => cost === null ? "–" : cost === 0 ? "$0" : dollars(cost))
      )
    ),
    el("h3", {}, differ === 0 ? t("Nothing would have been different.") : tn("One line would have been different.", "{n} lines would have been different.", differ)),
    el("ol", { className: "differences" }, differences.slice(0, SHOWN4).map(difference)),
    differ > SHOWN4 && el("p", { className: "hint" }, t("and {n} more", { n: differ - Math.min(SHOWN4, differences.length) })),
    unknown.length > 0 && el(
      "details",
      {},
      el("summary", {}, t("What its judge would have said, nobody knows")),
      el("ul", { className: "differences" }, unknown.map((q) => el("li", {}, quoted(q), el("small", {}, t("asked: {trigger}", { trigger: q.trigger })))))
    )
  ].filter(Boolean);
}
function difference({ at: at2, who, text, sides }) {
  const [was, is] = sides;
  const words = was.speaks && is.speaks ? t("At another time") : is.speaks ? t("Would have spoken") : t("Would have kept quiet");
  return el(
    "li",
    { data: { speaks: String(is.speaks) } },
    el("b", {}, words),
    quoted({ at: at2, who, text }),
    el("small", {}, t("In force: {what}", { what: was.sentence })),
    el("small", {}, t("As turned: {what}", { what: is.sentence }))
  );
}
var quoted = ({ at: at2, who, text }) => el("q", {}, el("time", {}, clock(at2)), ` ${who}: ${text}`);

// files/main.js
var talk = null;
var home = null;
function door(why = "") {
  talk?.stop();
  home?.close();
  talk = home = null;
  dropToken();
  get("app").hidden = true;
  get("door").hidden = false;
  get("door-error").textContent = why;
  get("token").focus();
}
function enter(token2) {
  get("door").hidden = true;
  get("app").hidden = false;
  const api = new Api(token2);
  new Actors(api, door);
  new Traces(api, door);
  new Audit(api, door);
  new Tune(api, door);
  new Cards(api, door);
  new Steer(api, door);
  new Letters(api, door);
  new Kept(api, door);
  new Drain(api, door);
  talk = new Talk(api, door);
  new About(api, door, () => talk.room);
  home = new Home(api, door);
  showTips();
  begin(talk, home);
}
async function begin(talk2, home2) {
  if (!atHome()) {
    talk2.start();
    home2.allow();
    return;
  }
  const listing = talk2.list();
  listing.catch(() => {
  });
  if (!await home2.open()) talk2.start(listing);
}
get("door").addEventListener("submit", (event) => {
  event.preventDefault();
  const token2 = get("token").value.trim().replace(/^.*token=/, "");
  keepToken(token2);
  location.reload();
});
addEventListener("hashchange", () => {
  if (new URLSearchParams(location.hash.slice(1)).has("token")) {
    takeToken();
    location.reload();
    return;
  }
  const room = place2();
  if (talk && room) {
    home.close();
    talk.open(room);
  } else if (home && location.hash === "#home") {
    home.open();
  }
});
get("decisions-toggle").addEventListener("click", (event) => {
  const on = get("app").classList.toggle("no-decisions");
  event.currentTarget.setAttribute("aria-pressed", String(!on));
});
start();
var token = takeToken();
if (token) enter(token);
else door();
