// Package ingest takes what the networks say into the journal. It sheds what a
// channel can't keep up with, keeps nothing of what is said where nobody is, and has
// what a relay brings said by whoever said it.
//
//	ingest.go     network -> journal
//	unmatched.go  what is said where nobody is
//	mirrored.go   what is said where another room is heard for it
package ingest

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"familiar/journal"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/telemetry"
)

// A channel's backlog: over the soft cap its lines are kept and wake nobody,
// over the hard cap they are shed, which the ledger says.
const (
	softCap = 200
	hardCap = 5_000
)

// Options is what an [Intake] works with. All but Telemetry are needed.
type Options struct {
	Journal journal.Journal
	Matched func(messages.ChannelID) bool   // whether somebody is in the channel
	Silent  func(messages.ChannelID) string // why nobody is there; "": somebody is, or wants it so
	Stepped func(messages.ChannelID) bool   // whether what was there at the start is behind the channel's partition
	Backlog func(messages.ChannelID) int
	Before  func(messages.ChannelID) []messages.Event // what the channel has to be told before it hears anything

	// Gone has a channel forgotten that its network has deleted as a whole.
	Gone func(context.Context, messages.ChannelID) error

	// Relayed returns an event with those as authors who said it, where a relay brings
	// it; own reports that this was one of the familiars of the channel.
	Relayed func(id messages.ChannelID, e messages.Event) (taken messages.Event, own bool)
	// Ours reports whether that is one of the familiars of a channel.
	Ours func(id messages.ChannelID, who messages.PersonID) bool
	// Brought reports whether it was a relay that said a line, or one of its puppets.
	Brought func(*messages.Line) bool
	// Mirror names the room in which is heard what is said in a channel, itself or,
	// where it is mirrored, another; "": it has no mirrors.
	Mirror func(messages.ChannelID) (home string, mirrored bool)

	// Overdrawn returns whether somebody on a network has had what one person may a day,
	// and whether only together with accounts that they linked.
	Overdrawn func(network messages.Network, id messages.PersonID) (is, shared bool)

	// Agreed returns the agreement of somebody who says something in a channel, by which
	// what is learned from it may be recalled elsewhere; 0: there is none, or nobody learns.
	Agreed func(id messages.ChannelID, author messages.PersonID) uint32

	Telemetry *telemetry.Telemetry // nil: nobody is told
	Log       *slog.Logger
}

// An Intake writes what is heard to the journal. Make it with [New].
type Intake struct {
	Options
	unmatched unmatched
	mirrored  mirrored
}

// New returns an Intake.
func New(o Options) *Intake { return &Intake{Options: o} }

// Hear writes what an adapter reports to the journal; nil means it is there
// and the network may be told so. What is said where nobody listens is not
// kept but for where that was.
func (in *Intake) Hear(ctx context.Context, id messages.ChannelID, e messages.Event) error {
	if e == (messages.Forgotten{All: true}) {
		return in.Gone(ctx, id)
	}
	heard, said := e.(messages.Heard)
	if !in.Matched(id) {
		if said {
			in.miss(id, heard.Line)
		}
		return nil
	}
	if home, _ := in.Mirror(id); said && home != "" {
		in.mirrored.hear(home, in.Brought(heard.Line), in.Log)
	}
	e, own := in.Relayed(id, e)
	if own {
		return in.heardAgain(ctx, e)
	}
	e = in.known(id, e)
	if heard, ok := e.(messages.Heard); ok && in.Stepped(id) {
		switch backlog := in.Backlog(id); {
		case backlog >= hardCap:
			return in.Shed(ctx, heard.Line)
		case backlog >= softCap:
			line := *heard.Line
			line.Crowded = true
			e = messages.Heard{Line: &line}
		}
	}
	if _, is := e.(messages.Reacted); is && in.Backlog(id) >= hardCap {
		return nil // no line, so nothing is told of it
	}
	if _, err := in.Journal.Append(ctx, 0, id, append(in.Before(id), e)...); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// miss counts a line of a channel that nobody is in. What a relay says in a mirror was
// said elsewhere.
func (in *Intake) miss(id messages.ChannelID, l *messages.Line) {
	in.Telemetry.Unmatched(id.Network())
	if home, mirrored := in.Mirror(id); !mirrored {
		in.unmatched.count(id, in.Silent, in.Log)
	} else if !l.Author.Bot && !in.Brought(l) {
		in.mirrored.say(id.Room(), home, in.Log)
	}
}

// heardAgain keeps nothing of what a relay says after a familiar, but that it did.
func (in *Intake) heardAgain(ctx context.Context, e messages.Event) error {
	heard, said := e.(messages.Heard)
	if !said {
		return nil
	}
	l := heard.Line
	n := &messages.Note{Channel: l.Channel, Line: l.ID, At: messages.InstantOf(time.Now()), Act: messages.Drop, Rung: messages.ByRelay, Reason: because.SaidByOurs, Meta: l.Meta}
	return in.Journal.Note(ctx, n)
}

// known marks a line with what is known of its author: that they have had what one person
// may a day, and by which agreement they say it. No adapter says that by itself.
func (in *Intake) known(id messages.ChannelID, e messages.Event) messages.Event {
	said, is := messages.LineOf(e)
	if !is {
		return e
	}
	l := in.unnamed(id, said)
	var overdrawn, shared bool
	var agreed uint32
	if !l.Author.Bot && !l.Backfilled {
		overdrawn, shared = in.Overdrawn(l.Channel.Network(), l.Author.ID)
		agreed = in.Agreed(id, l.Author.ID)
	}
	if !overdrawn && l.Agreed == agreed {
		return messages.WithLine(e, l)
	}
	marked := *l
	marked.Agreed = agreed
	if overdrawn {
		marked.Overdrawn, marked.SharesDay = true, shared
	}
	return messages.WithLine(e, &marked)
}

// unnamed returns a post of a familiar's without the person whom it answers: that line has
// them, and what a familiar said stays once they are forgotten.
func (in *Intake) unnamed(id messages.ChannelID, l *messages.Line) *messages.Line {
	isPost := l.Author.Bot && l.Nonce != ""
	if !isPost || l.ReplyTo.Author == "" || in.Ours(id, l.ReplyTo.Author) {
		return l
	}
	unnamed := *l
	unnamed.ReplyTo.Author = ""
	return &unnamed
}

// Shed lets a line go that its channel can't take, and says so.
func (in *Intake) Shed(ctx context.Context, l *messages.Line) error {
	n := &messages.Note{Channel: l.Channel, Line: l.ID, At: messages.InstantOf(time.Now()), Act: messages.Drop, Rung: messages.ByShed, Reason: because.BacklogFull, Meta: l.Meta}
	in.Telemetry.Shed(l.Channel.Network())
	in.Log.Warn("line shed", "channel", string(l.Channel), "message", string(l.ID))
	return in.Journal.Note(ctx, n)
}
