package channel

import (
	"log/slog"
	"testing"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/telemetry"
	"familiar/telemetry/telemetrytest"
)

// BenchmarkTraced is what telemetry adds to an observed line: its place, and a
// look at what the step ordered; where it is counted, two counts, too.
func BenchmarkTraced(b *testing.B) {
	b.Setenv("OTEL_METRICS_EXPORTER", "none") // counting has a row of its own
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
		{"kept", on(telemetry.Config{Scrape: true, Recent: 200, Sample: 0.01})},
		{"unsampled", on(telemetry.Config{Endpoint: collector})},
		{"sampled", on(telemetry.Config{Endpoint: collector, Sample: 1})},
	} {
		b.Run(bb.name, func(b *testing.B) {
			tr, state := tracer{tracing: &tracing{Telemetry: bb.to}}, &conversation.Channel{}
			note := &messages.Note{Act: messages.Observe, Rung: "rest", Channel: "web//garden", Familiar: "aria", Line: "m1"}
			line := &messages.Line{Channel: "web//garden", ID: "m1"}
			effects, notes := []conversation.Effect{note}, []*messages.Note{note}
			b.ReportAllocs()
			for b.Loop() {
				line.Meta = bb.to.Receive(messages.Meta{})
				note.Meta = line.Meta
				bb.to.Heard("web")
				tr.about(state, messages.Heard{Line: line})
				tr.stepped(state, effects)
				tr.reached(journal.Record{Event: messages.Heard{Line: line}, At: 1})
				bb.to.Decided(notes)
			}
		})
	}
}
