package store

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// acks matches the server's answers with the writes they answer. The client
// has the like; this one costs a third, which is most of what an append costs
// this process.
type acks struct {
	inbox string // with its dot
	once  bool   // the server answers a write once at most, so that names of answered ones are used again

	room chan struct{} // holds one for each write that waits

	mu      sync.Mutex // answers come on the connection's goroutine
	next    uint64
	waiting map[uint64]writer
	free    []name // of writes that were answered; never of one that was given up, whose answer may come yet
}

// A name is where a write's answer comes. The server remembers who listens at those it
// had lately, and to find that out for a new one costs it as much as to send the answer.
type name struct {
	number uint64
	reply  string
}

// An Outcome hears what became of a write, besides who waits for its answer:
// one of the two, once.
type Outcome interface {
	// Answered says that the server has taken the write, under that sequence, or
	// why not. It is called before who waits goes on.
	Answered(seq uint64, err error)
	// GivenUp says that nobody waits any more: the write may be in the stream.
	GivenUp()
}

// A writer is who hears of one write's answer.
type writer struct {
	answer chan ack
	also   Outcome // nil: nobody
}

// hear says that the answer has come.
func (w writer) hear(got ack) {
	if w.also != nil {
		w.also.Answered(got.seq, got.err)
	}
	w.answer <- got
}

// letGo says that nobody waits any more.
func (w writer) letGo() {
	if w.also != nil {
		w.also.GivenUp()
	}
}

// An ack is the server's answer to one write.
type ack struct {
	seq uint64
	err error
}

// listen begins to take answers.
func (a *acks) listen(conn *nats.Conn) error {
	a.inbox, a.waiting = conn.NewInbox()+".", map[uint64]writer{}
	a.room = make(chan struct{}, inFlight)
	answers, err := conn.Subscribe(a.inbox+"*", a.receiveAnswer)
	if err != nil {
		return fmt.Errorf("nats: %w", err)
	}
	if err := answers.SetPendingLimits(-1, -1); err != nil { // as many as there are writes
		return fmt.Errorf("nats: %w", err)
	}
	return nil
}

var answerChannels = sync.Pool{New: func() any { return make(chan ack, 1) }}

// expect returns the reply subject of a write and where its answer comes. It
// waits for room, at most as long as both: what isn't sent costs the server
// nothing once its writer has given up.
func (a *acks) expect(ctx, limit context.Context, w writer) (n name, answer chan ack, err error) {
	select {
	case a.room <- struct{}{}:
	case <-ctx.Done():
		err = ctx.Err()
	case <-limit.Done():
		err = limit.Err()
	}
	if err != nil {
		return name{}, nil, fmt.Errorf("%d writes wait for the server: %w", inFlight, err)
	}
	w.answer = answerChannels.Get().(chan ack)
	a.mu.Lock()
	defer a.mu.Unlock()
	n = a.name()
	a.waiting[n.number] = w
	return n, w.answer, nil
}

// name returns one that no write has. The lock is held.
func (a *acks) name() name {
	if last := len(a.free) - 1; last >= 0 {
		n := a.free[last]
		a.free = a.free[:last]
		return n
	}
	a.next++
	reply := append(make([]byte, 0, 64), a.inbox...)
	return name{a.next, string(strconv.AppendUint(reply, a.next, 36))}
}

// forget gives up waiting; a later answer is ignored. The name may be another write's by
// now, if the answer has come.
func (a *acks) forget(number uint64, answer chan ack) {
	a.mu.Lock()
	w := a.waiting[number]
	mine := w.answer == answer
	if mine {
		a.leave(number)
	}
	a.mu.Unlock()
	if mine {
		w.letGo()
	}
}

// answered returns who waits for a write's answer, once.
func (a *acks) answered(n name) (writer, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	w, ok := a.waiting[n.number]
	if ok {
		a.leave(n.number)
	}
	if ok && a.once {
		a.free = append(a.free, n)
	}
	return w, ok
}

// leave ends the waiting for an answer. The lock is held.
func (a *acks) leave(number uint64) {
	delete(a.waiting, number)
	<-a.room
}

func (a *acks) receiveAnswer(m *nats.Msg) {
	number, err := strconv.ParseUint(m.Subject[strings.LastIndexByte(m.Subject, '.')+1:], 36, 64)
	if err != nil {
		return
	}
	if w, ok := a.answered(name{number, m.Subject}); ok {
		w.hear(readAck(m))
	}
}

// wait waits for an answer, at most as long as ctx.
func (a *acks) wait(ctx context.Context, number uint64, answer chan ack) (uint64, error) {
	return a.waitBoth(ctx, ctx, number, answer)
}

// waitBoth waits at most as long as both.
func (a *acks) waitBoth(ctx, limit context.Context, number uint64, answer chan ack) (uint64, error) {
	var err error
	select {
	case got := <-answer:
		answerChannels.Put(answer)
		return got.seq, got.err
	case <-ctx.Done():
		err = ctx.Err()
	case <-limit.Done():
		err = limit.Err()
	}
	a.forget(number, answer)
	return 0, fmt.Errorf("no answer from the server: %w", err)
}

func readAck(m *nats.Msg) ack {
	if unheard(m) {
		return ack{err: Known(nats.ErrNoResponders)}
	}
	if seq, ok := plainAck(m.Data); ok {
		return ack{seq: seq}
	}
	var full struct {
		Sequence uint64              `json:"seq"`
		Error    *jetstream.APIError `json:"error"`
	}
	if err := json.Unmarshal(m.Data, &full); err != nil {
		return ack{err: fmt.Errorf("the server's answer: %w", err)}
	}
	if full.Error != nil {
		return ack{err: Known(full.Error)}
	}
	return ack{seq: full.Sequence}
}

// unheard reports whether the server says that nobody took the request.
func unheard(m *nats.Msg) bool {
	return len(m.Data) == 0 && m.Header.Get("Status") == "503"
}

// plainAck reads {"stream":"…","seq":n}, which nearly all answers are.
func plainAck(b []byte) (seq uint64, ok bool) {
	before, number, found := bytes.Cut(b, []byte(`","seq":`))
	number, closed := bytes.CutSuffix(number, []byte("}"))
	if !found || !closed || !bytes.HasPrefix(before, []byte(`{"stream":"`)) {
		return 0, false
	}
	seq, err := strconv.ParseUint(string(bytes.TrimSpace(number)), 10, 64)
	return seq, err == nil
}
