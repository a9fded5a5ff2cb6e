package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
)

// sampled is a profile whose samples have those stacks, leaf first, and 1 ms of
// CPU time each.
func sampled(stacks ...string) *profile.Profile {
	p := &profile.Profile{SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}}}
	for _, stack := range stacks {
		s := &profile.Sample{Value: []int64{1, 1_000_000}}
		for name := range strings.FieldsSeq(stack) {
			f := &profile.Function{ID: uint64(len(p.Function) + 1), Name: name}
			l := &profile.Location{ID: f.ID, Line: []profile.Line{{Function: f}}}
			p.Function, p.Location, s.Location = append(p.Function, f), append(p.Location, l), append(s.Location, l)
		}
		p.Sample = append(p.Sample, s)
	}
	return p
}

func TestStages(t *testing.T) {
	for _, tt := range []struct{ what, stack, want string }{
		{"an encoded state is no part of the save around it", "encoding/json.Marshal familiar/policy/conversation.(*Channel).AppendEncoded familiar/actors/channel.(*Channel).save", "state: encode"},
		{"nor a collection one of what it interrupts", "runtime.gcAssistAlloc familiar/policy/conversation.(*Channel).Step", "garbage collection"},
		{"sealing is part of the append", "familiar/journal/seal.(*Keys).Seal familiar/journal/jetstream/eventlog.(*draft).seal", "line: encode, seal and publish"},
		{"a record is handed over by its reader", "familiar/actors/host.(*Host).Send familiar/journal/jetstream/eventlog.(*Log).Consume", "line: hand to its actor"},
		{"who reads nothing of a line waits", "time.Sleep", "the rest"},
	} {
		if got := stageOf(strings.Fields(tt.stack)); got != tt.want {
			t.Errorf("%s: %q is %q, want %q", tt.what, tt.stack, got, tt.want)
		}
	}
}

func TestTell(t *testing.T) {
	var b bytes.Buffer
	if err := sampled("familiar/policy/conversation.(*Channel).Step", "familiar/policy/conversation.(*Channel).Step", "x", "runtime.mcall").Write(&b); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "cpu.out")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	if err := tell(&said, file, 1000); err != nil {
		t.Fatal(err)
	}
	if first, _, _ := strings.Cut(said.String(), "\n"); strings.Join(strings.Fields(first), " ") != "2.00 µs 50.0 % step" {
		t.Errorf("got %q first, want the step's 2 µs, half of all", first)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := tell(&said, file, 0); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("an empty file: got %v, want an error that names it", err)
	}
}
