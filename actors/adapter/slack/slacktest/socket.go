package slacktest

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/gorilla/websocket"
)

// A socket is one connection.
type socket struct {
	conn    *websocket.Conn
	out     chan any // nil ends it
	gone    chan struct{}
	leaving bool // its end was announced
}

// socket serves a connection: hello, then what waits, then what comes.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	upgrader := websocket.Upgrader{}
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	on := &socket{conn: conn, out: make(chan any, 10_000), gone: make(chan struct{})}
	go on.write()
	s.mu.Lock()
	s.dialled++
	on.out <- Message{
		"type": "hello", "num_connections": len(s.sockets) + 1,
		"connection_info": Message{"app_id": "A1"}, "debug_info": Message{"approximate_connection_time": 18060},
	}
	for _, old := range s.sockets {
		if old.leaving {
			old.out <- nil
		}
	}
	s.sockets = append(slices.DeleteFunc(s.sockets, func(o *socket) bool { return o.leaving }), on)
	// Nothing goes over a connection that ends: what is left there comes again.
	s.again(func(e *Envelope) bool { return e.over == nil })
	s.changed.Tell()
	s.mu.Unlock()
	s.read(on)
}

// read takes acknowledgements until the connection ends; what it left is sent
// over the next one.
func (s *Server) read(on *socket) {
	for {
		var answer struct {
			EnvelopeID string          `json:"envelope_id"`
			Payload    json.RawMessage `json:"payload"`
		}
		if err := on.conn.ReadJSON(&answer); err != nil {
			s.closed(err)
			break
		}
		s.mu.Lock()
		for _, e := range s.envelopes {
			if e.ID == answer.EnvelopeID && e.Acked.IsZero() {
				e.Acked, e.Answer = time.Now(), answer.Payload
			}
		}
		s.changed.Tell()
		s.mu.Unlock()
	}
	close(on.gone)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sockets = slices.DeleteFunc(s.sockets, func(o *socket) bool { return o == on })
	for _, e := range s.envelopes {
		if e.over == on && e.Acked.IsZero() {
			e.over = nil
		}
	}
	if len(s.sockets) > 0 {
		s.again(func(e *Envelope) bool { return e.over == nil })
	}
	s.changed.Tell()
}

// closed notes with which code the app has closed a connection.
func (s *Server) closed(err error) {
	if closed, ok := errors.AsType[*websocket.CloseError](err); ok {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.closes = append(s.closes, closed.Code)
		s.changed.Tell()
	}
}

// Closes waits until the app has closed so many connections with a word, and
// gives the codes.
func (s *Server) Closes(connections int) []int {
	s.wait(func() bool { return len(s.closes) >= connections })
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.closes)
}

func (on *socket) write() {
	defer on.conn.Close()
	for {
		select {
		case frame := <-on.out:
			if frame == nil {
				return
			}
			_ = on.conn.WriteJSON(frame)
		case <-on.gone:
			return
		}
	}
}

func (on *socket) deliver(e *Envelope) {
	e.Sent, e.over = time.Now(), on
	on.out <- Message{
		"type": e.Type, "envelope_id": e.ID, "payload": e.Payload, "accepts_response_payload": e.Type == "slash_commands",
		"retry_attempt": e.Attempt,
	}
}

// Disconnect announces the end of all connections for a reason; each is closed
// once there is another.
func (s *Server) Disconnect(reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, on := range s.sockets {
		on.leaving = true
		on.out <- Message{"type": "disconnect", "reason": reason, "debug_info": Message{"host": "applink"}}
	}
}

// Frame sends a frame as it is.
func (s *Server) Frame(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, on := range s.sockets {
		on.out <- json.RawMessage(text)
	}
}

// Cut ends all connections without a word.
func (s *Server) Cut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, on := range s.sockets {
		on.conn.Close()
	}
}

// Connected waits until there have been so many connections, and one is open.
func (s *Server) Connected(connections int) bool {
	return s.wait(func() bool { return s.dialled >= connections && len(s.sockets) > 0 })
}

// Connections says how many connections there have been, and how many are
// open now.
func (s *Server) Connections() (times, now int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dialled, len(s.sockets)
}
