package eventlog

import (
	"strings"
	"testing"

	"familiar/journal/jetstream/sealed"
	"familiar/journal/seal"
	"familiar/messages"
)

func TestDraft(t *testing.T) {
	long := messages.Judged{N: 1, Reason: strings.Repeat("x", 2*sealed.MostKept)}
	for _, tt := range []struct {
		story  string
		events []messages.Event
	}{
		{"one line", []messages.Event{someLine(1)}},
		{"none", nil},
		{"one much larger than what is kept", []messages.Event{long}},
		{"several of any length", []messages.Event{messages.TimerFired{N: 7}, someLine(2), long, messages.Erased{N: 1}}},
	} {
		for _, e := range []entry{{}, {at: 1_700_000_000_000, generation: 7, epoch: 3}, {at: 1 << 62, generation: 1 << 62, epoch: 1<<64 - 1}} {
			d, err := encode("test/w/c", tt.events, true)
			if err != nil {
				t.Fatal(err)
			}
			records := d.head(e)
			for i, event := range tt.events {
				encoded, err := messages.EncodeEvent(event)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := records[i], plainly(e, encoded); string(got) != string(want) {
					t.Errorf("%s: record %d under %+v: got %q, want %q", tt.story, i, e, got, want)
				}
			}
			d.Done()
		}
	}
	if _, err := encode("test/w/c", []messages.Event{someLine(1), messages.Heard{}}, false); err == nil {
		t.Error("a line event without its line is taken")
	}
}

// TestSealedDraft: to seal a line makes nothing anew but its cipher.
func TestSealedDraft(t *testing.T) {
	keys := seal.New()
	if err := keys.Begin(1); err != nil {
		t.Fatal(err)
	}
	channel := messages.Channel{Network: "discord", Workspace: "99182736", Chat: "000000000000004711"}.ID()
	d, err := encode(channel, []messages.Event{someLine(1)}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Done()
	e := entry{at: 1_700_000_000_000, generation: 7, epoch: 3}
	d.head(e)
	made := testing.AllocsPerRun(100, func() {
		if _, err := d.seal(keys, channel, e); err != nil {
			t.Fatal(err)
		}
	})
	if made > 1 {
		t.Errorf("got %v allocations, want one", made)
	}
}
