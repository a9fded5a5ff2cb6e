package ingest

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/journal/memory"
	"familiar/messages"
	"familiar/policy/relay"
)

// watched is an intake of web//home, whose mirror is web//mirror, joined by the relay r.
func watched(t *testing.T, into *bytes.Buffer) *Intake {
	t.Helper()
	c := relay.Default()
	c.Authors = []relay.Mask{"r"}
	if err := c.Form.UnmarshalText([]byte("<{name}> {text}")); err != nil {
		t.Fatal(err)
	}
	rules := relay.Rules{Relays: []relay.Relay{{Config: c, Name: "garden", Match: func(messages.ChannelID) bool { return true }}}}
	return New(Options{
		Journal: memory.New(memory.Config{}),
		Matched: func(id messages.ChannelID) bool { return id == "web//home" },
		Silent:  func(messages.ChannelID) string { return "" },
		Stepped: func(messages.ChannelID) bool { return true },
		Backlog: func(messages.ChannelID) int { return 0 },
		Before:  func(messages.ChannelID) []messages.Event { return nil },
		Relayed: func(id messages.ChannelID, e messages.Event) (messages.Event, bool) {
			return rules.Take(id, e, func(name string) bool { return name == "Aria" })
		},
		Brought:   rules.Brought,
		Mirror:    func(id messages.ChannelID) (string, bool) { return "web:home", id.Room() == "web//mirror" },
		Overdrawn: func(messages.Network, messages.PersonID) (bool, bool) { return false, false },
		Agreed:    func(messages.ChannelID, messages.PersonID) uint32 { return 0 },
		Log:       slog.New(slog.NewTextHandler(into, nil)),
	})
}

// TestARelayThatStandsStill: what is said in a mirror and doesn't come home is told
// after ten minutes, once, and until something comes.
func TestARelayThatStandsStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var into bytes.Buffer
		in := watched(t, &into)
		n := 0
		say := func(id messages.ChannelID, who messages.PersonID, text string) {
			t.Helper()
			n++
			line := &messages.Line{ID: messages.LineID(fmt.Sprint(n)), Channel: id, Author: messages.Author{ID: who, Name: string(who)}, Text: text}
			if err := in.Hear(t.Context(), id, messages.Heard{Line: line}); err != nil {
				t.Fatal(err)
			}
		}
		still := func() []messages.Unmatched {
			rooms, _ := in.Unmatched(func(messages.ChannelID) bool { return true }, 10)
			return rooms
		}
		talk := func() {
			for range 6 {
				say("web//mirror", "bob", "hello")
				say("web//mirror", "r", "<cleo> hello")
				time.Sleep(3 * time.Minute)
			}
		}
		talk()
		if rooms := still(); len(rooms) != 0 {
			t.Errorf("where the home is not heard %+v", rooms)
		}
		say("web//home", "r", "<bob> hello")
		say("web//home", "cleo", "hello")
		talk()
		rooms := still()
		if len(rooms) != 1 || in.StillMirrors() != 1 || rooms[0].Channel != "web//mirror" || rooms[0].Lines != 6 || !strings.Contains(rooms[0].Reason, "a mirror of web:home, where the relay brings nothing") {
			t.Errorf("got %+v, want the mirror with 6 lines", rooms)
		}
		say("web//home", "r", "<bob> hello")
		say("web//mirror", "bob", "hello")
		if rooms := still(); len(rooms) != 0 || in.StillMirrors() != 0 {
			t.Errorf("once something has come got %+v", rooms)
		}
		said := into.String()
		if strings.Count(said, "the relay brings nothing of a mirror") != 1 || strings.Count(said, "the relay brings what is said in the mirrors") != 1 || strings.Contains(said, "hello") {
			t.Errorf("the log says %s", said)
		}
	})
}

// TestWhatARelayBrings: a person's line is journaled as theirs, a familiar's only
// leaves a note, and of a mirror nothing is journaled.
func TestWhatARelayBrings(t *testing.T) {
	in := watched(t, &bytes.Buffer{})
	for i, text := range []string{"<bob> hello", "<Aria> hello", "<bob> more"} {
		line := &messages.Line{ID: messages.LineID(fmt.Sprint(i)), Channel: "web//home", Author: messages.Author{ID: "r", Bot: true}, Text: text}
		if err := in.Hear(t.Context(), "web//home", messages.Heard{Line: line}); err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range []messages.Event{
		messages.Edited{Line: &messages.Line{ID: "1", Channel: "web//home", Author: messages.Author{ID: "r"}, Text: "<Aria> more"}},
	} {
		if err := in.Hear(t.Context(), "web//home", e); err != nil {
			t.Fatal(err)
		}
	}
	if err := in.Hear(t.Context(), "web//mirror", messages.Heard{Line: &messages.Line{ID: "9", Channel: "web//mirror", Author: messages.Author{ID: "bob"}, Text: "hello"}}); err != nil {
		t.Fatal(err)
	}
	var heard []string
	j := in.Journal.(*memory.Journal)
	for r, err := range j.Records(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		l := r.Event.(messages.Heard).Line
		heard = append(heard, string(l.Author.ID)+": "+l.Text)
	}
	if got, want := strings.Join(heard, ", "), "relayed:garden:bob: hello, relayed:garden:bob: more"; got != want {
		t.Errorf("journaled is %q, want %q", got, want)
	}
}
