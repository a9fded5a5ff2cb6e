// The report begins: everything it shows stands in the page as JSON.

const began = performance.now();
const report = JSON.parse(get("data").textContent);
summary(report);
if (report.channels.length === 0) get("channel").replaceChildren(empty("Nothing was replayed."));
else list(report, (channel) => show(channel, report));
document.documentElement.dataset.ready = (performance.now() - began).toFixed(0); // ms, for whoever measures
