// Experiments: two settings of a familiar, and how they compare so far. They are
// read once each time the tree of actors is opened: counting them reads every
// decision there is.

import { el, get } from "./dom.js";

// showExperiments shows those there are below the actors; none is no section. A
// failure shows nothing: the actors above say what is wrong.
export async function showExperiments(api) {
  const told = await api.experiments().catch(() => ({}));
  const all = told.experiments ?? [];
  get("experiments").hidden = all.length === 0;
  get("experiments-list").replaceChildren(...all.map(shown));
}

function shown(e) {
  const [a, b] = e.arms;
  const row = (what, of) => el("tr", {}, el("th", { scope: "row" }, what), el("td", {}, of(a)), el("td", {}, of(b)));
  return el("article", { className: "experiment", data: { experiment: e.name } },
    el("h3", {}, e.name),
    el("p", {}, `${e.familiar} in ${e.match}, from ${e.begin} until ${e.end}. In arm b ${e.knobs.join(", ")}.`),
    el("table", {},
      el("thead", {}, el("tr", {}, el("td", {}), el("th", { scope: "col" }, "a"), el("th", { scope: "col" }, "b"))),
      el("tbody", {},
        row("channels", (arm) => String(arm.channels)),
        row("said unasked", (arm) => String(arm.said)),
        row("welcome", (arm) => share(arm.welcome)),
        row("complaints", (arm) => share(arm.complaints)),
        row("questions to its judge", (arm) => String(arm.asked)),
        row("turns posted", (arm) => String(arm.turns)),
        row("tokens", (arm) => String(arm.tokens_in + arm.tokens_out)),
        row("dollars", (arm) => arm.usd.toFixed(2)))),
    el("p", {}, `Verdict: ${e.verdict}.${e.next ? ` It looks next on ${e.next}.` : ""}`));
}

// share is a rate in percent with its interval; nothing known is a dash.
function share(rate) {
  if (!rate) return "–";
  const percent = (part) => (100 * part).toFixed(1);
  const ends = rate.low === undefined ? "" : ` (${percent(rate.low)} to ${percent(rate.high)})`;
  return `${percent(rate.is)} %${ends}`;
}
