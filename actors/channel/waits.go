package channel

import (
	"time"

	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/telemetry"
)

// waits remembers what questions and turns in progress have waited for, which is
// reported when they end. They are few: a question for each seat and one turn. A
// crash forgets them.
type waits struct {
	of     map[[8]byte][]waited
	floors map[messages.FamiliarID]messages.Instant // since when a familiar waits for the floor
	free   messages.Instant                         // when the turn's next part could have been posted
}

// A waited is one of these waits.
type waited struct {
	term  string
	took  time.Duration
	until messages.Instant
}

// stepped looks at what a step has ordered and begun.
func (w *waits) stepped(s *conversation.Channel, e messages.Event, effects []conversation.Effect, before, after []conversation.OpenSpan) {
	for _, effect := range effects {
		if n, ok := effect.(*messages.Note); ok && heldBack(n) {
			w.holdsBack(n)
		}
	}
	if len(after) == 0 {
		return
	}
	for _, open := range after {
		if !under(open, before) {
			w.began(open, e)
		}
	}
	switch e.(type) {
	case messages.Composed, messages.Delivered, messages.DeliveryFailed:
		w.free = s.Now
	default: // nothing that a part waits for
	}
	for _, effect := range effects {
		if p, ok := effect.(messages.Post); ok && w.free != 0 && p.Meta.TraceID != ([16]byte{}) {
			w.add(p.Meta.SpanID, telemetry.WaitPace, w.free, s.Now)
			w.free = s.Now
		}
	}
}

// heldBack reports whether a decision is that a familiar waits for the floor.
func heldBack(n *messages.Note) bool { return n.Act == messages.Wait && n.Rung == messages.ByFloor }

// holdsBack notes that a familiar waits for the floor from now on.
func (w *waits) holdsBack(n *messages.Note) {
	if w.floors == nil {
		w.floors = make(map[messages.FamiliarID]messages.Instant)
	}
	if w.floors[n.Familiar] == 0 {
		w.floors[n.Familiar] = n.At
	}
}

// began notes what a question or turn that begins with event e has waited for:
// an unasked one for the floor, an answer for more lines, or until the channel
// was done with something else.
func (w *waits) began(open conversation.OpenSpan, e messages.Event) {
	if since := w.floors[open.Familiar]; since != 0 {
		delete(w.floors, open.Familiar)
		if open.Trigger.Unsolicited() {
			w.add(open.Meta.SpanID, telemetry.WaitFloor, since, open.Meta.At)
		}
	}
	if w.free = 0; !open.Turn || open.Trigger != messages.Address {
		return
	}
	var came messages.Instant // of the first line: since then somebody is waiting
	for _, l := range open.Lines {
		if l.Meta.At != 0 && (came == 0 || l.Meta.At < came) {
			came = l.Meta.At
		}
	}
	term := telemetry.WaitBusy
	if _, rang := e.(messages.TimerFired); rang {
		term = telemetry.WaitDebounce
	}
	if came != 0 {
		w.add(open.Meta.SpanID, term, came, open.Meta.At)
	}
}

// add notes a wait, unless it took no time.
func (w *waits) add(span [8]byte, term string, since, until messages.Instant) {
	if until <= since {
		return
	}
	if w.of == nil {
		w.of = make(map[[8]byte][]waited)
	}
	w.of[span] = append(w.of[span], waited{term, until.Sub(since), until})
}

// moveTo moves what a question or turn has waited for into its span.
func (w *waits) moveTo(span *telemetry.Span, id [8]byte) {
	for _, one := range w.of[id] {
		span.Waited(one.term, one.took, one.until.Time())
	}
	delete(w.of, id)
}
