package channel

import (
	"log/slog"
	"testing"
	"time"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/telemetry"
	"familiar/telemetry/telemetrytest"
)

// BenchmarkTraced is what telemetry adds to an observed line: its place, and a
// look at what the step ordered.
func BenchmarkTraced(b *testing.B) {
	into := &telemetrytest.Receiver{}
	on := func(c telemetry.Config) *telemetry.Telemetry {
		to, err := telemetry.Open(b.Context(), telemetry.Options{Config: c, Client: into.Client(), Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = to.Close(b.Context()) })
		return to
	}
	const collector = "http://collector:4318"
	for _, bb := range []struct {
		name string
		to   *telemetry.Telemetry
	}{
		{"off", nil},
		{"counted", on(telemetry.Config{Scrape: true})},
		{"unsampled", on(telemetry.Config{Endpoint: collector})},
		{"sampled", on(telemetry.Config{Endpoint: collector, Sample: 1})},
	} {
		b.Run(bb.name, func(b *testing.B) {
			tr, state := tracer{Telemetry: bb.to}, &conversation.State{}
			note := &messages.Note{Act: messages.Observe, Rung: "rest", Channel: "web//garden", Familiar: "aria", Line: "m1"}
			r := journal.Record{Channel: "web//garden", At: messages.InstantOf(time.Now())}
			effects, notes := []conversation.Effect{note}, []*messages.Note{note}
			b.ReportAllocs()
			for b.Loop() {
				note.Meta = bb.to.Receive(messages.Meta{})
				bb.to.Heard("web")
				tr.about(state)
				tr.stepped(state, r, effects)
				bb.to.Decided(notes)
			}
		})
	}
}
