package app

import (
	"context"
	"fmt"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/channel"
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
// kept but for where that was.
func (a *App) hear(ctx context.Context, id messages.ChannelID, e messages.Event) error {
	if now := a.now.Load(); now.Channel(id) == nil {
		if _, said := e.(messages.Heard); said {
			a.Telemetry.Unmatched(id.Network())
			a.unmatched.heard(id, now.Silent, a.Log)
		}
		return nil
	}
	if heard, ok := e.(messages.Heard); ok && a.readings[a.Journal.Partition(id)].passed() {
		switch backlog := a.host.Backlog(channel.Key(id)); {
		case backlog >= hardCap:
			return a.shed(ctx, heard.Line)
		case backlog >= softCap:
			line := *heard.Line
			line.Crowded = true
			e = messages.Heard{Line: &line}
		}
	}
	if _, is := e.(messages.Reacted); is && a.host.Backlog(channel.Key(id)) >= hardCap {
		return nil // no line, so nothing is told of it
	}
	if _, err := a.Journal.Append(ctx, 0, id, append(a.before(id), e)...); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// shed lets a line go that its channel can't take, and says so.
func (a *App) shed(ctx context.Context, l *messages.Line) error {
	n := &messages.Note{Channel: l.Channel, Line: l.ID, At: messages.InstantOf(time.Now()), Act: messages.Drop, Rung: "shed", Reason: "the channel's backlog is full", Meta: l.Meta}
	a.Telemetry.Shed(l.Channel.Network())
	a.Log.Warn("line shed", "channel", string(l.Channel), "message", string(l.ID))
	return a.Journal.Note(ctx, n)
}

// Tell journals what a person or the operator told a channel to do, cleaned as
// what a network says. Who may, the caller has decided.
func (a *App) Tell(ctx context.Context, id messages.ChannelID, c messages.Commanded) error {
	if _, err := a.Journal.Append(ctx, 0, id, adapter.CleanCommand(c, adapter.Limits{})); err != nil {
		return fmt.Errorf("command not taken: %w", err)
	}
	return nil
}

// Forget journals that something a channel knows has to go.
func (a *App) Forget(ctx context.Context, id messages.ChannelID, what messages.Forgotten) error {
	if _, err := a.Journal.Append(ctx, 0, id, what); err != nil {
		return fmt.Errorf("order to forget not taken: %w", err)
	}
	return nil
}
