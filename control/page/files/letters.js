// What was given up: posts that could not be delivered, or of which nobody knows whether
// they are there, and events that a channel skipped. None is sent again by itself.

import { el, get, order } from "./dom.js";
import { t, tn } from "./language.js";
import { asking } from "./sheet.js";
import { exact } from "./words.js";

export class Letters {
  // leave(why) is called when the token is refused.
  constructor(api, leave) {
    this.api = api;
    Object.assign(this, asking("letters", leave));
    this.dialog = get("letters");
    get("letters-open").addEventListener("click", () => this.open());
    get("letters-close").addEventListener("click", () => this.dialog.close());
  }

  async open() {
    this.tell("");
    if (!this.dialog.open) this.dialog.showModal();
    await this.#list();
  }

  async #list() {
    const told = await this.ask(() => this.api.letters());
    if (!told) return;
    get("letters-none").hidden = told.letters.length > 0;
    get("letters-list").replaceChildren(...told.letters.map((letter) => this.#row(letter)));
    const more = told.all - told.letters.length;
    get("letters-more").hidden = more <= 0;
    get("letters-more").textContent = tn("and {n} older one", "and {n} older ones", more);
  }

  #row(l) {
    const kind = l.event ? t("An event, which its channel skipped") : l.unknown ? t("Nobody knows whether people have seen it") : t("It was not posted");
    return el("li", { className: "letter", data: { letter: l.letter, unknown: String(Boolean(l.unknown)) } },
      el("div", {}, el("b", {}, kind), " ", el("time", { dateTime: new Date(l.at).toISOString() }, exact(l.at))),
      el("small", {}, [l.name || l.channel, l.familiar].filter(Boolean).join(" · ")),
      l.text && el("q", {}, l.text),
      el("p", {}, l.reason),
      el("div", { className: "letter-orders" },
        l.look && order(t("Look again"), "", () => this.#look(l)),
        l.repost && order(t("Post again"), l.unknown ? t("I have looked, it isn't there: post it again") : t("Post it, without who it answered"), () => this.#use(l, "repost", t("It is being said again."))),
        order(t("Let go"), t("Let it go for good"), () => this.#use(l, "drop", t("It is let go.")))));
  }

  async #use({ letter }, what, done) {
    const told = await this.ask(() => this.api.sort(letter, what));
    if (!told) return;
    await this.#list();
    this.tell(done);
    get("letters-close").focus();
  }

  async #look({ letter }) {
    const told = await this.ask(() => this.api.sort(letter, "look"));
    if (!told) return;
    if (told.found) await this.#list();
    this.tell(told.found ? t("It is there: people can see it. It is off the list.") : t("Its network doesn't show it. That proves nothing of an old one: look yourself before you post it again."));
  }
}
