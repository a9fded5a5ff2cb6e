// What people had the program do, newest first, and the same to be saved as it is kept.

import { el, get, save, say } from "./dom.js";
import { t, tn } from "./language.js";
import { exact } from "./words.js";

const RESULTS = { done: t("done"), refused: t("refused"), failed: t("failed") };

export class Audit {
  #opened = 0; // how often something was asked for; an answer of an earlier time shows nothing
  #entries = []; // those that are shown, newest first

  // leave(why) is called when the token is refused.
  constructor(api, leave) {
    this.api = api;
    this.leave = leave;
    this.dialog = get("audit");
    get("audit-open").addEventListener("click", () => this.list());
    get("audit-close").addEventListener("click", () => this.dialog.close());
    get("audit-save").addEventListener("click", () => save("audit.jsonl", lines(this.#entries), "application/jsonl"));
    get("audit-more").addEventListener("click", () => this.list(this.next));
    get("audit-filter").addEventListener("submit", (event) => {
      event.preventDefault();
      this.list();
    });
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close(); // beside what is inside it
    });
  }

  // list shows the newest, or adds those before a number.
  async list(before = 0) {
    const asked = ++this.#opened;
    get("audit-note").hidden = true;
    if (!this.dialog.open) this.dialog.showModal();
    try {
      const { entries, next } = await this.api.audit({ by: get("audit-by").value.trim(), verb: get("audit-verb").value.trim(), before: before || undefined });
      if (asked === this.#opened) this.#show(before ? [...this.#entries, ...entries] : entries, next);
    } catch (failure) {
      if (failure.status === 401) {
        this.dialog.close();
        this.leave(t("That token is no longer valid. Use the address the program printed last."));
      } else if (asked === this.#opened) {
        get("audit-note").textContent = failure.status ? failure.message : t("The program doesn't answer.");
        get("audit-note").hidden = false;
      }
    }
  }

  #show(entries, next) {
    this.#entries = entries;
    this.next = next;
    const results = new Map(entries.filter((e) => e.of).map((e) => [e.of, e.result]));
    const deeds = entries.filter((e) => !e.of);
    get("audit-list").replaceChildren(...deeds.map((deed) => row(deed, results.get(deed.n))));
    get("audit-more").hidden = !next;
    get("audit-none").hidden = deeds.length > 0;
    say(tn("{n} entry", "{n} entries", deeds.length));
  }
}

function row({ n, at, token, person, via, verb, detail, channel, familiar, about }, result) {
  return el("li", { className: "audit-entry", data: { entry: n } },
    el("time", { dateTime: new Date(at).toISOString() }, exact(at)),
    el("b", {}, [verb, detail].filter(Boolean).join(" ")),
    el("span", {}, within(familiar, channel, about)),
    el("span", { className: "audit-who" }, [person, token, via].filter(Boolean).join(" · ")),
    el("span", { className: result === "done" ? "" : "audit-odd" }, RESULTS[result] ?? t("no result")));
}

// within says of what something is a part: "aria in web//garden".
const within = (...all) => (all.some(Boolean) ? all.filter(Boolean).reduce((what, where) => t("{what} in {where}", { what, where })) : "");

// lines are the entries that are shown as JSON lines, oldest first.
const lines = (entries) => entries.toReversed().map((entry) => JSON.stringify(entry) + "\n");
