// The knobs that the page can turn: what they are called, what they do, and what they
// may be set to. A knob that a preset doesn't have is not shown.

const SPANS = ["0s", "1s", "2s", "3s", "5s", "8s", "10s", "15s", "20s", "30s", "45s", "1m", "1m30s", "2m", "3m", "5m", "10m", "15m", "30m", "1h"];
const between = (from, to) => SPANS.slice(SPANS.indexOf(from), SPANS.indexOf(to) + 1);
const parts = (step, most) => Array.from({ length: Math.round(most / step) + 1 }, (_, i) => String(Number((i * step).toFixed(2))));

// A group is {title, knobs}; each of knobs is {key, name, help, steps}, what it may be
// set to from least to most, or {key, name, help, choices}.
export const GROUPS = [
  {
    title: "Speaking unasked",
    knobs: [
      { key: "chattiness.tier", name: "How soon it considers it", help: "Lines until it first considers speaking: very quiet 15, quiet 12, average 9, eager 6, very eager 3.", choices: ["very_quiet", "quiet", "average", "eager", "very_eager"] },
      { key: "chattiness.lull", name: "After a silence of", help: "It also considers it once nobody has said anything for this long.", steps: between("1s", "10m") },
      { key: "chattiness.question", name: "After a question open for", help: "And when a question has been unanswered for this long; 0: never.", steps: between("0s", "30m") },
      { key: "chattiness.share", name: "Most of the talk that is its own", help: "With more than this share of the last 32 lines it waits longer; 0: it doesn't matter.", steps: parts(0.05, 1) },
      { key: "odds.at_once", name: "Asks at once from odds of", help: "A line at least as likely to want an answer is asked about at once, not after a silence; 0: never.", steps: parts(0.01, 0.5) },
      { key: "odds.wait.hi", name: "Speaks at once from odds of", help: "From here on it answers a line that wasn't for it, without asking its judge; 1: never.", steps: parts(0.05, 1) },
      { key: "odds.alone", name: "Without a judge it answers from", help: "Where there is no judge: answered from these odds on.", steps: parts(0.02, 1) },
    ],
  },
  {
    title: "Being talked to",
    knobs: [
      { key: "credit.window", name: "A talk goes on for", help: "People it has answered needn't call it again for this long.", steps: between("10s", "1h") },
      { key: "credit.mode", name: "Which is used up", help: "slide: it starts again with each line; once: it ends; kept: nothing changes.", choices: ["slide", "once", "kept"] },
      { key: "odds.ask.hi", name: "Sure of yes from odds of", help: "A line that goes on with a talk is answered without asking its judge from here on; 1: never.", steps: parts(0.05, 1) },
      { key: "odds.ask.lo", name: "Sure of no below odds of", help: "And left alone below; 0: never.", steps: parts(0.02, 0.5) },
      { key: "debounce.quiet", name: "Waits for more", help: "How long a line that calls it waits for what follows.", steps: ["0s", "300ms", "600ms", "1s", "1.5s", "2s", "3s", "5s"] },
    ],
  },
];

// plain is a value without the quotes that a file has around it.
export const plain = (value) => value.replace(/^"(.*)"$/, "$1");

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
