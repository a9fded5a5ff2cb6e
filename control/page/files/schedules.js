// The schedules of a familiar as fields: those in force, changed, new or gone.

import { el } from "./dom.js";
import { t } from "./language.js";

const NEW = { name: "", cron: "0 9 * * MON-FRI", overdue: "1h", prompt: "" };

// What each kind of occasion has besides its name and prompt.
const KINDS = {
  cron: { name: t("by the clock"), fields: [
    { key: "cron", name: t("Minute, hour, day, month, weekday"), hint: "0 9 * * MON-FRI" },
    { key: "zone", name: t("By the clock of"), hint: "Europe/Berlin" },
    { key: "about", name: t("Earlier or later by up to"), hint: "20m" },
  ] },
  silence: { name: t("after a silence"), fields: [{ key: "silence", name: t("People have said nothing for"), hint: "24h" }] },
};

const kindOf = ({ silence }) => (silence ? "silence" : "cron");

export class Schedules {
  #all = []; // {node, is}: is holds the fields as they stand
  #inForce = "[]";

  // changed is called when a field was changed, or a schedule added or taken out.
  constructor(changed) {
    this.changed = changed;
    this.list = el("div", { className: "schedules" });
    this.node = el("fieldset", { className: "schedules-all" }, el("legend", {}, t("Schedules")), this.list,
      el("button", { type: "button", className: "quiet-button", onclick: () => this.#add() }, t("Add a schedule")));
  }

  // show has the fields be those of the schedules in force.
  show(all) {
    this.#all = [];
    this.list.replaceChildren();
    for (const one of all) this.#put({ ...one }, true);
    this.#inForce = this.#told();
  }

  // wanted is what they are to be; undefined: what they are.
  wanted() { return this.#told() === this.#inForce ? undefined : this.#all.map(({ is }) => trimmed(is)); }

  // whole reports whether nothing that has to be said is missing.
  whole() { return this.#all.every(({ is }) => is.name && is.prompt && (is.cron || is.silence)); }

  #told() { return JSON.stringify(this.#all.map(({ is }) => trimmed(is))); }

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
    const turn = (key, value) => { is[key] = value; this.changed(); };
    const field = ({ key, name, hint }) => el("label", {}, name, el("input", {
      type: "text", value: is[key] ?? "", placeholder: hint, autocomplete: "off", spellcheck: false, data: { key }, onchange: ({ target }) => turn(key, target.value.trim()),
    }));
    const kind = el("select", {
      onchange: () => {
        for (const { fields } of Object.values(KINDS)) for (const { key } of fields) delete is[key];
        for (const { key, hint } of KINDS[kind.value].fields.slice(0, 1)) is[key] = hint;
        this.#draw(one, inForce);
        node.querySelector("select").focus();
        this.changed();
      },
    }, Object.entries(KINDS).map(([value, { name }]) => el("option", { value, selected: value === kindOf(is) }, name)));
    node.setAttribute("aria-label", is.name || t("a new schedule"));
    node.replaceChildren(
      inForce ? el("b", {}, is.name) : field({ key: "name", name: t("Its name, of a to z, 0 to 9 and -"), hint: "morning" }),
      el("label", {}, t("It speaks"), kind),
      ...KINDS[kindOf(is)].fields.map(field),
      field({ key: "overdue", name: t("Left out when later than"), hint: "1h" }),
      el("label", { className: "wide" }, t("What it is told"), el("textarea", { rows: 2, value: is.prompt, data: { key: "prompt" }, onchange: ({ target }) => turn("prompt", target.value.trim()) })),
      el("button", {
        type: "button", className: "quiet-button", "aria-label": t("Take out {name}", { name: is.name || t("a new schedule") }),
        onclick: () => {
          this.#all = this.#all.filter((other) => other !== one);
          node.remove();
          this.node.lastElementChild.focus();
          this.changed();
        },
      }, t("Take out")));
  }
}

// trimmed leaves out what isn't given.
const trimmed = (is) => Object.fromEntries(Object.entries(is).filter(([, value]) => value));
