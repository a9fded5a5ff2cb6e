package channel

import (
	"context"
	"slices"
	"time"

	"familiar/journal"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/conversation"
	"familiar/telemetry"
)

// A tracer tells what steps have done. Where a span stands is in the state and
// in the notes; here its end is noticed. After a crash a step is done, and
// told, again: under the same ids.
type tracer struct {
	*tracing // nil while no message is handled
	*earlier // nil: nothing yet
}

// An earlier is what a tracer remembers of earlier steps.
type earlier struct {
	words    map[[8]byte]word // of what is open
	received [][8]byte        // spans of the newest lines told of
	waits    waits
}

// A tracing is what a tracer knows of the step at work.
type tracing struct {
	*telemetry.Telemetry
	event         messages.Event
	before, after []conversation.OpenSpan
	begun, told   time.Time // when it began and when it was told; zero: not asked for
}

// remembers returns what a tracer remembers that is to do so.
func (t *tracer) remembers() *earlier {
	if t.earlier == nil {
		t.earlier = &earlier{}
	}
	return t.earlier
}

// letGo forgets the step: the lists are reused.
func (t *tracing) letGo() {
	clear(t.before)
	clear(t.after)
	t.event = nil
}

// receivedKept is how many lines back a line is known to have been told.
const receivedKept = 8

// A word is what a note said about a question or a turn.
type word struct{ rung, reason string }

// about gives what is under way, before a step with e.
func (t *tracer) about(s *conversation.Channel, e messages.Event) {
	if t.Telemetry == nil {
		return
	}
	t.before, t.event = s.OpenSpans(t.before[:0]), e
	t.begun, t.told = time.Time{}, time.Time{}
	if heard, ok := e.(messages.Heard); ok && heard.Line.Meta.Sampled() {
		t.begun = time.Now()
	}
}

// reached tells how long a line took to here.
func (t *tracer) reached(r journal.Record) {
	if _, ok := r.Event.(messages.Heard); ok {
		t.Reached(r.At)
	}
}

// took returns when the step began and when it was told, the same for all its
// notes. The clock is read beforehand only for a line that is surely traced; of
// another's step the beginning is told as soon as it is over, microseconds late.
func (t *tracer) took() (begun, told time.Time) {
	if t.begun.IsZero() {
		t.begun = time.Now()
	}
	if t.told.IsZero() {
		t.told = time.Now()
	}
	return t.begun, t.told
}

// stepped tells what a step has decided and ended.
func (t *tracer) stepped(s *conversation.Channel, effects []conversation.Effect) {
	if t.Telemetry == nil {
		return
	}
	floored := false
	for _, effect := range effects {
		if n, ok := effect.(*messages.Note); ok {
			t.decided(s, n)
			floored = floored || heldBack(n)
		}
	}
	if t.after = s.OpenSpans(t.after[:0]); floored || len(t.after) > 0 {
		t.remembers().waits.stepped(s, t.event, effects, t.before, t.after)
	}
	for _, open := range t.before {
		if !under(open, t.after) {
			t.ended(s, open)
		}
	}
}

func under(open conversation.OpenSpan, all []conversation.OpenSpan) bool {
	for i := range all {
		if all[i].Meta.SpanID == open.Meta.SpanID {
			return true
		}
	}
	return false
}

// decided tells a decision about a line, and once how the line came here: if
// it is observed only when it is among those that are traced.
func (t *tracer) decided(s *conversation.Channel, n *messages.Note) {
	if n.Act == messages.Followed { // the turn's span has ended long ago
		return
	}
	if n.Act == messages.Settled || n.N != 0 {
		t.settled(n)
		return
	}
	leads := n.Act == messages.Engage || n.Act == messages.Ask
	if n.Line == "" || n.Meta.TraceID == ([16]byte{}) || !leads && !n.Meta.Sampled() || !t.Tracing() {
		return
	}
	t.receive(n)
	begun, told := t.took()
	t.Record(telemetry.SpanDecide, telemetry.Place{Parent: n.Meta, Begun: begun}, told, append(
		t.facts(n), telemetry.Act.String(string(n.Act)), telemetry.Generation.Int(s.Generation))...)
}

// receive tells how a line came here, unless it was told just now, or the line
// is what a turn of ours said.
func (t *tracer) receive(n *messages.Note) {
	for i := range t.before {
		if t.before[i].Meta.SpanID == n.Meta.SpanID {
			return
		}
	}
	m := t.remembers()
	if slices.Contains(m.received, n.Meta.SpanID) {
		return
	}
	if len(m.received) == receivedKept {
		m.received = slices.Delete(m.received, 0, 1)
	}
	m.received = append(m.received, n.Meta.SpanID)
	begun, told := t.took()
	network := n.Channel.Network()
	came, attrs := n.Meta.At.Time(), []telemetry.Attr{
		telemetry.MessagingSystem.String(string(network)), telemetry.Network.String(string(network)),
		telemetry.Destination.String(string(n.Channel)), telemetry.Channel.String(string(n.Channel)), telemetry.MessageID.String(string(n.Line)),
		telemetry.MessagingOp.String(telemetry.SpanReceive), telemetry.MessagingType.String("receive"),
	}
	t.Record(telemetry.SpanReceive, telemetry.Place{Meta: n.Meta, Begun: came, Kind: telemetry.Consumer}, told, attrs...)
	t.Record(telemetry.SpanJournal, telemetry.Place{Parent: n.Meta, Begun: came}, begun, telemetry.Channel.String(string(n.Channel)))
}

