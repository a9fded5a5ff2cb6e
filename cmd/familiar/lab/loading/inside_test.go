package loading

import (
	"testing"

	"familiar/actors/adapter/web"
	"familiar/journal/memory"
	"familiar/lab/load"
	"familiar/lab/load/tally"
	"familiar/messages"
	"familiar/messages/because"
)

// TestShedding: the account of a load knows which lines the program let go,
// and how many questions it had no room for.
func TestShedding(t *testing.T) {
	in := &inside{names: load.Names{Run: "x", Familiar: witness}, tally: tally.New(tally.Options{Channels: 2})}
	j := shedding{memory.New(memory.Config{}), in}
	channel := web.Channel(in.names.Chat(1), "")
	if err := j.Note(t.Context(),
		&messages.Note{Channel: channel, Line: messages.LineID(in.names.ID(1)), Act: messages.Drop, Rung: "shed"},
		&messages.Note{Channel: channel, Line: messages.LineID(in.names.ID(2)), Act: messages.Settled, Rung: "shed", Familiar: witness},
		&messages.Note{Channel: channel, Act: messages.Settled, Rung: "shed", Trigger: messages.Lull, Familiar: witness},
		&messages.Note{Channel: channel, Act: messages.Settled, Rung: "shed", Familiar: witness, Reason: because.Read("shed", "part 1: 3 pieces of it are not posted")},
		&messages.Note{Channel: channel, Act: messages.Settled, Rung: "judge", Trigger: messages.Lull, Familiar: witness},
	); err != nil {
		t.Fatal(err)
	}
	if got := in.tally.Lines(); got.Shed != 2 || got.Unasked != 1 {
		t.Errorf("%d lines shed and %d questions unasked, want 2 and 1", got.Shed, got.Unasked)
	}
}
