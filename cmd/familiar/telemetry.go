package main

import (
	"context"
	"log/slog"
	"runtime/debug"

	"familiar/config"
	"familiar/messages"
	"familiar/telemetry"
)

// openTelemetry begins to record as the configuration says.
func openTelemetry(c *config.Config, log *slog.Logger) (*telemetry.Telemetry, error) {
	version := ""
	if build, ok := debug.ReadBuildInfo(); ok {
		version = build.Main.Version
	}
	return telemetry.Open(context.Background(), telemetry.Options{Config: c.Telemetry, Version: version, Log: log})
}

// closeTelemetry sends what is left. A collector that is not there is no
// reason to fail.
func (s *service) closeTelemetry() {
	if err := s.telemetry.Close(context.Background()); err != nil {
		s.log.Warn("telemetry is not all sent", "err", err)
	}
}

// traceOf gives where a decision stands, for its line in the log; none without
// a trace.
func traceOf(n *messages.Note) []slog.Attr {
	if n.Meta.TraceID == ([16]byte{}) {
		return nil
	}
	trace, span := telemetry.IDs(n.Meta)
	return []slog.Attr{slog.String(telemetry.LogTrace, trace), slog.String(telemetry.LogSpan, span)}
}
