package page

import (
	"net/http"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// audit is two deeds, one with something like script in it, one without a result.
func audit(w http.ResponseWriter, _ object, r *http.Request) {
	if r.URL.Query().Get("by") == "nobody" {
		reply(w, 200, object{"entries": []object{}, "next": 0})
		return
	}
	if r.URL.Query().Has("before") {
		reply(w, 200, object{"entries": []object{{"n": 1, "at": 1795273735000, "verb": "reload", "via": "command", "person": "root@chat-1"}}, "next": 0})
		return
	}
	reply(w, 200, object{"entries": []object{
		{"n": 4, "at": 1795273735358, "of": 3, "result": "done"},
		{"n": 3, "at": 1795273735300, "verb": "quiet", "detail": "for 30m", "via": "http", "token": "ops", "person": `<img src=x onerror="window.ran=1">`, "familiar": "aria", "channel": "web//garden"},
	}, "next": 3})
}

// deeds shows who had the program do what, by keys, filtered and further back.
func deeds(b *tab) {
	const rows = `[...document.querySelectorAll(".audit-entry")].map((row) => [...row.querySelectorAll("b, span")].map((node) => node.textContent).join("|"))`
	b.run(chromedp.Focus("#audit-open"))
	b.keys(kb.Enter)
	b.until(`document.querySelector("#audit").open && document.querySelectorAll(".audit-entry").length === 1`)
	want(b, "the deeds", eval[[]string](b, rows), `quiet for 30m|aria in web//garden|<img src=x onerror="window.ran=1"> · ops · http|done`)
	b.run(chromedp.Click("#audit-more"))
	b.until(`document.querySelectorAll(".audit-entry").length === 2 && document.querySelector("#audit-more").hidden`)
	want(b, "one without a result", eval[[]string](b, rows)[1:], "reload||root@chat-1 · command|no result")
	b.shot("audit")
	b.run(chromedp.Focus("#audit-by"))
	b.keys("nobody" + kb.Enter)
	b.until(`document.querySelectorAll(".audit-entry").length === 0 && !document.querySelector("#audit-none").hidden`)
	if ran := eval[bool](b, `window.ran === 1`); ran {
		b.Error("script in the audit ran")
	}
	b.run(chromedp.Focus("#audit-close")) // in the filter Escape would only empty it
	b.keys(kb.Escape)
	b.until(`!document.querySelector("#audit").open`)
}
