package telemetry

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"time"

	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"familiar/messages"
)

// service is what the program is called unless OTEL_SERVICE_NAME says
// otherwise.
const service = "familiar"

// warnEvery bounds what a dead collector costs in the log.
const warnEvery = time.Minute

// sendEvery is how long a span that has ended waits to be sent with others, and
// so what a kill may take.
const sendEvery = time.Second

// Options is what a Telemetry is made of.
type Options struct {
	Config
	Version string       // of the program; "" is left out
	Client  *http.Client // sends by HTTP; nil: one of its own
	Log     *slog.Logger // warned while a collector doesn't take what is sent; nil: slog.Default()
}

// Open makes a Telemetry. It connects to nobody yet: a collector that is not
// there costs a warning a minute, and what was to be sent. Where nothing is to
// be recorded it is nil.
func Open(ctx context.Context, o Options) (*Telemetry, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if strings.EqualFold(os.Getenv("OTEL_SDK_DISABLED"), "true") {
		return nil, nil //nolint:nilnil // nil is off
	}
	traces, metrics, logs := o.sends("TRACES"), o.sends("METRICS"), o.sends("LOGS")
	if !traces && !metrics && !logs && !o.Scrape && o.Recent == 0 {
		return nil, nil //nolint:nilnil // nil is off
	}
	t := &Telemetry{config: o.Config, opened: messages.InstantOf(time.Now()), least: threshold(o.sample())}
	about, err := resource.New(ctx,
		resource.WithAttributes(semconv.ServiceName(service), semconv.ServiceVersion(o.Version)),
		resource.WithTelemetrySDK(), resource.WithHost(), resource.WithFromEnv())
	if about == nil {
		return nil, fmt.Errorf("telemetry: %w", err)
	}
	if traces || o.Recent > 0 {
		if err := t.openTraces(ctx, o, about, traces); err != nil {
			return nil, fmt.Errorf("telemetry: traces: %w", err)
		}
	}
	if err := t.openMetrics(ctx, o, about, metrics); err != nil {
		return nil, fmt.Errorf("telemetry: metrics: %w", err)
	}
	if logs {
		if err := t.openLogs(ctx, o, about); err != nil {
			return nil, fmt.Errorf("telemetry: logs: %w", err)
		}
	}
	return t, nil
}

// openTraces has spans kept in memory and, where sent says so, sent.
func (t *Telemetry) openTraces(ctx context.Context, o Options, about *resource.Resource, sent bool) error {
	// Everything that is begun is taken: whether to begin is decided before.
	options := []sdktrace.TracerProviderOption{sdktrace.WithSampler(sdktrace.AlwaysSample()), sdktrace.WithIDGenerator(ids{}), sdktrace.WithResource(about)}
	if o.Recent > 0 {
		t.recent = newRecent(o.Recent)
		options = append(options, sdktrace.WithSpanProcessor(t.recent))
	}
	if sent {
		batches, err := sentBatches(ctx, o)
		if err != nil {
			return err
		}
		options = append(options, batches)
	}
	provider := sdktrace.NewTracerProvider(options...)
	t.tracer = provider.Tracer(service, trace.WithInstrumentationVersion(o.Version))
	t.closing = append(t.closing, provider.Shutdown)
	return nil
}

// sentBatches has spans sent to the collector.
func sentBatches(ctx context.Context, o Options) (sdktrace.TracerProviderOption, error) {
	exporter, err := spanExporter(ctx, o)
	if err != nil {
		return nil, err
	}
	var batches []sdktrace.BatchSpanProcessorOption
	if os.Getenv("OTEL_BSP_SCHEDULE_DELAY") == "" {
		batches = append(batches, sdktrace.WithBatchTimeout(sendEvery))
	}
	return sdktrace.WithBatcher(calmSpans{exporter, newComplaint(o.Log, "traces")}, batches...), nil
}

func spanExporter(ctx context.Context, o Options) (sdktrace.SpanExporter, error) {
	if o.protocol("TRACES") == GRPC {
		var options []otlptracegrpc.Option
		if o.Endpoint != "" {
			options = append(options, otlptracegrpc.WithEndpointURL(o.Endpoint))
		}
		return otlptracegrpc.New(ctx, options...)
	}
	var options []otlptracehttp.Option
	if o.Endpoint != "" {
		options = append(options, otlptracehttp.WithEndpointURL(strings.TrimSuffix(o.Endpoint, "/")+"/v1/traces"))
	}
	if o.Client != nil {
		options = append(options, otlptracehttp.WithHTTPClient(o.Client))
	}
	return otlptracehttp.New(ctx, options...)
}

// calmSpans takes a failure for a warning.
type calmSpans struct {
	sdktrace.SpanExporter
	*complaint
}

// ExportSpans implements sdktrace.SpanExporter.
func (c calmSpans) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	c.tell(ctx, len(spans), c.SpanExporter.ExportSpans(ctx, spans))
	return nil
}

// A complaint warns of what a collector doesn't take, now and then.
type complaint struct {
	log  *slog.Logger
	what string
	lost Seldom
}

func newComplaint(log *slog.Logger, what string) *complaint {
	return &complaint{log: log, what: what, lost: Seldom{Every: warnEvery}}
}

func (c *complaint) tell(ctx context.Context, n int, err error) {
	if err == nil {
		return
	}
	if lost, say := c.lost.Count(n); say {
		c.log.WarnContext(ctx, "collector takes nothing", "what", c.what, "lost", lost, "err", err)
	}
}
