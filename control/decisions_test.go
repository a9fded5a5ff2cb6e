package control

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/messages"
	"familiar/messages/because"
)

// TestDecisionsOfAllChannels: a stream has what was decided since, then what is
// decided, in every channel its token is for.
func TestDecisionsOfAllChannels(t *testing.T) {
	h := &helm{statuses: []messages.Status{{Channel: "web//garden"}, {Channel: "discord/1/2"}, {Channel: "discord/2/2"}}}
	r := newRig(t, steered(h))
	server := httptest.NewServer(r.Handler())
	defer server.Close()
	now := messages.InstantOf(time.Now())
	note := func(channel messages.ChannelID, line messages.LineID, at messages.Instant, rung messages.Rung) *messages.Note {
		return &messages.Note{Channel: channel, Familiar: "aria", Line: line, At: at, Act: messages.Engage, Rung: rung}
	}
	r.decide(note("web//garden", "old", now-3_600_000, "mention"), note("discord/1/2", "a", now-2000, "mention"), note("web//garden", "b", now-1000, "mention"),
		note("discord/1/2", "c", now-500, "reply"))

	in := r.open(server, "/v1/decisions?rung=mention&since=1m", "")
	defer in.cancel()
	past := in.until("ready")
	if len(past) != 2 || !strings.Contains(past[0].data, `"channel":"discord/1/2"`) || !strings.Contains(past[1].data, `"line":"b"`) {
		t.Errorf("got %v, want a of discord and then b", past)
	}
	r.decide(note("discord/1/2", "d", now, "reply"), note("discord/1/2", "e", now, "mention"))
	if e, err := in.next(); err != nil || !strings.Contains(e.data, `"line":"e"`) {
		t.Errorf("got %v (%v), want e: d is of another rung", e, err)
	}
	if r.Feed.Watched("web//garden") {
		t.Error("a channel is taken for watched whose decisions alone are")
	}
}

// TestWordsOfJudges: what a judge says of talk on other networks is told to those only who may
// read what is said there.
func TestWordsOfJudges(t *testing.T) {
	now := messages.InstantOf(time.Now())
	note := func(channel messages.ChannelID, at messages.Instant) *messages.Note {
		return &messages.Note{Channel: channel, Familiar: "aria", Line: "l", At: at, Act: messages.Settled, Rung: messages.ByJudge, Reason: because.JudgeSaid{Yes: true, Words: "Ana is ill"}}
	}
	const whole, bare = `"reason":"yes: Ana is ill"`, `"reason":"yes"`
	for _, tt := range []struct {
		story, token string // "": this run's own, which has all scopes
		onDiscord    string
	}{
		{"who may read alone", "reader", bare},
		{"who may read what was said", "", whole},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t, steered(&helm{statuses: []messages.Status{{Channel: "web//garden"}, {Channel: "discord/1/2"}}}))
			r.run = cmp.Or(tt.token, r.run)
			server := httptest.NewServer(r.Handler())
			defer server.Close()
			r.decide(note("web//garden", now-2000), note("discord/1/2", now-1000))
			in := r.open(server, "/v1/decisions?since=1m", "")
			defer in.cancel()
			past := in.until("ready")
			r.decide(note("discord/1/2", now))
			live, err := in.next()
			if err != nil || len(past) != 2 {
				t.Fatalf("got %v, then %v (%v)", past, live, err)
			}
			listed := r.ask("POST", "/v1/tools/decisions", `{"channel":"discord/1/2"}`, "Authorization", "Bearer "+r.run)
			for what, got := range map[string][2]string{
				"of the page": {past[0].data, whole}, "before": {past[1].data, tt.onDiscord}, "now": {live.data, tt.onDiscord}, "by the tool": {listed.Body.String(), tt.onDiscord},
			} {
				if !strings.Contains(got[0], got[1]) {
					t.Errorf("%s: told %s, want %s", what, got[0], got[1])
				}
			}
		})
	}
}

