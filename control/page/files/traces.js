// Turns of late, and where the time of one went: a bar for each step, below the step
// that it was part of.

import { el, get, say } from "./dom.js";
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
      get("traces-title").textContent = "Turns of late";
      get("traces-inside").replaceChildren(traces.length
        ? el("ul", { className: "traces-list" }, traces.map((head) => this.#row(head)))
        : el("p", { className: "hint" }, "Nothing has been traced yet, or [telemetry] recent is 0. Say something to a familiar, and look again."));
    });
  }

  #row(head) {
    const about = [head.familiar, head.channel].filter(Boolean).join(" in ");
    return el("li", {}, el("button", { type: "button", className: "trace-head", onclick: () => this.show(head.id) },
      el("time", { dateTime: new Date(head.begun).toISOString(), title: exact(head.begun) }, clock(head.begun)),
      el("b", {}, about || "a line"),
      el("span", {}, [spanInWords(head.kind), head.rung].filter(Boolean).join(" · ")),
      head.failed && el("span", { className: "trace-failed" }, "something failed"),
      el("span", { className: "trace-took" }, took(head.took_ms))));
  }

  // show shows one.
  show(id) {
    this.#ask(() => this.api.trace(id), (trace) => {
      get("traces-title").textContent = `What took how long at ${clock(trace.begun)}`;
      get("traces-inside").replaceChildren(el("div", {},
        el("ol", { className: "trace" }, bars(trace)),
        trace.left > 0 && el("p", { className: "hint" }, `and ${trace.left} more steps`),
        trace.link && el("p", {}, el("a", { href: trace.link, target: "_blank", rel: "noreferrer" }, "All of it, where traces are collected"))));
      say(`${trace.spans.length} steps`);
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
        this.leave("That token is no longer valid. Use the address the program printed last.");
      } else if (asked === this.#opened) {
        get("traces-note").textContent = failure.status ? failure.message : "The program doesn't answer.";
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
    ...(s.failed ? [["failed", s.failed]] : []),
    ...(s.waits ?? []).map((w) => ["waited", `${took(w.took_ms)} for ${w.term}`]),
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
    (s.waits ?? []).map((w) => bar("trace-wait", w.after_ms, w.took_ms, `waited for ${w.term}`)));
}
