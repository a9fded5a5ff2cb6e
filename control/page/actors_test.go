package page

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"familiar/internal/markup/markuptest"
)

// The tree of actors, as GET /v1/actors tells it.

func (f *fake) actors(w http.ResponseWriter, _ object, _ *http.Request) {
	f.mu.Lock()
	tree, barring := f.tree, f.barring
	f.mu.Unlock()
	if status, sentence, barred := strings.Cut(barring, " "); barred {
		code, err := strconv.Atoi(status)
		if err != nil {
			panic(err)
		}
		reply(w, code, object{"error": sentence})
		return
	}
	reply(w, 200, tree)
}

// plant has the fake tell of these kinds from now on.
func (f *fake) plant(kinds ...object) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.tree = object{"kinds": append([]object{}, kinds...)}
}

// bar has the fake refuse the actors with a status and a sentence, "" for no
// more.
func (f *fake) bar(answer string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.barring = answer
}

// looks returns how often the page asked for the actors.
func (f *fake) looks() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	looks := 0
	for _, r := range f.asked {
		if r.path == "/v1/actors" {
			looks++
		}
	}
	return looks
}

func kind(name string, all int, actors ...object) object {
	return object{"kind": name, "all": all, "actors": actors}
}

func actor(key, state string, backlog int, last string, rests float64, panics int) object {
	return object{"key": key, "state": state, "backlog": backlog, "last": last, "rests": rests, "panics": panics}
}

// holdLooks has the page's next look at the actors wait for look.
func (b *tab) holdLooks() {
	b.Helper()
	b.run(chromedp.Evaluate(`(() => {
		const real = window.setTimeout;
		window.held = [];
		window.setTimeout = (then, ms, ...more) => (ms === 3000 ? window.held.push(then) : real(then, ms, ...more));
	})()`, nil))
}

// look lets the look that waits begin.
func (b *tab) look() {
	b.Helper()
	b.until(`window.held.length > 0`)
	b.run(chromedp.Evaluate(`window.held.splice(0).forEach((then) => then())`, nil))
}

// rows returns what a kind's rows read.
func (b *tab) rows(kind string) []string {
	b.Helper()
	return eval[[]string](b, `[...document.querySelectorAll("[data-kind=`+kind+`] .actor")].map((row) => [...row.children].map((c) => c.textContent).join(" | "))`)
}

// summaries returns what the lines of the kinds read.
func (b *tab) summaries() []string {
	b.Helper()
	return eval[[]string](b, `[...document.querySelectorAll(".actors-kind summary")].map((line) => [...line.children].map((c) => c.textContent).filter(Boolean).join(" | "))`)
}

