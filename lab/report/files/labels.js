// Labels: which decisions the reader found good. They stay in this browser, and
// leave it as the JSON lines that familiar label writes.

const shelf = `familiar-labels:${document.title}`;
const labelled = new Map(); // key of a decision -> label

const keyOf = (channel, d) => JSON.stringify([channel.name, channel.familiar, d.line]);

// A browser may keep nothing for a page from a file: then labels last as long
// as the page.
try {
  for (const label of JSON.parse(localStorage.getItem(shelf) ?? "[]")) labelled.set(JSON.stringify([label.channel, label.familiar, label.line]), label);
} catch { /* as above */ }

function keep() {
  try { localStorage.setItem(shelf, JSON.stringify([...labelled.values()])); } catch { /* as above */ }
  const save = get("save");
  save.hidden = labelled.size === 0;
  save.textContent = `Save ${plural(labelled.size, "label")}`;
}

// says makes the two buttons of a decision; pressed again a label is taken back.
export function says(channel, d) {
  if (!d.line || d.act === "miss") return null;
  const key = keyOf(channel, d);
  const group = el("span", { className: "label", role: "group", "aria-label": "Was that right?" });
  const draw = () => group.replaceChildren(...[true, false].map((good) => el("button", {
    type: "button", className: "chip", data: { good: String(good) }, "aria-pressed": String(labelled.get(key)?.good === good),
    onclick: () => {
      if (labelled.get(key)?.good === good) labelled.delete(key);
      else labelled.set(key, { channel: channel.name, line: d.line, familiar: channel.familiar, act: d.act, good, at: new Date().toISOString(), by: "page" });
      keep();
      draw();
    },
  }, good ? "good" : "bad")));
  draw();
  return group;
}

get("save").addEventListener("click", () => {
  const lines = [...labelled.values()].map((label) => `${JSON.stringify(label)}\n`).join("");
  const at = URL.createObjectURL(new Blob([lines], { type: "application/jsonl" }));
  el("a", { href: at, download: "labels.jsonl" }).click();
  setTimeout(() => URL.revokeObjectURL(at), 1000);
});
keep();
