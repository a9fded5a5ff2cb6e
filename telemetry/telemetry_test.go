package telemetry_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"familiar/messages"
	"familiar/telemetry"
	"familiar/telemetry/telemetrytest"
)

func open(t testing.TB, c telemetry.Config, into *telemetrytest.Receiver, log *slog.Logger) *telemetry.Telemetry {
	t.Helper()
	to, err := telemetry.Open(t.Context(), telemetry.Options{Config: c, Client: into.Client(), Log: log})
	if err != nil {
		t.Fatal(err)
	}
	return to
}

const somewhere = "http://collector:4318"

func TestOpen(t *testing.T) {
	for _, tt := range []struct {
		what            string
		config          telemetry.Config
		env             map[string]string
		tracing, scrape bool
	}{
		{"nothing is wanted", telemetry.Config{}, nil, false, false},
		{"a collector in the file", telemetry.Config{Endpoint: somewhere}, nil, true, false},
		{"a collector in the environment", telemetry.Config{}, map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": somewhere}, true, false},
		{"one for traces only", telemetry.Config{}, map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": somewhere}, true, false},
		{"over gRPC", telemetry.Config{Endpoint: somewhere, Protocol: telemetry.GRPC}, nil, true, false},
		{"traces are not wanted", telemetry.Config{Endpoint: somewhere}, map[string]string{"OTEL_TRACES_EXPORTER": "none", "OTEL_METRICS_EXPORTER": "none"}, false, false},
		{"all is switched off", telemetry.Config{Endpoint: somewhere, Scrape: true}, map[string]string{"OTEL_SDK_DISABLED": "true"}, false, false},
		{"only the page", telemetry.Config{Scrape: true}, nil, false, true},
	} {
		t.Run(tt.what, func(t *testing.T) {
			for name, value := range tt.env {
				t.Setenv(name, value)
			}
			to := open(t, tt.config, &telemetrytest.Receiver{Refuse: http.StatusNotFound}, slog.New(slog.DiscardHandler))
			if got := to.Tracing(); got != tt.tracing {
				t.Errorf("tracing is %v, want %v", got, tt.tracing)
			}
			if got := to.Metrics() != nil; got != tt.scrape {
				t.Errorf("there is a page: %v, want %v", got, tt.scrape)
			}
		})
	}
}

// TestSampled: of observed lines about the share that is wanted is traced.
func TestSampled(t *testing.T) {
	for _, tt := range []struct {
		what        string
		share       float64
		sampler     string
		least, most int
	}{
		{"none", 0, "", 0, 0},
		{"all", 1, "", 10_000, 10_000},
		{"a tenth", 0.1, "", 800, 1200},
		{"the environment outranks the file", 1, "always_off", 0, 0},
	} {
		t.Run(tt.what, func(t *testing.T) {
			t.Setenv("OTEL_TRACES_SAMPLER", tt.sampler)
			to := open(t, telemetry.Config{Endpoint: somewhere, Sample: tt.share}, &telemetrytest.Receiver{}, nil)
			sampled := 0
			for range 10_000 {
				if to.Receive(messages.Meta{}).Sampled() {
					sampled++
				}
			}
			if sampled < tt.least || sampled > tt.most {
				t.Errorf("%d of 10000 are traced, want %d to %d", sampled, tt.least, tt.most)
			}
			if err := to.Close(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestDeadCollector: it costs one warning, and no error at the end.
func TestDeadCollector(t *testing.T) {
	var log strings.Builder
	to := open(t, telemetry.Config{Endpoint: somewhere}, &telemetrytest.Receiver{Refuse: http.StatusNotFound}, slog.New(slog.NewTextHandler(&log, nil)))
	_, span := to.Begin(t.Context(), telemetry.SpanTurn, telemetry.Place{})
	span.End()
	if err := to.Close(t.Context()); err != nil {
		t.Errorf("the end failed with %v", err)
	}
	if got := strings.Count(log.String(), "what=traces"); got != 1 {
		t.Errorf("the log has %d warnings about traces, want 1: %s", got, log.String())
	}
}

// TestMetrics: what is counted is on the page, under its name.
func TestMetrics(t *testing.T) {
	to := open(t, telemetry.Config{Scrape: true}, &telemetrytest.Receiver{}, nil)
	to.Heard("irc")
	to.Decided([]*messages.Note{{Act: messages.Engage, Rung: "mention", Familiar: "aria"}})
	to.Called(telemetry.Call{Model: "m", Provider: "offline", Input: 7, Cost: 0.5, Familiar: "aria"})
	to.Gauge(telemetry.MetricActors, "Actors in memory.", func() int64 { return 3 })
	answer := httptest.NewRecorder()
	to.Metrics().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	for _, want := range []string{
		`familiar_lines_total{familiar_network="irc"} 1`,
		`familiar_decisions_total{familiar_act="engage",familiar_rung="mention",familiar_seat="aria"} 1`,
		`gen_ai_client_token_usage_sum{`, `familiar_actors 3`,
	} {
		if !strings.Contains(answer.Body.String(), want) {
			t.Errorf("the page lacks %s:\n%s", want, answer.Body)
		}
	}
}

// TestSameIDs: a span begun again after a crash has the ids it had.
func TestSameIDs(t *testing.T) {
	parent := messages.Meta{TraceID: [16]byte{1}, SpanID: [8]byte{2}}
	if a, b := telemetry.Below(parent, "compose", 7), telemetry.Below(parent, "compose", 7); a != b {
		t.Errorf("got %v and %v, want the same", a, b)
	}
	if a, b := telemetry.Below(parent, "compose", 7), telemetry.Below(parent, "compose", 8); a == b {
		t.Errorf("two orders have one place: %v", a)
	}
}

func BenchmarkReceive(b *testing.B) {
	into := &telemetrytest.Receiver{}
	for _, bb := range []struct {
		name string
		to   *telemetry.Telemetry
	}{{"off", nil}, {"unsampled", open(b, telemetry.Config{Endpoint: somewhere}, into, nil)}, {"sampled", open(b, telemetry.Config{Endpoint: somewhere, Sample: 1}, into, nil)}} {
		b.Run(bb.name, func(b *testing.B) {
			for b.Loop() {
				bb.to.Receive(messages.Meta{})
			}
		})
	}
}
