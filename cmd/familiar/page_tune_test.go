package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"familiar/actors/adapter/discord/discordtest"
	"familiar/internal/await"
	"familiar/internal/browser"
	"familiar/internal/long"
	"familiar/lab/report"
	"familiar/messages"
)

// TestTuneInABrowser turns a knob on a running program's page: what it shows is what a
// replay of the journal says, what is written is one line of the file, and the next
// decision follows it.
func TestTuneInABrowser(t *testing.T) {
	long.Test(t)
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

	replayed := replayed(t, h.file("web.toml"), "web//garden", "odds.alone=1")
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
	p.quit()
}

// replayed is the report of a replay of what Aria heard in a channel, with a knob turned.
func replayed(t *testing.T, config, channel, set string) (r report.Report) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "report.json")
	if code := <-start(t, "replay", "journal:"+filepath.Join(filepath.Dir(config), "data"), "--familiar", "aria", "--channel", channel, "--config", config, "--as", "aria",
		"--judge", "none", "--b-set", set, "--json", out).code; code != 0 {
		t.Fatalf("replay ends with %d", code)
	}
	text, err := os.ReadFile(out)
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestTuneOnDiscordInABrowser: the operator of a Discord channel turns a knob of its
// familiar and one of all who are there, sees what a replay of that channel says, writes
// both for this channel, and the next line is decided by them.
func TestTuneOnDiscordInABrowser(t *testing.T) {
	long.Test(t)
	var dead atomic.Bool
	d := onPage(t, &dead)
	p := start(t, "run", d.file)
	v := visit(p)
	d.Await(t, "the bot", func() bool { return d.Connected() == 1 })
	mention := discordtest.Object{"mentions": []discordtest.Object{{"id": d.bot.ID, "username": "Aria", "bot": true}}}
	b := browse(t, v.base+"/#token="+v.token)
	d.Say(d.general, "Ana", "<@"+d.bot.ID+"> how are you today?", mention)
	b.until(`document.querySelectorAll(".found").length === 1`)
	b.run(chromedp.Click(".found a"))
	b.until(`[...document.querySelectorAll(".line")].some((l) => l.querySelector(".ours"))`)
	channel := browser.Eval[string](b.ctx, t, `new URLSearchParams(location.hash.slice(1)).get("id")`)

	b.run(chromedp.Click(`[aria-label="Tune Aria"]`))
	b.until(`document.querySelector("#tune-title").textContent === "Aria in The moth lab" && document.querySelector("#knob-hours-quiet") !== null`)
	b.run(chromedp.SetValue("#knob-hours-quiet", "Mon-Fri; Sat,Sun"), chromedp.Evaluate(`document.querySelector("#knob-hours-quiet").dispatchEvent(new Event("change"))`, nil))
	b.until(`document.querySelectorAll("#tune-outcome .differences [data-speaks=false]").length === 1`)
	want := replayed(t, d.file, channel, `hours.quiet=["Mon-Fri", "Sat,Sun"]`)
	for i, cell := range browser.Eval[[]string](b.ctx, t, `[...[...document.querySelectorAll("#tune-outcome tr")].find((row) => row.textContent.startsWith("would speak")).querySelectorAll("td")].map((cell) => cell.textContent)`) {
		if calls := strconv.Itoa(want.Figures[i].Calls); cell != calls {
			t.Errorf("side %d: the page says %s calls, the replay %s", i, cell, calls)
		}
	}
	costs := browser.Eval[[]string](b.ctx, t, `[...[...document.querySelectorAll("#tune-outcome tr")].find((row) => row.textContent.startsWith("costs")).querySelectorAll("td")].map((cell) => cell.textContent)`)
	if costs[0] != "$0.0078" || costs[1] != "$0" { // a reply is taken to be 2,000 tokens in and 120 out
		t.Errorf("the page says that it costs %q", costs)
	}
	b.run(chromedp.Focus("#knob-room-guard-cooldown"))
	browser.Run(b.ctx, t, chromedp.KeyEvent(kb.End))
	b.run(chromedp.Click("#tune-look"))
	b.until(`!document.querySelector("#tune-write").hidden`)
	changes := browser.Eval[string](b.ctx, t, `document.querySelector("#tune-changes").textContent`)
	for _, line := range []string{"+ [[channels]]", `+ hours.quiet = ["Mon-Fri", "Sat,Sun"]`, "+ [channels.room.guard]", `+ cooldown = "1h"`} {
		if !strings.Contains(changes, line) {
			t.Errorf("what would be written has no %s:\n%s", line, changes)
		}
	}
	b.run(chromedp.Click("#tune-write"))
	b.until(`document.querySelector("#tune-note").textContent.startsWith("Written into ")`)
	b.until(`document.querySelector("[data-key='room.guard.cooldown'] output")?.textContent === "1h"`)
	b.run(chromedp.KeyEvent(kb.Escape))
	d.Say(d.general, "Ana", "<@"+d.bot.ID+"> and tomorrow?", mention)
	b.until(`[...document.querySelectorAll(".line")].some((l) => l.textContent.includes("and tomorrow?") && l.querySelector(".decided [data-came=quiet]"))`)
	p.quit()
}

