// The figures, of everything or of one channel. With two settings each cell
// holds A, B and what B changes.

const number = (n, digits = 0) => n.toLocaleString(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits });
const percent = (n) => `${number(100 * n, 1)} %`;
const seconds = (n) => (n < 100 ? `${number(n, 1)} s` : span(1000 * n));
const dollars = (n) => `$${number(n, n < 1 ? 4 : 2)}`;

const OF_ALL = "all";
const OF_CHANNEL = "channel";

// Each figure: whose it is, its name, how it is read and said, which way is better (0:
// neither), and what stands there when nobody knows.
const FIGURES = [
  ["", "Would speak", (f) => f.calls, number, 0, "", "times it would have spoken"],
  ["", "Wake-ups an hour", (f) => f.wake_ups_per_hour, (n) => number(n, 1), 0, "", "calls to speak, and questions its judge answered no"],
  ["", "Share of talk", (f) => f.share, percent, 0, "", "of all lines, those that would be its own"],
  ["", "Judge calls", (f) => f.judge_calls, number, -1, "", "questions to the judge"],
  [OF_ALL, "Judge's cost", (f) => f.cost_usd, dollars, -1, "no priced model", "of the judge, where it is a model with a price"],
  [OF_CHANNEL, "Lines", (f) => f.lines, number, 0, "", "lines it heard"],
  ["", "Delay, half", (f) => f.delay50_s, seconds, -1, "never spoke", "from the newest line it answers; half of the calls come sooner"],
  ["", "Delay, 9 of 10", (f) => f.delay90_s, seconds, -1, "never spoke", "nine of ten calls come sooner"],
  ["", "Misses", (f) => f.gold?.misses, number, -1, "not noted", "lines that were answered or addressed, and no call covers"],
  ["", "Interruptions", (f) => f.gold?.interruptions, number, -1, "not noted", "calls that cover no such line"],
  ["", "Precision", (f) => f.gold?.p, (n) => number(n, 3), 1, "not noted", "share of the calls that were wanted"],
  ["", "Recall", (f) => f.gold?.r, (n) => number(n, 3), 1, "not noted", "share of the wanted lines that a call covers"],
  ["", "F1", (f) => f.gold?.f1, (n) => number(n, 3), 1, "not noted", "harmonic mean of the two"],
];

// cells makes the figures as terms and values.
export function cells(all, whose) {
  return FIGURES.filter((figure) => figure[0] === "" || figure[0] === whose).map(([, title, read, say, better, none, help]) => {
    const values = all.map(read);
    const known = values.every((v) => v !== null && v !== undefined);
    return el("div", { className: "figure", title: help, data: { figure: title } },
      el("dt", {}, title),
      el("dd", { className: known ? "" : "unknown" },
        known ? el("span", {}, say(values[0])) : el("span", {}, none),
        known && values.length === 2 ? el("span", { className: "versus" }, " → ", say(values[1])) : null,
        known && values.length === 2 ? change(values, say, better) : null));
  });
}

function change([a, b], say, better) {
  if (a === b) return el("small", { className: "change" }, "the same");
  const good = better === 0 ? "" : (b - a) * better > 0 ? "good" : "bad";
  return el("small", { className: `change ${good}` }, `${b > a ? "+" : "−"}${say(Math.abs(b - a))}`);
}

// summary fills the page's head.
export function summary(report) {
  const two = report.settings.length === 2;
  get("settings").replaceChildren(...report.settings.map((s, i) => el("li", {},
    two ? el("span", { className: "side-tag" }, "AB"[i]) : null,
    el("b", {}, s.name),
    el("span", {}, ` judge ${s.judge}${s.judge === "noisy" ? `, seed ${s.seed ?? 0}` : ""} · ${{ closed: "closed loop", live: "nothing replayed" }[s.loop] ?? "teacher-forced"}`))));
  get("figures").replaceChildren(...cells(report.figures, OF_ALL));
  get("figures").dataset.settings = report.settings.length;
  const f = report.figures[0];
  const remarks = [`${plural(report.channels.length, "place")} in recorded chat, ${plural(f.lines, "line")}, ${number(f.hours, 1)} hours.`];
  if (two) remarks.push(report.differ === 0 ? "Both settings decide the same." : `The settings decide differently ${report.differ === 1 ? "once" : `${number(report.differ)} times`}.`);
  if (report.figures.every((of) => !of.gold)) remarks.push("Nobody noted who really answered what, so there are no misses and no interruptions to count. Give --gold FILE, or a recording with replies.");
  if (report.figures.every((of) => of.calls === 0)) remarks.push("It would not have spoken at all.");
  remarks.push(...report.settings.map((s) => s.notice).filter(Boolean));
  get("remark").textContent = remarks.join(" ");
  get("remark").hidden = false;
}
