// Home: how everything stands, for whoever operates it. What needs a person comes
// first. It is read again as long as somebody looks.

import { el, get, say } from "./dom.js";
import { drainButton } from "./drain.js";
import { t, tn } from "./language.js";
import * as panes from "./panes.js";
import { clock, exact } from "./words.js";

const EVERY = 2000; // ms between two looks: a model that dies is seen within 5 s

export class Home {
  #shown = ""; // what is drawn, as it came
  #urgent = ""; // the needs a screen reader was told of
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
    panes.show("home");
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
    for (;;) {
      await new Promise((done) => setTimeout(done, EVERY));
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
    const { at, ...stands } = looked;
    const shown = JSON.stringify(stands);
    if (shown === this.#shown) return; // what somebody has marked stays marked
    this.#shown = shown;
    const ordered = document.activeElement?.dataset?.order;
    get("home-needs").replaceChildren(...needs(stands.needs ?? []));
    get("home-cards").replaceChildren(accounts(stands.accounts), models(stands.models), keeping(stands), ...nodes(stands.nodes), ...familiars(stands));
    if (ordered) [...get("home-cards").querySelectorAll("[data-order]")].find((button) => button.dataset.order === ordered)?.focus();
    document.dispatchEvent(new CustomEvent("nodes", { detail: stands.nodes ?? [] }));
    const urgent = (stands.needs ?? []).map(({ says }) => says).join(" ");
    if (urgent !== this.#urgent) say(urgent || t("Nothing needs you any more."));
    this.#urgent = urgent;
  }
}

function needs(all) {
  if (all.length === 0) return [el("p", { className: "home-well" }, t("Nothing needs you."))];
  return [el("ol", { className: "needs" }, all.map(({ kind, of, says, do: remedy }) => el("li", { data: { kind, of: of ?? "" } }, el("b", {}, says), " ", remedy)))];
}

// card is one subject: its rows, or what there is to do where it has none.
function card(title, rows, empty) {
  return el("section", { className: "card" }, el("h3", {}, title), rows.length ? el("ul", {}, rows) : el("p", { className: "hint" }, empty));
}

// row is one thing and how it stands; how is well, busy or bad.
function row(name, about, words, how, order = null) {
  return el("li", { className: "standing", data: { how, of: name } },
    el("span", { className: "lamp", "aria-hidden": "true" }), el("b", {}, name), about && el("small", {}, about), el("span", { className: "standing-words" }, words), order);
}

function accounts(all) {
  return card(t("Accounts"), (all ?? []).map((a) => row(a.account, a.network, accountInWords(a), !a.listens ? "bad" : a.limited > 0 ? "busy" : "well")),
    t("No account is configured: add one under [accounts], and a familiar that speaks through it."));
}

function accountInWords(a) {
  const { up, of, left, total, resets } = a.shards ?? {};
  return [connectionInWords(a), of > 1 && t("{up} of {n} shards are up", { up, n: of }), total > 0 && t("{left} of {n} sessions left until {when}", { left, n: total, when: moment(resets) }), a.limited > 0 && t("posts wait until {when}, as its network asked", { when: moment(a.limited) })].filter(Boolean).join(" · ");
}

function connectionInWords({ listens, since, state, shards }) {
  if (!listens && shards?.of > 1 && state === "listens") return t("hears a part of its network");
  if (listens) return since ? t("connected since {when}", { when: moment(since) }) : t("connected");
  if (state && state !== "at rest" && state !== "at work") return state;
  return since ? t("not connected since {when}", { when: moment(since) }) : t("has not connected yet");
}

function models(all) {
  return card(t("Models"), (all ?? []).map((m) => row(m.model, usersOf(m), modelInWords(m), !m.answers ? "bad" : m.queue > 0 || m.paused ? "busy" : "well")),
    t("No familiar has a model: set model under [familiars]."));
}

const usersOf = ({ writes, judges }) => [writes?.length && t("writes for {who}", { who: writes.join(", ") }), judges?.length && t("judges for {who}", { who: judges.join(", ") })].filter(Boolean).join("; ");

function modelInWords({ answers, since, reason, calls, queue, open, paused, today }) {
  const cost = today > 0 && t("{spent} today", { spent: `$${today.toFixed(2)}` });
  if (!answers) return [t("not called since {when}: {why}", { when: moment(since), why: reason }), open && t("it is tried now and then"), cost].filter(Boolean).join("; ");
  return [paused ? t("pauses, as its provider asked") : t("answers"), calls > 0 && t("{n} under way", { n: calls }), queue > 0 && t("{n} waiting", { n: queue }), cost].filter(Boolean).join(" · ");
}

function keeping({ day, budget, journal, held }) {
  const spent = budget.limit > 0 && budget.today >= budget.limit;
  const full = journal.reserve > 0 && journal.free < 2 * journal.reserve;
  return card(t("Budget and journal"), [
    row(t("Spent today"), day, budget.limit > 0 ? t("{spent} of {limit}", { spent: `$${budget.today.toFixed(2)}`, limit: `$${budget.limit.toFixed(2)}` }) : t("{spent}, no limit", { spent: `$${budget.today.toFixed(2)}` }), spent ? "bad" : budget.step > 0 ? "busy" : "well"),
    row(t("Journal"), "", tn("{n} record would be read again at a start", "{n} records would be read again at a start", journal.lag), "well"),
    journal.reserve > 0 && row(t("Disk"), "", t("{free} free; lines are refused below {least}", { free: bytes(journal.free), least: bytes(journal.reserve) }), full ? "bad" : "well"),
    held?.length > 0 && row(t("Hold"), "", t("nothing is erased of {what}", { what: held.join(", ") }), "busy"),
  ].filter(Boolean));
}

// nodes is one card where several processes share the channels.
function nodes(all) {
  if (!all?.length) return [];
  return [card(t("Processes that share the channels"), all.map((n) => row(n.node, [n.host, n.version].join(" · "), nodeInWords(n), n.state === "works" ? "well" : "busy", drainButton(n, all))))];
}

function nodeInWords({ state, here, since, partitions, accounts }) {
  const has = [tn("{n} partition", "{n} partitions", partitions), accounts.length > 0 && accounts.join(", ")];
  const does = { drains: t("gives up what it has"), drained: t("has nothing, as it was drained"), waits: t("gets nothing yet: familiar nodes says why") };
  return [here && t("this page's"), t("since {when}", { when: moment(since) }), does[state], ...(partitions + accounts.length > 0 ? has : [])].filter(Boolean).join(" · ");
}

function familiars({ familiars: all, since, counted, partly }) {
  if (counted === 0) return [card(t("Familiars"), [], t("What they did in the last day is being counted."))];
  const when = partly ? t("since {when}, in the channels that were talked in last", { when: exact(since) }) : t("since {when}", { when: exact(since) });
  if (!all?.length) return [card(t("Familiars"), [], t("No familiar has heard anything since yesterday. Invite its account to a channel, or say something in one."))];
  return all.map((f) => el("section", { className: "card", data: { familiar: f.familiar } },
    el("h3", {}, f.name, el("small", {}, ` ${when}`)),
    el("dl", { className: "figures" },
      figure(t("lines heard"), f.heard), figure(t("answers it was asked for"), f.asked), figure(t("said unasked"), f.unasked),
      f.welcome !== undefined && figure(t("of these welcome"), `${Math.round(100 * f.welcome)} %`)),
    f.quiet?.length > 0 && el("details", { className: "quiet-reasons" }, el("summary", {}, t("Why it kept quiet")),
      el("ul", {}, f.quiet.map(({ says, times }) => el("li", {}, el("b", {}, `${times}×`), ` ${says}`))))));
}

const figure = (term, value) => el("div", {}, el("dt", {}, term), el("dd", {}, String(value)));

// moment is the time, with its day when that was not today.
const moment = (ms) => (Date.now() - ms < 20 * 3_600_000 ? clock(ms) : exact(ms));

function bytes(n) {
  if (n >= 1e9) return `${(n / 1e9).toFixed(1)} GB`;
  return `${Math.round(n / 1e6)} MB`;
}
