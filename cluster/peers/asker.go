package peers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"familiar/journal/jetstream/layout"

	"github.com/nats-io/nats.go"
)

// Errors of [Asker.Ask]; others are what the one who was asked said.
var (
	ErrNobody = errors.New("no such process is there")
	ErrBusy   = errors.New("it is asked too much at once")
)

// within is how long a question may take, in its queue and after.
const within = 15 * time.Second

// An Asker asks and tells processes, and need not be one. Make it with [NewAsker].
type Asker struct {
	conn   *nats.Conn
	prefix string
	self   string
}

// NewAsker returns one who asks under a name: a process's id, or what says who else it
// is.
func NewAsker(conn *nats.Conn, prefix, self string) Asker { return Asker{conn, prefix, self} }

// everybody is in place of a process's id. It is no id: these have capitals.
const everybody = "all"

func (a Asker) subject(whom, verb string) string {
	return layout.Names{Prefix: a.prefix}.Subject("peer", whom, verb)
}

const (
	headerFrom  = "Familiar-From"
	headerError = "Familiar-Error"
)

// Ask asks one process and returns its answer.
func (a Asker) Ask(ctx context.Context, whom, verb string, question []byte) (answer []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	got, err := a.conn.RequestMsgWithContext(ctx, a.message(whom, verb, question))
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
func (a Asker) Tell(whom, verb string, news []byte) error {
	if err := a.conn.PublishMsg(a.message(whom, verb, news)); err != nil {
		return fmt.Errorf("tell %s of %s: %w", whom, verb, err)
	}
	return nil
}

// TellAll tells all other processes.
func (a Asker) TellAll(verb string, news []byte) error { return a.Tell(everybody, verb, news) }

func (a Asker) message(whom, verb string, body []byte) *nats.Msg {
	return &nats.Msg{Subject: a.subject(whom, verb), Data: body, Header: nats.Header{headerFrom: {a.self}}}
}
