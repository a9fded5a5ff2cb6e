package page

import (
	"net/http"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// tool answers as what is asked of it would: why, or what became of an order.
func tool(w http.ResponseWriter, body object, r *http.Request) {
	switch r.PathValue("tool") {
	case "engage":
		reply(w, 409, object{"error": "refused: aria: vesper holds the window"})
	case "forget":
		reply(w, 200, object{"ordered": true, "channels": 2, "held": true})
	case "say":
		reply(w, 200, object{"familiars": []object{{"familiar": "aria", "done": true, "reason": ""}}})
	default:
		reply(w, 200, reasons(body["line"]))
	}
}

// steer has a familiar say something, is told why it can't have the window, and forgets a
// person on the second press.
func steer(b *tab) {
	const note = `document.querySelector("#steer-note").textContent`
	b.run(chromedp.Focus("[aria-label='More for Aria']"))
	b.keys(kb.Enter)
	b.until(`document.querySelector("#steer").open`)
	b.run(chromedp.Focus("#steer-orders li:first-child button"))
	b.keys(kb.Enter)
	b.until(note + ` === "refused: aria: vesper holds the window"`)
	b.run(chromedp.Focus("#steer-text"))
	b.keys("the lamp is on" + kb.Tab + kb.Enter)
	b.until(note + ` === "Done." && document.querySelector("#steer-text").value === ""`)
	if got := b.last(b.T, "POST", "/v1/tools/say").body; got["channel"] != "web//garden" || got["familiar"] != "aria" || got["text"] != "the lamp is on" {
		b.Errorf("asked for %v", got)
	}
	b.run(chromedp.Focus("#steer-who"))
	b.keys("bob" + kb.Enter)
	b.until(`document.querySelector("#steer-forget").textContent === "Erase it for good"`)
	b.keys("by" + kb.Enter)
	b.until(`document.querySelector("#steer-who").value === "bobby" && document.querySelector("#steer-forget").textContent === "Erase it for good"`)
	b.keys(kb.Enter)
	b.until(note + ` === "It is erased in 2 channels within a minute. A hold keeps some of it in the journal."`)
	if got := b.last(b.T, "POST", "/v1/tools/forget").body; got["person"] != "bobby" || got["channel"] != "web//garden" {
		b.Errorf("asked for %v", got)
	}
	b.run(chromedp.Focus("#steer-save"))
	b.keys(kb.Enter)
	b.until(note + ` === "What is kept about bobby is saved."`)
	b.last(b.T, "GET", "/v1/people/bobby")
	b.shot("steer")
	b.keys(kb.Escape)
	b.until(`!document.querySelector("#steer").open && document.activeElement.getAttribute("aria-label") === "More for Aria"`)
}
