package control

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// batched has each message of a batch take a slot as if it had come alone; the
// first has the one of the request itself. What is no batch passes.
func (s *Server) batched(c call) call {
	return func(w http.ResponseWriter, r *http.Request, k key) error {
		body, err := s.whole(w, r)
		if err != nil {
			return err
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		var messages []json.RawMessage
		if json.Unmarshal(body, &messages) != nil || len(messages) < 2 {
			return c(w, r, k)
		}
		if len(messages) > s.requests.share {
			return bad(fmt.Sprintf("the batch has %d messages, want at most %d", len(messages), s.requests.share))
		}
		more := len(messages) - 1
		if err := s.requests.acquire(k, more); err != nil {
			return err
		}
		defer s.requests.release(k, more)
		return c(w, r, k)
	}
}
