package app

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"familiar/messages"
)

// TestUnmatchedIsBounded: however many channels nobody is in, few are kept and
// the log names each once, a thread by its room; what a newer configuration has
// taken care of makes room.
func TestUnmatchedIsBounded(t *testing.T) {
	var into bytes.Buffer
	log := slog.New(slog.NewTextHandler(&into, nil))
	matched := map[messages.ChannelID]bool{}
	silent := func(id messages.ChannelID) string {
		if matched[id] {
			return ""
		}
		return "no rule matches it"
	}
	var u unmatched
	const rooms = 3 * unmatchedMost
	for range 2 {
		for k := range rooms {
			room := messages.ChannelID(fmt.Sprintf("slack/T/C%d", k))
			u.heard(room, silent, log)
			u.heard(room+"/17.1", silent, log)
		}
	}
	if len(u.rooms) != unmatchedMost {
		t.Errorf("%d rooms are kept, want %d", len(u.rooms), unmatchedMost)
	}
	if lines := strings.Count(into.String(), "\n"); lines != unmatchedMost+1 {
		t.Errorf("the log has %d lines, want one a room and one that there are more", lines)
	}
	if of := u.rooms["slack/T/C0"]; of.Lines != 4 || of.Reason != "no rule matches it" || of.Since == 0 || of.Last < of.Since {
		t.Errorf("of a room is kept %+v, want 4 lines", of)
	}
	matched["slack/T/wanted"] = true
	u.full = false
	matched["slack/T/C0"] = true
	u.heard("slack/T/wanted", silent, log)
	u.heard("slack/T/new", silent, log)
	if u.rooms["slack/T/new"].Lines != 1 || u.rooms["slack/T/C0"].Lines != 0 || len(u.rooms) != unmatchedMost {
		t.Errorf("a room that somebody is in now makes no room for another")
	}
}

// TestUnmatched: a line where nobody is leaves the channel's name and nothing of
// itself in the log, and the channel is listed until a rule matches it.
func TestUnmatched(t *testing.T) {
	t.Setenv("MODEL_KEY", secretKey)
	var into screen
	w := wireWith(t, seated("mira", "offline", "", ""), slog.New(slog.NewTextHandler(&into, nil)))
	line := func(id messages.ChannelID) messages.Event {
		return messages.Heard{Line: &messages.Line{ID: "1", Channel: id, Author: messages.Author{ID: "ana", Name: "Ana"}, Text: "swordfish"}}
	}
	for range 3 {
		if err := w.app.hear(w.ctx, "web//nowhere", line("web//nowhere")); err != nil {
			t.Fatal(err)
		}
	}
	every := func(messages.ChannelID) bool { return true }
	rooms, all := w.app.Unmatched(every, 10)
	if all != 1 || len(rooms) != 1 || rooms[0].Channel != "web//nowhere" || rooms[0].Lines != 3 {
		t.Errorf("listed are %+v, want web//nowhere with 3 lines", rooms)
	}
	if rooms, all := w.app.Unmatched(func(messages.ChannelID) bool { return false }, 10); all != 0 || len(rooms) != 0 {
		t.Errorf("who may not look is shown %+v", rooms)
	}
	said := into.String()
	if strings.Count(said, "web//nowhere") != 1 || strings.Contains(said, "swordfish") || strings.Contains(said, "Ana") {
		t.Errorf("the log says %q, want the channel once and nothing of the line", said)
	}
}
