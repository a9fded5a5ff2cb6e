package telemetry

import (
	"context"
	"encoding/hex"
	"log/slog"
	"strings"

	"go.opentelemetry.io/contrib/bridges/otelslog"
	"go.opentelemetry.io/otel/exporters/otlp/otlplog/otlploggrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlplog/otlploghttp"
	sdklog "go.opentelemetry.io/otel/sdk/log"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/trace"
)

// The names under which a line of the log tells the span it belongs to.
const (
	LogTrace = "trace_id"
	LogSpan  = "span_id"
)

// Log returns a logger that writes to base and sends what base takes to the
// collector, too. Without one for logs it is base.
func (t *Telemetry) Log(base *slog.Logger) *slog.Logger {
	if t == nil || t.logs == nil {
		return base
	}
	return slog.New(slog.NewMultiHandler(base.Handler(), sender{t.logs, base.Handler()}))
}

// openLogs has lines of the log sent.
func (t *Telemetry) openLogs(ctx context.Context, o Options, about *resource.Resource) error {
	exporter, err := logExporter(ctx, o)
	if err != nil {
		return err
	}
	batches := sdklog.NewBatchProcessor(calmLogs{exporter, newComplaint(o.Log, "logs")})
	provider := sdklog.NewLoggerProvider(sdklog.WithResource(about), sdklog.WithProcessor(batches))
	t.logs = otelslog.NewHandler(service, otelslog.WithLoggerProvider(provider), otelslog.WithVersion(o.Version))
	t.closing = append(t.closing, provider.Shutdown)
	return nil
}

func logExporter(ctx context.Context, o Options) (sdklog.Exporter, error) {
	if o.protocol("LOGS") == GRPC {
		var options []otlploggrpc.Option
		if o.Endpoint != "" {
			options = append(options, otlploggrpc.WithEndpointURL(o.Endpoint))
		}
		return otlploggrpc.New(ctx, options...)
	}
	var options []otlploghttp.Option
	if o.Endpoint != "" {
		options = append(options, otlploghttp.WithEndpointURL(strings.TrimSuffix(o.Endpoint, "/")+"/v1/logs"))
	}
	if o.Client != nil {
		options = append(options, otlploghttp.WithHTTPClient(o.Client))
	}
	return otlploghttp.New(ctx, options...)
}

// calmLogs takes a failure for a warning, which isn't sent.
type calmLogs struct {
	sdklog.Exporter
	*complaint
}

// Export implements sdklog.Exporter.
func (c calmLogs) Export(ctx context.Context, records []sdklog.Record) error {
	c.tell(ctx, len(records), c.Exporter.Export(ctx, records))
	return nil
}

// A sender hands lines that the program's own log takes to the bridge. The
// span that a line names becomes the record's own.
type sender struct {
	slog.Handler              // the bridge
	own          slog.Handler // says which levels count
}

// Enabled implements slog.Handler.
func (s sender) Enabled(ctx context.Context, level slog.Level) bool {
	return s.own.Enabled(ctx, level)
}

// Handle implements slog.Handler.
func (s sender) Handle(ctx context.Context, r slog.Record) error {
	var span trace.SpanContextConfig
	rest := slog.NewRecord(r.Time, r.Level, r.Message, r.PC)
	r.Attrs(func(a slog.Attr) bool {
		switch a.Key {
		case LogTrace:
			_, _ = hex.Decode(span.TraceID[:], []byte(a.Value.String())) // what is no id stays zero
		case LogSpan:
			_, _ = hex.Decode(span.SpanID[:], []byte(a.Value.String()))
		default:
			rest.AddAttrs(a)
		}
		return true
	})
	if in := trace.NewSpanContext(span); in.IsValid() {
		ctx = trace.ContextWithSpanContext(ctx, in)
	}
	return s.Handler.Handle(ctx, rest)
}

// WithAttrs implements slog.Handler.
func (s sender) WithAttrs(attrs []slog.Attr) slog.Handler {
	return sender{s.Handler.WithAttrs(attrs), s.own}
}

// WithGroup implements slog.Handler.
func (s sender) WithGroup(name string) slog.Handler { return sender{s.Handler.WithGroup(name), s.own} }
