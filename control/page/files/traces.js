// Turns of late, and where the time of one went: a bar for each step, below the step
// that it was part of.

import { el, get, say } from "./dom.js";
import { t, tn } from "./language.js";
import { clock, exact, spanInWords, took } from "./words.js";

export class Traces {
  #opened = 0; // how often something was asked for; an answer of an earlier time shows nothing

  // leave(why) is called when the token is refused.
  constructor(api, leave) {
    this.api = api;
    this.leave = leave;
    this.dialog = get("traces");
    get("traces-open").addEventListener("click", () => this.list());
    get("traces-back").addEventListener("click", () => this.list());
    get("traces-close").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close(); // beside what is inside it
    });
    document.addEventListener("trace", (event) => this.show(event.detail));
  }

  // list shows the newest.
  list() {
    this.#ask(() => this.api.traces(), ({ traces }) => {
      get("traces-title").textContent = t("Turns of late");
      get("traces-inside").replaceChildren(traces.length
        ? el("ul", { className: "traces-list" }, traces.map((head) => this.#row(head)))
        : el("p", { className: "hint" }, t("Nothing has been traced yet, or [telemetry] recent is 0. Say something to a familiar, and look again.")));
    });
  }

  #row(head) {
    const about = head.familiar && head.channel ? t("{what} in {where}", { what: head.familiar, where: head.channel }) : head.familiar || head.channel;
    return el("li", {}, el("button", { type: "button", className: "trace-head", onclick: () => this.show(head.id) },
      el("time", { dateTime: new Date(head.begun).toISOString(), title: exact(head.begun) }, clock(head.begun)),
      el("b", {}, about || t("a line")),
      el("span", {}, [spanInWords(head.kind), head.rung].filter(Boolean).join(" · ")),
      head.failed && el("span", { className: "trace-failed" }, t("something failed")),
      el("span", { className: "trace-took" }, took(head.took_ms))));
  }

  // show shows one.
  show(id) {
    this.#ask(() => this.api.trace(id), (trace) => {
      get("traces-title").textContent = t("What took how long at {when}", { when: clock(trace.begun) });
      get("traces-inside").replaceChildren(el("div", {},
        el("ol", { className: "trace" }, bars(trace)),
        trace.left > 0 && el("p", { className: "hint" }, tn("and {n} more step", "and {n} more steps", trace.left)),
        trace.link && el("p", {}, el("a", { href: trace.link, target: "_blank", rel: "noreferrer" }, t("All of it, where traces are collected")))));
      say(tn("{n} step", "{n} steps", trace.spans.length));
    }, true);
  }

  async #ask(ask, show, one = false) {
    const asked = ++this.#opened;
    get("traces-back").hidden = !one;
    get("traces-note").hidden = true;
    get("traces-inside").replaceChildren();
    if (!this.dialog.open) this.dialog.showModal();
    try {
      const answer = await ask();
      if (asked === this.#opened) show(answer);
    } catch (failure) {
      if (failure.status === 401) {
        this.dialog.close();
        this.leave(t("That token is no longer valid. Use the address the program printed last."));
      } else if (asked === this.#opened) {
        get("traces-note").textContent = failure.status ? failure.message : t("The program doesn't answer.");
        get("traces-note").hidden = false;
      }
    }
  }
}

// bars are the steps as rows, each moved in below its parent.
function bars({ spans }) {
  const whole = Math.max(1, ...spans.map((s) => s.after_ms + s.took_ms));
  const depth = new Map();
  return spans.map((s) => {
    depth.set(s.id, depth.has(s.parent) ? depth.get(s.parent) + 1 : 0);
    return row(s, whole, depth.get(s.id));
  });
}

function row(s, whole, depth) {
  const facts = [
    ...(s.failed ? [[t("failed"), s.failed]] : []),
    ...(s.waits ?? []).map((w) => [t("waited"), t("{span} for {what}", { span: took(w.took_ms), what: w.term })]),
    ...(s.facts ?? []).map(({ key, value }) => [key.replace(/^familiar\./, ""), value]),
  ];
  const name = el("span", { className: "trace-name" }, spanInWords(s.name));
  name.style.setProperty("--depth", depth);
  return el("li", {}, el("details", { className: s.failed ? "broken" : "" },
    el("summary", {}, name, track(s, whole), el("span", { className: "trace-took" }, took(s.took_ms))),
    el("dl", {}, facts.flatMap(([key, value]) => [el("dt", {}, key), el("dd", {}, value)]))));
}

// track is a step's bar, with what it waited for inside it.
function track(s, whole) {
  const bar = (className, from, length, title) => {
    const node = el("span", { className, title });
    node.style.left = `${(100 * from) / whole}%`;
    node.style.width = `${(100 * length) / whole}%`;
    return node;
  };
  return el("span", { className: "trace-track", "aria-hidden": "true" },
    bar("trace-bar", s.after_ms, s.took_ms),
    (s.waits ?? []).map((w) => bar("trace-wait", w.after_ms, w.took_ms, t("waited for {what}", { what: w.term }))));
}
