package refill

import (
	"slices"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A leaderless is a stream that was just made in a cluster: nobody takes the first message,
// and the client sends it again a while later, which here is when its answer is looked at.
type leaderless struct {
	jetstream.JetStream
	kept []string // subjects, as they came to the stream
	sent int
}

func (s *leaderless) PublishMsgAsync(m *nats.Msg, _ ...jetstream.PublishOpt) (jetstream.PubAckFuture, error) {
	a := &answer{of: s, m: m}
	if s.sent++; s.sent > 1 {
		a.arrive()
	}
	return a, nil
}

type answer struct {
	of  *leaderless
	m   *nats.Msg
	seq int // 0: it hasn't arrived
}

func (a *answer) arrive() {
	a.of.kept = append(a.of.kept, a.m.Subject)
	a.seq = len(a.of.kept)
}

func (a *answer) Ok() <-chan *jetstream.PubAck {
	if a.seq == 0 {
		a.arrive()
	}
	ok := make(chan *jetstream.PubAck, 1)
	ok <- &jetstream.PubAck{Stream: "lines", Sequence: uint64(a.seq)}
	return ok
}

func (a *answer) Err() <-chan error { return nil }
func (a *answer) Msg() *nats.Msg    { return a.m }

// TestFirstMessage: nothing overtakes the first message of a stream, whether or not it keeps
// sequences.
func TestFirstMessage(t *testing.T) {
	for _, hole := range []string{"", "hole"} {
		s := &leaderless{}
		f := &Stream{window: NewWindow(s), hole: hole, made: true, next: 1}
		want := []string{"a", "b", "c"}
		for i, subject := range want {
			if err := f.Put(t.Context(), uint64(i+1), &nats.Msg{Subject: subject}); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.window.settle(t.Context(), 0); err != nil {
			t.Error(err)
		}
		if !slices.Equal(s.kept, want) {
			t.Errorf("placeholder %q: the stream has %q, want %q", hole, s.kept, want)
		}
	}
}
