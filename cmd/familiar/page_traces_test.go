package main

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"familiar/internal/browser"
	"familiar/internal/long"
)

// TestTracesInABrowser: a turn's steps are seen on the page of a program that sends its
// traces nowhere.
func TestTracesInABrowser(t *testing.T) {
	long.Test(t)
	t.Parallel()
	h := newHouse(t)
	p := start(t, "run", h.file("web.toml"))
	v := visit(p)
	b := browse(t, v.base+"/#token="+v.token+"&channel=garden")
	v.say("garden", "l1", "@Aria how are you today?")
	b.until(`[...document.querySelectorAll(".decided")].some((mark) => mark.title.startsWith("Aria spoke"))`)
	b.run(chromedp.Click("#traces-open"))
	b.until(`[...document.querySelectorAll(".trace-head")].some((head) => head.textContent.includes("turn · spoke"))`)
	b.run(chromedp.Evaluate(`[...document.querySelectorAll(".trace-head")].find((head) => head.textContent.includes("turn · spoke")).click()`, nil))
	b.until(`document.querySelectorAll(".trace li").length > 0`)
	steps := strings.Join(browser.Eval[[]string](b.ctx, t, `[...document.querySelectorAll(".trace-name")].map((name) => name.textContent)`), ", ")
	for _, step := range []string{"heard", "into the journal", "decision", "turn", "writing Aria", "model", "a part of the reply", "try to post it"} {
		if !strings.Contains(steps, step) {
			t.Errorf("%q is missing in %s", step, steps)
		}
	}
	if beside := browser.Eval[string](b.ctx, t, `[...document.querySelector("#traces-inside > div").childNodes].slice(1).map((node) => node.textContent).join()`); beside != "" {
		t.Errorf("below the steps of a trace without a link: %s", beside)
	}
	if page := browser.Eval[string](b.ctx, t, `document.querySelector("#traces").textContent`); strings.Contains(page, "how are you") {
		t.Errorf("what was said is in %s", page)
	}
	b.shot("traces")
	p.quit()
}
