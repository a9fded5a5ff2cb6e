// The right side: one channel's figures, timeline, differences and decisions.

const QUIET = new Set(["observe", "drop"]);
const WAKES = new Set(["spoke", "judge", "miss"]);

// show puts a channel on the page.
export function show(channel, report) {
  const two = report.settings.length === 2;
  const from = Date.parse(channel.from);
  const hidden = new Set(["drop"]);
  const drawn = el("div", {});
  const listed = el("ol", { className: "decision-list" });
  const counts = new Map();
  for (const d of channel.decisions.flat()) counts.set(d.act, (counts.get(d.act) ?? 0) + 1);
  const draw = () => {
    drawn.replaceChildren(timeline(channel, hidden, two));
    listed.replaceChildren(...rows(channel, hidden, from, two));
  };
  get("channel").replaceChildren(
    el("header", { className: "channel-head" },
      el("h2", {}, channel.name),
      el("p", { className: "soft" }, `${channel.familiar}'s place · ${plural(channel.figures[0].lines, "line")} from ${exact(from)}`)),
    el("dl", { className: "figures-grid small", data: { settings: report.settings.length } }, cells(channel.figures, OF_CHANNEL)),
    ...(two ? [differences(channel, from, report)] : []),
    el("section", { className: "panel" },
      el("div", { className: "panel-head" }, el("h3", {}, "Timeline"), legend(counts, hidden, draw)),
      counts.size === 0 ? empty("Nothing was decided here: no line was heard.") : drawn,
      el("p", { className: "soft small-print" }, leftOut(channel))),
    el("section", { className: "panel" },
      el("div", { className: "panel-head" }, el("h3", {}, "Decisions"), el("small", {}, "wake-ups, misses and other decisions; silences are on the timeline")),
      loud(channel) ? listed : empty(quietWords(channel))));
  draw();
}

const loud = (channel) => channel.decisions.some((all) => all.some((d) => !QUIET.has(d.act)));
export const empty = (text) => el("p", { className: "empty" }, text);
export const plural = (n, thing) => `${n.toLocaleString()} ${thing}${n === 1 ? "" : "s"}`;

function quietWords(channel) {
  const n = channel.figures[0].lines;
  return `${channel.familiar} heard ${plural(n, "line")} and was never called. That may be right: hover over the timeline to see why each line was left alone.`;
}

function leftOut(channel) {
  const decisions = channel.left_out.reduce((a, b) => a + b, 0);
  const parts = ["Silences longer than two minutes are drawn as two minutes."];
  if (channel.lines.left_out > 0) parts.push(`${plural(channel.lines.left_out, "line")} are left out: the ticks are every so manieth.`);
  if (decisions > 0) parts.push(`${plural(decisions, "decision")} are left out, quiet ones first; of what is too much every so manieth is here.`);
  return parts.join(" ");
}

// legend names the acts there are; each can be hidden.
function legend(counts, hidden, draw) {
  const order = Object.keys(kinds).filter((act) => counts.has(act));
  return el("div", { className: "legend", role: "group", "aria-label": "Show" }, order.map((act) => el("button", {
    type: "button", className: "chip", data: { act: mark({ act }), kind: act }, "aria-pressed": String(!hidden.has(act)),
    onclick: (event) => {
      if (!hidden.delete(act)) hidden.add(act);
      event.currentTarget.setAttribute("aria-pressed", String(!hidden.has(act)));
      draw();
    },
  }, kinds[act], el("b", {}, ` ${counts.get(act).toLocaleString()}`))));
}

// rows lists what is worth reading: what was decided about a line that a
// wake-up is about is told by that.
function rows(channel, hidden, from, two) {
  const woken = channel.decisions.map((of) => new Set(of.filter((d) => WAKES.has(d.act)).map((d) => d.line)));
  const all = channel.decisions.flatMap((of, i) => of.filter((d) => WAKES.has(d.act) || !woken[i].has(d.line)).map((d) => ({ d, side: two ? "AB"[i] : "" })));
  return all.filter(({ d }) => !QUIET.has(d.act) && !hidden.has(d.act)).sort((a, b) => a.d.t - b.d.t).map(({ d, side }) =>
    el("li", { data: { act: mark(d), kind: d.act, mark: d.mark ?? "" } },
      el("time", {}, clock(from + d.t)),
      el("span", { className: "what" }, side ? el("span", { className: "side-tag" }, side) : null, name(d), d.mark === "interruption" ? el("span", { className: "tag", data: { mark: d.mark } }, "not wanted") : null),
      el("span", { className: "about" }, d.who ? el("b", {}, `${d.who} `) : null, d.text ?? "", d.says ? el("q", {}, d.says) : null, el("small", {}, d.why), two ? null : says(channel, d))));
}

function differences(channel, from, report) {
  const all = channel.differences ?? [];
  const side = (d, i) => el("div", { className: "different", data: { act: mark(d) } },
    el("p", {}, el("span", { className: "side-tag" }, "AB"[i]), el("b", {}, d.why || d.act ? name(d) : "never heard it"), d.act === "spoke" ? el("small", {}, ` at ${clock(from + d.t)}`) : null),
    el("p", { className: "because" }, d.why));
  return el("section", { className: "panel" },
    el("div", { className: "panel-head" }, el("h3", {}, "Decided differently"), el("small", {}, `A ${report.settings[0].name} · B ${report.settings[1].name}`)),
    all.length === 0 ? empty("Both settings speak to the same lines here, at the same time.") : el("ol", { className: "difference-list" }, all.map((d) =>
      el("li", {},
        el("blockquote", {}, el("time", {}, clock(from + d.t)), el("b", {}, ` ${d.who} `), d.text, d.lines ? el("small", {}, ` and ${plural(d.lines, "line")} before it`) : null),
        el("div", { className: "sides" }, d.sides.map(side))))),
    (channel.differ ?? 0) > all.length ? el("p", { className: "soft small-print" }, `${plural(channel.differ - all.length, "difference")} more are left out.`) : null);
}
