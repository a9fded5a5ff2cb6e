package loading

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"familiar/actors/adapter/web"
	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/process"
	"familiar/config"
	"familiar/control"
	"familiar/journal"
	"familiar/journal/memory"
	"familiar/lab/load"
	"familiar/lab/load/tally"
	"familiar/messages"
)

// inMemory is the journal that is gone with the process.
const inMemory = "memory"

// witness is the familiar whose decisions are counted; it is in every channel
// of a load.
const witness = "aria"

// An inside is a whole familiar in this process, as a load's target: what run
// starts, without a listener. Set the first three, then start it.
type inside struct {
	service *process.Service
	names   load.Names
	tally   *tally.Tally
	trouble trouble
	stop    context.CancelFunc
	ended   chan error
}

// start starts it, and returns once it hears. What it keeps is in memory, or
// else in the folder data.
func (in *inside) start(ctx context.Context, kept, data string, who cast, log *slog.Logger) error {
	loaded, err := who.config()
	if err != nil {
		return err
	}
	loaded.Data = data
	in.ended = make(chan error, 1)
	in.service, err = process.NewService(loaded, command.Streams{Out: io.Discard, Err: io.Discard}, log, in.cast(ctx, loaded, kept, log))
	if err != nil {
		return err
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	in.stop = stop
	go func() { in.ended <- in.service.Run(running, nil) }()
	if err := in.ready(ctx); err != nil {
		return errors.Join(err, in.close())
	}
	return nil
}

// close ends the program and gives its error.
func (in *inside) close() error {
	in.stop()
	return <-in.ended
}

// ready says lines that nobody counts until one is taken.
func (in *inside) ready(ctx context.Context) error {
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for {
		err := in.Say(ctx, load.Line{ID: "probe-" + in.names.Run, Author: "nobody", Text: "is anybody here"})
		if err == nil {
			return nil
		}
		select {
		case <-again.C:
		case err := <-in.ended:
			in.ended <- nil
			return fmt.Errorf("load: the familiar did not start: %w", err)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Say implements [load.Target].
func (in *inside) Say(ctx context.Context, l load.Line) error {
	line := messages.Line{
		Channel: web.Channel(in.names.Chat(l.Channel), ""), ID: messages.LineID(l.ID), Text: l.Text,
		Author: messages.Author{ID: messages.PersonID(l.Author), Name: l.Author}, ReplyTo: messages.Reply{ID: messages.LineID(l.ReplyTo)},
	}
	for _, m := range l.Mentions {
		line.Mentions = append(line.Mentions, messages.PersonID(m))
	}
	_, err := in.service.Web.Say(ctx, &line)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, control.ErrNobody):
		return load.ErrNobody
	}
	return errors.Join(load.ErrAgain, err)
}

// decided is told of every decision.
func (in *inside) decided(notes []*messages.Note) {
	now := time.Now()
	for _, n := range notes {
		if n.Familiar != witness {
			continue
		}
		if k, ours := in.key(n); ours && in.tally.Noted(k, now, string(n.Act), string(n.Rung), n.Term) {
			in.trouble.decided(k)
		}
	}
}

// key returns the line of the load that a note is about.
func (in *inside) key(n *messages.Note) (load.Key, bool) {
	chat := string(n.Channel)
	return in.names.Key(in.names.Channel(chat[strings.LastIndexByte(chat, '/')+1:]), string(n.Line))
}

// heard is told of every line that is read from the journal, posts among them.
func (in *inside) heard(l *messages.Line) {
	if l.Nonce != "" && l.Author.ID == witness {
		in.tally.Posted(string(l.ID), time.Now(), in.names.Called(l.Text)...)
	}
}

// cast is who looks on and what is kept.
func (in *inside) cast(ctx context.Context, c *config.Config, kept string, log *slog.Logger) process.Cast {
	return process.Cast{
		Observe: in.decided,
		Heard:   in.heard,
		Between: in.trouble.between(in.names),
		Open: func(generation func() int) (process.Kept, error) {
			if kept == inMemory {
				return process.Kept{Journal: shedding{memory.New(memory.Config{Generation: generation}), in}}, nil
			}
			store, err := command.OpenStore(ctx, c, log, generation)
			if err != nil {
				return process.Kept{}, err
			}
			return process.Kept{Journal: shedding{store, in}}, nil
		},
	}
}

// A shedding journal sees the notes about lines that were shed, which no
// familiar decided, so that nobody else is told; and about questions.
type shedding struct {
	journal.Journal
	in *inside
}

// Note implements journal.Ledger.
func (j shedding) Note(ctx context.Context, notes ...*messages.Note) error {
	for _, n := range notes {
		if n.Rung != messages.ByShed {
			continue
		}
		if n.Act == messages.Settled && n.Trigger.Unsolicited() {
			j.in.tally.Unasked()
		} else if k, ours := j.in.key(n); ours {
			j.in.tally.Shed(k)
		}
	}
	return j.Journal.Note(ctx, notes...)
}
