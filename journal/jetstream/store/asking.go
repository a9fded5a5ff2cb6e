package store

import (
	"context"
	"encoding/json"
	"time"

	"familiar/journal/jetstream/index"

	"github.com/nats-io/nats.go"
)

// askWithin is how long a visitor waits for what the process that has the store
// knows. Without an answer it reads everything.
const askWithin = time.Second

// askSubject is where the process that has a store is asked. No stream keeps it.
func (s *Store) askSubject() string { return s.Names.Subject("ask", "index") }

// Ask returns what is known of where in a stream something is: by this process's
// index of it or, for a visitor, by that of the process that has the store.
func (s *Store) Ask(ctx context.Context, own *index.Index, q index.Question) index.Answer {
	if s.indexed.Load() != nil {
		return own.Answer(q)
	}
	answer, err := s.askOwner(ctx, q)
	if err != nil {
		s.Log.Debug("index not asked", "stream", q.Stream, "err", err)
		return q.Unknown()
	}
	return answer
}

func (s *Store) askOwner(ctx context.Context, q index.Question) (a index.Answer, err error) {
	body, err := json.Marshal(q)
	if err != nil {
		return a, err
	}
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	reply, err := s.conn.RequestWithContext(ctx, s.askSubject(), body)
	if err != nil {
		return a, err
	}
	err = json.Unmarshal(reply.Data, &a)
	return a, err
}

// Hear has f called for each message of a subject that no stream keeps, until the
// connection ends; after a loss of it, again.
func (s *Store) Hear(subject string, f func(*nats.Msg)) error {
	_, err := s.conn.Subscribe(subject, f)
	return Known(err)
}

// answerVisitors answers what Ask asks elsewhere, until the connection ends.
func (s *Store) answerVisitors(all []Indexed) error {
	_, err := s.conn.Subscribe(s.askSubject(), func(m *nats.Msg) {
		var q index.Question
		if json.Unmarshal(m.Data, &q) != nil {
			return
		}
		for _, x := range all {
			if x.Stream != q.Stream {
				continue
			}
			body, err := json.Marshal(x.Index.Answer(q))
			if err == nil {
				err = m.Respond(body)
			}
			if err != nil {
				s.Log.Debug("visitor not answered", "stream", q.Stream, "err", err)
			}
		}
	})
	return err
}
