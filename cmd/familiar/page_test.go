package main

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"familiar/internal/long"
)

// TestDemoInABrowser is a newcomer's first minute: the demo decides at once,
// and whoever joins in on its page is answered, with the reason why.
func TestDemoInABrowser(t *testing.T) {
	long.Test(t)
	t.Parallel()
	p := start(t, "demo", "--listen", "127.0.0.1:0", "--model", "offline")
	address := p.until(`Join in: (http://127\.0\.0\.1:\d+/#token=\S+)`, 1)[1]
	p.until(`(?m)^\d\d:\d\d:\d\d +\w+ +\w+ +(engage|ask|wait) \(\w+\)`, 1)

	b := browse(t, address+"&channel=garden")
	b.until(`document.querySelectorAll(".line").length > 0 && document.querySelectorAll("[data-familiar]").length >= 3`)
	b.until(`[...document.querySelectorAll(".line")].some((l) => l.querySelector(".ours") && l.querySelector(".mark")?.textContent === "scripted" && l.querySelector(".text").textContent.startsWith("minus three"))`)
	b.shot("demo-garden")

	// In a channel where nobody talks, so that she isn't answered together with others.
	b.run(chromedp.Focus("#open-name"), chromedp.KeyEvent("porch"+kb.Enter))
	b.until(`document.querySelectorAll(".line").length === 0 && document.querySelectorAll("[data-familiar]").length >= 3`)
	b.run(chromedp.Evaluate(`(() => { const s = document.querySelector("#speaker"); s.value = s.lastElementChild.value; s.dispatchEvent(new Event("change")); })()`, nil))
	b.until(`document.activeElement.id === "person-name"`)
	b.run(chromedp.KeyEvent("Ines" + kb.Enter))
	b.until(`document.activeElement.id === "box"`)
	b.run(chromedp.KeyEvent("@Aria what shall I read tonight?"))
	b.enter()
	b.until(`(` + hers + `)() && !document.querySelector(".sending, .failed")`)
	b.until(`(` + hers + `)().querySelector(".decided .dot-of")`)
	b.until(`[...document.querySelectorAll(".line")].some((l) => l.querySelector(".ours") && l.querySelector(".name").textContent === "Aria" && l.querySelector(".mark").textContent === "offline" && l.querySelector(".text").textContent.startsWith("I heard you, Ines"))`)
	b.until(`(` + hers + `)().querySelector(".decided").title === "Aria spoke; Pip and Vesper kept quiet"`)
	b.shot("demo-light")

	b.run(chromedp.Evaluate(`(`+hers+`)().querySelector(".decided").click()`, nil))
	b.until(`document.querySelector(".why[data-familiar=aria][open] .sentence")?.textContent.startsWith("Answered: the line mentions Aria") && document.querySelector(".why[open] .why-facts").textContent.includes("it mentions Aria")`)
	b.until(`document.querySelector(".why[data-familiar=vesper] .flips")?.textContent.includes("the line had mentioned Vesper")`)
	b.shot("demo-details")
	b.run(chromedp.KeyEvent(kb.Escape))
	b.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}, {Name: "prefers-reduced-motion", Value: "reduce"}}))
	b.until(`document.getAnimations().length === 0`) // the colours have changed
	b.shot("demo-dark")

	p.stop()
	p.until(`(?m)^In \d+ s: \d+ lines? in \d+ channels?, \d+ repl(y|ies) \(.*Aria \d+`, 1)
	p.ends(0)
	b.until(`!document.querySelector("#banner").hidden`)
	b.shot("demo-ended")
}

// hers finds the line of the person who joined in.
const hers = `() => [...document.querySelectorAll(".line")].find((l) => l.querySelector(".name").textContent === "Ines" && l.querySelector(".text").textContent.startsWith("@Aria"))`
