// The knobs that the page can turn: what they are called, and what they may be set to.
// What they do the program says, as its reference does. A knob that a preset doesn't have
// is not shown.

import { t } from "./language.js";

const SPANS = ["0s", "1s", "2s", "3s", "5s", "8s", "10s", "15s", "20s", "30s", "45s", "1m", "1m30s", "2m", "3m", "5m", "10m", "15m", "30m", "1h"];
const between = (from, to) => SPANS.slice(SPANS.indexOf(from), SPANS.indexOf(to) + 1);
const parts = (step, most) => Array.from({ length: Math.round(most / step) + 1 }, (_, i) => String(Number((i * step).toFixed(2))));

// A group is {title, knobs}; each of knobs is {key, name, steps}, what it may be
// set to from least to most, {key, name, choices}, or {key, name, field}: text, spans or
// number. What is said of a knob beside what it does is its note.
export const GROUPS = [
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
      { key: "odds.alone", name: t("Without a judge it answers from"), steps: parts(0.02, 1) },
    ],
  },
  {
    title: t("Being talked to"),
    knobs: [
      { key: "credit.window", name: t("A talk goes on for"), steps: between("10s", "1h") },
      { key: "credit.mode", name: t("Which is used up"), choices: ["slide", "once", "kept"] },
      { key: "odds.ask.hi", name: t("Sure of yes from odds of"), steps: parts(0.05, 1) },
      { key: "odds.ask.lo", name: t("Sure of no below odds of"), steps: parts(0.02, 0.5) },
      { key: "debounce.quiet", name: t("Waits for more"), steps: ["0s", "300ms", "600ms", "1s", "1.5s", "2s", "3s", "5s"] },
    ],
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
      { key: "room.overdue_after", name: t("Drops a thought later than"), steps: between("10s", "1h") },
    ],
  },
  {
    title: t("Hours"),
    knobs: [
      { key: "hours.active", name: t("Speaks unasked only at"), field: "spans" },
      { key: "hours.quiet", name: t("Says nothing at"), field: "spans" },
      { key: "hours.zone", name: t("By the clock of"), field: "text" },
    ],
  },
  {
    title: t("Budget"),
    knobs: [
      { key: "budget.familiar", name: t("Costs at most"), field: "number", note: t("In all channels together, and for each of the others, too. What is shown here of the past doesn't know this limit.") },
    ],
  },
];

// plain is a value without the quotes that a file has around it.
export const plain = (value) => value.replace(/^"(.*)"$/, "$1");

// FIELDS say how a value is shown in a field, and what a field's text is as a value.
export const FIELDS = {
  text: { show: plain, read: (text) => text.trim() },
  number: { show: plain, read: (text) => text.trim() || "0" },
  spans: {
    show: (value) => spansIn(value).join("; "),
    read: (text) => `[${text.split(";").map((span) => span.trim()).filter(Boolean).map((span) => JSON.stringify(span)).join(", ")}]`,
  },
};

// spansIn are the spans of a list as the file says it.
const spansIn = (value) => [...value.matchAll(/"([^"]*)"/g)].map(([, span]) => span);

const UNITS = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

// weight is what a value comes to, for its order among the steps.
function weight(value) {
  const spans = [...value.matchAll(/([\d.]+)(ms|h|m|s)/g)];
  return spans.length ? spans.reduce((sum, [, n, unit]) => sum + Number(n) * UNITS[unit], 0) : Number(value);
}

// stepsWith are a knob's steps with the value in force among them.
export function stepsWith(steps, value) {
  if (steps.some((step) => weight(step) === weight(value))) return steps.map((step) => (weight(step) === weight(value) ? value : step));
  return [...steps, value].sort((a, b) => weight(a) - weight(b));
}
