package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"familiar/journal/jetstream/layout"

	"github.com/nats-io/nats.go"
)

// A Peer is a process that seals texts of a store on an outside server, as its mark
// says. It writes the mark before it has its epoch, renews it and takes it out as it
// ends.
type Peer struct {
	Epoch uint64 `json:"epoch,omitempty"` // 0: not known yet
	Above uint64 `json:"above,omitempty"` // then its epoch is greater than this
	Holds int    `json:"holds,omitempty"` // seconds for which it seals unless it renews the mark; 0: a minute, an older program's

	Revision uint64    `json:"-"`
	At       time.Time `json:"-"` // by the server's clock
}

// heldBefore is how long a mark holds that doesn't say it, and the most that one may say.
const heldBefore = time.Minute

// holds returns for how long its process seals unless it renews the mark.
func (p Peer) holds() time.Duration {
	if said := time.Duration(p.Holds) * time.Second; said > 0 && said < heldBefore {
		return said
	}
	return heldBefore
}

// Over reports whether its process seals nothing more. It stops by its own clock, and
// as much again is for servers whose clocks differ: now may be another one's.
func (p Peer) Over(now time.Time) bool { return now.Sub(p.At) >= 2*p.holds() }

// silent reports whether its process is not to be waited for: it would have renewed the
// mark by the time of another one's.
func (p Peer) silent(now time.Time) bool { return now.Sub(p.At) >= p.holds() }

// Peers returns all that have a mark, this process among them. In front of an
// embedded server there are none.
func (s *Store) Peers(ctx context.Context) (all []Peer, err error) {
	if !s.Outside() {
		return nil, nil
	}
	bounded, cancel := s.Bounded(ctx)
	defer cancel()
	stream, filter := s.Names.Stream("meta"), s.Names.Subject("meta", layout.SealsWord("*"))
	for from := uint64(1); ; {
		m, err := s.askLeader(bounded, stream, map[string]any{"seq": from, "next_by_subj": filter})
		if err != nil || m == nil {
			return all, err
		}
		p := Peer{Revision: m.Sequence, At: m.Time}
		if err := json.Unmarshal(m.Data, &p); err != nil {
			return nil, fmt.Errorf("meta record %s: %w", m.Subject, err)
		}
		all, from = append(all, p), m.Sequence+1
	}
}

// Awake returns the epochs of the peers that answer, as far as their marks tell, but
// for one.
func (s *Store) Awake(ctx context.Context, but uint64) (epochs []uint64, err error) {
	peers, err := s.Peers(ctx)
	var newest time.Time
	for _, p := range peers {
		if p.At.After(newest) {
			newest = p.At
		}
	}
	for _, p := range peers {
		if p.Epoch != 0 && p.Epoch != but && !p.silent(newest) {
			epochs = append(epochs, p.Epoch)
		}
	}
	return epochs, err
}

// A Settled is what a peer says of a channel: up to which positions all that it has
// sealed is in the streams, but for some that may come yet. By then it has written
// the notes that it held.
type Settled struct {
	Epoch uint64   // the peer's
	Until []uint64 // positions, one of a kind
	Maybe []uint64 // positions
}

// AskPeers asks all processes that have the store about a channel, and gives what
// those of the given epochs said. It waits a second for them; one that is gone or
// stands still says nothing, and is waited for once in silentFor.
func (s *Store) AskPeers(ctx context.Context, channel string, epochs ...uint64) ([]Settled, error) {
	wanted := make(map[uint64]bool, len(epochs))
	for _, epoch := range epochs {
		wanted[epoch] = true
	}
	if len(wanted) == s.silent.of(wanted, time.Now()) { // one that hears it writes what it holds
		return nil, Known(s.conn.PublishRequest(s.peersSubject(), s.conn.NewInbox(), []byte(channel)))
	}
	began := time.Now()
	var said []Settled
	err := s.askAll(ctx, s.peersSubject(), []byte(channel), func(data []byte) (enough bool) {
		var one Settled
		if json.Unmarshal(data, &one) == nil && wanted[one.Epoch] {
			said = append(said, one)
			delete(wanted, one.Epoch)
			s.silent.remove(one.Epoch)
		}
		return len(wanted) == s.silent.of(wanted, time.Now())
	})
	if now := time.Now(); err == nil && now.Sub(began) >= askWithin { // else it was not waited for long enough
		s.silent.add(wanted, now)
	}
	return said, err
}

// How many questions of peers are answered at once, and may wait for that; of more
// nobody hears. An answer waits for what was held to be written: a page that shows many
// channels asks of all in one moment, and one after the other would take too long.
const (
	answersAtOnce = 16
	mostAsked     = 1024
)

// AnswerPeers has f answer what AskPeers asks, until the store ends. It is called at the
// same time for several channels.
func (s *Store) AnswerPeers(f func(ctx context.Context, channel string) Settled) error {
	asked := make(chan *nats.Msg, mostAsked)
	for range answersAtOnce {
		s.Go(func() {
			for {
				select {
				case <-s.closing.Done():
					return
				case m := <-asked:
					s.answerPeer(m, f)
				}
			}
		})
	}
	return s.Hear(s.peersSubject(), func(m *nats.Msg) {
		select {
		case asked <- m:
		default:
			s.Log.Debug("another process not answered: too many ask", "channel", string(m.Data))
		}
	})
}

func (s *Store) answerPeer(m *nats.Msg, f func(ctx context.Context, channel string) Settled) {
	ctx, cancel := context.WithTimeout(s.closing, askWithin)
	defer cancel()
	body, err := json.Marshal(f(ctx, string(m.Data)))
	if err == nil {
		err = m.Respond(body)
	}
	if err != nil {
		s.Log.Debug("another process not answered", "channel", string(m.Data), "err", err)
	}
}

func (s *Store) peersSubject() string { return s.Names.Subject("ask", "channel") }

// askAll asks whoever listens, and hands over what they answer within a second, until
// that is enough.
func (s *Store) askAll(ctx context.Context, subject string, body []byte, take func(data []byte) (enough bool)) error {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	inbox := s.conn.NewInbox()
	answers, err := s.conn.SubscribeSync(inbox)
	if err != nil {
		return fmt.Errorf("ask: %w", Known(err))
	}
	defer func() { _ = answers.Unsubscribe() }() // fails if the connection is closed: then it has ended
	if err := s.conn.PublishRequest(subject, inbox, body); err != nil {
		return fmt.Errorf("ask: %w", Known(err))
	}
	for {
		m, err := answers.NextMsgWithContext(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return fmt.Errorf("ask: %w", Known(err))
		case unheard(m):
			return nil
		case take(m.Data):
			return nil
		}
	}
}
