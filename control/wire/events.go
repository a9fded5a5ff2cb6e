package wire

import (
	"net/http"
	"time"
)

// An EventWriter writes a stream of server-sent events (WHATWG HTML, section 9.2).
type EventWriter struct {
	w       http.ResponseWriter
	control *http.ResponseController
	timeout time.Duration // for one event: a reader that takes nothing goes
	buf     []byte
}

// OpenEvents sends the headers, so that the reader knows it is let in.
func OpenEvents(w http.ResponseWriter, timeout time.Duration) (*EventWriter, error) {
	s := &EventWriter{w: w, control: http.NewResponseController(w), timeout: timeout}
	_ = s.control.SetReadDeadline(time.Time{}) // nothing more is read; not every writer can
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	return s, s.Comment("stream")
}

// Event writes one; an empty id leaves the reader's as it is. JSON holds no
// line break, so v is one line of data.
func (s *EventWriter) Event(name, id string, v any) error {
	b := s.buf[:0]
	if id != "" {
		b = append(append(append(b, "id: "...), id...), '\n')
	}
	b = append(append(append(b, "event: "...), name...), "\ndata: "...)
	b = append(append(b, Marshal(v)...), "\n\n"...)
	s.buf = b
	return s.write(b)
}

// Comment writes what a reader skips, at once: it keeps the connection.
func (s *EventWriter) Comment(text string) error {
	if err := s.write([]byte(": " + text + "\n\n")); err != nil {
		return err
	}
	return s.Flush()
}

func (s *EventWriter) write(b []byte) error {
	_ = s.control.SetWriteDeadline(time.Now().Add(s.timeout)) // not every writer can
	_, err := s.w.Write(b)
	return err
}

// Flush sends what was written.
func (s *EventWriter) Flush() error { return s.control.Flush() }
