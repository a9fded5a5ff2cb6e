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

// readRather is how many messages are read rather than another process asked.
const readRather = FirstStretch

// Ask returns what is known of where in a stream something is: by this process's
// index of it and, where that doesn't know enough, by those of the others that have
// the store.
func (s *Store) Ask(ctx context.Context, own *index.Index, q index.Question) index.Answer {
	answer := q.Unknown()
	if s.indexed.Load() != nil {
		answer = own.Answer(q)
		if !s.Outside() || answer.Unread() <= readRather {
			return answer
		}
	}
	if s.Outside() {
		all, err := s.askIndexes(ctx, q, answer)
		if err != nil {
			s.Log.Debug("index not asked", "stream", q.Stream, "err", err)
		}
		return all
	}
	answer, err := s.askOwner(ctx, q)
	if err != nil {
		s.Log.Debug("index not asked", "stream", q.Stream, "err", err)
		return q.Unknown()
	}
	return answer
}

// askIndexes asks all processes that have an index, as long as there is more to be
// read than is worth it.
func (s *Store) askIndexes(ctx context.Context, q index.Question, known index.Answer) (index.Answer, error) {
	peers, err := s.Awake(ctx, 0)
	if err != nil || len(peers) == 0 {
		return known, err
	}
	body, err := json.Marshal(q)
	if err != nil {
		return known, err
	}
	all := make(map[uint64]bool, len(peers))
	for _, epoch := range peers {
		all[epoch] = true
	}
	answers, awaited := 0, len(peers)-s.silent.of(all, time.Now())
	if awaited == 0 {
		return known, nil
	}
	err = s.askAll(ctx, s.askSubject(), body, func(data []byte) (enough bool) {
		var a index.Answer
		if json.Unmarshal(data, &a) == nil {
			known, answers = known.And(a), answers+1
		}
		return answers == awaited || known.Unread() <= readRather
	})
	return known, err
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
