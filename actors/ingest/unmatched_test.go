package ingest

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
			u.count(room, silent, log)
			u.count(room+"/17.1", silent, log)
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
	u.count("slack/T/wanted", silent, log)
	u.count("slack/T/new", silent, log)
	if u.rooms["slack/T/new"].Lines != 1 || u.rooms["slack/T/C0"].Lines != 0 || len(u.rooms) != unmatchedMost {
		t.Errorf("a room that somebody is in now makes no room for another")
	}
}
