// The program's words, in words a newcomer understands.

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const DAY = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });

export const clock = (ms) => CLOCK.format(ms);
export const exact = (ms) => EXACT.format(ms);

export function day(ms, now = Date.now()) {
  const at = new Date(ms).toDateString();
  if (at === new Date(now).toDateString()) return "Today";
  if (at === new Date(now - 86_400_000).toDateString()) return "Yesterday";
  return DAY.format(ms);
}

// span says a duration: "7 s", "3 min", "2 h".
export function span(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds < 100) return `${seconds} s`;
  if (seconds < 6000) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}

const ACTS = {
  engage: "will answer",
  ask: "asks its judge whether to speak",
  wait: "waits, and may speak later",
  observe: "remembers the line and stays quiet",
  drop: "did not look at the line",
  denied: "did not listen: this person may not talk to it here",
  claim: "took a claim code",
  settled: "what became of it",
};

export const actInWords = (act) => ACTS[act] ?? act;

const RUNGS = {
  self: "its own line",
  mode: "the room's mode decides",
  dm: "said to it alone",
  mention: "it is mentioned",
  reply: "it is replied to",
  sibling: "another familiar's line",
  aside: "aimed at somebody else",
  sticky: "somebody it talks with goes on",
  alias: "its name is in the text",
  elsewhere: "a conversation between others",
  "cold-thread": "a thread it never joined",
  solo: "nobody else is here",
  rest: "no rule claimed the line",
  default: "no rule claimed the line",
  guard: "only bots have talked for too long",
  judge: "its judge was asked",
  duplicate: "heard before",
  unlikely: "hardly worth a question",
  schedule: "by its schedule",
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
  if (came === "waiting") return count === 1 ? "is waiting" : "are waiting";
  return came === "spoke" ? "spoke" : "kept quiet";
}

// listed says some things in a row: "a, b and c".
export const listed = (all) => (all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`);

// seatInWords says what a familiar is doing; left is how long until it does
// the next thing, ms, or 0.
export function seatInWords({ act, trigger }, left) {
  const then = left > 0 ? ` in ${span(left)}` : "";
  switch (act) {
    case "buffering": return left > 0 ? `waiting for more, ${span(left)}` : "waiting for more";
    case "waiting": return `${trigger || "thinks"}${then}`;
    case "judging": return `asking its judge${trigger ? ` (${trigger})` : ""}`;
    case "composing": return "composing";
    case "posting": return "posting";
    case "quiet": return left > 0 ? `quiet for ${span(left)}` : "quiet";
  }
  return "idle";
}

// learnedInWords says how much further or nearer its bars are here than it was
// set up with; lift is in log-odds.
export function learnedInWords(lift) {
  if (Math.abs(lift) < 0.05) return "";
  return `has learned to speak ${lift < 0 ? "more" : "less"} here (${lift < 0 ? "−" : "+"}${Math.abs(lift).toFixed(2)})`;
}

// ailingInWords says whose model can't be had, why, and which one answers in its
// place.
export function ailingInWords({ name, familiar, judge, model, reason, since, spare }) {
  const away = `the model ${model} has not been called since ${clock(since)} (${reason}).`;
  if (spare) return `${name || familiar} ${judge ? "is judged" : "answers"} by the model ${spare}: ${away}`;
  const what = judge ? "can't be told whether to speak unasked" : "can't think";
  return `${name || familiar} ${what}: ${away}`;
}

const STAND_INS = {
  scripted: "Written beforehand, by people: no model is connected",
  offline: "A stand-in's words: no model is connected",
};

// unmarked takes off what a stand-in's text begins with, such as "(scripted) ":
// {mark: {word, title}, text}, without mark for any other text.
export function unmarked(text) {
  const [begin, word] = /^\((scripted|offline)\) /.exec(text) ?? [];
  return word ? { mark: { word, title: STAND_INS[word] }, text: text.slice(begin.length) } : { text };
}

const KINDS = {
  account: "accounts on their networks",
  channel: "channels",
  agent: "turns in progress",
  monitor: "questions to judges",
  budget: "what the models cost",
};

// kindInWords says what the actors of a kind are, or "" for a kind this page
// doesn't know.
export const kindInWords = (kind) => KINDS[kind] ?? "";

// actorInWords says how an actor stands; what is nothing is left out.
export function actorInWords({ state, rests, last, backlog, panics }) {
  return [
    state,
    rests >= 0.5 && `idle for ${span(rests * 1000)}`,
    last && `last message ${last}`,
    backlog > 0 && `backlog ${backlog}`,
    panics > 0 && (panics === 1 ? "1 panic" : `${panics} panics`),
  ].filter(Boolean).join(" · ");
}

const SPANS = {
  receive: "heard",
  journal: "into the journal",
  decide: "decision",
  judge: "asking the judge",
  turn: "turn",
  rehearse: "tried line",
  invoke_agent: "writing",
  chat: "model",
  execute_tool: "tool",
  list_tools: "looking for tools",
  outbox: "a part of the reply",
  post: "try to post it",
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
