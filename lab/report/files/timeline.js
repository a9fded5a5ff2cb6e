// The timeline of one channel: rows like those of a text, the lines as ticks,
// decisions as dots below them, those of setting B above. Long silences are
// short: a gap counts at most two minutes.

const SVG = "http://www.w3.org/2000/svg";
const LINE = 1; // a line's own width, in units
const MOST_GAP = 120_000; // ms
const UNIT = 15_000; // ms a unit stands for
const ROW = 110; // units of a row
const DOT = 1.15; // units a dot takes up
const LANES = 4;

// clockwork gives where on the timeline each line and each instant is.
function clockwork({ gaps }) {
  const at = [];
  const x = [];
  let t = 0;
  let units = 0;
  for (const gap of gaps) {
    t += gap;
    units += LINE + Math.min(gap, MOST_GAP) / UNIT;
    at.push(t);
    x.push(units);
  }
  const find = (ms) => { // the last line at or before ms
    let low = 0;
    let high = at.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at[middle] <= ms) low = middle + 1; else high = middle;
    }
    return low - 1;
  };
  return { at, x, units, find, where: (ms) => {
    const i = find(ms);
    if (i < 0) return 0;
    const next = i + 1 < x.length ? x[i + 1] - LINE : x[i] + MOST_GAP / UNIT;
    return Math.min(x[i] + (ms - at[i]) / UNIT, Math.max(next, x[i]));
  } };
}

function path(className, d) {
  const node = document.createElementNS(SVG, "path");
  node.setAttribute("class", className);
  node.setAttribute("d", d);
  return node;
}

// ticks draws the lines first to last of a row, taller the longer they are.
function ticks(work, sizes, first, last, start) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "ticks");
  svg.setAttribute("viewBox", `0 0 ${ROW} 20`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  const drawn = { theirs: "", own: "" };
  for (let i = first; i < last; i++) {
    const own = sizes[i] >= "a";
    const size = own ? sizes.charCodeAt(i) - 97 : Number(sizes[i]);
    const height = 5 + size * 1.6;
    drawn[own ? "own" : "theirs"] += `M${(work.x[i] - start).toFixed(2)} 20v-${height.toFixed(1)}`;
  }
  svg.append(path("theirs", drawn.theirs), path("own", drawn.own));
  return svg;
}

// dots puts decisions beside the ticks, in as many lanes as it takes that they
// don't overlap.
function dots(className, decisions, work, start, from, side) {
  const free = new Array(LANES).fill(-DOT);
  let lanes = 1;
  const all = decisions.map((d) => {
    const x = Math.min(Math.max(0, work.where(d.t) - start), ROW - 0.5);
    let lane = free.findIndex((end) => end <= x);
    if (lane < 0) lane = free.indexOf(Math.min(...free));
    free[lane] = x + DOT;
    lanes = Math.max(lanes, lane + 1);
    const dot = el("button", { type: "button", className: "dot", tabIndex: -1, data: { act: mark(d), kind: d.act, mark: d.mark ?? "", lane }, "aria-label": `${clock(from + d.t)} ${side ? `${side}: ` : ""}${name(d)}${d.mark ? `, ${d.mark}` : ""}. ${d.why}` });
    dot.style.left = `${(100 * x) / ROW}%`;
    return shows(dot, d, from, side);
  });
  const node = el("div", { className }, all);
  node.style.setProperty("--lanes", lanes);
  return node;
}

// timeline makes the rows; hidden is the set of acts not shown.
export function timeline(channel, hidden, two) {
  const work = clockwork(channel.lines);
  const from = Date.parse(channel.from);
  const rows = Math.max(1, Math.ceil((work.units + 0.01) / ROW));
  const sides = channel.decisions.map((all) => {
    const byRow = Array.from({ length: rows }, () => []);
    for (const d of all) if (!hidden.has(d.act)) byRow[Math.min(rows - 1, Math.floor(work.where(d.t) / ROW))].push(d);
    return byRow;
  });
  let first = 0;
  const node = el("div", { className: `timeline${two ? " two" : ""}`, role: "group", "aria-label": "Timeline: arrow keys move from decision to decision" });
  for (let r = 0; r < rows; r++) {
    let last = first;
    while (last < work.x.length && work.x[last] < (r + 1) * ROW) last++;
    const strip = el("div", { className: "strip" }, ...(two ? [dots("lane-b", sides[1][r], work, r * ROW, from, "B")] : []));
    strip.append(ticks(work, channel.lines.sizes, first, last, r * ROW));
    strip.append(dots("lane-a", sides[0][r], work, r * ROW, from, two ? "A" : ""));
    const began = from + (work.at[first] ?? 0);
    node.append(el("div", { className: "strip-row" }, el("time", { title: exact(began) }, clock(began)), strip));
    first = last;
  }
  return walkable(node);
}

// walkable makes all dots one stop of the Tab key; arrows go on from there.
function walkable(node) {
  const all = [...node.querySelectorAll(".dot")];
  if (all.length > 0) all[0].tabIndex = 0;
  node.addEventListener("keydown", (event) => {
    const i = all.indexOf(document.activeElement);
    const to = { ArrowRight: i + 1, ArrowDown: i + 1, ArrowLeft: i - 1, ArrowUp: i - 1, Home: 0, End: all.length - 1 }[event.key];
    if (i < 0 || to === undefined || !all[to]) return;
    event.preventDefault();
    all[i].tabIndex = -1;
    all[to].tabIndex = 0;
    all[to].focus();
  });
  return node;
}