// TestHoursAndBudgetInABrowser: hours are tried as a replay tries them, a budget is only
// written, and a configuration that is reached by a link stays where it is, also when
// what was written is taken back.
func TestHoursAndBudgetInABrowser(t *testing.T) {
	long.Test(t)
	t.Parallel()
	h := newHouse(t)
	h.change("web.toml", `judge = "offline" # says when to speak unasked; without this line Aria only answers`, "", `card = "cards/aria.md"`, "")
	real := filepath.Join(t.TempDir(), "linked.toml")
	before, err := os.ReadFile(h.file("web.toml"))
	if err = errors.Join(err, os.Remove(h.file("web.toml")), os.WriteFile(real, before, 0o600), os.Symlink(real, h.file("web.toml"))); err != nil {
		t.Fatal(err)
	}
	p := start(t, "run", h.file("web.toml"))
	v := visit(p)
	b := browse(t, v.base+"/#token="+v.token+"&channel=garden")
	v.sayAs("ana", "garden", "l1", "good evening")
	v.sayAs("ana", "garden", "l2", "Aria, what do moths eat?")
	b.until(`[...document.querySelectorAll(".line")].some((line) => line.textContent.includes("what do moths eat") && line.querySelector(".decided [data-came=spoke]"))`)
	b.run(chromedp.Click(`[aria-label="Tune Aria"]`))
	turn := func(key, to string) {
		t.Helper()
		id := "#knob-" + strings.ReplaceAll(key, ".", "-")
		b.until(`document.querySelector("` + id + `") !== null`)
		b.run(chromedp.SetValue(id, to), chromedp.Evaluate(`document.querySelector("`+id+`").dispatchEvent(new Event("change"))`, nil))
	}
	shown := func(what string) []string {
		return browser.Eval[[]string](b.ctx, t, `[...[...document.querySelectorAll("#tune-outcome tr")].find((row) => row.textContent.startsWith("`+what+`")).querySelectorAll("td")].map((cell) => cell.textContent)`)
	}
	turn("hours.quiet", "Mon-Fri; Sat,Sun")
	b.until(`document.querySelectorAll("#tune-outcome .differences [data-speaks=false]").length > 0`)
	replayed := replayed(t, h.file("web.toml"), "web//garden", `hours.quiet=["Mon-Fri", "Sat,Sun"]`)
	for i, cell := range shown("would speak") {
		if want := strconv.Itoa(replayed.Figures[i].Calls); cell != want {
			t.Errorf("side %d: the page says %s calls, the replay %s", i, cell, want)
		}
	}
	if replayed.Figures[0].Calls == 0 || replayed.Figures[1].Calls != 0 {
		t.Errorf("the replay has %d and %d calls, want some, and none in quiet hours", replayed.Figures[0].Calls, replayed.Figures[1].Calls)
	}
	turn("budget.familiar", "2.5")
	if hint := browser.Eval[string](b.ctx, t, `document.querySelector("[data-key='budget.familiar'] .hint").textContent`); !strings.HasPrefix(hint, "US dollars a day for each familiar; 0: no limit. In force: 0, default.") || !strings.Contains(hint, "doesn't know this limit") {
		t.Errorf("of the budget it says %q", hint)
	}
	b.run(chromedp.Click("#tune-look"))
	b.until(`!document.querySelector("#tune-write").hidden`)
	if changes := browser.Eval[string](b.ctx, t, `document.querySelector("#tune-changes").textContent`); !strings.Contains(changes, `+ hours.quiet = ["Mon-Fri", "Sat,Sun"]`) || !strings.Contains(changes, "+ familiar = 2.5") {
		t.Errorf("what would be written: %s", changes)
	}
	b.run(chromedp.Click("#tune-write"))
	b.until(`document.querySelector("#tune-note").textContent.startsWith("Written into ")`)
	b.until(`document.querySelector("#knob-budget-familiar")?.value === "2.5" && document.querySelector("#knob-hours-quiet").value.includes("Sat,Sun")`)
	isLinked := func(want func([]byte) bool) {
		t.Helper()
		text, err := os.ReadFile(real)
		if to, unlinked := os.Readlink(h.file("web.toml")); err != nil || unlinked != nil || to != real || !want(text) {
			t.Errorf("the link leads to %q (%v), and there stands (%v)\n%s", to, unlinked, err, text)
		}
	}
	isLinked(func(text []byte) bool { return bytes.Contains(text, []byte("[budget]\nfamiliar = 2.5")) })
	b.until(`document.querySelector("#tune .take-back") !== null`)
	b.run(chromedp.Evaluate(`document.querySelector("#tune-past").open = true; document.querySelector("#tune .take-back").click()`, nil))
	b.until(`document.querySelector("#tune-note").textContent.includes("as it was before")`)
	isLinked(func(text []byte) bool { return bytes.Equal(text, before) })
	p.quit()
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

// TestSchedulesInABrowser: a schedule is added on the page and is in force with the
// file's comments kept; what it is told is changed; and it is taken out for one channel
// alone.
func TestSchedulesInABrowser(t *testing.T) {
	long.Test(t)
	t.Parallel()
	h := newHouse(t)
	p := start(t, "run", h.file("web.toml"))
	v := visit(p)
	b := browse(t, v.base+"/#token="+v.token+"&channel=garden")
	v.sayAs("ana", "garden", "l1", "good evening")
	b.until(`document.querySelectorAll(".line").length > 0`)
	read := func() string {
		text, err := os.ReadFile(h.file("web.toml"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	fill := func(at, key, text string) {
		t.Helper()
		field := at + " [data-key=" + key + "]"
		b.run(chromedp.SetValue(field, text), chromedp.Evaluate(`document.querySelector("`+field+`").dispatchEvent(new Event("change"))`, nil))
	}
	write := func(where string) {
		t.Helper()
		b.run(chromedp.Click(`[name=tune-where][value="`+where+`"]`), chromedp.Click("#tune-look"))
		b.until(`!document.querySelector("#tune-write").hidden`)
		b.run(chromedp.Click("#tune-write"))
		b.until(`document.querySelector("#tune-note").textContent.startsWith("Written into ")`)
	}
	next := func(want string) {
		t.Helper()
		await.Until(t, "the next occasion to be "+want, func() bool {
			answer := v.ask(http.MethodGet, "/v1/channels?network=all", nil)
			defer answer.Body.Close()
			var told struct {
				Channels []struct{ Seats []messages.SeatStatus }
			}
			if err := json.NewDecoder(answer.Body).Decode(&told); err != nil {
				t.Fatal(err)
			}
			return len(told.Channels) == 1 && len(told.Channels[0].Seats) == 1 && told.Channels[0].Seats[0].Schedule == want && (told.Channels[0].Seats[0].Occasion > 0) == (want != "")
		})
	}
	before := read()
	b.run(chromedp.Click(`[aria-label="Tune Aria"]`))
	b.until(`document.querySelector(".schedules-all > button") !== null`)
	b.run(chromedp.Click(".schedules-all > button"))
	fill(".schedule", "name", "noon")
	fill(".schedule", "cron", "0 12 * * *")
	fill(".schedule", "zone", "Europe/Berlin")
	fill(".schedule", "prompt", "Ask who has eaten.")
	b.until(`document.querySelectorAll("#tune-outcome tr").length > 0`)
	write("everywhere")
	b.until(`document.querySelectorAll(".schedule").length === 1 && document.querySelector(".schedule b").textContent === "noon"`)
	added := "[[familiars.aria.schedule]]\nname = \"noon\"\ncron = \"0 12 * * *\"\nzone = \"Europe/Berlin\"\nprompt = \"Ask who has eaten.\"\n"
	if got := read(); !strings.Contains(got, added) || strings.Replace(got, added, "", 1) == got || len(got) > len(before)+len(added)+2 {
		t.Errorf("the file is now\n%s", got)
	}
	next("noon")

	fill(".schedule", "prompt", "Ask what there was to eat.")
	b.until(`!document.querySelector("#tune-look").disabled`)
	write("everywhere")
	if got := read(); !strings.Contains(got, strings.Replace(added, "who has eaten", "what there was to eat", 1)) {
		t.Errorf("the file is now\n%s", got)
	}

	b.until(`document.querySelectorAll(".schedule > button").length === 1`)
	b.run(chromedp.Click(".schedule > button"))
	write("here")
	b.until(`document.querySelectorAll(".schedule").length === 0`)
	if got := read(); !strings.Contains(got, "[channels.override.aria]\nschedule = []\n") || !strings.Contains(got, `name = "noon"`) {
		t.Errorf("the file is now\n%s", got)
	}
	next("")
	p.quit()
}
