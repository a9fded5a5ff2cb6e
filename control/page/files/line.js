// One item of the flow, as elements.

import { decided } from "./decided.js";
import { el } from "./dom.js";
import { t } from "./language.js";
import { hue } from "./people.js";
import { thought } from "./thought.js";
import { clock, day, exact, unmarked } from "./words.js";

const TOGETHER = 5 * 60_000; // ms in which an author's lines stand as one

const momentOf = ({ line, decision }) => line?.at ?? decision.at;

// itemView draws an item below the one before it: the day if it begins one, and the
// line or thought. does: {jump(id), menu(line, anchor), retry(line), discard(line),
// why(line, anchor), detail(decision, anchor)}.
export function itemView(room, item, before, does) {
  const today = day(momentOf(item));
  return [
    before && day(momentOf(before)) === today ? null : el("div", { className: "day" }, el("span", {}, today)),
    item.kind === "thought" ? thought(room, item.decision, does) : lineView(room, item.line, before?.line, does),
  ].filter(Boolean);
}

// lineView draws a line: its author, what it replies to, its text, its state, and the
// mark of what was decided.
function lineView(room, line, before, does) {
  const { author } = line;
  const name = author.name || author.id;
  const { mark, text } = said(line);
  const node = el("article", { className: "line", "aria-label": `${name}, ${clock(line.at)}` },
    el("div", { className: "said" },
      el("header", {},
        el("span", { className: "name" }, name),
        line.familiar ? el("span", { className: "badge ours" }, t("familiar")) : author.bot && el("span", { className: "badge" }, t("bot")),
        mark && el("span", { className: "badge mark", title: mark.title }, mark.word),
        el("time", { dateTime: new Date(line.at).toISOString(), title: exact(line.at) }, clock(line.at))),
      quote(room, line, does),
      el("p", { className: "text" }, line.deleted ? t("deleted") : text, line.edited && !line.deleted ? el("small", {}, ` (${t("edited")})`) : null),
      state(line, does)),
    line.sending || line.failed ? null : el("div", { className: "beside" },
      decided(room, line, does),
      line.deleted || room.id ? null : el("button", {
        type: "button", className: "more", tabIndex: -1, "aria-label": t("Reply, edit, delete"), "aria-haspopup": "menu",
        onclick: (event) => does.menu(line, event.currentTarget),
      }, "⋯")));
  node.style.setProperty("--hue", hue(author.id));
  node.classList.toggle("deleted", Boolean(line.deleted));
  node.classList.toggle("sending", Boolean(line.sending));
  node.classList.toggle("continued", Boolean(before) && goesOn(line, before));
  return node;
}

// said takes what a stand-in's words begin with off them.
const said = ({ familiar, text }) => (familiar ? unmarked(text ?? "") : { text });

// goesOn reports whether a line stands as one with the line before it: the header
// shows the mark, so that has to be the same.
function goesOn(line, before) {
  return before.author.id === line.author.id && line.at - before.at < TOGETHER && !line.reply_to?.id && said(before).mark?.word === said(line).mark?.word;
}

function quote(room, line, does) {
  const to = line.reply_to?.id;
  if (!to) return null;
  const old = room.line(to);
  const words = old ? `${old.author.name || old.author.id}: ${old.deleted ? t("deleted") : said(old).text}` : t("an earlier line");
  return el("button", { type: "button", className: "quote", tabIndex: -1, "aria-label": t("In reply to {what}", { what: words }), onclick: () => does.jump(to) },
    words.length > 120 ? `${words.slice(0, 120)}…` : words);
}

function state(line, does) {
  if (!line.failed) return null;
  return el("p", { className: "failed", role: "alert" }, t("Not sent: {why}", { why: line.failed }), " ",
    el("button", { type: "button", onclick: () => does.retry(line) }, t("Try again")), " ",
    el("button", { type: "button", onclick: () => does.discard(line) }, t("Discard")));
}