// settled remembers what a note says about something that is open.
func (t *tracer) settled(n *messages.Note) {
	if n.N == 0 {
		return
	}
	for i := range t.before {
		if open := &t.before[i]; open.N == n.N && open.Familiar == n.Familiar {
			m := t.remembers()
			if m.words == nil {
				m.words = make(map[[8]byte]word)
			}
			m.words[open.Meta.SpanID] = word{string(n.Rung), t.reason(n)}
		}
	}
}

// ended tells a question that is answered, or a turn that is over.
func (t *tracer) ended(s *conversation.Channel, open conversation.OpenSpan) {
	m := t.remembers()
	said, began := m.words[open.Meta.SpanID], open.Meta.At.Time()
	delete(m.words, open.Meta.SpanID)
	t.Turned(open.Turn, open.Familiar, open.Trigger, said.rung, began)
	place := t.placeOf(open)
	name := telemetry.SpanJudge
	if open.Turn {
		name = telemetry.SpanTurn
	}
	attrs := []telemetry.Attr{
		telemetry.Channel.String(string(s.Channel)), telemetry.Seat.String(string(open.Familiar)), telemetry.Order.Int64(int64(open.N)),
		telemetry.Trigger.String(string(open.Trigger)), telemetry.Unsolicited.Bool(open.Trigger.Unsolicited()), telemetry.Generation.Int(s.Generation),
	}
	if said.rung != "" {
		attrs = append(attrs, telemetry.Rung.String(said.rung))
	}
	if said.reason != "" {
		attrs = append(attrs, telemetry.Reason.String(said.reason))
	}
	_, span := t.Begin(context.Background(), name, place, attrs...)
	m.waits.moveTo(span, open.Meta.SpanID)
	span.EndAt(time.Now())
}

// placeOf returns where a question or turn stands: below what led to it, with
// links to the lines that it is about besides. What led to it in an earlier
// process may never have been sent, so it is a link, too, unless it was told
// here again.
func (t *tracer) placeOf(open conversation.OpenSpan) telemetry.Place {
	place := telemetry.Place{Meta: open.Meta, Parent: open.Parent, Begun: open.Meta.At.Time()}
	if t.Earlier(open.Parent) && !t.toldHere(open.Parent) {
		place.Parent = messages.Meta{}
	}
	led := open.Parent.TraceID != [16]byte{} && place.Parent == messages.Meta{}
	for _, l := range open.Lines {
		if l.Meta.TraceID != ([16]byte{}) && l.Meta.SpanID != place.Parent.SpanID {
			place.Links = append(place.Links, telemetry.Link{Line: l.ID, Meta: l.Meta})
			led = led && l.Meta.SpanID != open.Parent.SpanID
		}
	}
	if led {
		place.Links = append(place.Links, telemetry.Link{Meta: open.Parent})
	}
	return place
}

// toldHere reports whether a line was told of by this process, lately.
func (t *tracer) toldHere(m messages.Meta) bool {
	return t.earlier != nil && slices.Contains(t.received, m.SpanID)
}

// reason returns a note's reason as spans have it. What a judge says in words of its own may
// quote what was said: nobody who has the spans can be made to forget it.
func (t *tracer) reason(n *messages.Note) string {
	if t.Content() {
		return because.Written(n.Reason)
	}
	return because.Written(because.Wordless(n.Reason))
}

// facts returns what a note says as attributes.
func (t *tracer) facts(n *messages.Note) []telemetry.Attr {
	attrs := []telemetry.Attr{
		telemetry.Channel.String(string(n.Channel)), telemetry.Seat.String(string(n.Familiar)), telemetry.MessageID.String(string(n.Line)),
		telemetry.Rung.String(string(n.Rung)),
	}
	if n.Reason != nil {
		attrs = append(attrs, telemetry.Reason.String(t.reason(n)))
	}
	if n.Odds != 0 {
		attrs = append(attrs, telemetry.Odds.Float64(float64(n.Odds)))
	}
	if n.Bar != 0 {
		attrs = append(attrs, telemetry.Bar.Float64(float64(n.Bar)))
	}
	if n.Term != "" {
		attrs = append(attrs, telemetry.Term.String(n.Term))
	}
	return attrs
}
