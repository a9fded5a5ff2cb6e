// The prompt of a card as the program would send it, and what a model said to it.

import { el } from "./dom.js";
import { t, tn } from "./language.js";

const PARTS = { tools: t("tools"), card: t("its card"), rules: t("the program's rules"), place: t("the place"), lore: t("lorebook"), lines: t("the line") };

// dollars is a price in words; undefined is none that anybody knows.
export function dollars(usd) {
  if (usd === undefined) return t("no price known");
  if (usd === 0) return t("free");
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
      el("li", { className: "size-all" }, el("b", {}, tn("in all {n} token", "in all {n} tokens", tokens)))),
    leftOut(prompt),
    el("details", {}, el("summary", {}, t("System: card and rules")), el("pre", { className: "prompt-text", tabIndex: 0 }, system)),
    el("details", { open: true }, el("summary", {}, t("Page: place, lorebook and the line")), el("pre", { className: "prompt-text", tabIndex: 0 }, page)),
    el("p", { className: "hint" }, [
      lore.length > 0 && t("From its lorebook: {what}.", { what: lore.join(", ") }),
      tools.length > 0 && t("Tools it is offered: {what}.", { what: tools.join(", ") }),
    ].filter(Boolean).join(" ")),
  ].filter((node) => node && (node.childElementCount > 0 || node.textContent !== ""));
}

function leftOut({ no_room: noRoom, characters, judged, line_limit: lineLimit }) {
  return el("ul", { className: "left-out" },
    noRoom.length > 0 && el("li", {}, el("b", {}, t("No room in the lorebook's budget:")), " ", noRoom.join(", ")),
    judged > 0 && characters > judged && el("li", {}, el("b", {}, t("Its judge reads the beginning only:")), " ", t("{n} of the card's {all} characters", { n: judged, all: characters })),
    lineLimit > 0 && el("li", {}, el("b", {}, t("The line is cut:")), " ", tn("{n} character of one is shown", "{n} characters of one are shown", lineLimit)));
}

// answered draws what a model said to a line.
export function answered(name, line, { text, quiet, tools, cut, model, took_ms: took, tokens_in: tokensIn, tokens_out: tokensOut, usd }) {
  return el("li", { className: "answered" },
    el("q", {}, line),
    el("p", { className: quiet ? "quiet-answer" : "" }, quiet ? t("It would keep quiet.") : text || t("It wrote nothing.")),
    tools.length > 0 && el("small", {}, t("It would have used: {what}.", { what: tools.join(", ") })),
    cut && el("small", {}, t("Its limit of tokens ended the text.")),
    el("small", {}, t("{name} by {model}, in {span}: {in} tokens in, {out} out, {price}", { name, model, span: took < 1000 ? `${took} ms` : `${(took / 1000).toFixed(1)} s`, in: tokensIn, out: tokensOut, price: dollars(usd) })));
}
