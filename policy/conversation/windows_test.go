package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/transcript"
	"familiar/policy/turn"
	"familiar/policy/window"
)

// A windowAccount is what a world knows of the channel's window before a step.
type windowAccount struct {
	was      window.State
	reply    messages.FamiliarID            // whose reply the step delivers
	withdrew map[messages.FamiliarID]uint32 // the newest line there was when it last stepped back
}

func (a *windowAccount) before(w *world, e Event) {
	if a.withdrew == nil {
		a.withdrew = map[messages.FamiliarID]uint32{}
	}
	a.was, a.reply = w.s.Window, ""
	t := w.s.Turn
	switch e := e.(type) {
	case messages.Delivered:
		if p := w.s.Turn.Part(e.Post); p != nil && !p.Done && e.Thread == "" { // not a notice
			a.delivered(w.s.Seats[t.Seat].Familiar, t)
		}
	case messages.Heard:
		if p := w.s.echoed(w.s.inPersons(e.Line)); p != nil && p.Waits { // as good as delivered
			a.delivered(w.s.Seats[t.Seat].Familiar, t)
		}
	case messages.Told:
		if replied, is := e.Fact.(messages.Replied); is {
			a.reply = replied.Familiar
		}
	case messages.Composed:
		if e.Disengage && e.Error == "" && t != nil && !t.Composed && t.N != 0 && t.N == e.N {
			a.withdrew[w.s.Seats[t.Seat].Familiar] = w.s.Lines.Last()
		}
	case messages.Commanded:
		for i := range w.s.Seats {
			if who := w.s.Seats[i].Familiar; e.Command == messages.Disengage && (e.Familiar == "" || e.Familiar == who) {
				a.withdrew[who] = w.s.Lines.Last()
			}
		}
	case messages.Forgotten:
		if e.All {
			clear(a.withdrew)
		}
	}
}

// after notes who is told to step back by a line, at that line.
func (a *windowAccount) after(w *world, out []Effect) {
	line := uint32(0)
	for _, n := range notes(out) {
		switch {
		case n.Rung != "command" || n.Reason == nil:
		case n.Line != "": // "it is a command"
			if e := w.s.Lines.Find(n.Line); e != nil {
				line = w.s.Lines.No(e)
			}
		case because.Written(n.Reason) == string(messages.Disengage) && line > 0:
			a.withdrew[n.Familiar] = line
		case because.Written(n.Reason) == string(messages.EngageHere):
			delete(a.withdrew, n.Familiar)
		}
	}
}

func (a *windowAccount) delivered(who messages.FamiliarID, t *turn.Turn) {
	called := slices.ContainsFunc(t.Asked, func(e transcript.Entry) bool { return e.No > a.withdrew[who] })
	if called && !t.Disengaged && (t.Trigger == messages.Address || t.Trigger == messages.FollowUp) {
		a.reply = who
	}
}

// onlyRepliesMoveWindows: nothing but a delivered reply, or a command that says
// so, opens or moves a window, and always for its whole length from now; it
// stays with who holds it, and is closed only by its end or by stepping back.
func (w *world) onlyRepliesMoveWindows(e Event) {
	w.t.Helper()
	is, was := w.s.Window, w.windowAccount.was
	if is == was {
		return
	}
	if is == (window.State{}) {
		if !closesWindow(e, was.Holder) && !w.types(e, "/disengage") {
			w.t.Fatalf("%T closes the window of %s", e, was.Holder)
		}
		return
	}
	seat, holder := w.s.cfg(w.seat(is.Holder)), was.Held(w.s.Now)
	if c := seat.Policy.Credit; !seat.KeepsWindow() || is.Until != w.s.Now.Add(c.Window) {
		w.t.Fatalf("%T moves the window to %v, with %+v at %v", e, is, c, w.s.Now)
	}
	if commanded, ok := e.(messages.Commanded); ok && commanded.Command == messages.EngageHere || w.types(e, "/engage") {
		if standing := w.config.Room.Default; holder != is.Holder && holder != "" && is.Holder != standing && !w.types(e, "/disengage") {
			w.t.Fatalf("a command takes the window of %s for %s, and %q is the default", holder, is.Holder, standing)
		}
		return
	}
	if w.reply != is.Holder || holder != "" && holder != is.Holder {
		w.t.Fatalf("%T, a reply of %q, moves the window of %q to %s", e, w.reply, holder, is.Holder)
	}
}

// closesWindow reports whether e may close the window of its holder.
func closesWindow(e Event, holder messages.FamiliarID) bool {
	switch e := e.(type) {
	case messages.Composed:
		return e.Disengage
	case messages.Commanded:
		return e.Command == messages.Disengage && (e.Familiar == "" || e.Familiar == holder)
	case messages.Forgotten:
		return e.All
	default:
		return false
	}
}
