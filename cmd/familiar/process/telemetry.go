package process

import (
	"context"
	"log/slog"
	"runtime/debug"

	"familiar/config"
	"familiar/messages"
	"familiar/telemetry"
)

// OpenTelemetry begins to record as the configuration says.
func OpenTelemetry(c *config.Config, log *slog.Logger) (*telemetry.Telemetry, error) {
	version := ""
	if build, ok := debug.ReadBuildInfo(); ok {
		version = build.Main.Version
	}
	return telemetry.Open(context.Background(), telemetry.Options{Config: c.Telemetry, Version: version, Log: log})
}

// closeTelemetry sends what is left. A collector that is not there is no
// reason to fail.
func (s *Service) closeTelemetry() {
	if err := s.telemetry.Close(context.Background()); err != nil {
		s.log.Warn("not all telemetry was sent", "err", err)
	}
}

// TraceOf returns where a decision stands, for its line in the log; none without
// a trace.
func TraceOf(n *messages.Note) []slog.Attr {
	if n.Meta.TraceID == ([16]byte{}) {
		return nil
	}
	trace, span := telemetry.IDs(n.Meta)
	return []slog.Attr{slog.String(telemetry.LogTrace, trace), slog.String(telemetry.LogSpan, span)}
}
