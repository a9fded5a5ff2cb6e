// Cards: who each familiar is, in fields, beside the prompt that comes of them; a line
// to try them with; and the way into their files.

import { placeOf } from "./api.js";
import { answered, dollars, promptParts } from "./card-prompt.js";
import { CardFields } from "./card-fields.js";
import { elsewhere, showChanges } from "./changes.js";
import { el, get, say } from "./dom.js";
import { t } from "./language.js";
import { asking, whyNot } from "./sheet.js";

const PAUSE = 400; // ms that a field rests before the prompt is made anew
const TRIED = 10; // answers that stay in sight

export class Cards {
  #asked = 0; // prompts so far; an answer to an earlier one shows nothing
  #resting = 0;

  // leave(why) is called when the token is refused.
  constructor(api, leave) {
    this.api = api;
    Object.assign(this, asking("cards", leave));
    this.dialog = get("cards");
    this.fields = new CardFields(() => this.#changed());
    get("cards-open").addEventListener("click", () => this.open());
    get("cards-close").addEventListener("click", () => this.dialog.close());
    get("cards-who").addEventListener("change", (event) => this.#show(event.target.value));
    get("cards-line").addEventListener("input", () => this.#changed());
    get("cards-try").addEventListener("submit", (event) => { event.preventDefault(); this.#try(); });
    get("cards-look").addEventListener("click", () => this.#look());
    get("cards-write").addEventListener("click", () => this.#write());
    get("cards-reset").addEventListener("click", () => this.#show(this.card?.familiar ?? get("cards-who").value));
    get("cards-fields").addEventListener("submit", (event) => event.preventDefault());
    document.addEventListener("card", (event) => this.open(event.detail.familiar, event.detail.room));
  }

  // open shows the card of a familiar, in a room's place; without one the first, in none.
  async open(familiar, room = null) {
    this.room = room;
    if (!this.dialog.open) this.dialog.showModal();
    const told = await this.ask(() => this.api.familiars());
    if (!told || told.familiars.length === 0) return;
    get("cards-who").replaceChildren(...told.familiars.map((one) => el("option", { value: one.familiar }, one.name)));
    await this.#show(familiar ?? told.familiars[0].familiar);
  }

  async #show(familiar) {
    get("cards-who").value = familiar;
    const card = await this.ask(() => this.api.familiar(familiar));
    if (!card) return;
    if (card.familiar !== this.card?.familiar) {
      get("cards-tried").replaceChildren();
      get("cards-line").value = t("Hello {name}, what's new?", { name: card.name });
    }
    this.card = card;
    get("cards-about").textContent = [card.card || t("in the configuration"), card.preset, card.models.join(", "), this.room && t("in {where}", { where: this.room.called }), card.fixed && t("there is no configuration file to write")].filter(Boolean).join(" · ");
    this.#picture(card);
    this.fields.show(card);
    this.#forgetFiles();
    showChanges(this.api, familiar, "cards-past", (n) => this.#undo(n));
    await this.#prompt();
  }

  async #picture(card) {
    const picture = get("cards-picture");
    picture.hidden = true;
    const shown = card.picture && await this.api.picture(card.familiar).catch(() => "");
    if (!shown || card !== this.card) return;
    picture.src = shown;
    picture.hidden = false;
  }

  #changed() {
    this.#forgetFiles();
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#prompt(), PAUSE);
  }

  #trial() { return { ...this.fields.edit(), ...(this.room && placeOf(this.room)), line: get("cards-line").value }; }

  // prompt has the program say what it would send. What is wrong with the card is said
  // in the prompt's place: it comes of what somebody is still writing.
  async #prompt() {
    const asked = ++this.#asked;
    clearTimeout(this.#resting);
    const made = await this.api.prompt(this.card.familiar, this.#trial()).catch((failure) => ({ failure }));
    if (asked !== this.#asked) return;
    if (made.failure?.status === 401) {
      await this.ask(() => Promise.reject(made.failure));
      return;
    }
    get("cards-prompt").replaceChildren(...(made.failure ? [el("p", { className: "error", role: "status" }, whyNot(made.failure))] : promptParts(made)));
    get("cards-price").textContent = made.failure ? "" : priced(made);
  }

  async #try() {
    const trial = this.#trial();
    if (trial.line.trim() === "") return;
    get("cards-ask").disabled = true;
    const said = await this.ask(() => this.api.tryLine(this.card.familiar, trial));
    get("cards-ask").disabled = false;
    if (!said) return;
    const list = get("cards-tried");
    list.prepend(answered(get("cards-name").value, trial.line, said));
    while (list.childElementCount > TRIED) list.lastElementChild.remove();
    say(said.text || t("It would keep quiet."));
  }

  // look shows what would be written.
  async #look() {
    const told = await this.ask(() => this.api.writeCard(this.card.familiar, { ...this.fields.edit(), seen: this.card.seen }));
    if (!told) return;
    get("cards-changes").textContent = told.files.map(({ file, changes }) => `${file}\n${changes}`).join("\n");
    get("cards-changes").hidden = false;
    get("cards-write").hidden = false;
    get("cards-write").focus();
  }

  async #write() {
    const told = await this.ask(() => this.api.writeCard(this.card.familiar, { ...this.fields.edit(), seen: this.card.seen, write: true }));
    this.#forgetFiles();
    if (!told) return;
    await this.open(this.card.familiar, this.room);
    this.tell(t("Written, and in force from now on.") + elsewhere(told));
  }

  async #undo(n) {
    const told = await this.ask(() => this.api.undo(this.card.familiar, n));
    if (!told) return;
    await this.open(this.card.familiar, this.room);
    this.tell(t("{file} is as it was before, and in force from now on.", { file: told.file }) + elsewhere(told));
  }

  // forgetFiles has what would be written be looked at anew.
  #forgetFiles() {
    get("cards-changes").hidden = true;
    get("cards-write").hidden = true;
    get("cards-look").disabled = !this.card || this.card.fixed || Object.keys(this.fields.edit()).length === 0;
  }
}

function priced({ model, usd }) {
  const words = { model, price: dollars(usd) };
  return usd > 0 ? t("One call of {model}: about {price}.", words) : t("One call of {model}: {price}.", words);
}
