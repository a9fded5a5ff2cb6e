// The text/event-stream format, as the HTML standard has it (section 9.2.6,
// "Interpreting an event stream"), fed in whatever pieces the network brings.

// A Parser keeps what is not a whole event yet, and the last event id.
export class Parser {
  #rest = "";
  #name = "";
  #lines = [];
  id = "";

  // push takes the next piece of text and gives the events it completes:
  // {name, text, id}. A piece may end anywhere, even between CR and LF.
  push(text) {
    const events = [];
    this.#rest += text;
    for (;;) {
      const end = this.#rest.search(/[\r\n]/);
      if (end < 0) break;
      const cr = this.#rest[end] === "\r";
      if (cr && end === this.#rest.length - 1) break; // its LF may be on the way
      const line = this.#rest.slice(0, end);
      this.#rest = this.#rest.slice(end + (cr && this.#rest[end + 1] === "\n" ? 2 : 1));
      const event = this.#line(line);
      if (event) events.push(event);
    }
    return events;
  }

  #line(line) {
    if (line === "") return this.#finish();
    const colon = line.indexOf(":");
    if (colon === 0) return null; // a comment: the heartbeat
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.#name = value;
    else if (field === "data") this.#lines.push(value);
    else if (field === "id" && !value.includes("\0")) this.id = value;
    return null;
  }

  #finish() {
    const event = this.#lines.length ? { name: this.#name || "message", text: this.#lines.join("\n"), id: this.id } : null;
    this.#name = "";
    this.#lines = [];
    return event;
  }
}
