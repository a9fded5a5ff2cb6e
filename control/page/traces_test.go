package page

import (
	"net/http"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// traces are one turn that met a rate limit, and something with script in its name.
func traces(w http.ResponseWriter, _ object, _ *http.Request) {
	reply(w, 200, object{"traces": []object{
		{"id": "07", "channel": "web//garden", "familiar": "aria", "kind": "turn", "rung": "spoke", "begun": 1795273735358, "took_ms": 1640.5, "failed": true},
		{"id": "08", "channel": `web//<img src=x onerror="window.ran=1">`, "kind": "receive", "begun": 1795273735000, "took_ms": .25, "failed": false},
	}})
}

func trace(w http.ResponseWriter, _ object, r *http.Request) {
	if r.PathValue("trace") != "07" {
		reply(w, 404, object{"error": "this trace isn't in memory"})
		return
	}
	reply(w, 200, object{"id": "07", "begun": 1795273735358, "link": "http://127.0.0.1:16686/trace/07", "left": 2, "spans": []object{
		{"id": "1", "name": "turn", "after_ms": 0, "took_ms": 1640.5, "facts": []object{{"key": "familiar.rung", "value": "spoke"}}},
		{"id": "2", "parent": "1", "name": "invoke_agent Aria", "after_ms": 10, "took_ms": 1200},
		{"id": "3", "parent": "2", "name": "chat <b>", "after_ms": 12, "took_ms": 1100, "failed": "429 <script>window.ran=1</script>", "waits": []object{{"term": "retry", "after_ms": 400, "took_ms": 500}}},
		{"id": "4", "parent": "elsewhere", "name": "something new", "after_ms": 1300, "took_ms": 300},
	}})
}

// turns shows where the time of a turn went: from the list by keys alone, and from a
// decision.
func turns(b *tab) {
	b.run(chromedp.Focus("#traces-open"))
	b.keys(kb.Enter)
	b.until(`document.querySelector("#traces").open && document.querySelectorAll(".trace-head").length === 2`)
	want(b, "the turns", eval[[]string](b, `[...document.querySelectorAll(".trace-head")].map((head) => [...head.querySelectorAll("b, span")].map((node) => node.textContent).join("|"))`),
		"aria in web//garden|turn · spoke|something failed|1.64 s", `web//<img src=x onerror="window.ran=1">|heard|0.25 ms`)
	b.run(chromedp.Focus(".trace-head"))
	b.keys(kb.Enter)
	b.until(`document.querySelectorAll(".trace li").length === 4`)
	want(b, "the steps", eval[[]string](b, `[...document.querySelectorAll(".trace summary")].map((row) => [...row.querySelectorAll(".trace-name, .trace-took")].map((node) => node.textContent).join("|") + " " + row.querySelector(".trace-name").style.getPropertyValue("--depth"))`),
		"turn|1.64 s 0", "writing Aria|1.20 s 1", "model <b>|1.10 s 2", "something new|300 ms 0")
	want(b, "its bar", eval[[]string](b, `[...document.querySelectorAll(".broken .trace-track > *")].map((bar) => [bar.className, Math.round(parseFloat(bar.style.left)), Math.round(parseFloat(bar.style.width))].join(" "))`),
		"trace-bar 1 67", "trace-wait 24 30")
	want(b, "what failed", eval[[]string](b, `[...document.querySelectorAll(".broken dd")].map((fact) => fact.textContent)`), "429 <script>window.ran=1</script>", "500 ms for retry")
	want(b, "the link", eval[[]string](b, `[...document.querySelectorAll("#traces-inside a")].map((a) => a.href + " " + a.rel)`), "http://127.0.0.1:16686/trace/07 noreferrer")
	if ran := eval[bool](b, `window.ran === 1`); ran {
		b.Error("script in a trace ran")
	}
	b.shot("turn")
	b.run(chromedp.Click("#traces-back"))
	b.until(`document.querySelectorAll(".trace-head").length === 2`)
	b.run(chromedp.Click(".traces-list li:last-child button"))
	b.until(`!document.querySelector("#traces-note").hidden && document.querySelector("#traces-note").textContent === "this trace isn't in memory"`)
	b.keys(kb.Escape)
	b.until(`!document.querySelector("#traces").open`)

	b.send("decision", decision("aria", "l2", "engage", "mention", object{"trace": "07"}))
	const mark = `[...document.querySelectorAll(".line")].find((line) => line.textContent.includes("lunch")).querySelector(".decided")`
	b.until(mark + `.title.includes("Aria is waiting")`)
	b.run(chromedp.Evaluate(mark+`.click()`, nil))
	b.until(`[...document.querySelectorAll("#details button")].some((button) => button.textContent === "What took how long")`)
	b.run(chromedp.Evaluate(`[...document.querySelectorAll("#details button")].find((button) => button.textContent === "What took how long").click()`, nil))
	b.until(`document.querySelector("#traces").open && document.querySelectorAll(".trace li").length === 4 && document.querySelector("#details").hidden`)
}

// turnsPhone: the steps fit a narrow screen.
func turnsPhone(b *tab) {
	b.run(chromedp.Evaluate(`document.dispatchEvent(new CustomEvent("trace", { detail: "07" }))`, nil))
	b.until(`document.querySelectorAll(".trace li").length === 4`)
	b.shot("turn-phone")
	if over := eval[bool](b, `document.querySelector("#traces-inside").scrollWidth > document.querySelector("#traces-inside").clientWidth`); over {
		b.Error("the steps scroll sideways")
	}
}
