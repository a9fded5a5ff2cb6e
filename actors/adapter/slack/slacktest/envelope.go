package slacktest

import (
	"encoding/json"
	"fmt"
	"time"
)

// An Envelope is what was sent over a connection.
type Envelope struct {
	ID, Type string
	Payload  any
	Sent     time.Time
	Acked    time.Time // zero while it isn't
	Answer   json.RawMessage
	Attempt  int

	over *socket // nil: nobody was connected
	old  bool    // sent again since, under another id
}

// Event sends an event of the Events API and gives its envelope's id. While
// nobody is connected it waits.
func (s *Server) Event(event Message) string {
	s.mu.Lock()
	number := len(s.envelopes)
	s.mu.Unlock()
	return s.Send("events_api", Message{
		"token": "verification", "team_id": Team, "api_app_id": "A1", "type": "event_callback",
		"event_id": fmt.Sprintf("Ev%06d", number), "event_time": time.Now().Unix(), "event": event,
		"authorizations": []any{Message{"team_id": Team, "user_id": Bot, "is_bot": true}},
	})
}

// Command returns a slash command.
func (s *Server) Command(chat, user, name, text string) string {
	s.mu.Lock()
	trigger := fmt.Sprint("trigger-", len(s.envelopes))
	handle := s.users[user].Name
	s.mu.Unlock()
	return s.Send("slash_commands", Message{
		"team_id": Team, "channel_id": chat, "user_id": user, "user_name": handle, "command": name, "text": text,
		"trigger_id": trigger, "response_url": "https://hooks.slack.com/commands/T1/1/x",
	})
}

// Send sends an envelope over the newest connection.
func (s *Server) Send(kind string, payload any) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.send(&Envelope{Type: kind, Payload: payload})
}

func (s *Server) send(e *Envelope) string {
	e.ID = fmt.Sprintf("envelope-%d", len(s.envelopes))
	s.envelopes = append(s.envelopes, e)
	if len(s.sockets) > 0 {
		s.sockets[len(s.sockets)-1].deliver(e)
	}
	return e.ID
}

// Again sends anew what was not acknowledged, as Slack does after a while.
func (s *Server) Again() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.sockets) > 0 {
		s.again(func(*Envelope) bool { return true })
	}
}

// again sends what never was, and sends anew what was. The lock is held, and
// somebody is connected.
func (s *Server) again(which func(*Envelope) bool) {
	for _, e := range s.envelopes {
		switch {
		case !e.Acked.IsZero() || e.old || !which(e):
		case e.Sent.IsZero():
			s.sockets[len(s.sockets)-1].deliver(e)
		default:
			e.old = true
			s.send(&Envelope{Type: e.Type, Payload: e.Payload, Attempt: e.Attempt + 1})
		}
	}
}

// Acked waits until an envelope is acknowledged, and gives it.
func (s *Server) Acked(id string) (e Envelope, ok bool) {
	ok = s.wait(func() bool {
		for _, sent := range s.envelopes {
			if sent.ID == id && !sent.Acked.IsZero() {
				e = *sent
				return true
			}
		}
		return false
	})
	return e, ok
}

// AllAcked waits until nothing is left to acknowledge.
func (s *Server) AllAcked() bool {
	return s.wait(func() bool {
		for _, e := range s.envelopes {
			if e.Acked.IsZero() && !e.old {
				return false
			}
		}
		return true
	})
}

// Envelopes lists what was sent.
func (s *Server) Envelopes() []Envelope {
	s.mu.Lock()
	defer s.mu.Unlock()
	var sent []Envelope
	for _, e := range s.envelopes {
		sent = append(sent, *e)
	}
	return sent
}
