// Package jaeger reads traces as the HTTP API of a Jaeger answers with them,
// and draws one: as text, and as the picture in docs/observability.md.
//
// It knows Jaeger's JSON and nothing of what the spans mean. Tests use it; the
// program doesn't.
package jaeger

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
)

// most bounds an answer, in bytes.
const most = 64 << 20

// An Answer is what Jaeger says to a search for traces.
type Answer struct {
	Data []Trace `json:"data"`
}

// A Trace is every span with one trace id, in no order.
type Trace struct {
	ID    string `json:"traceID"`
	Spans []Span `json:"spans"`
}

// A Span is one of them. Times are in microseconds, the start since 1970.
type Span struct {
	Trace      string      `json:"traceID"`
	ID         string      `json:"spanID"`
	Name       string      `json:"operationName"`
	References []Reference `json:"references"`
	Start      int64       `json:"startTime"`
	Duration   int64       `json:"duration"`
	Tags       []Tag       `json:"tags"`
}

// A Reference names a span that led to another.
type Reference struct {
	Kind  string `json:"refType"` // CHILD_OF, or FOLLOWS_FROM for a link
	Trace string `json:"traceID"`
	ID    string `json:"spanID"`
}

// A Tag is one attribute.
type Tag struct {
	Key   string `json:"key"`
	Value any    `json:"value"`
}

// Ask returns up to limit of a service's newest traces from the Jaeger whose
// query API is at the address, such as http://127.0.0.1:16686.
func Ask(ctx context.Context, address, service string, limit int) ([]Trace, error) {
	query := url.Values{"service": {service}, "limit": {strconv.Itoa(limit)}}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"/api/traces?"+query.Encode(), http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("jaeger: %w", err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, fmt.Errorf("jaeger: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("jaeger: it answers %s", response.Status)
	}
	var answer Answer
	if err := json.NewDecoder(io.LimitReader(response.Body, most)).Decode(&answer); err != nil {
		return nil, fmt.Errorf("jaeger: %w", err)
	}
	return answer.Data, nil
}

// Tag returns an attribute as text; "" when there is none.
func (s *Span) Tag(key string) string {
	for _, t := range s.Tags {
		if t.Key == key {
			return fmt.Sprint(t.Value)
		}
	}
	return ""
}

// links counts the spans that led to s beside its parent.
func (s *Span) links() (n int) {
	for _, r := range s.References {
		if r.Kind == "FOLLOWS_FROM" {
			n++
		}
	}
	return n
}

// A Row is a span and how far below the root it stands.
type Row struct {
	*Span
	Depth int
	At    int64 // µs after the trace's first span began
}

// Rows returns the spans as a tree is read: a span, then what is below it, in
// the order they began. What names a parent that is not there is a root.
func (t *Trace) Rows() []Row {
	known := make(map[string]bool)
	for i := range t.Spans {
		known[t.Spans[i].ID] = true
	}
	below, first := make(map[string][]*Span), int64(0)
	for i := range t.Spans {
		s := &t.Spans[i]
		if i == 0 || s.Start < first {
			first = s.Start
		}
		below[parent(s, known)] = append(below[parent(s, known)], s)
	}
	for _, children := range below {
		slices.SortStableFunc(children, func(a, b *Span) int {
			return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Duration, b.Duration), cmp.Compare(a.Name, b.Name))
		})
	}
	rows := make([]Row, 0, len(t.Spans))
	var walk func(id string, depth int)
	walk = func(id string, depth int) {
		children := below[id]
		delete(below, id) // a circle ends
		for _, s := range children {
			rows = append(rows, Row{Span: s, Depth: depth, At: s.Start - first})
			walk(s.ID, depth+1)
		}
	}
	walk("", 0)
	return rows
}

func parent(s *Span, known map[string]bool) string {
	for _, r := range s.References {
		if r.Kind == "CHILD_OF" && r.Trace == s.Trace && known[r.ID] {
			return r.ID
		}
	}
	return ""
}
