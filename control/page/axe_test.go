package page

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"familiar/internal/npmtest"
)

// axe is the judge of what is accessible, which others wrote.
const axe = "axe-core@4.14.1"

// rules are those that axe-core judges by: all at first, and those about colours where
// only the colours are others. That of target sizes is off unless it is asked for.
var rules = map[string]string{
	"light": `runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], rules: { "target-size": { enabled: true } }`,
	"dark":  `runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] }`,
}

// verdicts are the serious and critical findings of axe-core about what is shown, a
// line each.
const verdicts = `axe.run("%s" || document, { resultTypes: ["violations"], %s }).then(({ violations }) => violations.filter(({ impact }) => impact === "serious" || impact === "critical")
	.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + " " + target.join(" "))))`

// judge has axe-core look at an element, "" for all, by some rules.
func (b *tab) judge(by, where string) (found []string) {
	b.Helper()
	b.run(chromedp.Evaluate(fmt.Sprintf(verdicts, where, by), &found, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	return found
}

// judged shows every part of the page to axe-core, light and dark.
func judged(b *tab) {
	source, err := os.ReadFile(filepath.Join(npmtest.Install(b.T, axe), "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		b.Fatal(err)
	}
	b.stand(standing(well(), object{"kind": "away", "of": "vesper", "says": "The account vesper has no connection to irc.", "do": "It tries again by itself."}))
	b.plant(kind("channel", 2, actor("web//garden", "at work", 3, "messages.Heard", 0, 1)))
	b.mu.Lock()
	b.crowd = 3
	b.mu.Unlock()
	b.run(chromedp.Reload())
	b.until(`document.querySelectorAll(".line").length === 4 && document.querySelectorAll(".found").length === 3`)
	b.run(chromedp.Evaluate(string(source), nil))
	b.run(chromedp.Evaluate(`document.querySelector("#title").append(Object.assign(new Image(), { id: "flaw" }))`, nil))
	want(b, "what axe-core says of a picture without words", b.judge(`runOnly: { type: "rule", values: ["image-alt"] }`, "#flaw"), "image-alt #flaw")
	b.run(chromedp.Evaluate(`document.querySelector("#flaw").remove()`, nil))
	const closed = `!document.querySelector("dialog[open]")`
	for _, scheme := range []string{"light", "dark"} {
		b.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}))
		for _, part := range []struct{ name, show, shown, leave, left string }{
			{"a channel", ``, `document.querySelector(".decided")`, ``, `true`},
			{"an opened decision", `document.querySelector(".decided").click()`, `document.querySelectorAll(".why").length === 2`, kb.Escape, `document.querySelector("#details").hidden`},
			{"Tune", `document.querySelector("[aria-label='Tune Aria']").click()`, `document.querySelectorAll("#tune-outcome tr").length === 9`, kb.Escape, closed},
			{"experiments", `document.querySelector("[aria-label='Tune Aria']").click(); document.querySelector("#experiments").open = true`, `!document.querySelector("#experiments-none").hidden && document.querySelectorAll("#tune-outcome tr").length === 9`, kb.Escape, closed},
			{"Steer", `document.querySelector("[aria-label='More for Aria']").click()`, `document.querySelectorAll("#steer-orders button").length === 4`, kb.Escape, closed},
			{"Audit", `document.querySelector("#audit-open").click()`, `document.querySelectorAll(".audit-entry").length === 1`, kb.Escape, closed},
			{"Card", `document.querySelector("[aria-label='Card of Aria']").click()`, `document.querySelector("#cards-part-description") && document.querySelectorAll("#cards-prompt pre").length > 0`, kb.Escape, closed},
			{"Turns", `document.querySelector("#traces-open").click()`, `document.querySelectorAll(".trace-head").length === 2`, kb.Escape, closed},
			{"a turn", `document.dispatchEvent(new CustomEvent("trace", { detail: "07" }))`, `document.querySelectorAll(".trace li").length === 4`, kb.Escape, closed},
			{"Actors", `document.querySelector("#actors-open").click()`, `document.querySelectorAll(".actors-kind summary").length === 1`, kb.Escape, closed},
			{"About", `document.querySelector("#about-open").click()`, `document.querySelectorAll("#about-list dd").length === 4`, kb.Escape, closed},
			{"Home", `location.hash = "#home"`, `document.querySelectorAll(".card").length === 5`, ``, `true`},
			{"Given up", `document.querySelector("#letters-open").click()`, `document.querySelectorAll(".letter").length === 3`, kb.Escape, closed},
			{"Kept and held", `document.querySelector("#kept-open").click()`, `document.querySelectorAll("#kept-rules li").length === 1`, kb.Escape, closed},
			{"Drain", `document.dispatchEvent(new CustomEvent("drain", { detail: { node: "A1", host: "box-a", state: "works", partitions: 2, accounts: [] } }))`, `document.querySelector("#drain").open`, kb.Escape, closed},
		} {
			b.run(chromedp.Evaluate(part.show, nil))
			b.until(part.shown)
			want(b, part.name+", "+scheme, b.judge(rules[scheme], ""))
			if part.leave != "" {
				b.keys(part.leave)
			}
			b.until(part.left)
		}
		b.shot("judged-" + scheme)
		b.run(chromedp.Evaluate(`location.hash = "#channel=garden"`, nil))
		b.until(`document.querySelectorAll(".line").length === 4 && !document.querySelector("#home").checkVisibility()`)
	}
}
