// What lines have come to for each familiar, as far as the decisions that were told
// say. The server knows for certain and is asked when somebody wants to know why; this
// is for the marks beside lines.

const FURTHEST = 500; // decisions of one familiar looked through for what settled a line

const SPOKEN = new Set(["spoke", "late"]); // a turn was posted
const BESIDE = new Set(["reacted", "refused", "fork", "cut", "spare", "lore"]); // tells more of a turn, and settles nothing
const ALONE = new Set(["judge", "stale", "shed", "outage"]); // of a line, it settles that line and no other
const QUESTIONS = new Set(["judge", "odds", "unlikely", "overdue", "floor"]); // settles what waits, and no line that is to be answered

export class Outcomes {
  #keys = new Set(); // of the decisions that are known
  #lines = new Map(); // line id → familiar → its decisions, oldest first
  #familiars = new Map(); // familiar → all its decisions, oldest first

  // add takes a decision, of any time, and gives whether it is new.
  add(decision) {
    const key = keyOf(decision);
    if (this.#keys.has(key)) return false;
    this.#keys.add(key);
    insert(at(this.#familiars, decision.familiar, () => []), decision);
    if (decision.line) insert(at(at(this.#lines, decision.line, () => new Map()), decision.familiar, () => []), decision);
    return true;
  }

  // of gives what a line has come to, one {familiar, name, came, decisions} for each
  // that decided on it; came is "spoke", "quiet" or "waiting". That another account's copy
  // was dropped is about no familiar.
  of(line) {
    return [...this.#lines.get(line) ?? []].flatMap(([familiar, decisions]) => {
      const told = decisions.filter(({ rung }) => rung !== "duplicate");
      if (told.length === 0) return [];
      return [{ familiar, name: told[0].name || familiar || "everyone", came: this.#came(line, told), decisions: told }];
    }).sort((a, b) => a.familiar.localeCompare(b.familiar));
  }

  // waited gives the lines that a decision may settle: those that its familiar has
  // left open since it last settled something.
  waited(decision) {
    const lines = new Set();
    for (const d of this.#before(decision)) {
      if (closes(d)) break;
      if (d.line && isOpen(d)) lines.add(d.line);
    }
    return [...lines];
  }

  // prune lets go of what was decided before a moment, ms.
  prune(before) {
    for (const [familiar, decisions] of this.#familiars) {
      const kept = decisions.findIndex((d) => d.at >= before);
      for (const d of decisions.splice(0, kept < 0 ? decisions.length : kept)) {
        this.#keys.delete(keyOf(d));
        this.#lines.delete(d.line);
      }
      if (decisions.length === 0) this.#familiars.delete(familiar);
    }
  }

  #came(line, decisions) {
    const last = decisions.findLast(({ rung }) => !BESIDE.has(rung)) ?? decisions.at(-1);
    if (!isOpen(last) || cameOf(last) === "spoke") return cameOf(last) ?? "quiet";
    const all = this.#familiars.get(last.familiar);
    const from = all.indexOf(last) + 1;
    for (const d of all.slice(from, from + FURTHEST)) {
      if (!closes(d) || ALONE.has(d.rung) && d.line && d.line !== line) continue;
      if (last.verdict === "answered" && QUESTIONS.has(d.rung)) continue;
      return "quiet"; // said no, or its answer was to another line
    }
    return "waiting";
  }

  * #before(decision) {
    const all = this.#familiars.get(decision.familiar) ?? [];
    const from = all.indexOf(decision);
    for (let i = from - 1; i >= Math.max(0, from - FURTHEST); i--) yield all[i];
  }
}

// cameOf gives what a decision comes to by itself: "spoke", "waiting", "quiet", or null
// for one that decides nothing.
export function cameOf(d) {
  if (d.act === "settled" && SPOKEN.has(d.rung)) return "spoke";
  if (isOpen(d)) return "waiting";
  return d.verdict === "quiet" ? "quiet" : null;
}

const keyOf = (d) => [d.familiar, d.line, d.at, d.act, d.rung, d.n, d.trigger, d.reason].join("\u0000");

const isOpen = ({ verdict }) => verdict === "open" || verdict === "answered";

// closes reports whether nothing of before it waits any more.
const closes = (d) => d.act === "settled" && !BESIDE.has(d.rung) && (d.verdict === "quiet" || SPOKEN.has(d.rung));

// insert keeps a list in the order of time, and of being told.
function insert(list, decision) {
  let i = list.length;
  while (i > 0 && list[i - 1].at > decision.at) i--;
  list.splice(i, 0, decision);
}

function at(map, key, make) {
  if (!map.has(key)) map.set(key, make());
  return map.get(key);
}
