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

func TestOwners(t *testing.T) {
	for _, tt := range []struct{ what, stack, want string }{
		{"a state is the policy's, not the actor's that made it", "runtime.mallocgc familiar/policy/conversation.New familiar/actors/channel.(*Channel).load", "states and transcripts"},
		{"a block's buffer is the server's", "github.com/nats-io/nats-server/v2/server.init.func9 sync.(*Pool).Get github.com/nats-io/nats-server/v2/server.getMsgBlockBuf", "server: blocks"},
		{"a key isn't the journal's as the rest is", "familiar/journal/seal.(*Keys).next familiar/journal/jetstream/eventlog.(*Log).Append", "keys of the texts"},
		{"nobody's is the rest", "runtime.malg", "the rest"},
	} {
		if got := ownerOf(strings.Fields(tt.stack)); got != tt.want {
			t.Errorf("%s: %q is %q, want %q", tt.what, tt.stack, got, tt.want)
		}
	}
}

func TestUntyped(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"slices.Insert[go.shape.[]familiar/messages.Note,go.shape.struct { X int }]", "slices.Insert"},
		{"familiar/journal/seal.(*generations[go.shape.struct { K uint64 }]).put", "familiar/journal/seal.(*generations).put"},
		{"familiar/policy/conversation.New", "familiar/policy/conversation.New"},
	} {
		if got := untyped(tt.name); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestTellOfTheHeap: memory in use is told, not what was allocated.
func TestTellOfTheHeap(t *testing.T) {
	p := sampled("familiar/policy/conversation.New", "x")
	p.SampleType = []*profile.ValueType{{Type: "alloc_space", Unit: "bytes"}, {Type: "inuse_space", Unit: "bytes"}}
	p.Sample[0].Value[1], p.Sample[1].Value[1] = 3<<20, 1<<20
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "heap.pprof")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	if err := tell(&said, file, 0); err != nil {
		t.Fatal(err)
	}
	if first, _, _ := strings.Cut(said.String(), "\n"); strings.Join(strings.Fields(first), " ") != "3.00 MiB 75.0 % states and transcripts" {
		t.Errorf("got %q first, want the states' 3 MiB, three quarters of all", first)
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