func want(b *tab, what string, got []string, want ...string) {
	b.Helper()
	if !slices.Equal(got, want) {
		b.Errorf("%s: got\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func actors(b *tab) {
	b.holdLooks()
	account := kind("account", 1, actor("web/aria", "listens", 0, "account.opened", 14, 0))
	channels := kind("channel", 2, actor("web//garden", "at work", 3, "messages.Heard", 0, 0), actor("web//kitchen", "at rest", 0, "messages.Commanded", 60, 0))
	b.plant(account, kind("agent", 1, actor("web//garden", "at work", 1, "agent.turn", 0, 0)), channels)
	b.run(chromedp.Focus("#actors-open"))
	b.keys(kb.Enter)
	b.until(`document.querySelectorAll(".actors-kind").length === 3`)
	want(b, "closed groups", b.summaries(),
		"account | accounts on their networks | 1", "agent | turns in progress | 1 with a backlog | 1", "channel | channels | 1 with a backlog | 2")
	if got := b.last(b.T, "GET", "/v1/actors").query; got != "most=50" {
		b.Errorf("asked for %q, want most=50", got)
	}
	b.keys(kb.Tab + kb.Enter)
	b.until(`document.querySelector("[data-kind=account]").open && document.querySelector("[data-kind=account] .actor")`)
	want(b, "the account", b.rows("account"), "web/aria | listens · idle for 14 s · last message account.opened")
	b.keys(kb.Tab + kb.Enter + kb.Tab + kb.Enter)
	b.until(`document.querySelector("[data-kind=channel] .actor")`)
	want(b, "the turn", b.rows("agent"), "web//garden | at work · last message agent.turn · backlog 1")
	want(b, "the channels", b.rows("channel"),
		"web//garden | at work · last message messages.Heard · backlog 3", "web//kitchen | at rest · idle for 60 s · last message messages.Commanded")
	b.shot("actors")

	account["actors"] = []object{actor("web/aria", "listens", 0, "account.opened", 2, 1)}
	b.plant(account, channels) // the turn is over, and the account panicked and was restarted
	b.look()
	b.until(`document.querySelector("[data-kind=account] .panicked")`)
	want(b, "the restarted account", b.rows("account"), "web/aria | listens · idle for 2 s · last message account.opened · 1 panic")
	want(b, "groups, each where it was", b.summaries(),
		"account | accounts on their networks | 1 panicked | 1", "agent | turns in progress | 0", "channel | channels | 1 with a backlog | 2")
	if !eval[bool](b, `document.activeElement === document.querySelector("[data-kind=channel] summary")`) {
		b.Error("a look at the actors moved the focus")
	}
	b.shot("actors-panic")

	b.keys(kb.Escape)
	b.until(`!document.querySelector("#actors").open && document.activeElement.id === "actors-open"`)
	looks := b.looks()
	b.look()
	b.run(chromedp.Evaluate(`fetch("icon.svg").then(() => new Promise((done) => setTimeout(done)))`, nil))
	if got := b.looks(); got != looks || eval[int](b, `window.held.length`) != 0 {
		b.Errorf("closed, the page looked at the actors %d times more", got-looks)
	}
}

func crowd(b *tab) {
	b.holdLooks()
	full := kind("channel", 4812)
	for n := range 50 {
		full["actors"] = append(full["actors"].([]object), actor(fmt.Sprint("web//room", n), "at rest", 0, "", 9, max(0, 2-n)))
	}
	b.plant(full)
	b.run(chromedp.Click("#actors-open"))
	b.until(`document.querySelector(".actors-kind summary")`)
	want(b, "a closed group", b.summaries(), "channel | channels | 2 panicked | 4812")
	if got := b.rows("channel"); len(got) > 0 {
		b.Errorf("closed, the group has %d rows", len(got))
	}
	b.run(chromedp.Click("[data-kind=channel] summary"))
	b.until(`document.querySelectorAll(".actor").length === 50 && document.querySelector(".actors-kind .hint").textContent === "and 4762 more"`)
	if got := b.rows("channel")[0]; got != "web//room0 | at rest · idle for 9 s · 2 panics" {
		b.Errorf("the first row: got %q, want the one that panicked most", got)
	}
	b.shot("actors-crowd")

	for _, a := range full["actors"].([]object) {
		a["panics"], a["backlog"] = 1, 1
	}
	b.plant(full)
	b.look()
	b.until(`document.querySelector(".actors-panicked").textContent === "50+ panicked"`)
	want(b, "when more are in trouble than were sent", b.summaries(), "channel | channels | 50+ panicked | 50+ with a backlog | 4812")
}

// actorAttacks has every text of the tree be an attack: a group looks as with a
// harmless word, and reads as it was sent.
func actorAttacks(b *tab) {
	var kinds []object
	for _, text := range append([]string{"moth"}, markuptest.Attacks...) {
		kinds = append(kinds, kind(text, 2, actor(text, text, 1, text, 1, 1)))
	}
	b.plant(kinds...)
	b.run(chromedp.Click("#actors-open"))
	b.until(fmt.Sprintf(`document.querySelectorAll(".actors-kind").length === %d`, len(kinds)))
	b.run(chromedp.Evaluate(`document.querySelectorAll(".actors-kind").forEach((group) => { group.open = true; })`, nil))
	b.until(fmt.Sprintf(`document.querySelectorAll(".actor").length === %d`, len(kinds)))
	type group struct {
		Built                  []string
		Kind, Data, Key, Words string
	}
	groups := eval[[]group](b, `[...document.querySelectorAll(".actors-kind")].map((group) => ({
		built: [group, ...group.querySelectorAll("*")].map((e) => [e.tagName, ...e.getAttributeNames()].join(" ")),
		kind: group.querySelector("summary b").textContent, data: group.dataset.kind,
		key: group.querySelector(".actor b").textContent, words: group.querySelector(".actor-words").textContent,
	}))`)
	for i, text := range append([]string{"moth"}, markuptest.Attacks...) {
		got, words := groups[i], fmt.Sprintf("%s · idle for 1 s · last message %s · backlog 1 · 1 panic", text, text)
		if got.Kind != text || got.Data != text || got.Key != text || got.Words != words {
			b.Errorf("%q reads %+v", text, got)
		}
		if !slices.Equal(got.Built, groups[0].Built) {
			b.Errorf("%q is built of\n%s\nwant\n%s", text, strings.Join(got.Built, "\n"), strings.Join(groups[0].Built, "\n"))
		}
	}
	if eval[bool](b, `window.ran === 1`) {
		b.Error("a name of the tree ran")
	}
	b.shot("actors-attacks")
}

func narrow(b *tab) {
	b.holdLooks()
	b.bar("403 this token lacks the scope control")
	b.run(chromedp.Click("#actors-open"))
	b.until(`document.querySelector("#actors-note").textContent === "The actors can't be shown: this token lacks the scope control"`)
	b.shot("actors-narrow")
	if got := eval[int](b, `window.held.length`); got != 0 {
		b.Errorf("the page would look again: %d timers", got)
	}
	if got := b.looks(); got != 1 {
		b.Errorf("the page looked %d times, want once", got)
	}
}

func staleActors(b *tab) {
	b.holdLooks()
	b.plant(kind("account", 1, actor("web/aria", "listens", 0, "", 0, 0)))
	b.run(chromedp.Click("#actors-open"))
	b.until(`document.querySelector("[data-kind=account]") && document.querySelector("#actors-note").hidden`)
	b.bar("503 too many requests in progress")
	b.look()
	b.until(`document.querySelector("#actors-note").textContent === "This is no longer up to date: too many requests in progress"`)
	want(b, "while the looks fail", b.summaries(), "account | accounts on their networks | 1")
	b.bar("")
	b.plant()
	b.look()
	b.until(`document.querySelector("#actors-note").hidden`)
	want(b, "after that", b.summaries(), "account | accounts on their networks | 0")
	b.bar("401 unknown token")
	b.look()
	b.until(`!document.querySelector("#door").hidden && !document.querySelector("#actors").open`)
}

func actorsPhone(b *tab) {
	long := strings.Repeat("discord/117/", 30)
	b.plant(kind("channel", 900, actor(long, "at work", 12, "messages.Heard", 0, 2)))
	b.run(chromedp.Click(`.tabs [data-pane=familiars]`), chromedp.Click("#actors-open"))
	b.until(`document.querySelector(".actors-kind summary")`)
	b.run(chromedp.Click("[data-kind=channel] summary"))
	b.until(`document.querySelector(".actor")`)
	for _, box := range []string{"document.documentElement", `document.querySelector("#actors")`, `document.querySelector("#actors-kinds")`} {
		if got := eval[[]int](b, `[`+box+`.scrollWidth, `+box+`.clientWidth]`); got[0] > got[1] {
			b.Errorf("%s holds %d px in %d", box, got[0], got[1])
		}
	}
	b.shot("actors-phone")
	b.run(chromedp.Click("#actors-close"))
	b.until(`!document.querySelector("#actors").open`)
}
