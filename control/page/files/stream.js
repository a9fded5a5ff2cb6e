// One room's events, for as long as somebody looks at it: it comes back by
// itself after a break, from the last event it has seen, with growing pauses.
// It is fetched and not an EventSource, which can't send a token.

import { refusal } from "./api.js";
import { Parser } from "./sse.js";
import { TAIL } from "./state.js";

const FIRST_PAUSE = 500; // ms before the first new attempt; doubles from there
const LAST_PAUSE = 15_000; // ms, the longest pause
const SILENCE = 45_000; // ms without a byte: three heartbeats missed, the line is dead

export class Stream {
  #abort = new AbortController();
  #attempt = null; // aborts one connection
  #wake = () => {}; // ends a pause early
  #last = "";
  #failures = 0;

  // hears: events(list of {name, value, id}) once a piece, state(word, ms) with
  // "open", "waiting" (ms until the next attempt) or "connecting", and
  // refused(error) when the server says no for good; then the stream is over.
  constructor(api, room, hears) {
    this.api = api;
    this.room = room;
    this.hears = hears;
    this.#run();
  }

  close() {
    this.#abort.abort();
    this.#attempt?.abort();
    this.#wake();
  }

  // retry stops waiting and tries at once.
  retry() { this.#wake(); }

  async #run() {
    while (!this.closed) {
      try {
        await this.#read();
      } catch (failure) {
        if (this.closed) return;
        if (failure.status >= 400 && failure.status < 500 && failure.status !== 429) {
          this.hears.refused(failure);
          return;
        }
      }
      if (this.closed) return;
      const pause = Math.min(LAST_PAUSE, FIRST_PAUSE * 2 ** this.#failures++) * (0.75 + Math.random() / 2);
      this.hears.state("waiting", pause);
      await new Promise((done) => {
        this.#wake = done;
        setTimeout(done, pause);
      });
      if (!this.closed) this.hears.state("connecting", 0);
    }
  }

  get closed() { return this.#abort.signal.aborted; }

  async #read() {
    const attempt = new AbortController();
    this.#attempt = attempt;
    let watch = setTimeout(() => attempt.abort(), SILENCE);
    try {
      const answer = await this.api.events(this.room, { after: this.#last, tail: TAIL, signal: attempt.signal });
      if (!answer.ok) throw await refusal(answer);
      this.hears.state("open", 0);
      const parser = new Parser();
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { value, done } = await reader.read();
        if (done || this.closed) return;
        clearTimeout(watch);
        watch = setTimeout(() => attempt.abort(), SILENCE);
        const events = parser.push(value).map(({ name, text, id }) => ({ name, value: JSON.parse(text), id }));
        if (parser.id) this.#last = parser.id;
        if (events.length === 0) continue;
        this.#failures = 0;
        this.hears.events(events);
      }
    } finally {
      clearTimeout(watch);
      attempt.abort();
    }
  }
}

// peek reads what a room has got since the event id and hangs up when the past
// is told. It gives the new event id and the lines.
export async function peek(api, room, after, signal) {
  const abort = new AbortController();
  const over = AbortSignal.any([signal, abort.signal, AbortSignal.timeout(10_000)]);
  const answer = await api.events(room, { after, tail: 1, signal: over });
  if (!answer.ok) throw await refusal(answer);
  const parser = new Parser();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const lines = [];
  for (;;) {
    const { value, done } = await reader.read();
    const events = done ? [] : parser.push(value);
    for (const { name, text } of events) if (name === "line") lines.push(JSON.parse(text));
    if (done || events.some(({ name }) => name === "ready")) {
      abort.abort();
      return { id: parser.id || after, lines };
    }
  }
}
