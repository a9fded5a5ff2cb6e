// The report speaks English. This is in place of the page's language.js, which looks for
// texts in other languages beside it: a report stands alone.

export const language = "en";
export const locale = undefined; // numbers and times are written as the browser does

export const t = (english, values = {}) => english.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));

export const tn = (one, other, n, values = {}) => t(n === 1 ? one : other, { n, ...values });

