// The search: every section that has all the words, those with a word in their
// heading first. It runs in the reader's browser, and asks nobody.

import { sections } from "./index.js";

const up = document.getElementById("search-script").dataset.up;
const input = document.getElementById("search");
const found = document.getElementById("found");
const most = 12;

const folded = sections.map((s) => ({ head: `${s.title} ${s.heading}`.toLowerCase(), text: s.text.toLowerCase() }));

function rank(words) {
  const hits = [];
  folded.forEach(({ head, text }, i) => {
    let worth = 0;
    for (const word of words) {
      if (head.includes(word)) worth += 10;
      else if (text.includes(word)) worth += 1;
      else return;
    }
    hits.push({ i, worth });
  });
  return hits.sort((a, b) => b.worth - a.worth || a.i - b.i).slice(0, most);
}

// around gives some of a section's text around the first of the words.
function around(text, words) {
  const at = Math.max(0, Math.min(...words.map((w) => text.toLowerCase().indexOf(w)).filter((i) => i >= 0), text.length) - 40);
  return (at > 0 ? "…" : "") + text.slice(at, at + 160);
}

input.addEventListener("input", () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = words.length ? rank(words) : [];
  found.replaceChildren(...hits.map(({ i }) => {
    const s = sections[i];
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = up + s.page + (s.at ? `#${s.at}` : "");
    link.textContent = s.heading === s.title ? s.title : `${s.title}: ${s.heading}`;
    const text = document.createElement("p");
    text.textContent = around(s.text, words);
    item.append(link, text);
    return item;
  }));
  if (words.length && !hits.length) {
    const none = document.createElement("li");
    none.textContent = "Nothing has all of these words.";
    found.append(none);
  }
  found.hidden = words.length === 0;
});

input.addEventListener("keydown", (e) => {
  if (e.key === "Enter") found.querySelector("a")?.click();
});
