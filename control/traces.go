package control

import (
	"net/http"

	"familiar/control/access"
	"familiar/control/wire"
	"familiar/messages"
)

// A TraceHead tells of a trace in memory: of its first turn or, where nobody spoke,
// question or line.
type TraceHead struct {
	ID       string              `json:"id"`
	Channel  messages.ChannelID  `json:"channel"`
	Familiar messages.FamiliarID `json:"familiar,omitempty"`
	Kind     string              `json:"kind"` // the span's name: turn, judge, receive or rehearse
	Rung     string              `json:"rung,omitempty"`
	Begun    int64               `json:"begun"`   // ms since 1970
	Took     float64             `json:"took_ms"` // the whole trace, so far
	Failed   bool                `json:"failed"`  // something in it didn't work out
}

// A Trace is one as far as it is in memory.
type Trace struct {
	ID    string      `json:"id"`
	Begun int64       `json:"begun"`          // ms since 1970
	Link  string      `json:"link,omitempty"` // where all of it can be looked at
	Spans []TraceSpan `json:"spans"`          // by their beginning
	Left  int         `json:"left,omitempty"` // spans that are not among them
}

// A TraceSpan is one step of a trace. What somebody said is not in it.
type TraceSpan struct {
	ID     string      `json:"id"`
	Parent string      `json:"parent,omitempty"`
	Name   string      `json:"name"`
	After  float64     `json:"after_ms"` // from the trace's beginning to its own
	Took   float64     `json:"took_ms"`
	Failed string      `json:"failed,omitempty"` // why it didn't work out
	Facts  []TraceFact `json:"facts,omitempty"`
	Waits  []TraceWait `json:"waits,omitempty"`
}

// A TraceFact is one fact about a span, as it is called in Jaeger.
type TraceFact struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// A TraceWait is what a span waited for, and how long.
type TraceWait struct {
	Term  string  `json:"term"`
	After float64 `json:"after_ms"` // from the trace's beginning to the wait's
	Took  float64 `json:"took_ms"`
}

// Traces are what the program remembers of how long things took.
type Traces interface {
	// Newest returns at most so many, the newest first.
	Newest(most int) []TraceHead
	// Trace returns one by its id.
	Trace(id string) (t Trace, known bool)
}

// noTraces are those of a program that keeps none.
type noTraces struct{}

func (noTraces) Newest(int) []TraceHead { return nil }

func (noTraces) Trace(string) (Trace, bool) { return Trace{}, false }

// mostTraces is how many are told at once.
const mostTraces = 100

// traces lists those in memory, and trace shows one.
func (s *Server) traces(w http.ResponseWriter, r *http.Request, _ access.Key) error {
	most, err := amountIn(r.URL.Query(), "most", mostTraces, mostTraces)
	if err != nil {
		return err
	}
	wire.Answer(w, http.StatusOK, struct {
		Traces []TraceHead `json:"traces"`
	}{append([]TraceHead{}, s.Traces.Newest(most)...)})
	return nil
}

func (s *Server) trace(w http.ResponseWriter, r *http.Request, _ access.Key) error {
	t, known := s.Traces.Trace(r.PathValue("trace"))
	if !known {
		return wire.Refuse(http.StatusNotFound, "this trace isn't in memory: it is too old, of another process, or nothing of it has ended yet; [telemetry] recent says how many are kept")
	}
	wire.Answer(w, http.StatusOK, t)
	return nil
}
