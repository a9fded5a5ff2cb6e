// Decisions: the chips under a line, the slim rows between lines, and the
// details of either.

import { el, get, place } from "./dom.js";
import { actInWords, clock, colour, exact, rungInWords } from "./words.js";

// chips makes one chip a familiar, in the order they first decided. That
// another account's copy of a line was dropped is about no familiar: left out.
export function chips(decisions) {
  const seats = new Map();
  for (const d of decisions.filter(({ rung }) => rung !== "duplicate")) seats.set(d.familiar, [...(seats.get(d.familiar) ?? []), d]);
  return [...seats.values()].map((about) => {
    const first = about[0];
    const last = about.at(-1);
    const name = last.name || last.familiar || "everyone";
    const settled = last.act === "settled" ? ` → ${last.rung}` : "";
    const text = first.act === "settled" ? last.rung : `${last === first || settled ? first.act : last.act} · ${first.rung}${settled}`;
    return el("button", {
      type: "button", className: "chip", tabIndex: -1, data: { act: colour(last) },
      "aria-haspopup": "dialog", "aria-label": `${name}: ${text}. Details`,
      onclick: (event) => details(event.currentTarget, name, about),
    }, el("b", {}, name), ` ${text}`);
  });
}

// thought makes the row of a decision that is about no line.
export function thought(d) {
  const name = d.name || d.familiar || "everyone";
  const why = [d.trigger, d.rung].filter(Boolean).join(" · ");
  return el("button", {
    type: "button", className: "thought", tabIndex: -1, data: { act: colour(d) }, "aria-haspopup": "dialog",
    onclick: (event) => details(event.currentTarget, name, [d]),
  }, el("b", {}, name), el("span", { className: "why" }, why), el("span", { className: "reason" }, d.reason || actInWords(d.act)), el("time", {}, clock(d.at)));
}

let opener = null;
let lookUp = async () => ({ reasons: [] });

// explainBy has the details ask for the sentence of a line's decisions;
// ask(line) gives {reasons}.
export function explainBy(ask) { lookUp = ask; }

// explain puts the familiar's sentence into its place once it is known. Without
// one the decisions themselves have to do.
async function explain(place, { line, familiar }) {
  if (!line) return;
  const { reasons } = await lookUp(line).catch(() => ({ reasons: [] }));
  const reason = reasons?.find((r) => r.familiar === familiar);
  if (!reason || !place.isConnected) return;
  place.textContent = reason.sentence;
  place.hidden = false;
}

// details shows decisions in full beside what was clicked; Escape and a click
// elsewhere close them, and the focus goes back.
function details(anchor, name, about) {
  const box = get("details");
  const sentence = el("p", { className: "sentence", hidden: true, role: "status" });
  box.replaceChildren(
    el("header", {},
      el("h3", { id: "details-title" }, name),
      el("button", { type: "button", className: "quiet-button", "aria-label": "Close", onclick: closeDetails }, "✕")),
    sentence,
    ...about.map(one),
  );
  explain(sentence, about[0]);
  opener = anchor;
  place(box, anchor);
  box.focus();
}

export function closeDetails() {
  const box = get("details");
  if (box.hidden) return false;
  box.hidden = true;
  opener?.focus();
  opener = null;
  return true;
}

// watchDetails closes the details at a click elsewhere and at Escape.
export function watchDetails() {
  document.addEventListener("pointerdown", (event) => {
    if (!get("details").contains(event.target) && !opener?.contains(event.target)) closeDetails();
  });
  get("details").addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    closeDetails();
  });
}

function one(d) {
  const facts = [
    ["Rule", d.rung, rungInWords(d.rung)],
    ["Trigger", d.trigger],
    ["Reason", d.reason],
    ["Odds", d.odds ? d.odds.toFixed(3) : "", d.bar ? `held to ${d.bar.toFixed(3)}` : ""],
    ["Thinks again", d.due ? `${exact(d.due)}${d.term ? ` (${d.term})` : ""}` : ""],
    ["At", exact(d.at)],
  ].filter(([, value]) => value);
  return el("section", { className: "decision", data: { act: colour(d) } },
    el("p", { className: "verdict" }, el("b", {}, d.act), ` - ${actInWords(d.act)}`),
    el("dl", {}, facts.flatMap(([term, value, more]) => [
      el("dt", {}, term),
      el("dd", {}, value, more ? el("small", {}, ` ${more}`) : null),
    ])),
    d.trace && el("button", { type: "button", className: "quiet-button", onclick: () => { closeDetails(); document.dispatchEvent(new CustomEvent("trace", { detail: d.trace })); } }, "What took how long"),
    d.facts?.length ? el("ul", { className: "facts", "aria-label": "Facts" }, d.facts.map((fact) => el("li", {}, fact))) : null);
}
