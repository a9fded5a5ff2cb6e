package app

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"familiar/actors/account"
	"familiar/cluster/verbs"
	"familiar/messages"
)

// elsewhere implements [account.Elsewhere]: what a channel here has an account do that
// another process has. What is done for channels elsewhere follows each.
type elsewhere struct{ *App }

// Has reports whether another process has an account, as far as is known.
func (a elsewhere) Has(id messages.AccountID) (account.Meeting, bool) {
	return a.holdings.elsewhereOf(id)
}

// AccountAt returns the other process that has an account, as far as is known.
func (a *App) AccountAt(id messages.AccountID) (p Process, is bool) {
	if a.Sharing == nil {
		return p, false
	}
	others := a.Sharing.Others()
	k := slices.IndexFunc(others, func(p Process) bool { return a.Sharing.HasAccount(p.ID, id) })
	if k < 0 {
		return p, false
	}
	return others[k], true
}

// TellTyping has the account's process carry out an order.
func (a elsewhere) TellTyping(o messages.ShowTyping) { tellAccount(a.App, o.Account, tellTyping, o) }

// TellReact has the account's process carry out an order.
func (a elsewhere) TellReact(o messages.React) { tellAccount(a.App, o.Account, tellReact, o) }

// TellEdit has the account's process carry out an order.
func (a elsewhere) TellEdit(o messages.Edit) { tellAccount(a.App, o.Account, tellEdit, o) }

// AskMembers has the account's process ask its network.
func (a elsewhere) AskMembers(ctx context.Context, id messages.AccountID, o messages.FetchMembers) (messages.MembersKnown, error) {
	asked := time.Now()
	counted, err := askAccount(ctx, a.App, id, askMembers, membersAsked{o.Channel, id, timeLeft(ctx)})
	if err != nil {
		return messages.MembersKnown{}, err
	}
	return counted.at(o.N, asked), nil
}

// at returns what was counted by the clock of this process, which asked at a time: it
// is that old at least.
func (c membersCounted) at(n uint64, asked time.Time) messages.MembersKnown {
	if !c.Known || c.Humans < 0 || c.Bots < 0 {
		return messages.MembersKnown{N: n}
	}
	return messages.MembersKnown{
		N: n, Humans: c.Humans, Bots: c.Bots, Truncated: c.Truncated,
		FetchedAt: messages.InstantOf(asked.Add(-max(0, c.Age))),
	}
}

// counted returns what is known of members in a form that needs no clock.
func counted(m messages.MembersKnown, now time.Time) membersCounted {
	return membersCounted{
		Humans: m.Humans, Bots: m.Bots, Truncated: m.Truncated, Known: m.FetchedAt != 0,
		Age: messages.InstantOf(now).Sub(m.FetchedAt),
	}
}

// countMembers asks the network of an account here, for another process.
func (a *App) countMembers(ctx context.Context, _ string, q membersAsked) (membersCounted, error) {
	ctx, cancel := context.WithTimeout(ctx, q.Within)
	defer cancel()
	known, err := a.asker.MembersHere(ctx, messages.FetchMembers{Channel: q.Channel, Account: q.Account})
	return counted(known, time.Now()), err
}

// AskHistory has the account's process ask its network.
func (a elsewhere) AskHistory(ctx context.Context, id messages.AccountID, o messages.FetchHistory) (messages.Event, error) {
	told, err := askAccount(ctx, a.App, id, askHistory, historyAsked{o.Channel, id, o.Head, o.Tail, timeLeft(ctx)})
	if err != nil {
		return nil, err
	}
	if told.LeftOut > 0 {
		a.Log.Info("history of another process is cut, it is too large for one message", "channel", string(o.Channel), "lines_left_out", told.LeftOut)
	}
	return messages.DecodeEvent(told.Event)
}

// AskAudience has the account's process say who reads a channel.
func (a elsewhere) AskAudience(ctx context.Context, id messages.AccountID, channel messages.ChannelID) (messages.Audience, error) {
	return askAccount(ctx, a.App, id, askAudience, audienceAsked{id, channel})
}

// AskPosted has the account's process ask its network whether a post is there.
func (a elsewhere) AskPosted(ctx context.Context, p messages.Post) (bool, error) {
	post, err := messages.EncodePost(p)
	if err != nil {
		return false, err
	}
	return askAccount(ctx, a.App, p.Account, askPosted, postedAsked{post})
}

// tellPosted asks the network of an account here, for another process.
func (a *App) tellPosted(ctx context.Context, _ string, q postedAsked) (bool, error) {
	p, err := messages.DecodePost(q.Post)
	if err != nil {
		return false, err
	}
	return a.asker.PostedHere(ctx, p)
}

// mostLines bounds the head and the tail of a history that another process asks for.
const mostLines = 1000

// tellHistory asks the network of an account here, for another process.
func (a *App) tellHistory(ctx context.Context, _ string, q historyAsked) (historyTold, error) {
	ctx, cancel := context.WithTimeout(ctx, q.Within)
	defer cancel()
	e, err := a.asker.HistoryHere(ctx, messages.FetchHistory{
		Channel: q.Channel, Account: q.Account, Head: min(max(0, q.Head), mostLines), Tail: min(max(0, q.Tail), mostLines),
	})
	if err != nil {
		return historyTold{}, err
	}
	fetched, is := e.(messages.HistoryFetched)
	if !is {
		return historyTold{}, fmt.Errorf("history: got %T", e)
	}
	return fitting(fetched)
}

// fitting returns a history as it is told, without its oldest lines where all of it is
// too large.
func fitting(f messages.HistoryFetched) (told historyTold, err error) {
	for {
		if told.Event, err = messages.EncodeEvent(f); err != nil {
			return historyTold{}, err
		}
		written, err := json.Marshal(told)
		if err != nil || len(written) <= verbs.Most || len(f.Lines) == 0 {
			return told, err
		}
		out := max(1, len(f.Lines)/8)
		f.Lines = f.Lines[out:]
		told.LeftOut += out
	}
}

// timeLeft returns how long there is still until ctx's deadline.
func timeLeft(ctx context.Context) time.Duration {
	by, is := ctx.Deadline()
	if !is {
		return time.Minute
	}
	return time.Until(by)
}
