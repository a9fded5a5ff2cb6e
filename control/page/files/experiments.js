// Experiments: two settings of a familiar, and how they compare so far. They are
// read as somebody opens them: counting them reads every decision there is. What begins
// or ends one is written into the configuration, and taken back like any other change.

import { elsewhere } from "./changes.js";
import { el, get } from "./dom.js";
import { t } from "./language.js";

const DAY = 86_400_000;
const dayOf = (ms) => new Date(ms).toISOString().slice(0, 10);

// Experiments are the part of Tune that begins, shows and ends them.
export class Experiments {
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
    get("experiment-first").value = dayOf(Date.now() + DAY);
    get("experiment-last").value = dayOf(Date.now() + 15 * DAY);
    get("experiment-change").hidden = true;
  }

  async #list() {
    const { familiar } = this.member;
    const told = await this.ask(() => this.api.experiments());
    if (!told || familiar !== this.member.familiar) return;
    const all = (told.experiments ?? []).filter((one) => one.familiar === familiar);
    get("experiments-none").hidden = all.length > 0;
    get("experiments-list").replaceChildren(...all.map((one) => shown(one, (how) => this.#show((seen) => this.api.endExperiment(one.name, how, seen)))));
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
    get("experiment-changes").textContent = `${told.file}\n${told.changes}`;
    get("experiment-write").focus();
  }

  async #write() {
    const told = await this.ask(this.change);
    get("experiment-change").hidden = true;
    if (!told) return;
    await this.#list();
    this.tell(t("Written into {file}, and in force from now on.", { file: told.file }) + elsewhere(told));
  }
}

function shown(e, end) {
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
    el("p", {}, [t("Verdict: {what}.", { what: e.verdict }), e.next && t("It looks next on {day}.", { day: e.next })].filter(Boolean).join(" ")),
    el("div", { className: "experiment-orders" },
      el("button", { type: "button", onclick: () => end("take") }, t("End it, and take the better arm")),
      el("button", { type: "button", onclick: () => end("stop") }, t("Stop it, and stay as before"))));
}

// share is a rate in percent with its interval; nothing known is a dash.
function share(rate) {
  if (!rate) return "–";
  const percent = (part) => (100 * part).toFixed(1);
  const ends = rate.low === undefined ? "" : ` (${t("{from} to {to}", { from: percent(rate.low), to: percent(rate.high) })})`;
  return `${percent(rate.is)} %${ends}`;
}
