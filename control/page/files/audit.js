// What people had the program do, newest first, and the same to be saved as it is kept.

import { el, get, say } from "./dom.js";
import { exact } from "./words.js";

const RESULTS = { done: "done", refused: "refused", failed: "failed" };

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
    get("audit-save").addEventListener("click", () => save(this.#entries));
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
        this.leave("That token is no longer valid. Use the address the program printed last.");
      } else if (asked === this.#opened) {
        get("audit-note").textContent = failure.status ? failure.message : "The program doesn't answer.";
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
    say(`${deeds.length} entries`);
  }
}

function row({ n, at, token, person, via, verb, detail, channel, familiar, about }, result) {
  return el("li", { className: "audit-entry", data: { entry: n } },
    el("time", { dateTime: new Date(at).toISOString() }, exact(at)),
    el("b", {}, [verb, detail].filter(Boolean).join(" ")),
    el("span", {}, [familiar, channel, about].filter(Boolean).join(" in ")),
    el("span", { className: "audit-who" }, [person, token, via].filter(Boolean).join(" · ")),
    el("span", { className: result === "done" ? "" : "audit-odd" }, RESULTS[result] ?? "no result"));
}

// save gives the entries that are shown as JSON lines, oldest first.
function save(entries) {
  const lines = entries.toReversed().map((entry) => JSON.stringify(entry) + "\n");
  const address = URL.createObjectURL(new Blob(lines, { type: "application/jsonl" }));
  el("a", { href: address, download: "audit.jsonl" }).click();
  URL.revokeObjectURL(address);
}
