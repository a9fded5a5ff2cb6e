package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/backlog"
	"familiar/policy/turns"
)

// A busyAccount is what a world knows of lines that came while a turn was
// composed:
//
//   - a turn is given a line once, while it is open;
//   - what it says it took is answered; what it didn't take is still owed;
//   - a line whose turn was interrupted is owed again.
type busyAccount struct {
	given map[seatLine]uint64 // the order a line was given to
}

func (b *busyAccount) begin() { b.given = map[seatLine]uint64{} }

func (a *account) inject(w *world, o messages.Inject) {
	w.t.Helper()
	for who, n := range a.composing {
		if n != o.N {
			continue
		}
		if len(o.Lines) == 0 || o.Channel != w.s.Channel {
			w.t.Fatalf("%+v gives nothing", o)
		}
		w.showsNothingHidden(who, o.Lines)
		for _, q := range o.Lines {
			if at := (seatLine{who, q.ID}); a.given[at] == o.N {
				w.t.Fatalf("line %s is given to %s twice for order %d", q.ID, who, o.N)
			} else {
				a.given[at] = o.N
			}
			a.shown = append(a.shown, q.ID)
		}
		return
	}
	w.t.Fatalf("%+v is for an order that isn't open", o)
}

// taken is called before the step that takes the answer.
func (a *account) taken(w *world, who messages.FamiliarID, ids []messages.LineID) {
	w.t.Helper()
	for _, e := range w.s.Turn.Given {
		if !slices.Contains(ids, e.ID) {
			continue
		}
		at := seatLine{who, e.ID}
		if a.consumed[at] {
			w.t.Fatalf("%s has answered line %s twice", who, e.ID)
		}
		a.consumed[at] = true
		delete(a.owed, at)
	}
}

// putOff makes the lines of the turn that is called off owed again.
func (a *account) putOff(n *messages.Note) {
	for _, line := range a.about {
		if !n.Trigger.Unsolicited() && !a.gone[line] {
			a.owed[seatLine{n.Familiar, line}] = true
		}
	}
}

// busyHolds: a turn keeps only so much of what it was given, nothing of that
// once it is composed, and is put off only so often; what is paused waits for
// a turn of its seat that is under way or about to be.
func (w *world) busyHolds() {
	w.t.Helper()
	if t := w.s.Turn; t != nil && (len(t.Given) > injectMax || t.Composed && len(t.Given) > 0 || t.Breaks > interruptMax) {
		w.t.Fatalf("a turn holds %d lines it was given, put off %d times, composed %v", len(t.Given), t.Breaks, t.Composed)
	}
	for i := range w.s.Seats {
		seat := &w.s.Seats[i]
		if len(seat.Pending) > backlog.Most {
			w.t.Fatalf("%d lines are pending for %s", len(seat.Pending), seat.Familiar)
		}
		if p := seat.Paused; p != nil && len(p.Asked) > 0 && w.s.Turn == nil {
			w.t.Fatalf("%s has paused %d lines and nobody's turn is in flight", seat.Familiar, len(p.Asked))
		}
	}
}

// tookSome draws what the agent took of what it was given, and a line it was
// never given.
func (w *world) tookSome() []messages.LineID {
	if w.s.Turn == nil || len(w.s.Turn.Given) == 0 {
		return nil
	}
	ids := []messages.LineID{"never given"}
	for _, e := range w.s.Turn.Given[:w.pick("taken", 1+len(w.s.Turn.Given))] {
		ids = append(ids, e.ID)
	}
	return ids
}

func (w *world) presence() {
	e := messages.PresenceChanged{Account: cast[w.pick("account", len(cast))].account, Online: w.pick("offline", 2) == 1}
	w.step(e)
	for _, stale := range w.s.Presence(func(id messages.AccountID) bool { return id == e.Account && !e.Online }) {
		if stale.Account == e.Account {
			w.t.Fatalf("after %+v the channel has yet to be told %+v", e, stale)
		}
	}
	if w.s.Turns.Is(turns.TurnBased) && w.s.Turns.Holder != "" && slices.Contains(w.s.Turns.Away, w.s.Turns.Holder) {
		w.t.Fatalf("it is the turn of %s, who is away", w.s.Turns.Holder)
	}
}
