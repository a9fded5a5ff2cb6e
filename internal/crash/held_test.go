package crash

import (
	"testing"
	"time"

	"familiar/config"
	"familiar/journal"
	"familiar/journal/jetstream"
)

// hold has the journal erase nothing of the held channels, before the program first
// starts.
func (r *run) hold(t *testing.T) {
	t.Helper()
	var held journal.Holds
	for _, match := range holdsOf(r.scripts) {
		held.All = append(held.All, journal.Hold{Match: match.String(), Reason: "what was deleted is told anew", By: "test", Since: time.Now()})
	}
	if len(held.All) == 0 {
		return
	}
	j, err := jetstream.Open(t.Context(), r.kept)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if err := j.SetHolds(t.Context(), held); err != nil {
		t.Fatal(err)
	}
}

// holdsOf returns what is held of the channels of scripts.
func holdsOf(all []*script) (held []config.Pattern) {
	for _, s := range all {
		if match, is := config.PatternOf(s.channel()); s.held && is {
			held = append(held, match)
		}
	}
	return held
}
