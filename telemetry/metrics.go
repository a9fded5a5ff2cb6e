package telemetry

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetricgrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	otelprometheus "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/metric"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/resource"

	"familiar/messages"
)

// Bounds of the histograms: seconds of a turn or call, as the GenAI
// conventions advise for a call, and tokens, as they advise.
var (
	secondsBounds = []float64{0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92}
	tokenBounds   = []float64{1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576}
)

// counters is every instrument.
type counters struct {
	meter                   metric.Meter
	lines, unmatched, shed  tally[messages.Network]
	decisions               tally[decided]
	letters                 tally[string]
	passed                  tally[messages.PassedOver]
	decides, appends        durations
	posts                   metric.Int64Counter
	cost                    metric.Float64Counter
	turns, questions, calls metric.Float64Histogram
	firsts                  metric.Float64Histogram
	takeOvers, stages       metric.Float64Histogram
	giveUps, asks           metric.Float64Histogram
	joins                   metric.Int64Counter
	tokens                  metric.Int64Histogram
}

// decided is what decisions are counted by.
type decided struct {
	act  messages.Act
	rung string
	seat messages.FamiliarID
}

// openMetrics opens the metrics for their readers: the page, a collector.
func (t *Telemetry) openMetrics(ctx context.Context, o Options, about *resource.Resource, send bool) error {
	options, counted := []sdkmetric.Option{sdkmetric.WithResource(about)}, &counters{
		decides: durations{name: MetricDecide, what: "From when the journal took a line until its channel has decided."},
		appends: durations{name: MetricAppend, what: "Writing a line or another event to the journal."},
	}
	short := &producer{since: time.Now(), all: []*durations{&counted.decides, &counted.appends}}
	if o.Scrape {
		registry := prometheus.NewRegistry()
		registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
		exporter, err := otelprometheus.New(otelprometheus.WithRegisterer(registry), otelprometheus.WithoutScopeInfo(), otelprometheus.WithProducer(short))
		if err != nil {
			return err
		}
		options = append(options, sdkmetric.WithReader(exporter))
		t.scrape = promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
	}
	if send {
		exporter, err := metricExporter(ctx, o)
		if err != nil {
			return err
		}
		options = append(options, sdkmetric.WithReader(sdkmetric.NewPeriodicReader(calmMetrics{exporter, newComplaint(o.Log, "metrics")}, sdkmetric.WithProducer(short))))
	}
	if len(options) == 1 {
		return nil
	}
	provider := sdkmetric.NewMeterProvider(options...)
	t.closing = append(t.closing, provider.Shutdown)
	counted.meter = provider.Meter(service, metric.WithInstrumentationVersion(o.Version))
	t.counters = counted
	return t.counters.make()
}

func metricExporter(ctx context.Context, o Options) (sdkmetric.Exporter, error) {
	if o.protocol("METRICS") == GRPC {
		var options []otlpmetricgrpc.Option
		if o.Endpoint != "" {
			options = append(options, otlpmetricgrpc.WithEndpointURL(o.Endpoint))
		}
		return otlpmetricgrpc.New(ctx, options...)
	}
	var options []otlpmetrichttp.Option
	if o.Endpoint != "" {
		options = append(options, otlpmetrichttp.WithEndpointURL(strings.TrimSuffix(o.Endpoint, "/")+"/v1/metrics"))
	}
	if o.Client != nil {
		options = append(options, otlpmetrichttp.WithHTTPClient(o.Client))
	}
	return otlpmetrichttp.New(ctx, options...)
}

// calmMetrics takes a failure for a warning.
type calmMetrics struct {
	sdkmetric.Exporter
	*complaint
}

// Export implements sdkmetric.Exporter.
func (c calmMetrics) Export(ctx context.Context, m *metricdata.ResourceMetrics) error {
	c.tell(ctx, 1, c.Exporter.Export(ctx, m))
	return nil
}

