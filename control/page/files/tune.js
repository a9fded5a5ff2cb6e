// Tuning: a familiar's knobs, what other settings of them would have done to what was
// really said here, and the way into the configuration's file.

import { dollars } from "./card-prompt.js";
import { elsewhere, showChanges } from "./changes.js";
import { el, get, say } from "./dom.js";
import { Experiments } from "./experiments.js";
import { FIELDS, GROUPS, plain, stepsWith } from "./knobs.js";
import { t, tn } from "./language.js";
import { Schedules } from "./schedules.js";
import { asking } from "./sheet.js";
import { clock, exact } from "./words.js";

const PAUSE = 400; // ms that a knob rests before it is tried
const SHOWN = 30; // differences

export class Tune {
  #asked = 0; // trials so far; an answer to an earlier one shows nothing
  #turned = new Map(); // key → value, those that aren't as in force
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
    clearTimeout(this.#resting); // what was turned before is no longer tried
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
    const shown = el("output", { className: "knob-value" }, is);
    const id = `knob-${knob.key.replaceAll(".", "-")}`;
    const turn = (to) => {
      shown.textContent = to;
      if (to === is) this.#turned.delete(knob.key);
      else this.#turned.set(knob.key, to);
      shown.classList.toggle("turned", to !== is);
      this.#changed();
    };
    return el("div", { className: "knob", data: { key: knob.key } },
      el("label", { htmlFor: id }, knob.name), shown,
      knob.field ? field(id, FIELDS[knob.field], is, turn) : knob.choices ? choice(id, knob.choices, is, turn) : slider(id, stepsWith(knob.steps, is), is, turn),
      el("p", { className: "hint", id: `${id}-help` }, [sentence(does), t("In force: {value}, {from}.", { value: is || '""', from }), knob.note].filter(Boolean).join(" ")));
  }

  // changed has what a change comes to be tried once there is no further one.
  #changed() {
    this.#forgetFile();
    this.tell("");
    clearTimeout(this.#resting);
    if (this.schedules.whole()) this.#resting = setTimeout(() => this.#try(), PAUSE);
  }

  // try replays what was said here with the knobs as they stand.
  async #try() {
    const asked = ++this.#asked;
    get("tune-busy").hidden = false;
    const made = await this.ask(() => this.api.preview(this.member.familiar, this.room, get("tune-since").value, this.#trial()));
    if (asked !== this.#asked) return;
    get("tune-busy").hidden = true;
    get("tune-outcome").replaceChildren(...(made ? outcome(made) : []));
    if (made) say(tn("{n} difference", "{n} differences", made.differ));
  }

  #trial() { return { set: [...this.#turned].map(([key, value]) => `${key}=${value}`), schedules: this.schedules.wanted() }; }

  #where() { return this.dialog.querySelector("[name=tune-where]:checked").value; }

  // look shows what would be written.
  async #look() {
    const told = await this.ask(() => this.api.apply(this.member.familiar, this.room, this.#where(), this.#trial(), ""));
    if (!told) return;
    this.seen = told.seen;
    get("tune-changes").textContent = `${told.file}\n${told.changes}`;
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
    get("tune-look").disabled = (this.#turned.size === 0 && !this.schedules.wanted()) || !this.schedules.whole();
  }
}

function slider(id, steps, is, turn) {
  const named = (to) => { input.setAttribute("aria-valuetext", to); return to; };
  const input = el("input", {
    type: "range", id, min: 0, max: steps.length - 1, step: 1, "aria-describedby": `${id}-help`,
    oninput: () => turn(named(steps[input.valueAsNumber])),
  });
  input.value = steps.indexOf(is);
  named(is);
  return input;
}

// sentence makes one of a line of the configuration's reference.
const sentence = (words = "") => words && `${words[0].toUpperCase()}${words.slice(1)}.`;

function choice(id, choices, is, turn) {
  const all = choices.includes(is) ? choices : [is, ...choices];
  const input = el("select", { id, "aria-describedby": `${id}-help`, onchange: () => turn(input.value) },
    all.map((one) => el("option", { value: one, selected: one === is }, one.replaceAll("_", " "))));
  return input;
}

// field is for what has no steps. It is turned once it is left, or by Enter.
function field(id, { show, read }, is, turn) {
  return el("input", {
    type: "text", id, value: show(is), autocomplete: "off", spellcheck: false, "aria-describedby": `${id}-help`,
    onchange: ({ target }) => turn(read(target.value)),
  });
}

// outcome is what both settings come to, and where they differ.
function outcome({ from, until, cut, figures, differ, differences, unknown }) {
  const [a, b] = figures;
  const row = (what, of) => el("tr", { className: of(a) === of(b) ? "" : "differs" }, el("th", { scope: "row" }, what), el("td", {}, of(a)), el("td", {}, of(b)));
  const number = (value) => (value === null || value === undefined ? "–" : String(Math.round(value * 10) / 10));
  return [
    el("p", { className: "hint" }, [tn("{n} line, {from} to {until}.", "{n} lines, {from} to {until}.", a.lines, { from: exact(from), until: exact(until) }), cut && t("There was more: that far back isn't looked.")].filter(Boolean).join(" ")),
    el("table", {},
      el("thead", {}, el("tr", {}, el("td", {}), el("th", { scope: "col" }, t("in force")), el("th", { scope: "col" }, t("as turned")))),
      el("tbody", {},
        row(t("would speak"), ({ calls, unknown: maybe }) => (maybe ? t("{from} to {to}", { from: calls, to: calls + maybe }) : String(calls))),
        row(t("questions to its judge"), ({ asked }) => String(asked)),
        row(t("of them nobody asked then"), ({ unknown: maybe }) => String(maybe)),
        row(t("wake-ups an hour"), ({ wake_ups: hour }) => number(hour)),
        row(t("seconds until it speaks, half"), ({ delay_s: delay }) => number(delay)),
        row(t("answered lines it would miss"), ({ misses }) => number(misses)),
        row(t("calls that nobody wanted"), ({ needless_calls: needless }) => number(needless)),
        row(t("costs, about"), ({ cost_usd: cost }) => (cost === null ? "–" : cost === 0 ? "$0" : dollars(cost))))),
    el("h3", {}, differ === 0 ? t("Nothing would have been different.") : tn("One line would have been different.", "{n} lines would have been different.", differ)),
    el("ol", { className: "differences" }, differences.slice(0, SHOWN).map(difference)),
    differ > SHOWN && el("p", { className: "hint" }, t("and {n} more", { n: differ - Math.min(SHOWN, differences.length) })),
    unknown.length > 0 && el("details", {},
      el("summary", {}, t("What its judge would have said, nobody knows")),
      el("ul", { className: "differences" }, unknown.map((q) => el("li", {}, quoted(q), el("small", {}, t("asked: {trigger}", { trigger: q.trigger })))))),
  ].filter(Boolean);
}

function difference({ at, who, text, sides }) {
  const [was, is] = sides;
  const words = was.speaks && is.speaks ? t("At another time") : is.speaks ? t("Would have spoken") : t("Would have kept quiet");
  return el("li", { data: { speaks: String(is.speaks) } }, el("b", {}, words), quoted({ at, who, text }),
    el("small", {}, t("In force: {what}", { what: was.sentence })), el("small", {}, t("As turned: {what}", { what: is.sentence })));
}

const quoted = ({ at, who, text }) => el("q", {}, el("time", {}, clock(at)), ` ${who}: ${text}`);
