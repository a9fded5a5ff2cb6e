// Package telemetrytest is a collector for tests: it takes what is sent by
// OTLP over HTTP in the process itself, without a socket, and gives the spans
// as trees.
package telemetrytest

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"

	logscollector "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	logs "go.opentelemetry.io/proto/otlp/logs/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// A Receiver keeps every span and line of a log it was sent. The zero Receiver is ready.
type Receiver struct {
	// Refuse has it answer every request with that status; 0: it takes them.
	Refuse int

	mu    sync.Mutex // exporters send while a test reads
	spans []*trace.Span
	lines []*logs.LogRecord
}

// Client returns a client whose requests all come here.
func (r *Receiver) Client() *http.Client { return &http.Client{Transport: r} }

// RoundTrip implements http.RoundTripper.
func (r *Receiver) RoundTrip(request *http.Request) (*http.Response, error) {
	answer := httptest.NewRecorder()
	r.ServeHTTP(answer, request)
	return answer.Result(), nil
}

// ServeHTTP takes one export.
func (r *Receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	if r.Refuse != 0 {
		w.WriteHeader(r.Refuse)
		return
	}
	body, err := io.ReadAll(request.Body)
	if err == nil && request.Header.Get("Content-Encoding") == "gzip" {
		var z *gzip.Reader
		if z, err = gzip.NewReader(bytes.NewReader(body)); err == nil {
			body, err = io.ReadAll(z)
		}
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/x-protobuf")
	switch request.URL.Path {
	case "/v1/traces":
		err = r.takeSpans(body)
	case "/v1/logs":
		err = r.takeLines(body)
	default: // metrics are taken and not kept
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
	}
}

func (r *Receiver) takeSpans(body []byte) error {
	var sent collector.ExportTraceServiceRequest
	if err := proto.Unmarshal(body, &sent); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, resource := range sent.ResourceSpans {
		for _, scope := range resource.ScopeSpans {
			r.spans = append(r.spans, scope.Spans...)
		}
	}
	return nil
}

func (r *Receiver) takeLines(body []byte) error {
	var sent logscollector.ExportLogsServiceRequest
	if err := proto.Unmarshal(body, &sent); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, resource := range sent.ResourceLogs {
		for _, scope := range resource.ScopeLogs {
			r.lines = append(r.lines, scope.LogRecords...)
		}
	}
	return nil
}

// Forget forgets what was sent so far.
func (r *Receiver) Forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.spans, r.lines = nil, nil
}

// Spans returns what was sent, in the order of arrival.
func (r *Receiver) Spans() []*trace.Span {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]*trace.Span(nil), r.spans...)
}

// Lines returns the lines of the log that were sent, in the order of arrival.
func (r *Receiver) Lines() []*logs.LogRecord {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]*logs.LogRecord(nil), r.lines...)
}
