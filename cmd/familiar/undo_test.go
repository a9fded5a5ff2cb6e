package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"familiar/control"
)

// TestKnobsAreWrittenAndUndone turns knobs of a running program over HTTP: what is
// written is told, kept, and taken back from the newest on, unless somebody else has
// changed the file.
func TestKnobsAreWrittenAndUndone(t *testing.T) {
	h := newHouse(t)
	p := start(t, "run", h.file("web.toml"))
	v := visit(p)
	v.say("garden", "l0", "good evening")
	read := func() string {
		text, err := os.ReadFile(h.file("web.toml"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	ask := func(method, path, body string, code int, into any) string {
		t.Helper()
		answer := v.ask(method, "/v1/familiars/aria/"+path, []byte(body))
		defer answer.Body.Close()
		told, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != code {
			t.Fatalf("%s %s: %s %s %v, want %d", path, body, answer.Status, told, err, code)
		}
		if into != nil {
			if err := json.Unmarshal(told, into); err != nil {
				t.Fatal(err)
			}
		}
		return string(told)
	}
	turn := func(where, set string) {
		t.Helper()
		var shown, written control.Written
		body := `{"chat":"garden","where":%q,"set":[%q],"seen":%q}`
		before := read()
		ask(http.MethodPost, "apply", fmt.Sprintf(body, where, set, ""), 200, &shown)
		if shown.Done || read() != before {
			t.Fatal("looking writes the file")
		}
		ask(http.MethodPost, "apply", fmt.Sprintf(body, where, set, "00"), 400, nil)
		ask(http.MethodPost, "apply", fmt.Sprintf(body, where, set, shown.Seen), 200, &written)
		if !written.Done || written.Changes != shown.Changes || read() == before {
			t.Fatalf("got %+v, and %s", written, read())
		}
	}
	value := func() string {
		var told struct{ Knobs []control.Knob }
		ask(http.MethodGet, "knobs?chat=garden", "", 200, &told)
		for _, k := range told.Knobs {
			if k.Key == "chattiness.lull" {
				return k.Value
			}
		}
		return ""
	}
	is := func(want string) {
		t.Helper()
		if got := value(); got != want {
			t.Errorf("the lull is %s, want %s", got, want)
		}
	}

	first := read()
	is(`"10s"`)
	for _, set := range []string{`room.admission.roles.owner.match=["web:*"]`, `room."admission".roles.owner.match=["web:*"]`, `"room".admission.listed=guest`} { // who turns knobs would have all rights
		for _, where := range []string{"here", "everywhere"} {
			body, err := json.Marshal(map[string]any{"chat": "garden", "where": where, "set": []string{set}})
			if err != nil {
				t.Fatal(err)
			}
			if said := ask(http.MethodPost, "apply", string(body), 400, nil); !strings.Contains(said, "who may do what") {
				t.Errorf("%s: got %s", set, said)
			}
		}
	}
	turn("everywhere", "chattiness.lull=20s")
	second := read()
	is(`"20s"`)
	turn("here", "chattiness.lull=30s")
	is(`"30s"`)
	if got := read(); !strings.HasPrefix(got, second) {
		t.Errorf("a rule of a channel changes more than the file's end:\n%s", got)
	}

	var told struct{ Changes []control.Turning }
	ask(http.MethodGet, "changes", "", 200, &told)
	if len(told.Changes) != 2 || told.Changes[0].N != 2 || told.Changes[0].By != "this run" || told.Changes[1].Set[0] != "chattiness.lull=20s" || !strings.Contains(told.Changes[1].Changes, "+ ") {
		t.Errorf("the changes are %+v", told.Changes)
	}
	ask(http.MethodPost, "undo", `{"n":1}`, 400, nil)
	ask(http.MethodPost, "undo", `{"n":2}`, 200, nil)
	is(`"20s"`)
	if read() != second {
		t.Errorf("after the undo the file is\n%s\nwant\n%s", read(), second)
	}
	h.change("web.toml", "# One familiar", "# Our familiar")
	if said := ask(http.MethodPost, "undo", `{"n":1}`, 400, nil); !strings.Contains(said, "changed by somebody else") {
		t.Errorf("got %s", said)
	}
	h.change("web.toml", "# Our familiar", "# One familiar")
	ask(http.MethodPost, "undo", `{"n":1}`, 200, nil)
	is(`"10s"`)
	if read() != first {
		t.Errorf("after both the file is\n%s\nwant\n%s", read(), first)
	}
	if said := ask(http.MethodPost, "undo", `{"n":1}`, 400, nil); !strings.Contains(said, "no change to undo") {
		t.Errorf("got %s", said)
	}
	p.quit()
}
