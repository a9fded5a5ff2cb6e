// What is kept for how long, and holds, which keep everything of some channels.

import { el, get, order } from "./dom.js";
import { t } from "./language.js";
import { asking } from "./sheet.js";
import { exact } from "./words.js";

export class Kept {
  // leave(why) is called when the token is refused.
  constructor(api, leave) {
    this.api = api;
    Object.assign(this, asking("kept", leave));
    this.dialog = get("kept");
    get("kept-open").addEventListener("click", () => this.open());
    get("kept-close").addEventListener("click", () => this.dialog.close());
    get("kept-hold").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#hold();
    });
  }

  async open() {
    this.tell("");
    if (!this.dialog.open) this.dialog.showModal();
    await this.#list();
  }

  async #list() {
    const told = await this.ask(() => this.api.retention());
    if (!told) return;
    get("kept-rest").textContent = t("{keep}, where no rule says otherwise ({from}).", { keep: told.keep, from: told.from });
    get("kept-none").hidden = told.rules.length > 0;
    get("kept-rules").replaceChildren(...told.rules.map(({ match, keep, from }) => el("li", {}, el("b", {}, match), ` ${keep} `, el("small", {}, from))));
    get("kept-free").hidden = told.holds.length > 0;
    get("kept-holds").replaceChildren(...told.holds.map((hold) => this.#row(hold)));
  }

  #row({ match, reason, by, since }) {
    const button = order(t("Release"), t("What should have gone since then goes for good: release it"), () => this.#release(match), t("Release {match}", { match }));
    return el("li", { className: "hold", data: { hold: match } }, el("b", {}, match), " ", reason, " ",
      el("small", {}, t("{when}, by {who}", { when: exact(Date.parse(since)), who: by })), button);
  }

  async #hold() {
    const done = await this.ask(() => this.api.hold(get("kept-match").value.trim(), get("kept-reason").value.trim()));
    if (!done) return;
    get("kept-hold").reset();
    await this.#list();
    this.tell(t("Held. Every process has it in force within ten seconds."));
  }

  async #release(match) {
    if (!(await this.ask(() => this.api.release(match)))) return;
    await this.#list();
    this.tell(t("Released. What should have gone goes within an hour."));
    get("kept-match").focus();
  }
}
