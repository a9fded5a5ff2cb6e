package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"familiar/actors/adapter/discord/discordtest"
	"familiar/control"
	"familiar/internal/browser"
	"familiar/internal/long"
	"familiar/messages"
	policy "familiar/policy/experiment"
)

// orders sends a request whose answer has to have a status, and returns what it says.
func (v *visitor) orders(status int, method, path, body string) string {
	v.t.Helper()
	answer := v.ask(method, path, []byte(body))
	defer answer.Body.Close()
	said, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != status {
		v.t.Fatalf("%s %s %s: %s %s, %v; want %d", method, path, body, answer.Status, said, err, status)
	}
	return string(said)
}

// TestLettersInABrowser: a post that Discord refuses for good stands at home as given up;
// said again by an operator it is there once, and off the list. A token that may only read
// is shown none of it.
func TestLettersInABrowser(t *testing.T) {
	long.Test(t)
	var dead atomic.Bool
	d := onPage(t, &dead)
	p := start(t, "run", d.file)
	v := visit(p)
	d.Await(t, "the bot", func() bool { return d.Connected() == 1 })
	d.Refuse(http.MethodPost, "/messages", http.StatusForbidden, 50013, "Missing Permissions")
	mention := discordtest.Object{"mentions": []discordtest.Object{{"id": d.bot.ID, "username": "Aria", "bot": true}}}
	d.Say(d.general, "Ana", "<@"+d.bot.ID+"> how are you today?", mention)
	p.until(`msg="post failed"`, 1)

	b := browse(t, v.base+"/#token="+v.token)
	b.until(`document.querySelector("#home").checkVisibility()`)
	b.run(chromedp.Click("#letters-open"))
	b.until(`document.querySelector(".letter q")?.textContent === "I am well, thank you." && document.querySelector(".letter b").textContent === "It was not posted"`)
	b.shot("letters-discord")
	d.Refuse(http.MethodPost, "/messages", 0, 0, "")
	const refused = `document.querySelector("#letters-note").textContent.includes("it was refused") && document.querySelector(".letter b").textContent === "It was not posted"`
	var given struct{ Letters []control.Letter }
	v.read("/v1/letters", nil, &given)
	there := map[string]messages.ChannelID{"channel": given.Letters[0].Channel}
	v.read("/v1/tools/quiet", there, nil)
	for range 2 {
		b.run(chromedp.Click(".letter button"))
	}
	b.until(refused)
	v.read("/v1/tools/resume", there, nil)
	b.run(chromedp.KeyEvent("\u001b"), chromedp.Click("#letters-open"))
	b.until(`document.querySelector(".letter button")?.textContent === "Post again"`)
	for range 2 { // the second time it is sure
		b.run(chromedp.Click(".letter button"))
	}
	b.until(`document.querySelector("#letters-note").textContent === "It is being said again." && document.querySelectorAll(".letter").length === 0 && !document.querySelector("#letters-none").hidden`)
	b.run(chromedp.KeyEvent("\u001b"), chromedp.Click(".found a"))
	b.until(`[...document.querySelectorAll(".line")].filter((l) => l.querySelector(".ours") && l.querySelector(".text").textContent === "I am well, thank you.").length === 1`)
	ask(t, "audit", "-c", d.file, "--verb", "repost", "--json").wants(0, `"verb":"repost".*\n?.*"result":"done"`)

	b.run(chromedp.Navigate("about:blank"), chromedp.Navigate(v.base+"/#token=a-reader-of-the-page"))
	b.until(`document.querySelectorAll(".found").length === 1`)
	if seen := browser.Eval[bool](b.ctx, t, `["#letters-open", "#kept-open"].some((id) => document.querySelector(id).checkVisibility())`); seen {
		t.Error("a token that may only read is shown the way to what was given up")
	}
	p.quit()
}

