package control

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"familiar/messages"
)

func TestWhy(t *testing.T) {
	reason := Reason{Line: "l1", Familiar: "aria", Name: "Aria", Verdict: "quiet", Sentence: "quiet: the line answers Ben", Facts: []string{}, Flips: []Flip{{To: "answered", If: []string{"the line had named Aria"}}}, Steps: []Step{}}
	knows := func(_ context.Context, channel messages.ChannelID, line messages.LineID, last int, words bool) ([]Reason, error) {
		switch {
		case channel == "discord/1/den":
			return []Reason{{Sentence: fmt.Sprint("with words: ", words)}}, nil
		case !words:
			return nil, errors.New("what people said on the page is read by whoever reads it")
		case channel != "web//garden" && channel != "web//garden/moths":
			return nil, errors.New("asked about " + string(channel))
		case line == "l1" || line == "" && last > 0:
			return []Reason{reason}, nil
		}
		return []Reason{}, nil
	}
	const told = `"sentence":"quiet: the line answers Ben","facts":[],"flips":[{"to":"answered","if":["the line had named Aria"]}]`
	for _, tt := range []struct {
		story string
		path  string
		code  int
		want  string
	}{
		{"a line", "/v1/channels/garden/why?line=l1", 200, told},
		{"the newest", "/v1/channels/garden/why", 200, told},
		{"the newest of a thread", "/v1/channels/garden/why?thread=moths&last=3", 200, told},
		{"a line nobody knows", "/v1/channels/garden/why?line=l2", 404, "nothing was decided about it"},
		{"too many", "/v1/channels/garden/why?last=51", 400, "want 1 to 50"},
		{"no number", "/v1/channels/garden/why?last=all", 400, "want 1 to 50"},
		{"a line and the newest", "/v1/channels/garden/why?line=l1&last=2", 400, "without line"},
		{"an unprintable line", "/v1/channels/garden/why?line=%07", 400, "line: want"},
		{"a ledger that fails", "/v1/channels/attic/why", 500, "it failed"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := newRig(t, func(o *Options) { o.Why = knows })
			got := r.ask("GET", tt.path, "")
			if got.Code != tt.code || !strings.Contains(got.Body.String(), tt.want) {
				t.Errorf("got %d %s, want %d and %s", got.Code, got.Body, tt.code, tt.want)
			}
		})
	}
	r := newRig(t, func(o *Options) { steered(&helm{})(o); o.Why = knows })
	for _, tt := range []struct {
		story, body string
		code        int
		want        string
	}{
		{"the tool, of a line", `{"channel":"web//garden","line":"l1"}`, 200, told},
		{"the tool, of the newest", `{"channel":"web//garden"}`, 200, told},
		{"the tool, of a line nobody knows", `{"channel":"web//garden","line":"l2"}`, 404, "nothing was decided about it"},
		{"the tool, of too many", `{"channel":"web//garden","last":51}`, 400, "want 1 to 50"},
		{"the tool, of a line and the newest", `{"channel":"web//garden","line":"l1","last":1}`, 400, "without line"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := r.ask("POST", "/v1/tools/why", tt.body); got.Code != tt.code || !strings.Contains(got.Body.String(), tt.want) {
				t.Errorf("got %d %s, want %d and %s", got.Code, got.Body, tt.code, tt.want)
			}
		})
	}
	for token, want := range map[string]string{"reader": "with words: false", "the run's own": "with words: true"} {
		header := []string{"Authorization", "Bearer reader"}
		if token != "reader" {
			header = nil // this run's, which has all scopes
		}
		if got := r.ask("POST", "/v1/tools/why", `{"channel":"discord/1/den"}`, header...); !strings.Contains(got.Body.String(), want) {
			t.Errorf("%s is told %d %s, want it %s", token, got.Code, got.Body, want)
		}
	}
	r = newRig(t, func(o *Options) { o.Why = nil })
	if got := r.ask("GET", "/v1/channels/garden/why", ""); got.Code != 200 || strings.TrimSpace(got.Body.String()) != `{"reasons":[]}` {
		t.Errorf("where nobody knows: got %d %s, want no reasons", got.Code, got.Body)
	}
}
