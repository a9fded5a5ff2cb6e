package app

import (
	"log/slog"
	"strings"
	"testing"

	"familiar/messages"
)

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
		if err := w.app.intake.Hear(w.ctx, "web//nowhere", line("web//nowhere")); err != nil {
			t.Fatal(err)
		}
	}
	every := func(messages.ChannelID) bool { return true }
	rooms, all, _ := w.app.Unmatched(t.Context(), every, 10)
	if all != 1 || len(rooms) != 1 || rooms[0].Channel != "web//nowhere" || rooms[0].Lines != 3 {
		t.Errorf("listed are %+v, want web//nowhere with 3 lines", rooms)
	}
	if rooms, all, _ := w.app.Unmatched(t.Context(), func(messages.ChannelID) bool { return false }, 10); all != 0 || len(rooms) != 0 {
		t.Errorf("who may not look is shown %+v", rooms)
	}
	said := into.String()
	if strings.Count(said, "web//nowhere") != 1 || strings.Contains(said, "swordfish") || strings.Contains(said, "Ana") {
		t.Errorf("the log says %q, want the channel once and nothing of the line", said)
	}
}
