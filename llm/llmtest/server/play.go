package server

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"familiar/llm"
)

type object map[string]any

// An event is one of a stream: raw, or else data as JSON.
type event struct {
	kind string // empty: unnamed
	data object
	raw  string
}

// trouble returns what is to go wrong after the text.
func (a Answer) trouble() []event {
	switch {
	case a.Malformed:
		return []event{{kind: "content_block_delta", raw: `{"choices": [{"delta": {"con`}}
	case a.Error != "":
		return []event{{kind: "error", data: object{"type": "error", "error": object{"type": a.Error, "message": "trouble in mid answer"}}}}
	}
	return nil
}

// arguments returns those of call i in two pieces, so that a reader has
// to join them; only the first of the call that the limit ends.
func (a Answer) arguments(i int) []string {
	text := string(a.Calls[i].Arguments)
	if text == "" {
		return nil
	}
	halves := []string{text[:len(text)/2], text[len(text)/2:]}
	if a.Limit && i == len(a.Calls)-1 {
		return halves[:1]
	}
	return halves
}

// play gives the answer; end is called before its last event.
func play(w http.ResponseWriter, r *http.Request, api API, a Answer, end func()) {
	if llm.Pause(r.Context(), a.After) != nil {
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Request-Id", a.Usage.RequestID)
	if api == Anthropic {
		w.Header().Del("X-Request-Id")
		w.Header().Set("Request-Id", a.Usage.RequestID)
	}
	failed := a.Status != 0 && a.Status != http.StatusOK
	if failed {
		w.Header().Set("Content-Type", "application/json")
	}
	for name, values := range a.Header {
		w.Header()[http.CanonicalHeaderKey(name)] = values
	}
	if a.Status != 0 {
		w.WriteHeader(a.Status)
	}
	if failed || a.Body != "" {
		_, _ = io.WriteString(w, a.Body) // who has gone needs none
		return
	}
	events := openAIEvents(a)
	if api == Anthropic {
		events = anthropicEvents(a)
	}
	stream(w, r, events, a, end)
}

func stream(w http.ResponseWriter, r *http.Request, events []event, a Answer, end func()) {
	out := http.NewResponseController(w)
	for i, e := range events {
		if a.Cut > 0 && i == a.Cut {
			panic(http.ErrAbortHandler) // net/http's way to break a connection
		}
		if i == len(events)-1 && a.Hang != nil {
			select {
			case <-a.Hang:
			case <-r.Context().Done():
				return
			}
		}
		if i == len(events)-1 {
			end()
		}
		if e.kind != "" {
			fmt.Fprintf(w, "event: %s\n", e.kind)
		}
		if e.raw == "" {
			data, err := json.Marshal(e.data)
			if err != nil {
				panic(fmt.Sprintf("server: event %v: %v", e.data, err))
			}
			e.raw = string(data)
		}
		fmt.Fprintf(w, "data: %s\n\n", e.raw)
		if out.Flush() != nil {
			return
		}
	}
}
