package telemetry_test

import (
	"bytes"
	"encoding/hex"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"familiar/telemetry"
	"familiar/telemetry/telemetrytest"
)

// TestLog: what the program's own log takes is sent, with the span it names.
func TestLog(t *testing.T) {
	const trace, span = "0102030405060708090a0b0c0d0e0f10", "1112131415161718"
	var own bytes.Buffer
	base := slog.New(slog.NewTextHandler(&own, nil))
	into := &telemetrytest.Receiver{}
	to := open(t, telemetry.Config{Endpoint: somewhere}, into, base)
	log := to.Log(base)
	log.Debug("too fine")
	log.With("channel", "web//garden").Info("decision", telemetry.LogTrace, trace, telemetry.LogSpan, span, "act", "engage")
	log.Warn("alone", telemetry.LogTrace, "no id")
	if err := to.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	lines := into.Lines()
	if len(lines) != 2 {
		t.Fatalf("%d lines were sent, want 2: %v", len(lines), lines)
	}
	first := lines[0]
	if got := hex.EncodeToString(first.TraceId) + " " + hex.EncodeToString(first.SpanId); got != trace+" "+span {
		t.Errorf("the line stands in %s, want %s %s", got, trace, span)
	}
	var said []string
	for _, a := range first.Attributes {
		said = append(said, a.Key+"="+a.Value.GetStringValue())
	}
	if got := first.Body.GetStringValue() + " " + strings.Join(said, " "); got != "decision channel=web//garden act=engage" {
		t.Errorf("sent %q", got)
	}
	if len(lines[1].TraceId) != 0 && !bytes.Equal(lines[1].TraceId, make([]byte, 16)) {
		t.Errorf("a line without an id stands in %x", lines[1].TraceId)
	}
	if got := strings.Count(own.String(), "\n"); got != 2 || !strings.Contains(own.String(), "trace_id="+trace) {
		t.Errorf("the program's own log has %s", own.String())
	}
}

// TestLogWithoutCollector: a collector that takes nothing is warned of in the
// program's own log alone, which loses nothing.
func TestLogWithoutCollector(t *testing.T) {
	var own bytes.Buffer
	base := slog.New(slog.NewTextHandler(&own, nil))
	to := open(t, telemetry.Config{Endpoint: somewhere}, &telemetrytest.Receiver{Refuse: http.StatusNotFound}, base)
	to.Log(base).Info("on it goes")
	if err := to.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := own.String(); !strings.Contains(got, "on it goes") || strings.Count(got, "what=logs") != 1 {
		t.Errorf("the log has %s", got)
	}
	if off := open(t, telemetry.Config{Scrape: true}, nil, base); off.Log(base) != base {
		t.Error("a log that is not sent is another logger")
	}
}
