// Who one can speak as in this browser, and everybody's colour.

import { el, get } from "./dom.js";
import { t } from "./language.js";

const KEY = "familiar.people";
const CHOSEN = "familiar.speaker";
const ADD = "\u0000add";

// hue gives a person the same colour everywhere, always: 0 to 359.
export function hue(id) {
  let sum = 2166136261; // FNV-1a, 32 bit
  for (const c of id) sum = Math.imul(sum ^ c.codePointAt(0), 16777619);
  return ((sum >>> 0) % 24) * 15;
}

// idOf makes an id of a name: what a person types twice is the same person.
const idOf = (name) => name.toLowerCase().normalize("NFKC").replace(/\s+/g, "-");

// People is the choice of speakers and the form that adds one.
export class People {
  // changed is called when somebody else is chosen.
  constructor(changed) {
    this.changed = changed;
    this.all = read();
    this.select = get("speaker");
    this.form = get("person-form");
    this.#show(localStorage.getItem(CHOSEN));
    this.select.addEventListener("change", () => this.#choose());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#add(get("person-name").value.trim(), get("person-bot").checked);
    });
    get("person-cancel").addEventListener("click", () => this.#close());
    this.form.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#close();
    });
  }

  // speaker is {id, name, bot}.
  get speaker() { return this.all.find(({ id }) => id === this.chosen) ?? this.all[0]; }

  // has reports whether an author is one of those who speak from here.
  has(author, familiar) { return !familiar && this.all.some(({ id }) => id === author.id); }

  #choose() {
    if (this.select.value === ADD) {
      this.select.value = this.chosen;
      this.form.hidden = false;
      get("person-name").focus();
      return;
    }
    this.#show(this.select.value);
    this.changed();
  }

  #add(name, bot) {
    if (!name) return;
    const person = { id: idOf(name), name, bot };
    this.all = [...this.all.filter(({ id }) => id !== person.id), person];
    localStorage.setItem(KEY, JSON.stringify(this.all));
    this.#show(person.id);
    this.#close();
    this.changed();
  }

  #close() {
    this.form.reset();
    this.form.hidden = true;
    get("box").focus();
  }

  #show(chosen) {
    this.chosen = this.all.some(({ id }) => id === chosen) ? chosen : this.all[0].id;
    localStorage.setItem(CHOSEN, this.chosen);
    this.select.replaceChildren(
      ...this.all.map(({ id, name, bot }) => el("option", { value: id }, bot ? `${name} (${t("bot")})` : name)),
      el("option", { value: ADD }, t("add person…")),
    );
    this.select.value = this.chosen;
    this.select.style.setProperty("--hue", hue(this.chosen));
  }
}

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    if (Array.isArray(kept) && kept.length) return kept;
  } catch { /* not ours: start anew */ }
  return [{ id: "ana", name: "Ana", bot: false }, { id: "ben", name: "Ben", bot: false }];
}
