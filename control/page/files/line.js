// One line of talk, as an element.

import { el } from "./dom.js";
import { chips } from "./decisions.js";
import { hue } from "./people.js";
import { clock, exact, unmarked } from "./words.js";

// lineView draws a line: its author, what it replies to, its text, its state
// and its decisions. does: {jump(id), menu(line, anchor), retry(line), discard(line)}.
export function lineView(room, line, does) {
  const { author } = line;
  const name = author.name || author.id;
  const { mark, text } = line.familiar ? unmarked(line.text ?? "") : { text: line.text };
  const node = el("article", { className: "line", "aria-label": `${name}, ${clock(line.at)}` },
    el("header", {},
      el("span", { className: "name" }, name),
      line.familiar ? el("span", { className: "badge ours" }, "familiar") : author.bot && el("span", { className: "badge" }, "bot"),
      mark && el("span", { className: "badge mark", title: mark.title }, mark.word),
      el("time", { dateTime: new Date(line.at).toISOString(), title: exact(line.at) }, clock(line.at))),
    quote(room, line, does),
    el("p", { className: "text" }, line.deleted ? "deleted" : text, line.edited && !line.deleted ? el("small", {}, " (edited)") : null),
    state(line, does),
    el("div", { className: "chips" }, chips(room.decisions.get(line.id) ?? [])),
    line.sending || line.failed || line.deleted ? null : el("button", {
      type: "button", className: "more", tabIndex: -1, "aria-label": "Reply, edit, delete", "aria-haspopup": "menu",
      onclick: (event) => does.menu(line, event.currentTarget),
    }, "⋯"));
  node.style.setProperty("--hue", hue(author.id));
  node.classList.toggle("deleted", Boolean(line.deleted));
  node.classList.toggle("sending", Boolean(line.sending));
  return node;
}

function quote(room, line, does) {
  const to = line.reply_to?.id;
  if (!to) return null;
  const old = room.line(to);
  const words = old ? `${old.author.name || old.author.id}: ${old.deleted ? "deleted" : old.familiar ? unmarked(old.text ?? "").text : old.text}` : "an earlier line";
  return el("button", { type: "button", className: "quote", tabIndex: -1, "aria-label": `In reply to ${words}`, onclick: () => does.jump(to) },
    words.length > 120 ? `${words.slice(0, 120)}…` : words);
}

function state(line, does) {
  if (!line.failed) return null;
  return el("p", { className: "failed", role: "alert" }, `Not sent: ${line.failed} `,
    el("button", { type: "button", onclick: () => does.retry(line) }, "Try again"), " ",
    el("button", { type: "button", onclick: () => does.discard(line) }, "Discard"));
}
