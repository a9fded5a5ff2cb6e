package account

import (
	"context"
	"slices"

	"familiar/messages"
)

// Elsewhere has other processes do for a channel here what only the one can do that
// has its account.
type Elsewhere interface {
	// Has returns what is known of an account that another process has.
	Has(id messages.AccountID) (m Meeting, is bool)

	// These are carried out there by [Accounts.TypingHere] and the like.
	TellTyping(messages.ShowTyping)
	TellReact(messages.React)
	TellEdit(messages.Edit)

	// These answer as [Asker.MembersHere] and [Asker.HistoryHere] do there.
	AskMembers(ctx context.Context, id messages.AccountID, o messages.FetchMembers) (messages.MembersKnown, error)
	AskHistory(ctx context.Context, id messages.AccountID, o messages.FetchHistory) (messages.Event, error)

	// AskAudience answers as [Asker.AudienceHere] does there.
	AskAudience(ctx context.Context, id messages.AccountID, channel messages.ChannelID) (messages.Audience, error)

	// AskPosted answers as [Asker.PostedHere] does there.
	AskPosted(ctx context.Context, p messages.Post) (bool, error)
}

// elsewhere reports whether another process has an account.
func (as *Accounts) elsewhere(id messages.AccountID) bool {
	if as.Elsewhere == nil || as.session(id) != nil {
		return false
	}
	_, is := as.Elsewhere.Has(id)
	return is
}

// elsewhereIn returns the account of another process that is to be asked about a
// channel: the one that is known to be there, or the first of its seats that can.
func (a *Asker) elsewhereIn(id messages.ChannelID, who messages.AccountID, can func(Meeting) bool) (account messages.AccountID, is bool) {
	if a.Accounts.Elsewhere == nil {
		return "", false
	}
	candidates := []messages.AccountID{who}
	if who == "" {
		candidates = candidates[:0]
		c := a.Config(id)
		for i := range c.Seats {
			candidates = append(candidates, c.Seats[i].Account)
		}
	}
	k := slices.IndexFunc(candidates, func(id messages.AccountID) bool {
		m, is := a.Accounts.Elsewhere.Has(id)
		return is && can(m)
	})
	if k < 0 {
		return "", false
	}
	return candidates[k], true
}
