package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"familiar/internal/browser"
	"familiar/lab/report"
)

// TestTuneInABrowser turns a knob on a running program's page: what it shows is what a
// replay of the journal says, what is written is one line of the file, and the next
// decision follows it.
func TestTuneInABrowser(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.change("web.toml", `judge = "offline" # says when to speak unasked; without this line Aria only answers`, "", `card = "cards/aria.md"`, "")
	p := start(t, "run", h.file("web.toml"))
	v := visit(p)

	b := browse(t, v.base+"/#token="+v.token+"&channel=garden")
	came := func(text, to string) string {
		return `[...document.querySelectorAll(".line")].some((line) => line.textContent.includes("` + text + `") && line.querySelector(".decided [data-came=` + to + `]"))`
	}
	v.sayAs("ana", "garden", "l1", "good evening")
	b.until(came("good evening", "spoke"))
	v.sayAs("ben", "garden", "l2", "how was the moth night?")
	v.sayAs("ana", "garden", "l3", "so what does Aria think?")
	b.until(came("so what", "spoke"))
	b.run(chromedp.Click(`[aria-label="Tune Aria"]`))
	shows := func(what string) string {
		return `[...document.querySelectorAll("#tune-outcome tr")].some((row) => row.textContent.startsWith("` + what + `"))`
	}
	b.until(shows("would speak"))
	b.run(chromedp.Focus("#knob-odds-alone"))
	browser.Run(b.ctx, t, chromedp.KeyEvent(kb.End))
	b.until(`document.querySelector("[data-key='odds.alone'] output").textContent === "1" && document.querySelectorAll("#tune-outcome .differences [data-speaks=false]").length > 0`)
	cells := browser.Eval[[]string](b.ctx, t, `[...[...document.querySelectorAll("#tune-outcome tr")].find((row) => row.textContent.startsWith("would speak")).querySelectorAll("td")].map((cell) => cell.textContent)`)
	b.shot("tune")

	out := h.file("report.json")
	if code := <-start(t, "replay", "journal:"+h.file("data"), "--familiar", "aria", "--channel", "web//garden", "--config", h.file("web.toml"), "--as", "aria",
		"--judge", "none", "--b-set", "odds.alone=1", "--json", out).code; code != 0 {
		t.Fatalf("replay ends with %d", code)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var replayed report.Report
	if err := json.Unmarshal(text, &replayed); err != nil {
		t.Fatal(err)
	}
	for i, cell := range cells {
		if want := strconv.Itoa(replayed.Figures[i].Calls); cell != want {
			t.Errorf("the page says %q calls, the replay %s", cells, want)
		}
	}
	if differences := browser.Eval[int](b.ctx, t, `document.querySelectorAll("#tune-outcome .differences [data-speaks]").length`); differences != replayed.Differ {
		t.Errorf("the page has %d differences, the replay %d", differences, replayed.Differ)
	}

	before, err := os.ReadFile(h.file("web.toml"))
	if err != nil {
		t.Fatal(err)
	}
	b.run(chromedp.Click("#tune-look"))
	b.until(`!document.querySelector("#tune-write").hidden`)
	if changes := browser.Eval[string](b.ctx, t, `document.querySelector("#tune-changes").textContent`); !strings.Contains(changes, "+ odds.alone = 1") || strings.Contains(changes, "\n- ") {
		t.Errorf("what would be written: %s", changes)
	}
	b.run(chromedp.Click("#tune-write"))
	b.until(`document.querySelector("#tune-note").textContent.startsWith("Written into ")`)
	after, err := os.ReadFile(h.file("web.toml"))
	if err != nil || !bytes.HasPrefix(after, bytes.TrimRight(before, "\n")) || !bytes.Contains(after, []byte("odds.alone = 1")) {
		t.Errorf("the file is now\n%s\n%v", after, err)
	}
	b.until(`document.querySelector("[data-key='odds.alone'] output").textContent === "1"`)
	v.sayAs("ana", "garden", "l9", "so what does Aria say now?")
	b.until(came("say now", "quiet"))
	p.stop()
	p.ends(0)
}

// sayAs has somebody say something.
func (v *visitor) sayAs(who, channel, id, text string) {
	v.t.Helper()
	body, err := json.Marshal(map[string]any{"id": id, "text": text, "author": map[string]any{"id": who, "name": who}})
	if err != nil {
		v.t.Fatal(err)
	}
	answer := v.ask(http.MethodPost, "/v1/channels/"+channel+"/lines", body)
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusAccepted {
		v.t.Fatalf("%s: %s", id, answer.Status)
	}
}
