package report

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"familiar/internal/browser"
	"familiar/lab/replay"
)

// A tab is one report in a browser of its own.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex // the browser tells from a goroutine of its own
	troubles []string
}

// browse opens a report as a file in chromium; without one the test is
// skipped. Whatever the console or the page's policy complains of is kept.
func browse(t *testing.T, r *Report, width int64) *tab {
	t.Helper()
	ctx := browser.Start(t)
	var html bytes.Buffer
	if err := r.HTML(&html); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, html.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	b := &tab{t: t, ctx: ctx}
	chromedp.ListenTarget(ctx, func(event any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			b.troubles = append(b.troubles, e.ExceptionDetails.Error())
		case *log.EventEntryAdded:
			b.troubles = append(b.troubles, e.Entry.Text)
		}
	})
	address := url.URL{Scheme: "file", Path: file}
	b.run(log.Enable(), chromedp.EmulateViewport(width, 1000), emulation.SetFocusEmulationEnabled(true), chromedp.Navigate(address.String()))
	b.until(`document.documentElement.dataset.ready !== undefined`)
	return b
}

func (b *tab) run(actions ...chromedp.Action) {
	b.t.Helper()
	browser.Run(b.ctx, b.t, actions...)
}

// until waits inside the page for a condition.
func (b *tab) until(condition string) {
	b.t.Helper()
	browser.Until(b.ctx, b.t, condition)
}

func eval[T any](b *tab, script string) T {
	b.t.Helper()
	return browser.Eval[T](b.ctx, b.t, script)
}

func (b *tab) shot(name string) {
	b.t.Helper()
	browser.Shot(b.ctx, b.t, name)
}

// done fails the test for everything the console was told.
func (b *tab) done() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.troubles) > 0 {
		b.t.Errorf("the console has %q", b.troubles)
	}
}

func (b *tab) dark() {
	b.t.Helper()
	b.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}, {Name: "prefers-reduced-motion", Value: "reduce"}}))
}

func TestReportInABrowser(t *testing.T) {
	b := browse(t, sampled(t, one("social", replay.Oracle)), 1400)
	b.until(`document.querySelectorAll(".row-channel").length === 4 && document.querySelectorAll(".dot").length > 10`)
	b.shot("report-light")

	at := eval[[]float64](b, `(() => { const r = document.querySelector(".dot[data-kind=spoke]").getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`)
	b.run(chromedp.MouseEvent("mouseMoved", at[0], at[1]))
	b.until(`!document.querySelector("#details").hidden && document.querySelector("#details .because").textContent.length > 5`)
	b.shot("report-hover")
	b.run(chromedp.KeyEvent(kb.Escape))
	b.until(`document.querySelector("#details").hidden`)

	// By keyboard alone: the list, then the dots, one stop of Tab each.
	b.run(chromedp.Evaluate(`document.querySelector("#scroll").focus()`, nil), chromedp.KeyEvent(kb.ArrowDown))
	b.until(`document.querySelector("[aria-selected=true]").id === "row-1" && location.hash.length > 1`)
	b.run(chromedp.Evaluate(`document.querySelector(".dot[tabindex='0']").focus()`, nil), chromedp.KeyEvent(kb.ArrowRight))
	b.until(`document.activeElement === document.querySelectorAll(".dot")[1] && !document.querySelector("#details").hidden`)

	dots := eval[int](b, `document.querySelectorAll(".dot").length`)
	b.run(chromedp.Evaluate(`document.querySelector(".legend [data-kind=observe]").click()`, nil))
	b.until(fmt.Sprintf(`document.querySelectorAll(".dot").length < %d`, dots))

	light := eval[string](b, `getComputedStyle(document.documentElement).backgroundColor`)
	b.dark()
	b.until(`document.getAnimations().length === 0`)
	if dark := eval[string](b, `getComputedStyle(document.documentElement).backgroundColor`); dark == light {
		t.Errorf("dark and light are both %s", dark)
	}
	b.run(chromedp.Evaluate(`scrollTo(0, 0)`, nil))
	b.shot("report-dark")
	b.done()
}

func TestTwoSettingsInABrowser(t *testing.T) {
	b := browse(t, sampled(t, one("social", replay.Oracle), one("ladder", replay.None)), 1400)
	b.until(`document.querySelectorAll(".difference-list > li").length > 0 && document.querySelectorAll(".lane-b .dot").length > 0`)
	if n := eval[int](b, `document.querySelectorAll(".difference-list > li:first-child .different").length`); n != 2 {
		t.Errorf("a difference has %d sides", n)
	}
	b.shot("report-two")
	b.run(chromedp.EmulateViewport(420, 900))
	b.until(`document.documentElement.scrollWidth <= innerWidth`)
	b.shot("report-narrow")
	b.done()
}

func TestASilentFamiliarHasAReport(t *testing.T) {
	b := browse(t, quietReport(t), 1400)
	b.until(`document.body.innerText.includes("was never called") && document.body.innerText.includes("It would not have spoken at all.")`)
	b.until(`document.body.innerText.includes("not noted") && document.body.innerText.includes("never spoke")`)
	b.shot("report-quiet")
	b.done()
}

// slowest is how many milliseconds a page may take before one can read it, on a
// machine that has other work: a quiet one takes a twentieth.
const slowest = 20_000

// TestAThousandChannels: what a page does before one can read it takes no time
// that grows with more than its channels, and its list has the rows in sight only.
func TestAThousandChannels(t *testing.T) {
	r := thousand(t)
	b := browse(t, r, 1400)
	ms := eval[string](b, `document.documentElement.dataset.ready`)
	var took float64
	if _, err := fmt.Sscan(ms, &took); err != nil || took > slowest {
		t.Errorf("the page took %s ms, want %d or less", ms, slowest)
	}
	t.Logf("1,000 channels in %s ms", ms)
	if n := eval[int](b, `document.querySelectorAll(".row-channel").length`); n == 0 || n > 100 {
		t.Errorf("%d rows are in the document", n)
	}
	b.shot("report-thousand")
	b.run(chromedp.Evaluate(`document.querySelector("#scroll").focus()`, nil), chromedp.KeyEvent(kb.End))
	b.until(`document.querySelector("#row-999[aria-selected=true]")`)
	b.run(chromedp.Evaluate(`(() => { const f = document.querySelector("#filter"); f.value = "room-77"; f.dispatchEvent(new Event("input")); })()`, nil))
	b.until(`document.querySelector("#count").textContent === "11 of 1000"`)
	b.done()
}

// TestTextIsNeverMarkup: what people wrote stands there to the letter.
func TestTextIsNeverMarkup(t *testing.T) {
	nasty := `</script><img src=x onerror="document.title='owned'"><b>&amp;`
	r := sampled(t, one("ladder", replay.None))
	r.Title = nasty
	r.Channels[0].Name = nasty
	for i := range r.Channels[0].Decisions[0] {
		r.Channels[0].Decisions[0][i].Text = nasty
		r.Channels[0].Decisions[0][i].Why = nasty
	}
	b := browse(t, r, 1400)
	b.until(`document.querySelector("h1").textContent.includes("<img src=x") && document.querySelector("#filter")`)
	if got := eval[string](b, `document.title`); !strings.HasPrefix(got, nasty) {
		t.Errorf("the title is %q", got)
	}
	if n := eval[int](b, `document.querySelectorAll("img, #rows b").length`); n != 0 {
		t.Errorf("%d elements came out of text", n)
	}
	b.done()
}
