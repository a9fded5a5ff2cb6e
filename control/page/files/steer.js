// Steer: what a familiar can be told in a channel beside what stands at its name, and what
// is done with what a person said. What can't be taken back is asked for twice.

import { el, get, save } from "./dom.js";
import { t, tn } from "./language.js";
import { asking } from "./sheet.js";
import { idOf } from "./token.js";

const ORDERS = [
  ["engage", t("Open the window"), t("Every line counts as meant for it, until it is closed.")],
  ["disengage", t("Step back"), t("Its window and credits end, and another may take over.")],
  ["stop", t("Stop the reply"), t("What is being written now is not posted.")],
  ["unlearn", t("Unlearn"), t("What it has learned here about speaking unasked is reset.")],
];

export class Steer {
  // leave(why) is called when the token is refused.
  constructor(api, leave) {
    this.api = api;
    Object.assign(this, asking("steer", leave));
    this.dialog = get("steer");
    get("steer-orders").replaceChildren(...ORDERS.map(([tool, words, about], n) => el("li", {},
      el("button", { type: "button", "aria-describedby": `steer-about-${n}`, onclick: () => this.#order(tool) }, words), el("small", { id: `steer-about-${n}` }, about))));
    document.addEventListener("steer", ({ detail }) => this.open(detail));
    get("steer-close").addEventListener("click", () => this.dialog.close());
    get("steer-say").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#say();
    });
    get("steer-person").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#forget();
    });
    get("steer-person").addEventListener("input", () => this.#sure(false));
    get("steer-save").addEventListener("click", () => this.#save());
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close(); // beside what is inside it
    });
  }

  open({ member, room }) {
    this.member = member;
    this.room = room;
    get("steer-title").textContent = t("Steer {name}", { name: member.name });
    get("steer-text").value = "";
    get("steer-who").value = "";
    this.#sure(false);
    this.tell("");
    this.dialog.showModal();
  }

  // use gives what a tool answers about this familiar here, or null.
  #use(tool, more) { return this.ask(() => this.api.use(tool, { channel: idOf(this.room), ...more })); }

  async #order(tool, more = {}) {
    const told = await this.#use(tool, { familiar: this.member.familiar, ...more });
    if (told) this.tell([t("Done."), ...(told.familiars ?? []).map(({ reason }) => reason)].filter(Boolean).join(" "));
    return told;
  }

  async #say() {
    const text = get("steer-text").value.trim();
    if (text && (await this.#order("say", { text }))) get("steer-text").value = "";
  }

  async #forget() {
    const person = get("steer-who").value.trim();
    if (!person) return;
    if (!this.sure) return this.#sure(true);
    this.#sure(false);
    const told = get("steer-where").value === "here" ? await this.#use("forget", { person }) : await this.ask(() => this.api.use("forget", { person }));
    if (!told) return;
    const where = tn("It is erased in {n} channel within a minute.", "It is erased in {n} channels within a minute.", told.channels);
    this.tell(told.held ? `${where} ${t("A hold keeps some of it in the journal.")}` : where);
  }

  // sure says whether the next press erases.
  #sure(sure) {
    this.sure = sure;
    get("steer-forget").textContent = sure ? t("Erase it for good") : t("Forget them");
  }

  async #save() {
    const person = get("steer-who").value.trim();
    if (!person) return get("steer-who").focus();
    const kept = await this.ask(() => this.api.person(person));
    if (!kept) return;
    save(`${person}.json`, [JSON.stringify(kept, null, 1)], "application/json");
    this.tell(t("What is kept about {who} is saved.", { who: person }));
  }
}
