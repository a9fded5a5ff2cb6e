// About a channel: who reads it, and how long what is said there is kept.

import { placeOf } from "./api.js";
import { el, get } from "./dom.js";
import { t } from "./language.js";
import { asking } from "./sheet.js";
import { idOf } from "./token.js";

const READ_BY = {
  all: t("everybody in its workspace, and nobody else"),
  some: t("some of its workspace, and nobody else"),
  "": t("nobody can say: the network doesn't tell for certain"),
};

export class About {
  // leave(why) is called when the token is refused; room() gives the open one.
  constructor(api, leave, room) {
    this.api = api;
    Object.assign(this, asking("about", leave));
    get("about-open").addEventListener("click", () => this.open(room()));
    get("about-close").addEventListener("click", () => get("about").close());
  }

  async open(room) {
    get("about-title").textContent = room.called;
    get("about-list").replaceChildren();
    this.tell("");
    get("about").showModal();
    const told = await this.ask(() => this.api.details(placeOf(room)));
    if (!told || get("about-title").textContent !== room.called) return;
    const row = (term, value) => [el("dt", {}, term), el("dd", {}, value)];
    get("about-list").replaceChildren(
      ...row(t("Id"), idOf(room)),
      ...row(t("Read by"), READ_BY[told.audience] ?? told.audience),
      ...row(t("Texts are kept for"), `${told.keep} (${told.from})`),
      ...row(t("Held"), told.held.length > 0 ? t("nothing is erased of {what}", { what: told.held.join(", ") }) : t("no")));
  }
}