// TestHeldFromThePage: channels are held and released over HTTP as by command, with a
// reason, as deeds of the audit; who reads a channel and how long it is kept is told with
// what says so.
func TestHeldFromThePage(t *testing.T) {
	long.Test(t)
	t.Parallel()
	h := newHouse(t)
	h.change("web.toml", "[control]", "[[retention]]\nmatch = \"web:garden\"\nkeep = \"24h\"\n\n[control]")
	file := h.file("web.toml")
	p := start(t, "run", file)
	v := visit(p)
	var told control.Keeping
	v.read("/v1/retention", nil, &told)
	if told.Keep != "720h" || told.From != "default" || len(told.Rules) != 1 || told.Rules[0].Keep != "24h" || len(told.Holds) != 0 {
		t.Errorf("kept is %+v", told)
	}
	v.orders(400, http.MethodPost, "/v1/holds", `{"match":"web:garden","reason":" "}`)
	v.orders(400, http.MethodPost, "/v1/holds", `{"match":"nowhere","reason":"case 9"}`)
	v.orders(200, http.MethodPost, "/v1/holds", `{"match":"web:garden","reason":"case 9"}`)
	v.orders(409, http.MethodPost, "/v1/holds", `{"match":"web:garden","reason":"case 10"}`)
	ask(t, "hold", "-c", file).wants(0, `web:garden +\S+ +this run +case 9`)
	deadline := time.Now().Add(time.Minute)
	for { // in force within ten seconds
		var known control.Details
		v.read("/v1/details?chat=garden", nil, &known)
		if len(known.Held) == 1 {
			if known.Keep != "24h" || !strings.Contains(known.From, "web.toml:") || known.Audience != messages.AudienceUnknown {
				t.Errorf("the garden's details are %+v", known)
			}
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the hold is not in force: %+v", known)
		}
	}
	v.orders(404, http.MethodPost, "/v1/holds/release", `{"match":"web:attic"}`)
	v.orders(200, http.MethodPost, "/v1/holds/release", `{"match":"web:garden"}`)
	ask(t, "hold", "-c", file).wants(0, "^nothing is held")
	ask(t, "audit", "-c", file).wants(0, `(?s)hold +web:garden: case 9.*release +web:garden`)
	p.quit()
}

// TestExperimentFromThePage: an experiment is begun, stopped and taken over HTTP by the
// rules of familiar experiment, and what began one is taken back to the byte.
func TestExperimentFromThePage(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.tryOut(12)
	h.change("experiment.toml", "[journal]", "[control]\nlisten = \"127.0.0.1:0\"\n[journal]")
	h.remember(40, map[messages.Side]int{messages.SideA: 2, messages.SideB: 7})
	file := h.file("experiment.toml")
	p := start(t, "run", file)
	v := visit(p)
	v.say("garden", "l0", "good evening")
	change := func(path, body string) (w control.Written) {
		t.Helper()
		for range 2 { // it shows, then it writes
			said := v.orders(200, http.MethodPost, path, strings.ReplaceAll(body, "SEEN", w.Seen))
			if err := json.Unmarshal([]byte(said), &w); err != nil {
				t.Fatal(err)
			}
		}
		if !w.Done {
			t.Errorf("%s is not done: %+v", path, w)
		}
		return w
	}
	text := func() []byte {
		t.Helper()
		now, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return now
	}
	change("/v1/experiments/quieter/end", `{"how":"take","seen":"SEEN"}`)
	if now := text(); bytes.Contains(now, []byte("[experiments")) || !bytes.Contains(now, []byte("[channels.override.aria.chattiness]")) {
		t.Errorf("the better arm is not in the file:\n%s", now)
	}
	before := text()
	today := policy.DayOf(messages.InstantOf(time.Now()))
	plan := `{"familiar":"aria","chat":"garden","where":"everywhere","begin":"` + (today + 1).String() + `","end":"` + (today + 8).String() + `","set":["KNOB"],"seen":"SEEN"}`
	if said := v.orders(400, http.MethodPost, "/v1/experiments/louder/begin", strings.NewReplacer("KNOB", "room.floor.rest=5s", "SEEN", "").Replace(plan)); !strings.Contains(said, "one familiar") {
		t.Errorf("what all share is refused with %s", said)
	}
	louder := strings.Replace(plan, "KNOB", "chattiness.lull=5s", 1)
	change("/v1/experiments/louder/begin", louder)
	v.orders(400, http.MethodPost, "/v1/experiments/louder/begin", strings.ReplaceAll(louder, "SEEN", "")) // there is one
	ask(t, "experiment", "louder", "-c", file).wants(0, `Verdict: not begun`)
	v.orders(400, http.MethodPost, "/v1/experiments/louder/end", `{"how":"take"}`)
	var changes struct{ Changes []control.Turning }
	v.read("/v1/familiars/aria/changes", nil, &changes)
	v.read("/v1/familiars/aria/undo", map[string]int{"n": changes.Changes[0].N}, nil)
	if now := text(); !bytes.Equal(now, before) {
		t.Errorf("taken back the file is\n%s", now)
	}
	change("/v1/experiments/louder/begin", louder)
	change("/v1/experiments/louder/end", `{"how":"stop","seen":"SEEN"}`)
	if now := text(); bytes.Contains(now, []byte("[experiments")) {
		t.Errorf("it is in the file still:\n%s", now)
	}
	ask(t, "audit", "-c", file, "--verb", "experiment").wants(0, `(?s)begin louder: chattiness.lull=5s.*stop louder`)
	p.quit()
}
