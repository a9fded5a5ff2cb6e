//go:build unix

package bench

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"familiar/actors/channel"
	"familiar/actors/host"
	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/telemetry"
	"familiar/telemetry/telemetrytest"
)

// A noting journal is one in memory without snapshots whose decisions go to a
// ledger of its own; nil: to none.
type noting struct {
	unsaved
	ledger interface {
		Note(ctx context.Context, notes ...*messages.Note) error
	}
}

func (n noting) Note(ctx context.Context, notes ...*messages.Note) error {
	if n.ledger == nil {
		return nil
	}
	return n.ledger.Note(ctx, notes...)
}

// chunk is how many lines are timed together: few enough that on a machine with
// other work some chunks are not interrupted.
const chunk = 500

// timed is a channel's actor that keeps how long its quickest chunk took.
type timed struct {
	host.Handler
	done  *atomic.Int64
	took  *time.Duration // of the chunk so far
	least *time.Duration
}

func (t timed) Receive(msg any) {
	began := time.Now()
	t.Handler.Receive(msg)
	*t.took += time.Since(began)
	if _, ok := msg.(journal.Record); !ok {
		return
	}
	if n := t.done.Load() + 1; n%chunk == 0 {
		if *t.least == 0 || *t.took < *t.least {
			*t.least = *t.took
		}
		*t.took = 0
	}
	t.done.Add(1) // the last: who waits for it reads least
}

// decide has one channel's actor hear b.N lines, most of which it observes, and
// reports how long it worked on each in the quickest chunk: Step, the ledger,
// and what is told of it. ns/op is the whole process's and says less.
func decide(b *testing.B, store journal.Journal, to *telemetry.Telemetry) {
	log := slog.New(slog.DiscardHandler)
	h, err := host.New(host.Config{Log: log})
	if err != nil {
		b.Fatal(err)
	}
	t := &town{host: h, journal: store, config: household(true), observe: func([]*messages.Note) {}, stepped: func(journal.Record) {}}
	live := channel.Make(channel.Options{
		Journal: store, Orders: t, Log: log, Telemetry: to,
		Config:   func(messages.ChannelID) *conversation.Config { return t.config },
		Draining: func(messages.ChannelID) bool { return true },
		Under:    func(int) {},
	})
	var done atomic.Int64
	var took, least time.Duration
	h.Register(channel.Kind, host.Kind{Idle: 10 * time.Minute, Make: func(self *host.Self) host.Handler {
		return timed{live(self), &done, &took, &least}
	}})
	lines := records(b.N, 1, 1)
	for _, r := range lines {
		l := r.Event.(messages.Heard).Line
		l.Meta = to.Receive(l.Meta)
	}
	b.ResetTimer()
	for _, r := range lines {
		h.Send(channel.Key(r.Channel), r)
	}
	for done.Load() < int64(b.N) {
		time.Sleep(100 * time.Microsecond) // the clock is the measure here
	}
	b.ReportMetric(float64(least.Nanoseconds())/chunk, "ns/line")
	b.StopTimer()
	h.Drain(b.Context())
}

// BenchmarkDecisionTraced is a decision through the channel's actor with
// nothing told, with traces of lines that are not sampled, and with a span for
// every line. The draw of a line's ids is the adapter's, and in
// BenchmarkReceive of package telemetry.
func BenchmarkDecisionTraced(b *testing.B) {
	b.Setenv("OTEL_METRICS_EXPORTER", "none")
	b.Setenv("OTEL_LOGS_EXPORTER", "none")
	for _, bb := range []struct {
		name   string
		config telemetry.Config
	}{
		{"off", telemetry.Config{}},
		{"unsampled", telemetry.Config{Endpoint: "http://collector:4318"}},
		{"sampled", telemetry.Config{Endpoint: "http://collector:4318", Sample: 1}},
	} {
		b.Run(bb.name, func(b *testing.B) {
			into := &telemetrytest.Receiver{}
			to, err := telemetry.Open(b.Context(), telemetry.Options{Config: bb.config, Client: into.Client(), Log: slog.New(slog.DiscardHandler)})
			if err != nil {
				b.Fatal(err)
			}
			decide(b, noting{unsaved: unsaved{memory.New(memory.Config{})}}, to)
			if err := to.Close(b.Context()); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// BenchmarkDecisionLedger is the same without a ledger, with the one in
// memory, and with the durable one, which writes from a goroutine of its own.
func BenchmarkDecisionLedger(b *testing.B) {
	for _, name := range []string{"none", "memory", "durable"} {
		b.Run(name, func(b *testing.B) {
			in := memory.New(memory.Config{})
			store := noting{unsaved: unsaved{in}}
			switch name {
			case "memory":
				store.ledger = in
			case "durable":
				store.ledger = openStore(b, b.TempDir())
			}
			decide(b, store, nil)
		})
	}
}
