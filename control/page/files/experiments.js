// Experiments: two settings of a familiar, and how they compare so far. They are
// read as somebody opens them: counting them reads every decision there is.

import { el, get } from "./dom.js";
import { t } from "./language.js";

// closeExperiments lets go of those that are shown: another familiar's may be next.
export function closeExperiments() {
  get("experiments").open = false;
  get("experiments-none").hidden = true;
  get("experiments-list").replaceChildren();
}

// showExperiments shows a familiar's, of what was told of all.
export function showExperiments({ experiments }, familiar) {
  const all = (experiments ?? []).filter((one) => one.familiar === familiar);
  get("experiments-none").hidden = all.length > 0;
  get("experiments-list").replaceChildren(...all.map(shown));
}

function shown(e) {
  const [a, b] = e.arms;
  const row = (what, of) => el("tr", {}, el("th", { scope: "row" }, what), el("td", {}, of(a)), el("td", {}, of(b)));
  return el("article", { className: "experiment", data: { experiment: e.name } },
    el("h3", {}, e.name),
    el("p", {}, t("{familiar} in {where}, from {begin} until {end}. In arm b {knobs}.", { familiar: e.familiar, where: e.match, begin: e.begin, end: e.end, knobs: e.knobs.join(", ") })),
    el("table", {},
      el("thead", {}, el("tr", {}, el("td", {}), el("th", { scope: "col" }, "a"), el("th", { scope: "col" }, "b"))),
      el("tbody", {},
        row(t("channels"), (arm) => String(arm.channels)),
        row(t("said unasked"), (arm) => String(arm.said)),
        row(t("welcome"), (arm) => share(arm.welcome)),
        row(t("complaints"), (arm) => share(arm.complaints)),
        row(t("questions to its judge"), (arm) => String(arm.asked)),
        row(t("turns posted"), (arm) => String(arm.turns)),
        row(t("tokens"), (arm) => String(arm.tokens_in + arm.tokens_out)),
        row(t("dollars"), (arm) => arm.usd.toFixed(2)))),
    el("p", {}, [t("Verdict: {what}.", { what: e.verdict }), e.next && t("It looks next on {day}.", { day: e.next })].filter(Boolean).join(" ")));
}

// share is a rate in percent with its interval; nothing known is a dash.
function share(rate) {
  if (!rate) return "–";
  const percent = (part) => (100 * part).toFixed(1);
  const ends = rate.low === undefined ? "" : ` (${t("{from} to {to}", { from: percent(rate.low), to: percent(rate.high) })})`;
  return `${percent(rate.is)} %${ends}`;
}
