package store

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"familiar/journal"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Reader follows a stream from a sequence on, without acknowledgements: the
// server pushes, the client's flow control slows it down. A gap, a silence or
// a new connection makes it start again after the last message it has seen,
// so a server that went away and came back is not noticed by who reads. Where
// a tail goes on from what the server has sent, the reader takes that instead.
//
// It has a connection of its own: on a shared one the answers to writes would
// wait behind all that the server has pushed, seconds of it after a crash.
//
// Several may follow one stream.
type Reader struct {
	store   *Store // set by follow
	Stream  string
	Filters []string // none: all subjects
	Deliver func(seq uint64, subject string, data []byte)
	Tail    Tail // of what the stream gets from this process; nil: there is none

	mu     sync.Mutex      // taken for each message by the client's goroutine, by others to end or to look
	Last   uint64          // sequence of the last message taken
	turn   uint64          // which subscription counts; an ended one may still have messages under way
	count  uint64          // messages of this subscription
	looked uint64          // count, when it was last looked at
	heard  time.Time       // from the server, besides messages
	alone  <-chan struct{} // closed once others may write
}

// A Tail has what this process wrote to a stream last, once it is acknowledged.
type Tail interface {
	// Reaches reports whether who took all before that sequence can go on here.
	Reaches(seq uint64) bool
	// Next returns the record with that sequence and drops those before it.
	// missing: it has to come from the server.
	Next(seq uint64) (r TailRecord, ok, missing bool)
	// News holds one word when there may be more to take.
	News() <-chan struct{}
}

// A TailRecord is one record of a tail. Its data is only lent, until Done.
type TailRecord struct {
	Subject string
	Data    []byte
	Lender  interface{ Done() }
}

// silence is how long the server may say nothing before it is asked anew; it
// gives a sign of life twice as often.
const silence = 5 * time.Second

// errTail says that the server has sent what the tail goes on from.
var errTail = errors.New("the tail goes on from here")

// Follow hands over the messages after r.last until ctx ends (it returns nil)
// or the journal is closed.
func (s *Store) Follow(ctx context.Context, r *Reader) error {
	r.store = s
	if err := r.fromFiles(ctx); err != nil && ctx.Err() == nil && s.closing.Err() == nil {
		s.Log.Warn("journal's files not read, the server is asked", "stream", r.Stream, "after", r.Last, "err", err)
	}
	for {
		err := r.run(ctx)
		onward := errors.Is(err, errTail)
		if onward {
			r.own(ctx)
		}
		switch {
		case ctx.Err() != nil:
			return nil
		case s.closing.Err() != nil:
			return s.Gone()
		case onward:
			continue
		case err != nil && !errors.Is(err, journal.ErrAway): // of which the connection tells
			s.Log.Warn("journal reader restarts", "stream", r.Stream, "err", err)
		}
		s.Pause(ctx)
	}
}

// Pause waits, as long as ctx and the journal last, before a server that is away
// is asked again: a few times a second.
func (s *Store) Pause(ctx context.Context) { s.wait(ctx, silence/20) }

// wait waits, and reports whether ctx and the journal last.
func (s *Store) wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-s.closing.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// run reads until something is wrong or ctx ends; what it was handed before is
// taken when it returns.
func (r *Reader) run(ctx context.Context) error {
	conn, err := r.store.AnotherConnection()
	if err != nil {
		return err
	}
	defer conn.Close()
	inbox, turn := conn.NewInbox(), r.begin()
	over := make(chan error, 1)
	sub, err := conn.Subscribe(inbox, func(m *nats.Msg) {
		if err := r.receive(turn, conn, m); err != nil {
			over <- err // once: nothing is received after it
		}
	})
	if err != nil {
		return Known(err)
	}
	defer r.end(sub)
	if err := sub.SetPendingLimits(-1, -1); err != nil { // the flow control bounds it
		return Known(err)
	}
	if err := conn.FlushTimeout(r.store.Within); err != nil { // the server knows who listens
		return Known(err)
	}
	if err := r.ask(ctx, inbox); err != nil {
		return err
	}
	look := time.NewTicker(silence / 2)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-r.store.closing.Done():
			return nil
		case err := <-over:
			return err
		case <-look.C:
			if r.silent() {
				return fmt.Errorf("nothing from the server for %s", silence)
			}
		}
	}
}

