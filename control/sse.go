package control

import (
	"encoding/json"
	"net/http"
	"time"
)

// An sse writes a stream of server-sent events (WHATWG HTML, section 9.2).
type sse struct {
	w       http.ResponseWriter
	control *http.ResponseController
	timeout time.Duration // for one event: a reader that takes nothing goes
	buf     []byte
}

// openSSE sends the headers, so that the reader knows it is let in.
func openSSE(w http.ResponseWriter, timeout time.Duration) (*sse, error) {
	s := &sse{w: w, control: http.NewResponseController(w), timeout: timeout}
	_ = s.control.SetReadDeadline(time.Time{}) // nothing more is read; not every writer can
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	return s, s.comment("stream")
}

// event writes one; an empty id leaves the reader's as it is. JSON holds no
// line break, so v is one line of data.
func (s *sse) event(name, id string, v any) error {
	data, err := json.Marshal(v)
	if err != nil { // v is one of this package's own
		panic(err)
	}
	b := s.buf[:0]
	if id != "" {
		b = append(append(append(b, "id: "...), id...), '\n')
	}
	b = append(append(append(b, "event: "...), name...), "\ndata: "...)
	b = append(append(b, data...), "\n\n"...)
	s.buf = b
	return s.write(b)
}

// comment writes what a reader skips, at once: it keeps the connection.
func (s *sse) comment(text string) error {
	if err := s.write([]byte(": " + text + "\n\n")); err != nil {
		return err
	}
	return s.flush()
}

func (s *sse) write(b []byte) error {
	_ = s.control.SetWriteDeadline(time.Now().Add(s.timeout)) // not every writer can
	_, err := s.w.Write(b)
	return err
}

func (s *sse) flush() error { return s.control.Flush() }
