// Package peers lets the processes of a deployment ask and tell each other something,
// by core NATS: nothing is kept, and who isn't there hears nothing.
//
// It knows no question and no answer: who makes a [Peers] says what it answers. What
// comes from another process is data of a program that may be older, newer or broken.
package peers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"familiar/journal/jetstream/layout"

	"github.com/nats-io/nats.go"
	"github.com/sourcegraph/conc/panics"
)

// Errors of [Peers.Ask]; others are what the one who was asked said.
var (
	ErrNobody = errors.New("no such process is there")
	ErrBusy   = errors.New("it is asked too much at once")
	ErrLarge  = errors.New("that is too large for one message")
)

// Bounds of what a process takes from others.
const (
	atOnce  = 64        // questions answered at once
	waiting = 1024      // and as many that wait; one more is refused
	mostIn  = 512 << 10 // bytes of a question or an answer: NATS takes 1 MiB
	within  = 15 * time.Second
)

// An Answerer answers one kind of question: it reads what was asked and returns
// what becomes JSON. ctx ends when nobody waits any more.
type Answerer func(ctx context.Context, asked []byte) (answer any, err error)

// Peers is this process as one that others can ask. Make it with [Open].
type Peers struct {
	conn    *nats.Conn
	prefix  string
	self    string
	answers map[string]Answerer
	log     *slog.Logger

	ctx     context.Context
	stop    context.CancelFunc
	queue   chan *nats.Msg
	working sync.WaitGroup
	subs    []*nats.Subscription
}

// Open has a process answer under its id, what it is asked alone and what all are
// told. The connection is the caller's, who closes it after [Peers.Close].
func Open(conn *nats.Conn, prefix, self string, answers map[string]Answerer, log *slog.Logger) (*Peers, error) {
	p := &Peers{conn: conn, prefix: prefix, self: self, answers: answers, log: log, queue: make(chan *nats.Msg, waiting)}
	p.ctx, p.stop = context.WithCancel(context.Background())
	for range atOnce {
		p.working.Go(p.work)
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

// Ask asks one process and reads its answer into answer, unless that is nil.
func (p *Peers) Ask(ctx context.Context, whom, verb string, question, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	m, err := p.message(whom, verb, question)
	if err != nil {
		return err
	}
	got, err := p.conn.RequestMsgWithContext(ctx, m)
	if errors.Is(err, nats.ErrNoResponders) {
		err = ErrNobody
	}
	if err == nil {
		err = said(got)
	}
	if err != nil {
		return fmt.Errorf("ask %s for %s: %w", whom, verb, err)
	}
	if answer == nil {
		return nil
	}
	if err := json.Unmarshal(got.Data, answer); err != nil {
		return fmt.Errorf("ask %s for %s: its answer: %w", whom, verb, err)
	}
	return nil
}

// said returns the error that an answer is.
func said(m *nats.Msg) error {
	switch text := m.Header.Get(headerError); {
	case len(m.Data) > mostIn:
		return ErrLarge
	case text == ErrBusy.Error():
		return ErrBusy
	case text != "":
		return errors.New(text)
	}
	return nil
}

// Tell tells one process something and doesn't wait for what becomes of it.
func (p *Peers) Tell(whom, verb string, what any) error {
	m, err := p.message(whom, verb, what)
	if err != nil {
		return err
	}
	m.Reply = ""
	if err := p.conn.PublishMsg(m); err != nil {
		return fmt.Errorf("tell %s of %s: %w", whom, verb, err)
	}
	return nil
}

// TellAll tells all other processes.
func (p *Peers) TellAll(verb string, what any) error { return p.Tell(everybody, verb, what) }

func (p *Peers) message(whom, verb string, body any) (*nats.Msg, error) {
	data, err := json.Marshal(body)
	if err == nil && len(data) > mostIn {
		err = ErrLarge
	}
	if err != nil {
		return nil, fmt.Errorf("%s for %s: %w", verb, whom, err)
	}
	return &nats.Msg{Subject: p.subject(whom, verb), Data: data, Header: nats.Header{headerFrom: {p.self}}}, nil
}

// take queues what came, unless it is this process's own word to everybody.
func (p *Peers) take(m *nats.Msg) {
	if m.Header.Get(headerFrom) == p.self {
		return
	}
	select {
	case p.queue <- m:
	default:
		p.answer(m, nil, ErrBusy)
	}
}

func (p *Peers) work() {
	for {
		select {
		case <-p.ctx.Done():
			return
		case m := <-p.queue:
			p.handle(m)
		}
	}
}

func (p *Peers) handle(m *nats.Msg) {
	verb := m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
	answerer := p.answers[verb]
	if answerer == nil { // of a newer program
		p.answer(m, nil, fmt.Errorf("this process knows no %q", verb))
		return
	}
	if len(m.Data) > mostIn {
		p.answer(m, nil, ErrLarge)
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, within)
	defer cancel()
	var answer any
	var err error
	if recovered := panics.Try(func() { answer, err = answerer(ctx, m.Data) }); recovered != nil {
		p.log.Error("question of another process failed", "verb", verb, "value", fmt.Sprint(recovered.Value), "stack", string(recovered.Stack))
		err = errors.New("it failed at that")
	}
	p.answer(m, answer, err)
}

// mostError bounds the text of an error that goes to another process, in bytes.
const mostError = 1024

func (p *Peers) answer(m *nats.Msg, answer any, err error) {
	if m.Reply == "" {
		if err != nil {
			p.log.Debug("what another process told has no effect", "subject", m.Subject, "err", err)
		}
		return
	}
	reply := &nats.Msg{Subject: m.Reply}
	if err == nil {
		reply.Data, err = json.Marshal(answer)
	}
	if err == nil && len(reply.Data) > mostIn {
		err = ErrLarge
	}
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
