// The left side: every channel, sortable, of which only the rows in sight are
// in the document.

const ROW_HEIGHT = 46;
const SPARE = 6;

// What channels are sorted by; the first setting's figures, or differences.
const KEYS = {
  wakes: ["wakes/h", (c) => c.figures[0].wake_ups_per_hour, (n) => n.toFixed(n < 10 ? 1 : 0)],
  misses: ["misses", (c) => c.figures[0].gold?.misses ?? -1, (n) => (n < 0 ? "–" : String(n))],
  interruptions: ["interrupts", (c) => c.figures[0].gold?.interruptions ?? -1, (n) => (n < 0 ? "–" : String(n))],
  differ: ["differ", (c) => c.differ ?? 0, String],
};

// list fills the list and calls choose with a channel whenever one is chosen.
export function list(report, choose) {
  const keys = Object.keys(KEYS).filter((key) => key !== "differ" || report.settings.length === 2);
  const scroll = get("scroll");
  const rows = get("rows");
  const most = Object.fromEntries(keys.map((key) => [key, Math.max(1e-9, ...report.channels.map(KEYS[key][1]))]));
  let key = report.settings.length === 2 ? "differ" : report.figures[0].gold ? "misses" : "wakes";
  let shown = [];
  let chosen = null;

  const draw = () => {
    rows.style.height = `${Math.max(1, shown.length) * ROW_HEIGHT}px`;
    const first = Math.max(0, Math.floor(scroll.scrollTop / ROW_HEIGHT) - SPARE);
    const last = Math.min(shown.length, Math.ceil((scroll.scrollTop + scroll.clientHeight) / ROW_HEIGHT) + SPARE);
    rows.replaceChildren(...shown.slice(first, last).map((c, i) => row(c, first + i)));
    scroll.setAttribute("aria-activedescendant", chosen === null ? "" : `row-${shown.indexOf(chosen)}`);
  };
  const row = (c, i) => {
    const node = el("div", { id: `row-${i}`, className: "row-channel", role: "option", "aria-selected": String(c === chosen), "aria-setsize": shown.length, "aria-posinset": i + 1, onclick: () => pick(i) },
      el("span", { className: "row-name", title: c.name }, c.name, el("small", {}, c.familiar)),
      keys.map((k) => el("span", { className: "row-figure", data: { key: k } }, KEYS[k][2](KEYS[k][1](c)), meter(KEYS[k][1](c) / most[k]))));
    node.style.top = `${i * ROW_HEIGHT}px`;
    return node;
  };
  const meter = (share) => {
    const node = el("i", { className: "meter" });
    node.style.width = `${Math.max(0, 100 * share)}%`;
    return node;
  };
  const pick = (i) => {
    if (!shown[i]) return;
    chosen = shown[i];
    const top = i * ROW_HEIGHT;
    if (top < scroll.scrollTop) scroll.scrollTop = top;
    if (top + ROW_HEIGHT > scroll.scrollTop + scroll.clientHeight) scroll.scrollTop = top + ROW_HEIGHT - scroll.clientHeight;
    draw();
    history.replaceState(null, "", `#${report.channels.indexOf(chosen)}`);
    choose(chosen);
  };
  const order = () => {
    const wanted = get("filter").value.trim().toLowerCase();
    shown = report.channels.filter((c) => `${c.name} ${c.familiar}`.toLowerCase().includes(wanted));
    shown.sort((a, b) => KEYS[key][1](b) - KEYS[key][1](a));
    get("count").textContent = wanted ? `${shown.length} of ${report.channels.length}` : plural(report.channels.length, "place");
    get("columns").replaceChildren(...keys.map((k) => el("button", { type: "button", className: "quiet-button", data: { key: k }, "aria-pressed": String(k === key), onclick: () => { key = k; scroll.scrollTop = 0; order(); } }, KEYS[k][0])));
    draw();
    if (shown.length === 0) rows.replaceChildren(empty("No channel of that name."));
  };

  scroll.addEventListener("scroll", draw, { passive: true });
  addEventListener("resize", draw, { passive: true });
  get("filter").addEventListener("input", order);
  scroll.addEventListener("keydown", (event) => {
    const i = shown.indexOf(chosen);
    const page = Math.floor(scroll.clientHeight / ROW_HEIGHT);
    const to = { ArrowDown: i + 1, ArrowUp: i - 1, Home: 0, End: shown.length - 1, PageDown: Math.min(shown.length - 1, i + page), PageUp: Math.max(0, i - page) }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    pick(to);
  });
  document.querySelector(".list").dataset.settings = report.settings.length;
  order();
  const linked = report.channels[Number(location.hash.slice(1))];
  pick(location.hash && linked ? Math.max(0, shown.indexOf(linked)) : 0);
}
