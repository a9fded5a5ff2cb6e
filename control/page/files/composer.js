// The box at the foot: what is written, to what it replies, what it edits.

import { get } from "./dom.js";
import { Complete } from "./complete.js";
import { t } from "./language.js";

const TYPING_EVERY = 4000; // ms between two signs that somebody is typing
const TYPING_ENDS = 6000; // ms without a key until the sign is taken back

export class Composer {
  #answering = null; // the line this replies to
  #editing = null; // the line this changes
  #typingAt = 0;
  #typingOff = 0;

  // does: {names() for completion, submit({text, reply, editing}), last() the
  // newest line of the speaker, up() into the transcript, typing(on)}.
  constructor(does) {
    this.does = does;
    this.box = get("box");
    this.complete = new Complete(this.box, does.names);
    this.box.addEventListener("input", () => this.#input());
    this.box.addEventListener("keydown", (event) => this.#key(event));
    get("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    get("answering-off").addEventListener("click", () => this.clear());
  }

  reply(line) {
    this.#editing = null;
    this.#answering = line;
    this.#say(t("Replying to {who}: {text}", { who: line.author.name || line.author.id, text: line.text }));
  }

  edit(line) {
    this.#answering = null;
    this.#editing = line;
    this.box.value = line.text;
    this.#say(t("Editing your line"));
    this.#fit();
  }

  // clear drops reply and edit; the text goes only with the edit.
  clear() {
    if (this.#editing) this.box.value = "";
    this.#answering = this.#editing = null;
    get("answering").hidden = true;
    this.#fit();
    this.box.focus();
  }

  #say(text) {
    get("answering-text").textContent = text;
    get("answering").hidden = false;
    this.box.focus();
  }

  #input() {
    this.#fit();
    this.complete.look();
    clearTimeout(this.#typingOff);
    if (!this.box.value.trim()) return this.#typing(false);
    this.#typingOff = setTimeout(() => this.#typing(false), TYPING_ENDS);
    if (!this.#editing && Date.now() - this.#typingAt > TYPING_EVERY) this.#typing(true);
  }

  #typing(on) {
    if (!on && !this.#typingAt) return;
    this.#typingAt = on ? Date.now() : 0;
    this.does.typing(on);
  }

  #key(event) {
    if (event.isComposing || this.complete.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.#submit();
    } else if (event.key === "Escape" && !get("answering").hidden) {
      event.stopPropagation();
      this.clear();
    } else if (event.key === "ArrowUp" && this.box.value === "") {
      event.preventDefault();
      const line = event.shiftKey ? null : this.does.last();
      if (line) this.edit(line);
      else this.does.up();
    }
  }

  #submit() {
    const text = this.box.value.trim();
    if (!text) return;
    clearTimeout(this.#typingOff);
    this.#typingAt = 0; // the line itself ends the sign
    this.does.submit({ text, reply: this.#answering, editing: this.#editing });
    this.box.value = "";
    this.clear();
    this.complete.close();
  }

  #fit() {
    this.box.style.height = "auto";
    this.box.style.height = `${Math.min(this.box.scrollHeight + 2, innerHeight / 3)}px`;
  }
}
