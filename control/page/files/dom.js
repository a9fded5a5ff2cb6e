// Making elements. Text only ever enters as a text node, so nothing that
// somebody wrote is read as markup.

// el makes an element. Props with a dash or "role" are attributes, on* are
// listeners, the others are properties. Children are nodes or text; null and
// false are left out.
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name.includes("-") || name === "role") node.setAttribute(name, value);
    else node[name] = value;
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

// get finds an element of index.html by its id.
export const get = (id) => document.getElementById(id);

// place puts a floating box beside its anchor, inside the window. A narrow
// window has it at its foot instead; the style sheet does that.
export function place(box, anchor) {
  box.hidden = false;
  const at = anchor.getBoundingClientRect();
  const size = box.getBoundingClientRect();
  const below = at.bottom + 6 + size.height < innerHeight;
  box.style.left = `${Math.max(8, Math.min(at.left, innerWidth - size.width - 8))}px`;
  box.style.top = `${Math.max(8, below ? at.bottom + 6 : at.top - size.height - 6)}px`;
}

// save gives a text in parts as a file of that name.
export function save(name, parts, type) {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  el("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

let toastTimer;

// toast says one sentence for a while, to eyes and to screen readers.
export function toast(text) {
  const node = get("toast");
  node.textContent = text;
  node.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { node.hidden = true; }, 6000);
}

// order is a button; with sure it is pressed twice, and says that the second time. label is
// its name for who hears it, until then.
export function order(words, sure, act, label) {
  let asked = sure === "";
  const button = el("button", {
    type: "button",
    onclick: () => {
      if (asked) return act();
      asked = true;
      button.textContent = sure;
      button.removeAttribute("aria-label");
    },
  }, words);
  if (label) button.setAttribute("aria-label", label);
  return button;
}

// say tells a screen reader, and nobody else.
export const say = (text) => { get("live").textContent = text; };
