package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"familiar/actors/channel"
	"familiar/actors/host"
	"familiar/journal"
	"familiar/messages"
)

// A channel's backlog: over the soft cap its lines are kept and wake nobody,
// over the hard cap they are shed, which the ledger says.
const (
	softCap = 200
	hardCap = 5_000
)

// hear writes what an adapter reports to the journal; nil means it is there
// and the network may be told so. What is said where nobody listens is not
// kept.
func (a *App) hear(ctx context.Context, id messages.ChannelID, e messages.Event) error {
	if a.now.Load().Channel(id) == nil {
		return nil
	}
	if heard, ok := e.(messages.Heard); ok {
		switch backlog := a.host.Backlog(channel.Key(id)); {
		case backlog >= hardCap:
			return a.shed(ctx, heard.Line)
		case backlog >= softCap:
			line := *heard.Line
			line.Crowded = true
			e = messages.Heard{Line: &line}
		}
	}
	if _, err := a.Journal.Append(ctx, 0, id, e); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// shed lets a line go that its channel can't take, and says so.
func (a *App) shed(ctx context.Context, l *messages.Line) error {
	n := &messages.Note{Channel: l.Channel, Line: l.ID, At: messages.InstantOf(time.Now()), Act: messages.Drop, Rung: "shed", Reason: "the channel's backlog is full", Meta: l.Meta}
	a.Log.Warn("line shed", "channel", string(l.Channel), "message", string(l.ID))
	return a.Journal.Note(ctx, n)
}

// read hands a partition's records to the channels they belong to.
func (a *App) read(ctx context.Context, partition int) error {
	after, err := a.Journal.Checkpoint(ctx, partition)
	if err == nil {
		err = a.Journal.Consume(ctx, partition, after, func(r journal.Record) {
			a.quiet.handed(partition, r.Seq)
			if a.Watch != nil {
				a.Watch.Record(r)
			}
			if _, err := a.host.Send(channel.Key(r.Channel), r); err != nil {
				a.quiet.add(-1)
				a.Log.Warn("record is left for the next start", "channel", string(r.Channel), "seq", r.Seq, "err", err)
			}
		})
	}
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("partition %d: %w", partition, err)
	}
	return nil
}

// bury takes what made an actor panic too often. An event is marked in its
// channel's journal, so that no reload meets it again.
func (a *App) bury(f host.Failure) {
	r, ok := f.Msg.(journal.Record)
	if !ok {
		a.Log.Error("message given up", "actor", f.Key.String(), "type", fmt.Sprintf("%T", f.Msg))
		return
	}
	defer a.quiet.add(-1)
	if err, ok := f.Value.(error); ok && errors.Is(err, channel.ErrJournal) {
		a.Log.Error("record is left for the next start", "channel", string(r.Channel), "seq", r.Seq, "err", err)
		return
	}
	reason := fmt.Sprint(f.Value)
	a.Log.Error("event skipped", "channel", string(r.Channel), "seq", r.Seq, "reason", reason)
	if _, err := a.Journal.Append(context.Background(), a.epoch, r.Channel, messages.Skipped{Seq: r.Seq, Reason: reason}); err != nil {
		a.Log.Error("skipped event not marked", "channel", string(r.Channel), "seq", r.Seq, "err", err)
	}
}

// Tell journals what a person or the operator told a channel to do. Who may,
// the caller has decided.
func (a *App) Tell(ctx context.Context, id messages.ChannelID, c messages.Commanded) error {
	if _, err := a.Journal.Append(ctx, 0, id, c); err != nil {
		return fmt.Errorf("command not taken: %w", err)
	}
	return nil
}
