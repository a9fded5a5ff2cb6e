package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"golang.org/x/sync/errgroup"

	"familiar/internal/browser"
	"familiar/internal/long"
)

var (
	rooms  = flag.Int("rooms", 500, "how many channels the page of TestCrowdInABrowser lists")
	stay   = flag.Duration("stay", 4*time.Second, "how long a viewer looks on in all while lines are said there, and how long none does")
	visits = flag.Int("visits", 2, "in how many visits the viewer does, with nobody for as long before each and after the last")
)

// crowded is a program where many channels are talked in.
const crowded = `
[models.silent]
kind = "offline"

[familiars.aria]
name = "Aria"
persona = "Keeps a bookshop."
model = "silent"

[[channels]]
match = "web:*"
familiars = ["aria"]

[log]
level = "warn"

[control]
listen = "127.0.0.1:0"
`

// TestCrowdInABrowser: with thousands of channels home is soon there, their list scrolls
// without effort, and neither the page nor the program works hard or grows while lines
// come in. A busy machine has to meet ten times the bar; the figures of
// docs/performance.md are those of
//
//	go test ./cmd/familiar -run TestCrowdInABrowser -rooms 10000 -stay 60m -visits 1 -timeout 150m -v
func TestCrowdInABrowser(t *testing.T) {
	long.Test(t)
	file := saved(t, crowded)
	b := &tab{t, browser.Start(t)}
	b.run(chromedp.EmulateViewport(1280, 800))
	p := launch(t, "run", file)
	v := visit(p)
	v.say("busy", "first", "is anybody here?")
	var greeting errgroup.Group
	greeting.SetLimit(8)
	for n := range *rooms {
		greeting.Go(func() error {
			if status, said := v.try(fmt.Sprintf("room%d", n), "first", "hello"); status != http.StatusAccepted {
				return fmt.Errorf("room%d: %d %s", n, status, said)
			}
			return nil
		})
	}
	if err := greeting.Wait(); err != nil {
		t.Fatal(err)
	}
	measure := func(what string, is, bar float64, unit string) {
		t.Helper()
		t.Logf("%s: %.2f %s, bar %g", what, is, unit, bar)
		if is > 10*bar {
			t.Errorf("%s: %.2f %s, want at most %g", what, is, unit, bar)
		}
	}
	settled := strconv.Itoa(*rooms - 1) // the last to be said is among the last answered
	v.listen("room"+settled).until(`"rung":"spoke"`, 1)

	began := time.Now()
	b.run(chromedp.Navigate(v.base + "/#token=" + v.token))
	b.until(`document.querySelector("#home-cards .standing") && document.querySelectorAll(".found").length > 3`)
	measure("home is there after", time.Since(began).Seconds(), 1, "s")
	b.until(fmt.Sprintf(`document.querySelector("#found-count").textContent === "%d channels"`, *rooms+1))
	measure("all channels are listed after", time.Since(began).Seconds(), 1, "s")
	t.Logf("in ms after the address was opened: %s", b.arrivals())
	if rows := browser.Eval[int](b.ctx, t, `document.querySelectorAll(".found, .channel-list li").length`); rows > 100 {
		t.Errorf("%d rows are in the document, want those in sight", rows)
	}
	script := b.scriptTime()
	frames := b.scroll()
	measure("script for a frame of scrolling", (b.scriptTime()-script)/float64(frames)*1000, 4, "ms")

	each := *stay / time.Duration(*visits)
	work := func(name string) float64 { return 100 * p.works(t, func() { v.chatter("busy", name, each) }) }
	alone := []float64{work("alone0-")}
	var kept, costs []float64
	for visit := range *visits {
		b.run(chromedp.Navigate(v.base + "/#channel=busy"))
		b.until(`document.querySelectorAll(".line").length > 0`)
		kept = append(kept, b.heap())
		seen := work(fmt.Sprintf("seen%d-", visit))
		kept = append(kept, b.heap())
		b.run(chromedp.Navigate("about:blank"))
		alone = append(alone, work(fmt.Sprintf("alone%d-", visit+1)))
		costs = append(costs, seen-(alone[visit]+alone[visit+1])/2)
	}
	slices.Sort(costs)
	measure("the program's work for one who looks on, of a core, in the middle", costs[len(costs)/2], 5, "%")
	measure("the page's memory after that", slices.Max(kept), 100, "MB")
	t.Logf("the program worked %.1f %% of a core without anybody who looks on, and %.1f %% more with one; the page had %.1f MB at the beginning and end of each visit", alone, costs, kept)
	p.quit()
}

// chatter says 50 lines a second for so long, or what the machine bears.
func (v *visitor) chatter(channel, name string, long time.Duration) {
	v.t.Helper()
	due := time.NewTicker(20 * time.Millisecond)
	defer due.Stop()
	n := 0
	for end := time.Now().Add(long); time.Now().Before(end); n++ {
		<-due.C
		v.say(channel, name+strconv.Itoa(n), "line "+strconv.Itoa(n)+" of a long evening, about as long as lines are")
	}
	v.t.Logf("%s: %.1f lines/s for %s", name, float64(n)/long.Seconds(), long)
}

// works returns how much of a core a process used while something was done.
func (p *program) works(t *testing.T, done func()) float64 {
	t.Helper()
	const ticks = 100 // a second, as Linux tells them everywhere
	used := func() (sum int) {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.process.Pid))
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := bytes.Cut(stat, []byte(") "))
		for _, field := range bytes.Fields(rest)[11:13] { // utime, stime
			n, err := strconv.Atoi(string(field))
			if err != nil {
				t.Fatal(err)
			}
			sum += n
		}
		return sum
	}
	before, began := used(), time.Now()
	done()
	return float64(used()-before) / ticks / time.Since(began).Seconds()
}

// arrivals tells when what the page asked for was asked and there, in order.
func (b *tab) arrivals() string {
	b.t.Helper()
	return browser.Eval[string](b.ctx, b.t, `performance.getEntriesByType("resource").map(({ name, requestStart, responseEnd }) =>
		name.replace(/.*\//, "").replace(/#.*/, "") + " " + Math.round(requestStart) + " to " + Math.round(responseEnd)).join(", ")`)
}

// scroll scrolls the list of channels for a hundred frames, and gives how many that were.
func (b *tab) scroll() (frames int) {
	b.t.Helper()
	b.run(chromedp.Evaluate(`new Promise((done) => {
		const scroller = document.querySelector("#found");
		let frame = 0;
		const next = () => {
			scroller.scrollTop += 100;
			if (++frame < 100) requestAnimationFrame(next);
			else done(frame);
		};
		requestAnimationFrame(next);
	})`, &frames, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	return frames
}

// scriptTime returns how long the page's script has run, s.
func (b *tab) scriptTime() (seconds float64) {
	b.t.Helper()
	b.run(performance.Enable(), chromedp.ActionFunc(func(ctx context.Context) error {
		all, err := performance.GetMetrics().Do(ctx)
		if at := slices.IndexFunc(all, func(m *performance.Metric) bool { return m.Name == "ScriptDuration" }); at >= 0 {
			seconds = all[at].Value
		}
		return err
	}))
	return seconds
}

// heap returns what the page keeps once its garbage is gone, MB.
func (b *tab) heap() (size float64) {
	b.t.Helper()
	b.run(heapprofiler.CollectGarbage(), chromedp.ActionFunc(func(ctx context.Context) error {
		used, _, embedder, backing, err := runtime.GetHeapUsage().Do(ctx)
		size = (used + embedder + backing) / 1e6
		return err
	}))
	return size
}
