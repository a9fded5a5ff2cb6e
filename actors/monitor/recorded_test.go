package monitor_test

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/monitor"
	"familiar/llm/llmtest"
	"familiar/messages"
	"familiar/policy/conversation"
)

// vectors reads a file of recorded decisions of another system: those that
// package conformance holds or, with FAMILIAR_VECTORS=DIR, those in DIR, where
// one that is missing skips the test.
func vectors(t *testing.T, name string, to any) {
	t.Helper()
	dir := os.Getenv("FAMILIAR_VECTORS")
	elsewhere := dir != ""
	if !elsewhere {
		dir = "../../conformance/testdata"
	}
	f, err := os.Open(filepath.Join(dir, name))
	if elsewhere && errors.Is(err, fs.ErrNotExist) {
		t.Skipf("FAMILIAR_VECTORS=%s holds no %s", dir, name)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := gzip.NewReader(f)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if err := json.NewDecoder(text).Decode(to); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// some wants cases in a file, unless it is another's.
func some(t *testing.T, cases int) {
	t.Helper()
	switch {
	case cases > 0:
	case os.Getenv("FAMILIAR_VECTORS") != "":
		t.Skip("the file holds no such cases")
	default:
		t.Fatal("the file holds no such cases")
	}
}

// TestRecordedRelevance: a line nobody addressed is answered when the judge
// plainly says yes, as preset relevance has it; whatever else it says, or if it
// says nothing, is a no.
func TestRecordedRelevance(t *testing.T) {
	var file struct {
		Cases []struct {
			Answer   string
			Relevant bool
		} `json:"relevance_parse"`
	}
	vectors(t, "feishu.json.gz", &file)
	some(t, len(file.Cases))
	for _, c := range file.Cases {
		if got := relevant(t, c.Answer); got != c.Relevant {
			t.Errorf("the judge says %q: answered %v, want %v", c.Answer, got, c.Relevant)
		}
		if got := relevant(t, c.Answer+" x"); got {
			t.Errorf("the judge says %q: answered, want it taken for no yes", c.Answer+" x")
		}
	}
	t.Logf("relevance_parse: %d cases, %d compared", len(file.Cases), len(file.Cases))
}

// relevant reports whether a channel answers a line after the judge has said
// that; "<error/timeout>" stands for no answer.
func relevant(t *testing.T, answer string) (answered bool) {
	synctest.Test(t, func(t *testing.T) {
		says := llmtest.Say(answer)
		if answer == "<error/timeout>" {
			says = llmtest.Fail(errors.New("no answer"))
		}
		policy, _ := conversation.Preset("relevance")
		room, _ := conversation.PresetRoom("relevance")
		const at = messages.ChannelID("feishu//oc_chat1")
		s := conversation.New(at, &conversation.Config{Generation: 1, Room: room, Seats: []conversation.SeatConfig{
			{Familiar: "mira", Account: "mira", Self: "self", Name: "Mira", Judged: true, Policy: policy},
		}})
		now := messages.InstantOf(time.Now())
		asked := false
		line := &messages.Line{ID: "om_1", Channel: at, At: now, Text: "hello all", Author: messages.Author{ID: "ada", Name: "Ada"}}
		for _, o := range s.Step(now, messages.Heard{Line: line}, nil) {
			if judge, ok := o.(messages.Judge); ok {
				asked = true
				judged := monitor.Ask(t.Context(), llmtest.New("judge", says), mira, judge, monitor.Options{})
				for _, o := range s.Step(now, judged, nil) {
					_, composes := o.(messages.Compose)
					answered = answered || composes
				}
			}
		}
		if !asked {
			t.Error("the judge isn't asked")
		}
	})
	return answered
}
