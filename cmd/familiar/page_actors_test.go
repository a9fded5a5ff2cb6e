package main

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"familiar/control"
	"familiar/internal/browser"
	"familiar/internal/long"
)

// TestActorsInABrowser opens the tree of actors on a running program's page: it
// has what the route tells, and follows what begins.
func TestActorsInABrowser(t *testing.T) {
	long.Test(t)
	t.Parallel()
	h := newHouse(t)
	p := start(t, "run", h.file("web.toml"))
	v := visit(p)
	v.say("garden", "l1", "@Aria how are you today?")
	p.until(`msg=decision .*channel=web//garden familiar=aria message=l1 act=engage`, 1)

	b := browse(t, v.base+"/#token="+v.token+"&channel=garden")
	b.until(`document.querySelectorAll("[data-familiar]").length > 0`)
	b.run(chromedp.Click("#actors-open"))
	b.until(`document.querySelector("[data-kind=channel]")`)
	b.run(chromedp.Evaluate(`document.querySelectorAll(".actors-kind").forEach((kind) => { kind.open = true; })`, nil))
	b.until(shows("channel", "web//garden"))
	b.until(`[...document.querySelectorAll("[data-kind=account] .actor-words")].every((words) => words.textContent.includes("listens"))`)

	// Turns and questions come and go; accounts and channels stay.
	told := v.actors()
	for _, kind := range []string{"account", "channel"} {
		shown := browser.Eval[[]string](b.ctx, t, `[...document.querySelectorAll("[data-kind=`+kind+`] .actor b")].map((key) => key.textContent)`)
		if want := told[kind]; !slices.Equal(shown, want) || len(want) == 0 {
			t.Errorf("%s: the page shows %q, the program tells of %q", kind, shown, want)
		}
	}

	v.say("porch", "l2", "is anybody here?")
	b.until(shows("channel", "web//porch"))
	b.shot("actors")
	p.quit()
}

// shows is the condition that the page has an actor's row.
func shows(kind, key string) string {
	return `[...document.querySelectorAll("[data-kind=` + kind + `] .actor b")].some((shown) => shown.textContent === "` + key + `")`
}

// actors asks for the tree: the keys of each kind.
func (v *visitor) actors() map[string][]string {
	v.t.Helper()
	answer := v.ask(http.MethodGet, "/v1/actors", nil)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		v.t.Fatalf("actors: %s %s, %v", answer.Status, text, err)
	}
	var tree control.Actors
	if err := json.Unmarshal(text, &tree); err != nil {
		v.t.Fatalf("actors: %s: %v", text, err)
	}
	told := make(map[string][]string)
	for _, kind := range tree.Kinds {
		for _, a := range kind.Actors {
			told[kind.Kind] = append(told[kind.Kind], a.Key)
		}
	}
	return told
}
