// The language of the page's own texts: the browser's, or what was chosen here. What
// the server says stays as it is. The English text is the key of its translations, in
// texts/ with a file for each language.

const KEY = "familiar.language";
const NAMES = { en: "English", de: "Deutsch", es: "Español", fr: "Français", ja: "日本語", zh: "中文" };

const codeOf = (tag) => tag.toLowerCase().split("-")[0];

const wanted = [localStorage.getItem(KEY) ?? "", ...navigator.languages].find((tag) => codeOf(tag) in NAMES) ?? "en";

const texts = await read(codeOf(wanted));

// language is the one shown; where its texts can't be had that is English.
export const language = texts ? codeOf(wanted) : "en";

// locale is how numbers and times are written.
export const locale = language === codeOf(wanted) ? wanted : language;

const plurals = new Intl.PluralRules(locale);

async function read(code) {
  if (code === "en") return {};
  const answer = await fetch(`texts/${code}.json`).catch(() => null);
  return answer?.ok ? answer.json().catch(() => null) : null;
}

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));

// t gives an English text in the language shown, with values in its {places}.
export const t = (english, values = {}) => fill(texts?.[english] ?? english, values);

// tn is t of a text that depends on a number, the {n} of it.
export function tn(one, other, n, values = {}) {
  const given = texts?.[other] ?? { one, other };
  return fill(typeof given === "string" ? given : given[plurals.select(n)] ?? given.other, { n, ...values });
}

const SAID = ["aria-label", "placeholder", "title", "alt", "data-dark", "data-light"];

// translate puts what stands in the document into the language shown.
function translate(root) {
  root.lang = locale;
  for (const name of SAID) for (const node of root.querySelectorAll(`[${name}]`)) node.setAttribute(name, t(node.getAttribute(name)));
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const english = node.data.trim();
    if (english) node.data = node.data.replace(english, () => t(english));
  }
  dispatchEvent(new Event("languagechange")); // theme.js names its button again
}

function choose() {
  const box = document.getElementById("language");
  for (const [code, name] of Object.entries(NAMES)) {
    const choice = document.createElement("option");
    Object.assign(choice, { value: code, textContent: name, lang: code, selected: code === language });
    box.append(choice);
  }
  box.addEventListener("change", () => {
    localStorage.setItem(KEY, box.value);
    location.reload(); // what was said so far is there in the other language, too
  });
}

translate(document.documentElement);
choose();
