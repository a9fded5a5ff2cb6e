package loading

import (
	"testing"
	"time"

	"familiar/actors/adapter/web"
	"familiar/lab/load"
	"familiar/lab/load/tally"
	"familiar/messages"
)

// TestLoadCountsDecisions: a turn that is tried again is no second decision on
// the line it answers.
func TestLoadCountsDecisions(t *testing.T) {
	names := load.Names{Run: "r"}
	in := inside{names: names, tally: tally.New(tally.Options{Channels: 1})}
	k := in.tally.Say(0, time.Now(), time.Now(), true)
	about := func(act messages.Act, rung messages.Rung, term string) *messages.Note {
		return &messages.Note{Channel: web.Channel(names.Chat(0), ""), Familiar: witness, Line: messages.LineID(names.ID(k.Number)), Act: act, Rung: rung, Term: term}
	}
	in.decided([]*messages.Note{about(messages.Engage, "mention", ""), about(messages.Wait, "outage", "retry"), about(messages.Settled, "spoke", "")})
	if got := in.tally.Lines(); got.Decided != 1 || got.Doubled != 0 {
		t.Errorf("got %+v, want one decision", got)
	}
}
