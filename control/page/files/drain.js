// Draining: a process of a deployment gives what it has to the others, or takes its share
// again. Home lists the processes, and tells how they get on.

import { el, get, say } from "./dom.js";
import { t, tn } from "./language.js";
import { asking } from "./sheet.js";

const drained = ({ state }) => state === "drains" || state === "drained";
const amount = ({ partitions, accounts }) => partitions + accounts.length;

// drainButton opens what can be done with a process; null where nothing can be: the last
// that takes a share has nobody to give it to.
export function drainButton(node, all) {
  const others = all.some((other) => other.node !== node.node && other.state === "works");
  if (!drained(node) && !(node.state === "works" && others)) return null;
  return el("button", {
    type: "button", className: "quiet-button", data: { order: node.node }, "aria-haspopup": "dialog",
    "aria-label": drained(node) ? t("Have {node} take its share again", { node: node.node }) : t("Drain {node}", { node: node.node }),
    onclick: () => document.dispatchEvent(new CustomEvent("drain", { detail: node })),
  }, drained(node) ? t("Take its share again") : t("Drain"));
}

export class Drain {
  // leave(why) is called when the token is refused.
  constructor(api, leave) {
    this.api = api;
    Object.assign(this, asking("drain", leave));
    this.dialog = get("drain");
    get("drain-close").addEventListener("click", () => this.dialog.close());
    get("drain-order").addEventListener("click", () => this.#order());
    document.addEventListener("drain", ({ detail }) => this.#open(detail));
    document.addEventListener("nodes", ({ detail }) => this.#look(detail));
  }

  #open(node) {
    this.node = node;
    this.had = 0;
    this.undo = drained(node);
    const has = [tn("{n} partition", "{n} partitions", node.partitions), ...node.accounts].join(", ");
    get("drain-title").textContent = `${node.node} · ${node.host}`;
    get("drain-says").textContent = this.undo
      ? t("It takes its share of the partitions again, one after the other. Accounts stay where they are.")
      : t("It has {has}, and gives all of it to the other processes, one after the other, as a planned restart does. That takes some seconds, in which lines wait about one. It goes on running, and takes nothing more until it is told to or restarted.", { has });
    get("drain-progress").hidden = true;
    get("drain-order").textContent = this.undo ? t("Have it take its share again") : t("Drain it");
    get("drain-order").hidden = false;
    this.tell("");
    this.dialog.showModal();
  }

  async #order() {
    const { node } = this.node;
    const done = await this.ask(() => this.api.order(node, this.undo ? "undrain" : "drain"));
    if (!done || node !== this.node.node) return;
    get("drain-order").hidden = true;
    if (this.undo) return this.tell(t("It takes its share again."));
    this.had = Math.max(1, amount(this.node));
    get("drain-progress").hidden = false;
    this.#show(this.node);
  }

  // look shows how a process that was told to drain gets on.
  #look(nodes) {
    if (!this.dialog.open || !this.had) return;
    const node = nodes.find((one) => one.node === this.node.node);
    if (node) this.#show(node);
    else this.tell(t("It is gone."));
  }

  #show(node) {
    const left = amount(node);
    get("drain-progress").value = 1 - Math.min(1, left / this.had);
    const words = left > 0 ? tn("It has {n} partition or account still.", "It has {n} partitions and accounts still.", left) : t("It has nothing any more, and can be stopped.");
    if (get("drain-note").textContent !== words) say(words);
    this.tell(words);
  }
}
