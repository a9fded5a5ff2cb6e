// What a decision looks like and what is said about it.

// mark is the word the style sheet colours a decision by.
export function mark(d) {
  if (d.act === "judge") return "settled";
  return d.act;
}

const MARKS = { hit: "wanted", interruption: "not wanted", miss: "missed" };

export const kinds = { spoke: "would speak", judge: "judge said no", miss: "missed", engage: "will answer", ask: "asks", wait: "waits", observe: "stays quiet", drop: "didn't look", settled: "settled", denied: "denied", claim: "claim" };
export const name = (d) => kinds[d.act] ?? d.act;

// told makes what the details of a decision show.
export function told(d, from, side) {
  return el("section", { className: "decision", data: { act: mark(d), mark: d.mark ?? "" } },
    el("p", { className: "verdict" }, side ? el("span", { className: "side-tag" }, side) : null, el("b", {}, name(d)), d.mark && d.mark !== "miss" ? el("span", { className: "tag", data: { mark: d.mark } }, MARKS[d.mark]) : null),
    d.text ? el("blockquote", {}, d.who ? el("b", {}, `${d.who} `) : null, d.text, d.covers > 1 ? el("small", {}, ` and ${d.covers - 1} more`) : null) : null,
    d.says ? el("blockquote", { className: "says" }, d.says) : null,
    el("p", { className: "because" }, d.why),
    el("p", { className: "when" }, exact(from + d.t)));
}

// shows lets a node show the details of a decision while it is hovered or has
// the focus.
export function shows(node, d, from, side) {
  const open = () => {
    get("details").replaceChildren(told(d, from, side));
    place(get("details"), node);
  };
  const close = () => { get("details").hidden = true; };
  node.addEventListener("mouseenter", open);
  node.addEventListener("focus", open);
  node.addEventListener("mouseleave", close);
  node.addEventListener("blur", close);
  return node;
}

addEventListener("keydown", (event) => { if (event.key === "Escape") get("details").hidden = true; });
addEventListener("scroll", () => { get("details").hidden = true; }, { passive: true });
