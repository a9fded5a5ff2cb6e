// Which part of a long list is in the document.

const MOST = 240; // items in the document
const STEP = 60; // items more at once

export class Part {
  from = 0;
  to = 0; // the first that isn't
  #length = 0; // of the list, as it was told last

  // grew says how long the list has got at its end. What is new is shown where the end
  // is; who doesn't follow keeps what they look at.
  grew(length, follow) {
    const atEnd = this.to === this.#length;
    this.#length = length;
    if (!atEnd) return;
    this.to = follow ? length : Math.max(this.to, Math.min(length, this.from + MOST));
    if (follow) this.from = Math.max(this.from, this.to - MOST);
  }

  // shifted says that so many were put in front.
  shifted(n) {
    this.#length += n;
    this.from += n;
    this.to += n;
    this.earlier();
  }

  // lost says that so many went at either end.
  lost(front, back) {
    this.#length -= front + back;
    this.from = Math.max(0, this.from - front);
    this.to = Math.min(this.#length, Math.max(this.from, this.to - front));
  }

  // These move the part and give whether there was something to move to.

  earlier() {
    if (this.from === 0) return false;
    this.from = Math.max(0, this.from - STEP);
    this.to = Math.min(this.to, this.from + MOST);
    return true;
  }

  later() {
    if (this.to >= this.#length) return false;
    this.to = Math.min(this.#length, this.to + STEP);
    this.from = Math.max(this.from, this.to - MOST);
    return true;
  }

  around(at) {
    if (at >= this.from && at < this.to) return false;
    this.from = Math.max(0, at - MOST / 2);
    this.to = Math.min(this.#length, this.from + MOST);
    return true;
  }

  end() {
    if (this.to === this.#length) return false;
    this.to = this.#length;
    this.from = Math.max(0, this.to - MOST);
    return true;
  }
}
