// The fields of a card: who a familiar is, and what it knows of things that come up.

import { el, get } from "./dom.js";
import { t, tn } from "./language.js";

const SHOWN = 100; // entries of a lorebook; others are found by a word

// What the parts of a card are called. Those in OFTEN stand in sight.
const OFTEN = ["description", "examples"];
const TITLES = {
  description: t("Who it is"),
  personality: t("Personality"),
  scenario: t("Scenario"),
  instructions: t("Instructions"),
  world: t("World: what always holds"),
  examples: t("Example dialogue"),
  last: t("Remember: the card's end"),
};

export class CardFields {
  #entries = []; // {was, is}; was is null for a new one
  #parts = new Map(); // part → textarea

  // changed() is called when somebody has changed something.
  constructor(changed) {
    this.changed = changed;
    get("cards-find").addEventListener("input", () => this.#list());
    get("cards-add").addEventListener("click", () => this.#add());
    for (const id of ["cards-name", "cards-aliases"]) get(id).addEventListener("input", changed);
  }

  // show fills the fields with a card as the program told it.
  show(card) {
    this.card = card;
    get("cards-name").value = card.name;
    get("cards-aliases").value = card.aliases.join(", ");
    this.#parts.clear();
    const often = card.parts.filter(({ part }) => OFTEN.includes(part));
    const seldom = card.parts.filter(({ part }) => !OFTEN.includes(part));
    get("cards-parts").replaceChildren(...often.map((part) => this.#part(part)));
    get("cards-more-parts").replaceChildren(...seldom.map((part) => this.#part(part)));
    get("cards-more").open = seldom.some(({ text }) => text !== "");
    this.#entries = card.entries.map((entry) => ({ was: entry, is: { ...entry } }));
    get("cards-book").hidden = !card.lorebook;
    get("cards-bookless").hidden = Boolean(card.lorebook);
    get("cards-find").value = "";
    this.#list();
  }

  // edit is what the fields say that the card doesn't: the body of a request.
  edit() {
    const made = {};
    const name = get("cards-name").value.trim();
    const aliases = get("cards-aliases").value.split(",").map((alias) => alias.trim()).filter(Boolean);
    if (name !== this.card.name) made.name = name;
    if (aliases.join("\n") !== this.card.aliases.join("\n")) made.aliases = aliases;
    const parts = this.card.parts.filter(({ part, text }) => this.#parts.get(part).value.trim() !== unix(text));
    if (parts.length) made.parts = Object.fromEntries(parts.map(({ part }) => [part, this.#parts.get(part).value]));
    const entries = this.#entries.filter(({ was, is }) => !was || JSON.stringify(was) !== JSON.stringify(is));
    if (entries.length) made.entries = entries.map(({ is }) => is);
    return made;
  }

  #part({ part, text }) {
    const id = `cards-part-${part}`;
    const area = el("textarea", { id, rows: OFTEN.includes(part) ? 4 : 2, spellcheck: true, oninput: this.changed });
    area.value = unix(text);
    this.#parts.set(part, area);
    return el("div", { className: "field" }, el("label", { htmlFor: id }, TITLES[part] ?? part), area);
  }

  #list() {
    const word = get("cards-find").value.trim().toLowerCase();
    const found = this.#entries.filter(({ was, is }) => !was || word === "" || JSON.stringify(is).toLowerCase().includes(word));
    get("cards-entries").replaceChildren(...found.slice(0, SHOWN).map((entry) => this.#entry(entry)));
    get("cards-found").textContent = found.length > SHOWN ? t("{shown} of {all} entries: search for others", { shown: SHOWN, all: found.length }) : tn("{n} entry", "{n} entries", found.length);
  }

  #add() {
    const taken = new Set(this.#entries.map(({ is }) => is.id));
    let n = this.#entries.length + 1;
    while (taken.has(`entry-${n}`)) n++;
    this.#entries.unshift({ was: null, is: { id: `entry-${n}`, keys: [], text: "" } });
    this.#list();
    const first = get("cards-entries").firstElementChild;
    first.open = true;
    first.querySelector("input").focus();
    this.changed();
  }

  #entry({ was, is }) {
    const head = el("span", {}, heading(is));
    const set = (key, value) => {
      if (value === "" || value === false || (key === "secondary" && value.length === 0)) is[key] = was && key in was ? value : undefined;
      else is[key] = value;
      head.textContent = heading(is);
      this.changed();
    };
    const field = (label, node) => el("label", { className: "field" }, label, node);
    const text = (label, key, hint) => field(label, el("input", { value: is[key] ?? "", placeholder: hint, oninput: (event) => set(key, event.target.value.trim()) }));
    const words = (label, key, hint) => field(label, el("input", { value: (is[key] ?? []).join(", "), placeholder: hint, oninput: (event) => set(key, keysOf(event.target.value)) }));
    const tick = (label, key) => el("label", { className: "tick" }, el("input", { type: "checkbox", checked: Boolean(is[key]), onchange: (event) => set(key, event.target.checked) }), ` ${label}`);
    const area = el("textarea", { rows: 2, oninput: (event) => set("text", event.target.value) });
    area.value = is.text;
    return el("details", { className: is.off ? "entry off" : "entry", data: { entry: is.id } },
      el("summary", {}, head),
      !was && text(t("Id: letters, digits, - and _"), "id", ""),
      text(t("What the model is told that it is about"), "name", is.id),
      words(t("Keys: one of them brings it in"), "keys", "lamp, /moths?/i"),
      words(t("Secondary keys"), "secondary", ""),
      field(t("What it knows"), area),
      el("div", { className: "ticks" }, tick(t("in every prompt"), "constant"), tick(t("switched off"), "off")));
  }
}

const heading = ({ id, name, keys }) => `${name || id}${keys.length ? `: ${keys.join(", ")}` : ""}`;

// keysOf takes a list apart at its commas, but for those inside an expression.
const keysOf = (list) => (list.match(/\/(?:\\.|[^/\\])+\/[a-z]*|[^,]+/g) ?? []).map((key) => key.trim()).filter(Boolean);

const unix = (text) => text.replaceAll("\r\n", "\n");
