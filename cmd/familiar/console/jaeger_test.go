package console

import (
	"io"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/internal/await"
	"familiar/internal/jaeger"
)

// TestJaeger runs a demo against a real Jaeger, whose query API is at
// FAMILIAR_JAEGER and which takes OTLP on the same machine, and reads a whole
// turn back from it.
func TestJaeger(t *testing.T) {
	address := os.Getenv("FAMILIAR_JAEGER")
	if address == "" {
		t.Skip("no Jaeger: set FAMILIAR_JAEGER to the address of its query API, such as http://127.0.0.1:16686")
	}
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ what, protocol, port string }{
		{"over HTTP", "http/protobuf", "4318"},
		{"over gRPC", "grpc", "4317"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			service := "familiar-test-" + time.Now().Format("150405.000")
			t.Setenv("OTEL_SERVICE_NAME", service)
			t.Setenv("OTEL_EXPORTER_OTLP_PROTOCOL", tt.protocol)
			t.Setenv("OTEL_METRICS_EXPORTER", "none") // Jaeger takes traces only
			t.Setenv("OTEL_LOGS_EXPORTER", "none")
			demo := demoCommand{Model: "offline", Listen: "127.0.0.1:0", Speed: 20, For: 8 * time.Second, Seed: 1, OTLP: "http://" + at.Hostname() + ":" + tt.port, Color: "never"}
			if err := demo.Run(t.Context(), command.Streams{Out: io.Discard, Err: t.Output()}); err != nil {
				t.Fatal(err)
			}
			// The end of the program has sent everything; Jaeger may still be storing it.
			var traces []jaeger.Trace
			for end := time.Now().Add(await.Patience); time.Now().Before(end); <-time.After(200 * time.Millisecond) {
				if traces, err = jaeger.Ask(t.Context(), address, service, 200); err != nil {
					t.Fatal(err)
				}
				if slices.ContainsFunc(traces, whole) {
					return
				}
			}
			for i := range traces {
				t.Log(traces[i].ID + "\n" + traces[i].Text())
			}
			t.Errorf("none of %d traces is a whole turn", len(traces))
		})
	}
}

// whole reports whether a trace goes from the network's hand to the delivery
// under one root.
func whole(trace jaeger.Trace) bool {
	rows, roots := trace.Rows(), 0
	var names []string
	for _, r := range rows {
		names = append(names, r.Name)
		if r.Depth == 0 {
			roots++
		}
	}
	for _, want := range []string{"receive", "journal", "decide", "turn", "invoke_agent", "chat offline", "outbox", "post"} {
		if !slices.ContainsFunc(names, func(name string) bool { return name == want || strings.HasPrefix(name, want+" ") }) {
			return false
		}
	}
	return len(rows) >= 8 && roots == 1 && rows[0].Name == "receive"
}
