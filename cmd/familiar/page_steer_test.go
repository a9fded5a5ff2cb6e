package main

import (
	"testing"

	"github.com/chromedp/chromedp"

	"familiar/internal/long"
)

// TestSteerInABrowser has a familiar say something on a running program's page, and forgets
// a person there: what they said is gone from the page and from the journal.
func TestSteerInABrowser(t *testing.T) {
	long.Test(t)
	t.Parallel()
	h := newHouse(t)
	p := start(t, "run", h.file("web.toml"))
	v := visit(p)
	v.say("garden", "l0", "hello") // waits until the program hears
	v.sayAs("ana", "garden", "l1", "my key is under the fern")
	v.sayAs("ben", "garden", "l2", "good evening")

	b := browse(t, v.base+"/#token="+v.token+"&channel=garden")
	shown := func(text string) string {
		return `[...document.querySelectorAll(".line .text")].some((line) => line.textContent === "` + text + `")`
	}
	b.until(shown("my key is under the fern") + ` && ` + shown("good evening") + ` && document.querySelector('[aria-label="More for Aria"]')`)
	b.run(chromedp.Click(`[aria-label="More for Aria"]`), chromedp.Focus("#steer-text"), chromedp.KeyEvent("the lamp is on"), chromedp.Click("#steer-say button"))
	b.until(shown("the lamp is on") + ` && document.querySelector("#steer-note").textContent.startsWith("Done.")`)
	b.run(chromedp.Focus("#steer-who"), chromedp.KeyEvent("ana"), chromedp.Click("#steer-forget"), chromedp.Click("#steer-forget"))
	b.until(`document.querySelector("#steer-note").textContent === "It is erased in 1 channel within a minute." && !` + shown("my key is under the fern"))
	b.until(shown("good evening")) // the page has been told, and read the rest again
	b.run(chromedp.Reload())
	b.until(shown("good evening") + ` && !` + shown("my key is under the fern"))
	b.shot("steer")
	p.quit()
}
