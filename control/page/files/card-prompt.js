// The prompt of a card as the program would send it, and what a model said to it.

import { el } from "./dom.js";

const PARTS = { tools: "tools", card: "its card", rules: "the program's rules", place: "the place", lore: "lorebook", lines: "the line" };

// dollars is a price in words; undefined is none that anybody knows.
export function dollars(usd) {
  if (usd === undefined) return "no price known";
  if (usd === 0) return "free";
  return usd < 0.01 ? `$${usd.toPrecision(2)}` : `$${usd.toFixed(2)}`;
}

// promptParts draws a prompt: its sizes, what is left out, and its text.
export function promptParts(prompt) {
  const { parts, tokens, system, page, tools, lore } = prompt;
  const all = parts.filter((part) => part.tokens > 0);
  const most = Math.max(1, all.reduce((sum, part) => sum + part.tokens, 0));
  return [
    el("div", { className: "sizes", "aria-hidden": "true" }, all.map(({ part, tokens: size }) => {
      const bar = el("span", { data: { part } });
      bar.style.flexGrow = String(size / most);
      return bar;
    })),
    el("ul", { className: "size-list" },
      all.map(({ part, tokens: size }) => el("li", { data: { part } }, `${PARTS[part] ?? part} `, el("b", {}, String(size)))),
      el("li", { className: "size-all" }, "in all ", el("b", {}, String(tokens)), " tokens")),
    leftOut(prompt),
    el("details", {}, el("summary", {}, "System: card and rules"), el("pre", { className: "prompt-text", tabIndex: 0 }, system)),
    el("details", { open: true }, el("summary", {}, "Page: place, lorebook and the line"), el("pre", { className: "prompt-text", tabIndex: 0 }, page)),
    el("p", { className: "hint" }, [
      lore.length > 0 && `From its lorebook: ${lore.join(", ")}.`,
      tools.length > 0 && `Tools it is offered: ${tools.join(", ")}.`,
    ].filter(Boolean).join(" ")),
  ].filter((node) => node && (node.childElementCount > 0 || node.textContent !== ""));
}

function leftOut({ no_room: noRoom, characters, judged, line_limit: lineLimit }) {
  return el("ul", { className: "left-out" },
    noRoom.length > 0 && el("li", {}, el("b", {}, "No room in the lorebook's budget: "), noRoom.join(", ")),
    judged > 0 && characters > judged && el("li", {}, el("b", {}, "Its judge reads the beginning only: "), `${judged} of the card's ${characters} characters`),
    lineLimit > 0 && el("li", {}, el("b", {}, "The line is cut: "), `${lineLimit} characters of one are shown`));
}

// answered draws what a model said to a line.
export function answered(name, line, { text, quiet, tools, cut, model, took_ms: took, tokens_in: tokensIn, tokens_out: tokensOut, usd }) {
  return el("li", { className: "answered" },
    el("q", {}, line),
    el("p", { className: quiet ? "quiet-answer" : "" }, quiet ? "It would keep quiet." : text || "It wrote nothing."),
    tools.length > 0 && el("small", {}, `It would have used: ${tools.join(", ")}.`),
    cut && el("small", {}, "Its limit of tokens ended the text."),
    el("small", {}, `${name} by ${model}, in ${took < 1000 ? `${took} ms` : `${(took / 1000).toFixed(1)} s`}: ${tokensIn} tokens in, ${tokensOut} out, ${dollars(usd)}`));
}
