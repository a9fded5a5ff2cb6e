package app

import (
	"context"
	"slices"

	"familiar/actors/adapter"
	"familiar/actors/channel"
	"familiar/messages"
)

// How many questions to networks are under way at once, and how many more may
// wait; one beyond these is answered with nothing.
const (
	inquiriesAtOnce  = 16
	inquiriesWaiting = 1_000
)

// inquiries counts questions to networks. The zero inquiries won't do, see
// [newInquiries].
type inquiries struct {
	open chan struct{} // under way or waiting
	slot chan struct{} // under way
}

func newInquiries() inquiries {
	return inquiries{make(chan struct{}, inquiriesAtOnce+inquiriesWaiting), make(chan struct{}, inquiriesAtOnce)}
}

// FetchMembers implements [channel.Orders]. A network that can't say answers
// that it doesn't know.
func (a *App) FetchMembers(o messages.FetchMembers) {
	account, lister := ableIn[adapter.MemberLister](a, o.Channel, o.Account)
	a.inquire(o.Channel, o.Deadline, messages.MembersKnown{N: o.N}, lister != nil, func(ctx context.Context) (messages.Event, error) {
		var known messages.MembersKnown
		err := adapter.Fenced(a.Log, account, "members", func() (err error) {
			known, err = lister.Members(ctx, o.Channel)
			return err
		})
		known.N = o.N
		return known, err
	})
}

// FetchHistory implements [channel.Orders]. A network that keeps nothing
// answers with no lines.
func (a *App) FetchHistory(o messages.FetchHistory) {
	account, historian := ableIn[adapter.Historian](a, o.Channel, o.Account)
	a.inquire(o.Channel, o.Deadline, messages.HistoryFetched{N: o.N}, historian != nil, func(ctx context.Context) (messages.Event, error) {
		var lines []*messages.Line
		err := adapter.Fenced(a.Log, account, "history", func() (err error) {
			lines, err = historian.History(ctx, o.Channel, o.Head, o.Tail)
			return err
		})
		if err != nil {
			return nil, err
		}
		if most := o.Head + o.Tail; len(lines) > most { // an adapter may be generous, the journal is not
			lines = slices.Concat(lines[:o.Head], lines[len(lines)-o.Tail:])
		}
		return adapter.Clean(o.Channel, account, messages.HistoryFetched{N: o.N, Lines: lines}, adapter.Limits{})
	})
}

// inquire asks a network and hands the channel what it says, by the deadline;
// unknown when it can't say or doesn't.
func (a *App) inquire(id messages.ChannelID, by messages.Instant, unknown messages.Event, can bool, ask func(context.Context) (messages.Event, error)) {
	if can {
		select {
		case a.inquiries.open <- struct{}{}:
		default:
			a.Log.Warn("network not asked, too much else is", "channel", string(id))
			can = false
		}
	}
	if !can {
		a.send(channel.Key(id), unknown)
		return
	}
	go func() { // the network may be slow, and a channel goes on meanwhile
		defer func() { <-a.inquiries.open }()
		ctx, cancel := context.WithDeadline(a.thinking, by.Time())
		defer cancel()
		e, err := a.inquiries.ask(ctx, ask)
		if err != nil {
			a.Log.Info("network did not say", "channel", string(id), "err", err)
			e = unknown
		}
		if a.thinking.Err() == nil { // else the next start asks again
			a.send(channel.Key(id), e)
		}
	}()
}

func (i *inquiries) ask(ctx context.Context, ask func(context.Context) (messages.Event, error)) (messages.Event, error) {
	select {
	case i.slot <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-i.slot }()
	return ask(ctx)
}

// ableIn gives the account that is to ask about a channel, if its adapter can
// do that: another may not even see the channel. Where none is known to be
// there it is the first of the channel's seats whose adapter can; nil when none
// can.
func ableIn[Ability comparable](a *App, id messages.ChannelID, who messages.AccountID) (account messages.AccountID, can Ability) {
	var none Ability
	if who != "" {
		return who, able[Ability](a.accounts, who)
	}
	c := a.Channel(id)
	if c == nil {
		return "", none
	}
	for i := range c.Seats {
		if can = able[Ability](a.accounts, c.Seats[i].Account); can != none {
			return c.Seats[i].Account, can
		}
	}
	return "", none
}
