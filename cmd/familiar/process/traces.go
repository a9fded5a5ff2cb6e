package process

import (
	"time"

	"familiar/config"
	"familiar/control"
	"familiar/messages"
	"familiar/telemetry"
)

// traces shows the traces in memory to the HTTP interface. It implements
// [control.Traces].
type traces struct {
	telemetry *telemetry.Telemetry
	settings  func() *config.Config
}

// Newest implements control.Traces.
func (t traces) Newest(most int) (heads []control.TraceHead) {
	for _, trace := range t.telemetry.Recent(most) {
		heads = append(heads, headOf(&trace))
	}
	return heads
}

// Trace implements control.Traces.
func (t traces) Trace(id string) (control.Trace, bool) {
	trace, known := t.telemetry.RecentTrace(id)
	if !known {
		return control.Trace{}, false
	}
	begun, _ := trace.Span()
	shown := control.Trace{ID: trace.ID, Begun: begun.UnixMilli(), Link: t.settings().Telemetry.LinkTo(trace.ID), Left: trace.Left}
	for i := range trace.Spans {
		shown.Spans = append(shown.Spans, shownSpan(&trace.Spans[i], begun))
	}
	return shown, true
}

// headOf tells of a trace by what most is to be known of in it.
func headOf(t *telemetry.Trace) control.TraceHead {
	begun, took := t.Span()
	head := control.TraceHead{ID: t.ID, Begun: begun.UnixMilli(), Took: milliseconds(took)}
	best := 0
	for i := range t.Spans {
		s := &t.Spans[i]
		head.Failed = head.Failed || s.Failed != ""
		if rank := rankOf[s.Name]; rank > best {
			best, head.Kind = rank, s.Name
			head.Channel = messages.ChannelID(s.Fact(telemetry.Channel))
			head.Familiar, head.Rung = messages.FamiliarID(s.Fact(telemetry.Seat)), s.Fact(telemetry.Rung)
		}
	}
	return head
}

// rankOf says of which span a trace is told by.
var rankOf = map[string]int{telemetry.SpanReceive: 1, telemetry.SpanJudge: 2, telemetry.SpanTurn: 3, telemetry.SpanRehearse: 3}

func shownSpan(s *telemetry.TraceSpan, begun time.Time) control.TraceSpan {
	shown := control.TraceSpan{
		ID: s.ID, Parent: s.Parent, Name: s.Name, After: milliseconds(s.Begun.Sub(begun)), Took: milliseconds(s.Took), Failed: s.Failed,
	}
	for _, f := range s.Facts {
		shown.Facts = append(shown.Facts, control.TraceFact(f))
	}
	for _, w := range s.Waits {
		shown.Waits = append(shown.Waits, control.TraceWait{Term: w.Term, After: milliseconds(w.Until.Add(-w.Took).Sub(begun)), Took: milliseconds(w.Took)})
	}
	return shown
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