// make makes the instruments.
func (c *counters) make() error {
	var errs []error
	count := func(name, what string) metric.Int64Counter {
		i, err := c.meter.Int64Counter(name, metric.WithDescription(what))
		errs = append(errs, err)
		return i
	}
	seconds := func(name, what string) metric.Float64Histogram {
		i, err := c.meter.Float64Histogram(name, metric.WithDescription(what), metric.WithUnit("s"), metric.WithExplicitBucketBoundaries(secondsBounds...))
		errs = append(errs, err)
		return i
	}
	byNetwork := func(n messages.Network) []Attr { return []Attr{Network.String(string(n))} }
	errs = append(errs,
		c.lines.show(c.meter, MetricLines, "Lines heard, each account's copy by itself.", byNetwork),
		c.shed.show(c.meter, MetricShed, "Lines that their channel's backlog had no room for.", byNetwork),
		c.letters.show(c.meter, MetricLetters, "What was given up and is kept for the operator.", func(outcome string) []Attr {
			return []Attr{Outcome.String(outcome)}
		}),
		c.passed.show(c.meter, MetricPassed, "Models of a chain in whose place the next was asked.", func(p messages.PassedOver) []Attr {
			return []Attr{Model.String(p.Model), Pass.String(string(p.Why))}
		}),
		c.unmatched.show(c.meter, MetricUnmatched, "Lines in channels that nobody is in, each account's copy by itself.", byNetwork),
		c.decisions.show(c.meter, MetricDecisions, "Decisions about lines, and what became of them.", func(d decided) []Attr {
			return []Attr{Act.String(string(d.act)), Rung.String(d.rung), Seat.String(string(d.seat))}
		}))
	c.posts = count(MetricPosts, "Tries to post a part.")
	c.turns = seconds(MetricTurns, "From a turn's order to its last part's delivery.")
	c.questions = seconds(MetricQuestions, "From a question's order to its verdict.")
	c.calls = seconds(MetricModelTime, "A call of a model.")
	c.firsts = seconds(MetricFirst, "From a request to the first piece of its answer.")
	c.takeOvers = seconds(MetricTakeOver, "From the claim of a partition or an account until all of it works here.")
	c.stages = seconds(MetricStage, "A stage of that.")
	c.giveUps = seconds(MetricGiveUp, "From when a partition or an account is to leave until others may have it.")
	c.asks = seconds(MetricAsk, "Until another process has answered.")
	c.joins = count(MetricJoins, "Other processes that entered.")
	var err error
	c.tokens, err = c.meter.Int64Histogram(MetricTokens, metric.WithDescription("Tokens of a call."), metric.WithUnit("{token}"), metric.WithExplicitBucketBoundaries(tokenBounds...))
	errs = append(errs, err)
	c.cost, err = c.meter.Float64Counter(MetricCost, metric.WithDescription("What models cost, in US dollars, where the price is known."), metric.WithUnit("{USD}"))
	return errors.Join(append(errs, err)...)
}

// Gauges has now asked whenever metrics are read; it shows a value for each set
// of attributes, of which there must be few, and must not block. unit is as
// OpenTelemetry writes it: "s", "{post}".
func (t *Telemetry) Gauges(name, what, unit string, now func(show func(value float64, attrs ...Attr))) {
	if !t.counts() {
		return
	}
	_, err := t.counters.meter.Float64ObservableGauge(name, metric.WithDescription(what), metric.WithUnit(unit),
		metric.WithFloat64Callback(func(_ context.Context, o metric.Float64Observer) error {
			now(func(value float64, attrs ...Attr) { o.Observe(value, metric.WithAttributes(attrs...)) })
			return nil
		}))
	if err != nil {
		panic(err) // the name is malformed
	}
}

// Gauge has now asked whenever metrics are read; it must not block.
func (t *Telemetry) Gauge(name, what string, now func() int64) {
	if !t.counts() {
		return
	}
	_, err := t.counters.meter.Int64ObservableGauge(name, metric.WithDescription(what),
		metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error { o.Observe(now()); return nil }))
	if err != nil {
		panic(err) // the name is malformed
	}
}

func since(began time.Time) float64 { return time.Since(began).Seconds() }
