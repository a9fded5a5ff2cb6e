// Why familiars spoke or kept quiet about a line: a box beside it with a sentence for
// each familiar of the room, the facts, and what would have had to be different.

import { dot } from "./decided.js";
import { el, get, place } from "./dom.js";
import { t } from "./language.js";
import { actInWords, cameInWords, colour, exact, listed, rungInWords, unmarked } from "./words.js";

const TURNS = { answered: t("It would have answered if …"), open: t("It would have thought about it if …"), quiet: t("It would have kept quiet if …") };

export class Why {
  #opener = null;

  // ask(room, line id) gives {reasons}.
  constructor(ask) {
    this.ask = ask;
    this.box = get("details");
    document.addEventListener("pointerdown", (event) => {
      if (!this.box.contains(event.target) && !this.#opener?.contains(event.target)) this.close();
    });
    addEventListener("resize", () => { if (!this.box.hidden && this.#opener?.isConnected) place(this.box, this.#opener); });
    this.box.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
    this.box.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget && !this.box.contains(relatedTarget)) this.#hide();
    });
  }

  // line opens the box of a line. What the server says takes the place of what the
  // decisions say once it is known.
  async line(room, line, anchor) {
    const told = room.outcomes.of(line.id);
    const asked = el("p", { className: "hint", role: "status" }, t("Looking it up…"));
    const list = el("div", { className: "whys" });
    this.#show(anchor, t("Why?"), el("p", { className: "about" }, `${line.author.name || line.author.id}: ${shortened(line)}`), asked, list);
    const { reasons = [], failure } = await this.ask(room, line.id).catch((failure) => ({ failure }));
    if (!asked.isConnected) return;
    asked.textContent = failure && failure.status !== 404 ? t("It can't be looked up: {why}", { why: failure.message }) : "";
    asked.hidden = asked.textContent === "";
    const rows = seats(room, line, told, reasons);
    const open = rows.find(({ came }) => came === "spoke") ?? rows.find(({ came }) => came === "waiting") ?? rows[0];
    list.replaceChildren(...rows.map((row) => this.#seat(room, row, row === open)));
    if (rows.length === 0) list.append(el("p", { className: "hint" }, t("No familiar listens here.")));
    place(this.box, anchor);
  }

  // decision opens the box of one that settles no line.
  decision(room, d, anchor) {
    this.#show(anchor, d.name || d.familiar || t("everyone"), this.#step(d));
  }

  close() {
    if (this.box.hidden) return;
    this.#hide();
    this.#opener?.focus();
    this.#opener = null;
  }

  #hide() { this.box.hidden = true; }

  #show(anchor, title, ...parts) {
    this.box.replaceChildren(
      el("header", {},
        el("h3", { id: "details-title" }, title),
        el("button", { type: "button", className: "quiet-button", "aria-label": t("Close"), onclick: () => this.close() }, "✕")),
      ...parts);
    this.#opener = anchor;
    place(this.box, anchor);
    this.box.focus();
  }

  // seat is what a familiar decided, folded under its name.
  #seat(room, { familiar, name, came, reason, decisions, own }, open) {
    const facts = reason?.facts ?? decisions[0]?.facts ?? [];
    const steps = reason?.steps ?? decisions;
    return el("details", { className: "why", open, data: { familiar, came } },
      el("summary", {}, dot(room, familiar, came), el("b", {}, name), ` ${own ? t("said this") : came ? cameInWords(came, 1) : t("decided nothing")}`),
      reason ? el("p", { className: "sentence" }, sentence(reason.sentence)) : null,
      !reason && decisions.length === 0 ? el("p", { className: "sentence" }, own ? t("A familiar decides nothing about its own lines.") : t("It didn't hear this line, or what it decided is no longer kept.")) : null,
      ...turnings(reason?.flips ?? []),
      facts.length ? el("p", { className: "why-facts" }, el("span", { className: "why-head" }, t("What it saw")), ` ${facts.join(" · ")}`) : null,
      steps.length ? el("details", { className: "why-steps" }, el("summary", {}, t("Step by step")), steps.map((d) => this.#step(d))) : null);
  }

  #step(d) {
    const facts = [
      [t("Rule"), d.rung, rungInWords(d.rung)],
      [t("Trigger"), d.trigger],
      [t("Reason"), d.reason],
      [t("Odds"), d.odds ? d.odds.toFixed(3) : "", d.bar ? t("held to {bar}", { bar: d.bar.toFixed(3) }) : ""],
      [t("Thinks again"), d.due ? `${exact(d.due)}${d.term ? ` (${d.term})` : ""}` : ""],
      [t("Experiment"), d.arm],
      [t("At"), exact(Date.parse(d.at) || d.at)],
    ].filter(([, value]) => value);
    return el("section", { className: "decision", data: { act: colour(d) } },
      el("p", { className: "verdict" }, el("b", {}, d.act), ` - ${actInWords(d.act)}`),
      el("dl", {}, facts.flatMap(([term, value, more]) => [el("dt", {}, term), el("dd", {}, value, more ? el("small", {}, ` ${more}`) : null)])),
      d.facts?.length && !d.line ? el("p", { className: "why-facts" }, d.facts.join(" · ")) : null,
      d.trace && el("button", { type: "button", onclick: () => { this.close(); document.dispatchEvent(new CustomEvent("trace", { detail: d.trace })); } }, t("What took how long")));
  }
}

// seats gives a row for each familiar of the room, and for who else decided on a line.
function seats(room, line, told, reasons) {
  const rows = new Map(room.members.map(({ familiar, name }) => [familiar, { familiar, name, decisions: [] }]));
  for (const one of told) rows.set(one.familiar, { ...rows.get(one.familiar), ...one });
  for (const reason of reasons) {
    const { familiar, name, verdict } = reason;
    const came = { answered: "spoke", open: "waiting", quiet: "quiet" }[verdict];
    rows.set(familiar, { decisions: [], ...rows.get(familiar), familiar, name: name || familiar || t("Everybody"), came, reason });
  }
  return [...rows.values()].map((row) => ({ ...row, own: Boolean(line.familiar) && row.familiar === line.familiar }));
}

// turnings says what would have had to be so, a list for each other outcome.
function turnings(flips) {
  return Object.keys(TURNS).flatMap((to) => {
    const changes = flips.filter((flip) => flip.to === to);
    return changes.length === 0 ? [] : [el("p", { className: "why-head" }, TURNS[to]), el("ul", { className: "flips" }, changes.map((flip) => el("li", {}, listed(flip.if))))];
  });
}

function shortened(line) {
  const text = line.deleted ? t("deleted") : line.familiar ? unmarked(line.text ?? "").text : line.text ?? "";
  return text.length > 140 ? `${text.slice(0, 140)}…` : text;
}

const sentence = (text) => (text ? text[0].toUpperCase() + text.slice(1) : "");