func TestDecisionsAreOfTheTokensChannels(t *testing.T) {
	r := newRig(t, steered(&helm{}))
	for _, tt := range []struct {
		story, path, token string
		want               int
	}{
		{"another channel", "/v1/decisions?channel=web//kitchen", "garden", 403},
		{"a moment that is none", "/v1/decisions?since=yesterday", "garden", 400},
		{"a profile needs control", "/debug/pprof/goroutine", "reader", 403},
		{"and a token of all channels", "/debug/pprof/goroutine", "garden", 403},
		{"which this run's is", "/debug/pprof/goroutine?debug=1", "", 200},
		{"the profiles there are", "/debug/pprof/", "", 200},
		{"no such profile", "/debug/pprof/nothing", "", 404},
		{"a look needs no token", "/readyz", "thief", 200},
		{"MCP with GET", "/mcp", "garden", 405},
	} {
		t.Run(tt.story, func(t *testing.T) {
			header := []string{}
			if tt.token != "" {
				header = []string{"Authorization", "Bearer " + tt.token}
			}
			if w := r.ask("GET", tt.path, "", header...); w.Code != tt.want {
				t.Errorf("got %d %s, want %d", w.Code, w.Body, tt.want)
			}
		})
	}
}

func TestReady(t *testing.T) {
	for _, tt := range []struct {
		story string
		parts []Part
		want  string
		code  int
	}{
		{"all are", []Part{{Name: "journal", OK: true}, {Name: "accounts", OK: true, Says: "2 of 2 listen"}}, "journal: ok\naccounts: ok, 2 of 2 listen\n", 200},
		{"one isn't", []Part{{Name: "journal", OK: true}, {Name: "accounts", Says: "1 of 2 listen"}}, "journal: ok\naccounts: not ready, 1 of 2 listen\n", 503},
		{"one ails, which no restart mends", []Part{{Name: "journal", OK: true}, {Name: "models", OK: true, Ails: true, Says: "1 of 2 answer"}}, "journal: ok\nmodels: ailing, 1 of 2 answer\n", 200},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t, func(o *Options) { o.Ready = func(context.Context) []Part { return tt.parts } })
			if w := r.ask("GET", "/readyz", "", "Authorization", ""); w.Code != tt.code || w.Body.String() != tt.want {
				t.Errorf("got %d %q, want %d %q", w.Code, w.Body, tt.code, tt.want)
			}
		})
	}
}

// TestEveryLineOfABeginningHasItsMarks: where many familiars decide about each line, a
// stream still begins with what was decided about the first of its lines, once and in
// order.
func TestEveryLineOfABeginningHasItsMarks(t *testing.T) {
	r, id := aged(t), channelID("garden", "")
	const lines, familiars = 120, 12
	for n := range lines {
		r.hear(id, messages.Heard{Line: line(fmt.Sprintf("l%03d", n), "hi")})
		at := r.newest(id)
		for f := range familiars {
			r.decide(&messages.Note{Channel: id, Familiar: messages.FamiliarID(fmt.Sprint("f", f)), Line: messages.LineID(fmt.Sprintf("l%03d", n)), At: at, Act: messages.Observe, Rung: messages.ByAside})
		}
	}
	marks, told := map[string]int{}, []string{}
	for _, e := range r.open(serve(t, r), garden+"?tail=100", "").until("ready") {
		if e.name != "decision" {
			continue
		}
		var d decisionEvent
		if err := json.Unmarshal([]byte(e.data), &d); err != nil {
			t.Fatal(err)
		}
		marks[string(d.Line)]++
		told = append(told, string(d.Line))
	}
	if len(marks) != 100 || !slices.IsSorted(told) {
		t.Errorf("%d lines have marks, in order: %v; want the 100 that are told", len(marks), slices.IsSorted(told))
	}
	for l, n := range marks {
		if n != familiars || l < "l020" {
			t.Errorf("%s has %d marks, want %d, of the last 100 lines", l, n, familiars)
		}
	}
}
