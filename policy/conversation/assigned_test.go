package conversation

import (
	"slices"
	"testing"

	"familiar/messages"
	"familiar/policy/turns"
)

// drawAssignment draws who answers for a channel of so many seats; mostly
// nobody is assigned.
func drawAssignment(p pick, seats int) turns.Assignment {
	var all []messages.FamiliarID
	for _, who := range cast[:seats] {
		all = append(all, who.familiar)
	}
	switch p("assignment", 12) {
	case 8:
		return turns.Assignment{Mode: turns.Broadcast}
	case 9:
		return turns.Assignment{Mode: turns.Direct, Members: all[:1]}
	case 10:
		return turns.Assignment{Mode: turns.Single, Members: all[:1]}
	case 11:
		if seats > 1 {
			return turns.Assignment{Mode: turns.TurnBased, Members: all}
		}
	}
	return turns.Assignment{}
}

// assign tells the channel something about its turns, sound or not.
func (w *world) assign() {
	texts := []string{
		"skip", "reset", "grant Vesper", "mode turn-based Aria Vesper", "mode single Vesper", "mode direct Aria",
		"mode broadcast", "assign Milo", "add Milo first", "remove Aria", "mode turn-based", "dance",
	}
	w.step(messages.Commanded{Command: messages.Turns, Text: texts[w.pick("about turns", len(texts))]})
}

// assignmentHolds: no turn begins out of turn, nobody is shown a line it must
// not see, nothing waits for who may not speak, and time runs for the holder
// exactly while a deadline says so.
func (w *world) assignmentHolds(e Event, out []Effect) {
	w.t.Helper()
	for _, effect := range out {
		switch o := effect.(type) {
		case messages.Compose:
			if t := w.s.Turn; t != nil && t.Tries+t.Steered == 0 && !w.s.Turns.May(o.Familiar) && !t.Overrides { // nil: see account.after
				w.t.Fatalf("%s begins a turn out of turn", o.Familiar)
			}
			w.showsNothingHidden(o.Familiar, slices.Concat(o.Earlier, o.Recent, o.Addressed))
		case messages.Judge:
			w.showsNothingHidden(o.Familiar, slices.Concat(o.Context, o.Waiting))
		}
	}
	_, reacted := e.(messages.Reacted)
	due, ok := w.s.Due()
	overdue := reacted && ok && due.At <= w.s.Now // a reaction settles nothing, and has moved the clock past it
	for i := range w.s.Seats {
		seat := &w.s.Seats[i]
		waits := !overdue && (len(seat.Pending) > 0 || seat.Judging != nil || seat.Wish != "" || seat.Waiting > seat.Settled)
		if waits && !w.s.maySpeak(i) {
			w.t.Fatalf("something waits for %s, whose turn it is not: %+v", seat.Familiar, *seat)
		}
	}
	if w.s.Turns.Saved == nil {
		return
	}
	if due := w.s.Turns.Due(&w.config.Room.Turns); due != w.s.Turns.Timer.At || (due == 0) != (w.s.Turns.Timer.N == 0) {
		w.t.Fatalf("the turn ends at %v and the deadline is %+v", due, w.s.Turns.Timer)
	}
}

func (w *world) showsNothingHidden(who messages.FamiliarID, shown []messages.Quoted) {
	w.t.Helper()
	for _, q := range shown {
		if e := w.s.Lines.Find(q.ID); e != nil && w.s.Lines.Hidden(e)&(1<<w.seat(who)) != 0 {
			w.t.Fatalf("%s is shown line %s, which it must not see", who, q.ID)
		}
	}
}

// TestWhatItsWindowHasBegunGoesOn: whatever begins a turn of who holds the
// window while the channel is somebody else's, it may end after the window.
func TestWhatItsWindowHasBegunGoesOn(t *testing.T) {
	for _, tt := range []struct {
		what  string
		begin messages.Commanded
	}{
		{"somebody wakes it", messages.Commanded{Command: messages.Wake, Familiar: "Vesper"}},
		{"a clock wakes it", messages.Commanded{Command: messages.Wake, Familiar: "Vesper", Text: "say so", Timed: true}},
		{"an operator speaks by it", messages.Commanded{Command: messages.Say, Familiar: "Vesper", Text: "bye"}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			s := New(scriptChannel, testConfig(t, "window", "two", "direct"))
			s.Step(1000, messages.Commanded{Command: messages.EngageHere, Familiar: "Vesper"}, nil)
			s.Step(2000, tt.begin, nil)
			if s.Turn == nil || s.Turn.Seat != 1 || !s.Turn.Overrides {
				t.Fatalf("its turn is %+v, want one that overrides the assignment", s.Turn)
			}
		})
	}
}
