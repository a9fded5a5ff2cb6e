package peers

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"familiar/cluster/verbs"

	"github.com/nats-io/nats.go"
	"github.com/sourcegraph/conc/panics"
)

// Bounds of what waits to be answered. One more is refused.
const (
	mostQueued = 1024     // of each verb
	mostBytes  = 32 << 20 // of all verbs together
)

// A lane is what waits of one verb. Each verb has workers of its own: one whose answers
// are slow keeps no other from being answered.
type lane struct {
	verb  verbs.Verb
	queue chan received
}

type received struct {
	*nats.Msg
	at time.Time
}

func (p *Peers) newLane(verb verbs.Verb) *lane {
	l := &lane{verb, make(chan received, mostQueued)}
	for range max(1, verb.AtOnce) {
		p.working.Go(func() { p.work(l) })
	}
	return l
}

// take queues what came, unless it is this process's own word to everybody.
func (p *Peers) take(m *nats.Msg) {
	if m.Header.Get(headerFrom) == p.self {
		return
	}
	name := m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
	l := p.lanes[name]
	if l == nil { // of a newer program
		p.answer(m, nil, fmt.Errorf("this process knows no %q", name))
		return
	}
	if p.waiting.Add(int64(len(m.Data))) <= mostBytes {
		select {
		case l.queue <- received{m, time.Now()}:
			return
		default:
		}
	}
	p.waiting.Add(-int64(len(m.Data)))
	p.answer(m, nil, ErrBusy)
}

func (p *Peers) work(l *lane) {
	for {
		select {
		case <-p.ctx.Done():
			return
		case m := <-l.queue:
			p.waiting.Add(-int64(len(m.Data)))
			p.handle(l.verb, m)
		}
	}
}

// handle answers, if anybody can still be waiting for that.
func (p *Peers) handle(verb verbs.Verb, m received) {
	if m.Reply != "" && time.Since(m.at) > within {
		return
	}
	ctx, cancel := context.WithDeadline(p.ctx, m.at.Add(within))
	defer cancel()
	var answer []byte
	var err error
	if recovered := panics.Try(func() { answer, err = verb.Answer(ctx, m.Header.Get(headerFrom), m.Data) }); recovered != nil {
		p.log.Error("question of another process failed", "verb", verb.Name, "value", fmt.Sprint(recovered.Value), "stack", string(recovered.Stack))
		err = errors.New("it failed at that")
	}
	p.answer(m.Msg, answer, err)
}