func (r *Reader) begin() (turn uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.turn++
	r.count, r.looked, r.heard = 0, 0, time.Now()
	return r.turn
}

func (r *Reader) end(sub *nats.Subscription) {
	_ = sub.Unsubscribe() // fails if the connection is closed: then it has ended
	r.mu.Lock()
	defer r.mu.Unlock()
	r.turn++
}

func (r *Reader) silent() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.count != r.looked {
		r.looked, r.heard = r.count, time.Now()
	}
	return time.Since(r.heard) > silence
}

// ask makes the server's side: it goes by itself when nobody listens.
func (r *Reader) ask(ctx context.Context, inbox string) error {
	name := "r" + inbox[strings.LastIndexByte(inbox, '.')+1:]
	bounded, cancel := r.store.Bounded(ctx)
	defer cancel()
	var made struct{}
	return r.store.API(bounded, "CONSUMER.CREATE."+r.Stream+"."+name, map[string]any{
		"stream_name": r.Stream,
		"config": jetstream.ConsumerConfig{
			Name: name, DeliverSubject: inbox, FilterSubjects: r.Filters,
			DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: r.Last + 1,
			AckPolicy: jetstream.AckNonePolicy, MaxDeliver: 1, MemoryStorage: true, Replicas: 1,
			FlowControl: true, IdleHeartbeat: silence / 2, InactiveThreshold: silence,
		},
	}, &made)
}

var errMissing = errors.New("a message is missing")

// receive takes one message. With an error the subscription is over.
func (r *Reader) receive(turn uint64, conn *nats.Conn, m *nats.Msg) (over error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if turn != r.turn {
		return nil
	}
	defer func() {
		if over != nil {
			r.turn++
		}
	}()
	if len(m.Data) == 0 && m.Header.Get("Status") != "" {
		r.heard = time.Now()
		return r.sign(conn, m)
	}
	seq, count, ok := delivered(m.Reply)
	if !ok {
		return nil
	}
	if count != r.count+1 {
		return errMissing
	}
	r.count = count
	r.Deliver(seq, m.Subject, m.Data)
	r.Last = seq
	if r.Tail != nil && r.Tail.Reaches(seq+1) {
		if alone, ok := r.store.Server.Alone(); ok {
			r.alone = alone
			return errTail
		}
	}
	return nil
}

// sign takes what the server says about itself: that it waits for the client, or
// only that it is there and how far it is.
func (r *Reader) sign(conn *nats.Conn, m *nats.Msg) error {
	resume := m.Reply
	if resume == "" {
		resume = m.Header.Get("Nats-Consumer-Stalled")
	}
	if resume != "" {
		_ = conn.Publish(resume, nil) // if it is lost, the silence is noticed
	}
	if said := m.Header.Get("Nats-Last-Consumer"); said != "" {
		if count, err := strconv.ParseUint(said, 10, 64); err == nil && count != r.count {
			return errMissing
		}
	}
	return nil
}

// delivered reads stream and consumer sequence in the reply subject of a
// message, in its short or its long form:
//
//	$JS.ACK.<stream>.<consumer>.<times>.<seq>.<count>.<time>.<pending>
//	$JS.ACK.<domain>.<account>.<stream>.<consumer>.<times>.<seq>.<count>.…
func delivered(reply string) (seq, count uint64, ok bool) {
	skip := 5
	if strings.Count(reply, ".") > 8 {
		skip = 7
	}
	for range skip {
		_, reply, ok = strings.Cut(reply, ".")
		if !ok {
			return 0, 0, false
		}
	}
	first, reply, _ := strings.Cut(reply, ".")
	second, _, _ := strings.Cut(reply, ".")
	seq, err := strconv.ParseUint(first, 10, 64)
	if err != nil {
		return 0, 0, false
	}
	count, err = strconv.ParseUint(second, 10, 64)
	return seq, count, err == nil
}
