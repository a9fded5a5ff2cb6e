// Package telemetry makes the program's traces and metrics and sends its log:
// where they go, and what every span, metric and attribute is called ([names.go]). It
// is the only package that knows OpenTelemetry.
//
// It knows messages and no actor. Whoever has something to tell holds a
// [*Telemetry] and calls it; the nil one is off, and every method of it does
// nothing. What a span's ids are is decided elsewhere: a line's are drawn when
// the network hands it over, a question's and a turn's stand in the channel's
// state, so that a turn is one trace even across a crash.
//
//	names.go     every name
//	config.go    the knobs
//	open.go      exporters, and what a dead collector costs
//	ids.go       ids that are given instead of drawn
//	span.go      one span
//	recent.go    traces in memory
//	line.go      whether an observed line is traced
//	metrics.go   what is counted
//	tally.go     counts of what happens with every line
//	durations.go how long that took
//	told.go      notes and posts into metrics
//	logs.go      lines of the log
//	seldom.go    what many would log at the same time
package telemetry

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/trace"

	"familiar/messages"
)

// flushWithin is how long the end of the process waits for a collector.
const flushWithin = 5 * time.Second

// A Telemetry records what the program does. The nil one records nothing. Its
// methods may be called at the same time and don't wait for a collector.
type Telemetry struct {
	config   Config
	opened   messages.Instant
	tracer   trace.Tracer // nil: no traces
	recent   *recent      // nil: no trace is kept in memory
	least    uint64       // a line is traced when its draw is below
	counters *counters    // nil: no metrics
	scrape   http.Handler // nil: no page of metrics
	logs     slog.Handler // nil: no logs
	closing  []func(context.Context) error
}

// Tracing reports whether spans go anywhere.
func (t *Telemetry) Tracing() bool { return t != nil && t.tracer != nil }

// Earlier reports whether what stands there was told by an earlier process. One
// that was killed may not have sent it, so nothing is to hang from it.
func (t *Telemetry) Earlier(m messages.Meta) bool { return t != nil && m.At < t.opened }

// Content reports whether spans may hold what was said.
func (t *Telemetry) Content() bool { return t != nil && t.config.Content }

// Metrics returns what is counted as Prometheus reads it; nil when nothing is.
func (t *Telemetry) Metrics() http.Handler {
	if t == nil {
		return nil
	}
	return t.scrape
}

// Close sends what has not been sent, for at most 5 s. Call it when nobody
// tells anything any more.
func (t *Telemetry) Close(ctx context.Context) error {
	if t == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, flushWithin)
	defer cancel()
	var errs []error
	for _, end := range t.closing {
		errs = append(errs, end(ctx))
	}
	return errors.Join(errs...)
}
