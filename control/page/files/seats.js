// The familiars on the right: what each is doing, live, and what one can tell
// it to do.

import { el, get } from "./dom.js";
import { t } from "./language.js";
import { hue } from "./people.js";
import { learnedInWords, seatInWords } from "./words.js";

export class Seats {
  #cards = new Map(); // familiar → {node, state, seat}

  // command is called with {command, familiar}.
  constructor(command) {
    this.command = command;
    setInterval(() => this.tick(), 250);
  }

  // show draws the room's familiars: its members, and who else has a seat.
  show(room) {
    this.room = room;
    const known = new Map(room.members.map((m) => [m.familiar, m]));
    for (const seat of room.seats) if (!known.has(seat.familiar)) known.set(seat.familiar, seat);
    const list = get("seats");
    for (const [familiar, card] of this.#cards) {
      if (!known.has(familiar) || card.member !== known.get(familiar).preset) {
        card.node.remove();
        this.#cards.delete(familiar);
      }
    }
    for (const [familiar, member] of known) {
      if (!this.#cards.has(familiar)) this.#cards.set(familiar, this.#card(familiar, member));
      const card = this.#cards.get(familiar);
      card.seat = room.seats.find((seat) => seat.familiar === familiar) ?? { act: "idle", trigger: "", until: 0 };
      if (!card.node.isConnected) list.append(card.node);
    }
    list.querySelector(".nobody")?.remove();
    if (room.met && known.size === 0) list.append(el("li", { className: "nobody" }, t("No familiar listens here: a rule under [[channels]] in the configuration puts one in.")));
    this.tick();
  }

  // tick brings the countdowns up to date; until is the server's clock.
  tick() {
    if (!this.room) return;
    const now = Date.now() - this.room.skew;
    for (const { node, state, about, preset, seat } of this.#cards.values()) {
      const words = seatInWords(seat, seat.until ? seat.until - now : 0);
      if (state.textContent !== words) state.textContent = words;
      if (node.dataset.act !== seat.act) node.dataset.act = seat.act;
      const says = [preset, learnedInWords(seat.learned ?? 0)].filter(Boolean).join(" · ") || " ";
      if (about.textContent !== says) about.textContent = says;
    }
  }

  #card(familiar, member) {
    const name = member.name || familiar;
    const state = el("span", { className: "state" });
    const about = el("p", { className: "seat-about" });
    const button = (command, words, label) => el("button", {
      type: "button", "aria-label": label, onclick: () => this.command({ command, familiar }),
    }, words);
    const node = el("li", { className: "seat", data: { familiar } },
      el("div", { className: "seat-name" }, el("span", { className: "lamp", "aria-hidden": "true" }), el("b", {}, name), state),
      about,
      el("div", { className: "seat-buttons" }, button("wake", t("Wake"), t("Wake {name}", { name })), button("quiet", t("Quiet"), t("Quiet {name}", { name })), button("resume", t("Resume"), t("Resume {name}", { name })),
        el("button", {
          type: "button", "aria-label": t("Tune {name}", { name }), "aria-haspopup": "dialog",
          onclick: () => document.dispatchEvent(new CustomEvent("tune", { detail: { member: { familiar, name }, room: this.room } })),
        }, t("Tune")),
        el("button", {
          type: "button", "aria-label": t("Card of {name}", { name }), "aria-haspopup": "dialog",
          onclick: () => document.dispatchEvent(new CustomEvent("card", { detail: { familiar, room: this.room } })),
        }, t("Card")),
        el("button", {
          type: "button", "aria-label": t("More for {name}", { name }), "aria-haspopup": "dialog",
          onclick: () => document.dispatchEvent(new CustomEvent("steer", { detail: { member: { familiar, name }, room: this.room } })),
        }, t("More"))));
    node.style.setProperty("--hue", hue(member.person || familiar));
    return { node, state, about, preset: [member.preset, member.model].filter(Boolean).join(" · "), member: member.preset, seat: null };
  }
}
