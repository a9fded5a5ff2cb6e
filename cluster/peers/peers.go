// Package peers lets the processes of a deployment ask and tell each other something,
// by core NATS: nothing is kept, and who isn't there hears nothing.
//
//	asker.go  asking and telling
//	peers.go  being asked
//	lane.go   a queue and workers for each verb
//
// It knows no question and no answer: who makes a [Peers] says what it answers, and
// cluster/verbs how that is written.
package peers

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"

	"familiar/cluster/verbs"

	"github.com/nats-io/nats.go"
)

// Peers is this process as one that others can ask. Make it with [Open].
type Peers struct {
	Asker
	log *slog.Logger

	ctx     context.Context
	stop    context.CancelFunc
	lanes   map[string]*lane // by verb; never changed
	waiting atomic.Int64     // bytes in all queues
	working sync.WaitGroup
	subs    []*nats.Subscription
}

// Open has a process answer under its id, what it is asked alone and what all are
// told. The connection is the caller's, who closes it after [Peers.Close].
func Open(conn *nats.Conn, prefix, self string, answers []verbs.Verb, log *slog.Logger) (*Peers, error) {
	p := &Peers{Asker: NewAsker(conn, prefix, self), lanes: make(map[string]*lane, len(answers)), log: log}
	p.ctx, p.stop = context.WithCancel(context.Background())
	for _, verb := range answers {
		p.lanes[verb.Name] = p.newLane(verb)
	}
	for _, whom := range []string{self, everybody} {
		sub, err := conn.Subscribe(p.subject(whom, "*"), p.take)
		if err != nil {
			p.Close()
			return nil, fmt.Errorf("peers: %w", err)
		}
		p.subs = append(p.subs, sub)
	}
	if err := conn.Flush(); err != nil { // else it is heard from now on
		log.Warn("other processes can't ask this one before the server is back", "err", err)
	}
	return p, nil
}

// Close ends all answering.
func (p *Peers) Close() {
	for _, sub := range p.subs {
		_ = sub.Unsubscribe() // the connection is gone: so is the subscription
	}
	p.stop()
	p.working.Wait()
}

// mostError bounds the text of an error that goes to another process, in bytes.
const mostError = 1024

// answer sends back what became of a question; of news nobody wants to know.
func (p *Peers) answer(m *nats.Msg, answer []byte, err error) {
	if m.Reply == "" {
		if err != nil {
			p.log.Debug("what another process told has no effect", "subject", m.Subject, "err", err)
		}
		return
	}
	reply := &nats.Msg{Subject: m.Reply, Data: answer}
	if err != nil {
		text := strings.Map(func(r rune) rune {
			if r < ' ' {
				return ' '
			}
			return r
		}, err.Error())
		reply.Data, reply.Header = nil, nats.Header{headerError: {text[:min(len(text), mostError)]}}
	}
	if err := p.conn.PublishMsg(reply); err != nil {
		p.log.Debug("another process is not answered", "subject", m.Subject, "err", err)
	}
}
