package account

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"familiar/actors/adapter"
	"familiar/messages"
	"familiar/policy/conversation"
)

// How many questions to networks are under way at once, for channels here and
// elsewhere, and how many more of those here may wait; one beyond these is answered
// with nothing.
const (
	inquiriesAtOnce  = 16
	inquiriesWaiting = 1_000
)

// AskerOptions is what an [Asker] works with. All are needed.
type AskerOptions struct {
	Accounts *Accounts
	Config   func(messages.ChannelID) *conversation.Config // in force; without seats where nobody is
	Thinking context.Context                               // questions are asked while it lasts
	Answer   func(messages.ChannelID, messages.Event)      // tells the channel
	Log      *slog.Logger
}

// An Asker asks networks about channels: who is there, what was said before,
// what people call them. Make it with [NewAsker].
type Asker struct {
	AskerOptions
	open   chan struct{} // questions under way or waiting
	slot   chan struct{} // under way
	places places
}

// NewAsker returns an Asker.
func NewAsker(o AskerOptions) *Asker {
	return &Asker{AskerOptions: o, open: make(chan struct{}, inquiriesAtOnce+inquiriesWaiting), slot: make(chan struct{}, inquiriesAtOnce)}
}

// FetchMembers carries out an order of a channel. A network that can't say answers
// that it doesn't know.
func (a *Asker) FetchMembers(o messages.FetchMembers) {
	a.inquire(o.Channel, o.Deadline, messages.MembersKnown{N: o.N}, a.askMembers(o))
}

// askMembers returns how the account is asked that can say who is in a channel; nil:
// none can.
func (a *Asker) askMembers(o messages.FetchMembers) func(context.Context) (messages.Event, error) {
	if _, lister := canIn[adapter.MemberLister](a, o.Channel, o.Account); lister != nil {
		return func(ctx context.Context) (messages.Event, error) { return a.MembersHere(ctx, o) }
	}
	id, is := a.elsewhereIn(o.Channel, o.Account, func(m Meeting) bool { return m.Members })
	if !is {
		return nil
	}
	return func(ctx context.Context) (messages.Event, error) {
		known, err := a.Accounts.Elsewhere.AskMembers(ctx, id, o)
		known.N = o.N
		return known, err
	}
}

// Members returns who is in a channel, as the network of an account there says, wherever
// that account is.
func (a *Asker) Members(ctx context.Context, o messages.FetchMembers) (known messages.MembersKnown, err error) {
	ask := a.askMembers(o)
	if ask == nil {
		return known, errCant
	}
	e, err := ask(ctx)
	known, _ = e.(messages.MembersKnown)
	return known, err
}

// MembersHere asks the network of an account of this process who is in a channel.
func (a *Asker) MembersHere(ctx context.Context, o messages.FetchMembers) (known messages.MembersKnown, err error) {
	account, lister := canIn[adapter.MemberLister](a, o.Channel, o.Account)
	if lister == nil {
		return known, errCant
	}
	err = a.call(ctx, account, "members", func() (err error) {
		known, err = lister.Members(ctx, o.Channel)
		return err
	})
	known.N = o.N
	return known, err
}

// errCant says that no account of this process can be asked.
var errCant = errors.New("no account here can be asked that")

// FetchHistory carries out an order of a channel. A network that keeps nothing
// answers with no lines.
func (a *Asker) FetchHistory(o messages.FetchHistory) {
	a.inquire(o.Channel, o.Deadline, messages.HistoryFetched{N: o.N}, a.askHistory(o))
}

// askHistory returns how the account is asked that can say what was said in a channel;
// nil: none can.
func (a *Asker) askHistory(o messages.FetchHistory) func(context.Context) (messages.Event, error) {
	if _, historian := canIn[adapter.Historian](a, o.Channel, o.Account); historian != nil {
		return func(ctx context.Context) (messages.Event, error) { return a.HistoryHere(ctx, o) }
	}
	account, is := a.elsewhereIn(o.Channel, o.Account, func(m Meeting) bool { return m.History })
	if !is {
		return nil
	}
	return func(ctx context.Context) (messages.Event, error) {
		e, err := a.Accounts.Elsewhere.AskHistory(ctx, account, o)
		fetched, is := e.(messages.HistoryFetched)
		if err != nil || !is {
			return nil, errors.Join(errCant, err)
		}
		return clean(o, account, fetched.Lines)
	}
}

// HistoryHere asks the network of an account of this process what was said in a
// channel.
func (a *Asker) HistoryHere(ctx context.Context, o messages.FetchHistory) (messages.Event, error) {
	account, historian := canIn[adapter.Historian](a, o.Channel, o.Account)
	if historian == nil {
		return nil, errCant
	}
	var lines []*messages.Line
	err := a.call(ctx, account, "history", func() (err error) {
		lines, err = historian.History(ctx, o.Channel, o.Head, o.Tail)
		return err
	})
	if err != nil {
		return nil, err
	}
	return clean(o, account, lines)
}

// clean makes of lines what a channel is told.
func clean(o messages.FetchHistory, account messages.AccountID, lines []*messages.Line) (messages.Event, error) {
	if most := o.Head + o.Tail; len(lines) > most { // an adapter may be generous, the journal is not
		lines = slices.Concat(lines[:o.Head], lines[len(lines)-o.Tail:])
	}
	return adapter.Clean(o.Channel, account, messages.HistoryFetched{N: o.N, Lines: lines})
}

// inquire asks a network and hands the channel what it says, by the deadline;
// unknown when it doesn't, or where ask is nil.
func (a *Asker) inquire(id messages.ChannelID, by messages.Instant, unknown messages.Event, ask func(context.Context) (messages.Event, error)) {
	if ask == nil {
		a.Answer(id, unknown)
		return
	}
	select {
	case a.open <- struct{}{}:
	default:
		a.Log.Warn("network not asked, too many questions are open", "channel", string(id))
		a.Answer(id, unknown)
		return
	}
	go func() { // the network may be slow, and a channel goes on meanwhile
		defer func() { <-a.open }()
		ctx, cancel := context.WithDeadline(a.Thinking, by.Time())
		defer cancel()
		e, err := ask(ctx)
		if err != nil {
			a.Log.Info("network did not answer", "channel", string(id), "err", err)
			e = unknown
		}
		if a.Thinking.Err() == nil { // else the next start asks again
			a.Answer(id, e)
		}
	}()
}

// call makes a call of a network, once few enough others are under way.
func (a *Asker) call(ctx context.Context, account messages.AccountID, what string, do func() error) error {
	select {
	case a.slot <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-a.slot }()
	return adapter.Fenced(a.Log, account, what, do)
}

// canIn returns the account that is to ask about a channel, if its adapter can
// do that: another may not even see the channel. Where none is known to be
// there it is the first of the channel's seats whose adapter can; nil when none
// can.
func canIn[Ability comparable](a *Asker, id messages.ChannelID, who messages.AccountID) (account messages.AccountID, can Ability) {
	var none Ability
	if who != "" {
		return who, Can[Ability](a.Accounts, who)
	}
	c := a.Config(id)
	for i := range c.Seats {
		if can = Can[Ability](a.Accounts, c.Seats[i].Account); can != none {
			return c.Seats[i].Account, can
		}
	}
	return "", none
}
