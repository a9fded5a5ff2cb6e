// The program's words, in words a newcomer understands.

import { language, locale, t, tn } from "./language.js";

const CLOCK = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
const EXACT = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });
const DAY = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long" });

export const clock = (ms) => CLOCK.format(ms);
export const exact = (ms) => EXACT.format(ms);

// called is what a person calls a channel.
export const called = ({ name, channel, thread }) => (thread ? `${name || channel} / ${thread}` : name || channel);

export function day(ms, now = Date.now()) {
  const at = new Date(ms).toDateString();
  if (at === new Date(now).toDateString()) return t("Today");
  if (at === new Date(now - 86_400_000).toDateString()) return t("Yesterday");
  return DAY.format(ms);
}

// span says a duration: "7 s", "3 min", "2 h".
export function span(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds < 100) return t("{n} s", { n: seconds });
  if (seconds < 6000) return t("{n} min", { n: Math.round(seconds / 60) });
  return t("{n} h", { n: Math.round(seconds / 3600) });
}

const ACTS = {
  engage: t("will answer"),
  ask: t("asks its judge whether to speak"),
  wait: t("waits, and may speak later"),
  observe: t("remembers the line and stays quiet"),
  drop: t("did not look at the line"),
  denied: t("did not listen: this person may not talk to it here"),
  claim: t("took a claim code"),
  settled: t("what became of it"),
};

export const actInWords = (act) => ACTS[act] ?? act;

const RUNGS = {
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
  schedule: t("by its schedule"),
};

// rungInWords explains a rung, or gives "" for one this page doesn't know.
export const rungInWords = (rung) => RUNGS[rung] ?? "";

// colour is what a decision looks like; the style sheet has one for each.
export function colour(decision) {
  if (decision.act !== "settled") return decision.act;
  if (decision.rung === "spoke" || decision.rung === "silence") return decision.rung;
  return "settled";
}

// cameInWords says what so many familiars did about a line.
export function cameInWords(came, count) {
  if (came === "waiting") return tn("is waiting", "are waiting", count);
  return came === "spoke" ? tn("spoke", "spoke", count) : tn("kept quiet", "kept quiet", count);
}

// listed says some things in a row: "a, b and c".
export function listed(all) {
  if (language !== "en") return new Intl.ListFormat(locale).format(all);
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

// seatInWords says what a familiar is doing; left is how long until it does
// the next thing, ms, or 0.
export function seatInWords({ act, trigger }, left) {
  switch (act) {
    case "buffering": return left > 0 ? t("waiting for more, {span}", { span: span(left) }) : t("waiting for more");
    case "waiting": return left > 0 ? t("{what} in {span}", { what: trigger || t("thinks"), span: span(left) }) : trigger || t("thinks");
    case "judging": return `${t("asking its judge")}${trigger ? ` (${trigger})` : ""}`;
    case "composing": return t("composing");
    case "posting": return t("posting");
    case "quiet": return left > 0 ? t("quiet for {span}", { span: span(left) }) : t("quiet");
  }
  return t("idle");
}

// learnedInWords says how much further or nearer its bars are here than it was
// set up with; lift is in log-odds.
export function learnedInWords(lift) {
  if (Math.abs(lift) < 0.05) return "";
  const by = `${lift < 0 ? "−" : "+"}${Math.abs(lift).toFixed(2)}`;
  return lift < 0 ? t("has learned to speak more here ({by})", { by }) : t("has learned to speak less here ({by})", { by });
}

// ailingInWords says whose model can't be had, why, and which one answers in its
// place.
export function ailingInWords({ name, familiar, judge, model, reason, since, spare }) {
  const words = { name: name || familiar, model, spare, since: clock(since), why: reason };
  if (spare && judge) return t("{name} is judged by the model {spare}: the model {model} has not been called since {since} ({why}).", words);
  if (spare) return t("{name} answers by the model {spare}: the model {model} has not been called since {since} ({why}).", words);
  if (judge) return t("{name} can't be told whether to speak unasked: the model {model} has not been called since {since} ({why}).", words);
  return t("{name} can't think: the model {model} has not been called since {since} ({why}).", words);
}

// silentInWords says which process of the deployment tells nothing, and since when.
export function silentInWords({ process, host, since }) {
  return t("{host} ({process}) tells nothing since {since}: what it decides is missing here.", { host, process, since: clock(since) });
}

const STAND_INS = {
  scripted: t("Written beforehand, by people: no model is connected"),
  offline: t("A stand-in's words: no model is connected"),
};

// unmarked takes off what a stand-in's text begins with, such as "(scripted) ":
// {mark: {word, title}, text}, without mark for any other text.
export function unmarked(text) {
  const [begin, word] = /^\((scripted|offline)\) /.exec(text) ?? [];
  return word ? { mark: { word, title: STAND_INS[word] }, text: text.slice(begin.length) } : { text };
}

const KINDS = {
  account: t("accounts on their networks"),
  channel: t("channels"),
  agent: t("turns in progress"),
  monitor: t("questions to judges"),
  budget: t("what the models cost"),
};

// kindInWords says what the actors of a kind are, or "" for a kind this page
// doesn't know.
export const kindInWords = (kind) => KINDS[kind] ?? "";

// actorInWords says how an actor stands; what is nothing is left out.
export function actorInWords({ state, rests, last, backlog, panics }) {
  return [
    state,
    rests >= 0.5 && t("idle for {span}", { span: span(rests * 1000) }),
    last && t("last message {what}", { what: last }),
    backlog > 0 && t("backlog {n}", { n: backlog }),
    panics > 0 && tn("{n} panic", "{n} panics", panics),
  ].filter(Boolean).join(" · ");
}

const SPANS = {
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
  post: t("try to post it"),
};

// spanInWords says what a step of a trace is; one that this page doesn't know keeps
// its name.
export function spanInWords(name) {
  const [kind, ...of] = name.split(" ");
  return SPANS[kind] ? [SPANS[kind], ...of].join(" ") : name;
}

// took says how long something took, ms.
export function took(ms) {
  if (ms < 1) return `${ms.toFixed(2)} ms`;
  return ms < 1000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}
