// Package peers lets the processes of a deployment ask and tell each other something,
// by core NATS: nothing is kept, and who isn't there hears nothing.
//
//	peers.go  asking and telling
//	lane.go   answering: a queue and workers for each verb
//
// It knows no question and no answer: who makes a [Peers] says what it answers, and
// cluster/verbs how that is written.
package peers

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"familiar/cluster/verbs"
	"familiar/journal/jetstream/layout"

	"github.com/nats-io/nats.go"
)

// Errors of [Peers.Ask]; others are what the one who was asked said.
var (
	ErrNobody = errors.New("no such process is there")
	ErrBusy   = errors.New("it is asked too much at once")
)

// within is how long a question may take, in its queue and after.
const within = 15 * time.Second

// Peers is this process as one that others can ask. Make it with [Open].
type Peers struct {
	conn   *nats.Conn
	prefix string
	self   string
	log    *slog.Logger

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
	p := &Peers{conn: conn, prefix: prefix, self: self, lanes: make(map[string]*lane, len(answers)), log: log}
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

// everybody is in place of a process's id. It is no id: these have capitals.
const everybody = "all"

func (p *Peers) subject(whom, verb string) string {
	return layout.Names{Prefix: p.prefix}.Subject("peer", whom, verb)
}

// Close ends all answering.
func (p *Peers) Close() {
	for _, sub := range p.subs {
		_ = sub.Unsubscribe() // the connection is gone: so is the subscription
	}
	p.stop()
	p.working.Wait()
}

const (
	headerFrom  = "Familiar-From"
	headerError = "Familiar-Error"
)

// Ask asks one process and returns its answer.
func (p *Peers) Ask(ctx context.Context, whom, verb string, question []byte) (answer []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	got, err := p.conn.RequestMsgWithContext(ctx, p.message(whom, verb, question))
	if errors.Is(err, nats.ErrNoResponders) {
		err = ErrNobody
	}
	if err == nil {
		err = said(got)
	}
	if err != nil {
		return nil, fmt.Errorf("ask %s for %s: %w", whom, verb, err)
	}
	return got.Data, nil
}

// said returns the error that an answer is.
func said(m *nats.Msg) error {
	switch text := m.Header.Get(headerError); text {
	case "":
		return nil
	case ErrBusy.Error():
		return ErrBusy
	default:
		return errors.New(text)
	}
}

// Tell tells one process something and doesn't wait for what becomes of it.
func (p *Peers) Tell(whom, verb string, news []byte) error {
	if err := p.conn.PublishMsg(p.message(whom, verb, news)); err != nil {
		return fmt.Errorf("tell %s of %s: %w", whom, verb, err)
	}
	return nil
}

// TellAll tells all other processes.
func (p *Peers) TellAll(verb string, news []byte) error { return p.Tell(everybody, verb, news) }

func (p *Peers) message(whom, verb string, body []byte) *nats.Msg {
	return &nats.Msg{Subject: p.subject(whom, verb), Data: body, Header: nats.Header{headerFrom: {p.self}}}
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
