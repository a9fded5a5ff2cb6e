package jetstream

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

// A reader follows a stream from a sequence on, without acknowledgements: the
// server pushes, the client's flow control slows it down. A gap, a silence or
// a new connection makes it start again after the last message it has seen,
// so a server that went away and came back is not noticed by who reads.
//
// It has a connection of its own: on a shared one the answers to writes would
// wait behind all that the server has pushed, seconds of it after a crash.
//
// Several may follow one stream.
type reader struct {
	j      *Journal
	stream string
	filter string // "": all subjects
	take   func(seq uint64, m *nats.Msg)

	mu     sync.Mutex // taken for each message by the client's goroutine, by others to end or to look
	last   uint64     // sequence of the last message taken
	turn   uint64     // which subscription counts; an ended one may still have messages under way
	count  uint64     // messages of this subscription
	looked uint64     // count, when it was last looked at
	heard  time.Time  // from the server, besides messages
	broken bool       // a message is missing: start again
}

// silence is how long the server may say nothing before it is asked anew; it
// gives a sign of life twice as often.
const silence = 5 * time.Second

// follow hands over the messages after `after` until ctx ends (it returns
// nil) or the journal is closed.
func (j *Journal) follow(ctx context.Context, stream, filter string, after uint64, take func(seq uint64, m *nats.Msg)) error {
	r := &reader{j: j, stream: stream, filter: filter, last: after, take: take}
	for {
		err := r.run(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case j.closing.Err() != nil:
			return j.gone()
		case err != nil && !errors.Is(err, journal.ErrAway): // of which the connection tells
			j.config.Log.Warn("journal reader starts again", "stream", stream, "err", err)
		}
		select { // a server that is away is asked a few times a second
		case <-ctx.Done():
		case <-j.closing.Done():
		case <-time.After(silence / 20):
		}
	}
}

// run reads until something is wrong or ctx ends; what it was handed before is
// taken when it returns.
func (r *reader) run(ctx context.Context) error {
	conn, err := r.j.another()
	if err != nil {
		return err
	}
	defer conn.Close()
	inbox, turn := conn.NewInbox(), r.begin()
	wrong := make(chan struct{}, 1)
	sub, err := conn.Subscribe(inbox, func(m *nats.Msg) {
		if !r.receive(turn, conn, m) {
			select {
			case wrong <- struct{}{}:
			default:
			}
		}
	})
	if err != nil {
		return known(err)
	}
	defer r.end(sub)
	if err := sub.SetPendingLimits(-1, -1); err != nil { // the flow control bounds it
		return known(err)
	}
	if err := conn.FlushTimeout(r.j.config.Within); err != nil { // the server knows who listens
		return known(err)
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
		case <-r.j.closing.Done():
			return nil
		case <-wrong:
			return errors.New("a message is missing")
		case <-look.C:
			if r.silent() {
				return fmt.Errorf("nothing from the server for %s", silence)
			}
		}
	}
}

func (r *reader) begin() (turn uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.turn++
	r.count, r.looked, r.heard, r.broken = 0, 0, time.Now(), false
	return r.turn
}

func (r *reader) end(sub *nats.Subscription) {
	_ = sub.Unsubscribe() // fails if the connection is closed: then it has ended
	r.mu.Lock()
	defer r.mu.Unlock()
	r.turn++
}

func (r *reader) silent() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.count != r.looked {
		r.looked, r.heard = r.count, time.Now()
	}
	return time.Since(r.heard) > silence
}

// ask makes the server's side: it goes by itself when nobody listens.
func (r *reader) ask(ctx context.Context, inbox string) error {
	name := "r" + inbox[strings.LastIndexByte(inbox, '.')+1:]
	bounded, cancel := r.j.within(ctx)
	defer cancel()
	var made struct{}
	return r.j.api(bounded, "CONSUMER.CREATE."+r.stream+"."+name, map[string]any{
		"stream_name": r.stream,
		"config": jetstream.ConsumerConfig{
			Name: name, DeliverSubject: inbox, FilterSubject: r.filter,
			DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: r.last + 1,
			AckPolicy: jetstream.AckNonePolicy, MaxDeliver: 1, MemoryStorage: true, Replicas: 1,
			FlowControl: true, IdleHeartbeat: silence / 2, InactiveThreshold: silence,
		},
	}, &made)
}

// receive takes one message; false: start again.
func (r *reader) receive(turn uint64, conn *nats.Conn, m *nats.Msg) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case turn != r.turn || r.broken:
		return true
	case len(m.Data) == 0 && m.Header.Get("Status") != "":
		r.heard = time.Now()
		return r.sign(conn, m)
	}
	seq, count, ok := delivered(m.Reply)
	if !ok {
		return true
	}
	if count != r.count+1 {
		r.broken = true
		return false
	}
	r.count = count
	r.take(seq, m)
	r.last = seq
	return true
}

// sign takes what the server says of itself: that it waits for the client, or
// only that it is there and how far it is.
func (r *reader) sign(conn *nats.Conn, m *nats.Msg) bool {
	resume := m.Reply
	if resume == "" {
		resume = m.Header.Get("Nats-Consumer-Stalled")
	}
	if resume != "" {
		_ = conn.Publish(resume, nil) // if it is lost, the silence is noticed
	}
	if said := m.Header.Get("Nats-Last-Consumer"); said != "" {
		if count, err := strconv.ParseUint(said, 10, 64); err == nil && count != r.count {
			r.broken = true
			return false
		}
	}
	return true
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
