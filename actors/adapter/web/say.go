package web

import (
	"context"
	"fmt"
	"strings"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// Say hands a line to every account in its channel and returns once all have
// it: it is journaled. Say keeps the order of a channel; a line waits until
// the one before is taken.
//
// With an error some accounts may have the line. Said again under the same
// id, it goes only to those that don't; a line that all have is a duplicate
// and goes to nobody. That is remembered for the newest 512 lines of about
// 10,000 channels.
//
// The caller sets channel, id and author. A time of 0 is now; a reply without
// an author gets that of the line answered, if it was seen lately. The errors
// are [ErrNobody], [ErrClosed], [ErrReserved], what hear returned, and
// adapter.ErrRefused for a line without id or author, of another network, or
// in the name of an account.
func (n *Network) Say(ctx context.Context, line *messages.Line) (duplicate bool, err error) {
	if err := n.checkLine(line); err != nil {
		return false, err
	}
	said := *line
	said.Nonce = "" // a post's
	return n.say(ctx, said, false)
}

// checkLine refuses what no retry can mend.
func (n *Network) checkLine(line *messages.Line) error {
	switch {
	case strings.HasPrefix(string(line.ID), postPrefix):
		return ErrReserved
	case line.ID == "" || line.Author.ID == "":
		return fmt.Errorf("web: %w: a line needs an id and an author", adapter.ErrRefused)
	case n.roster.Load().byPerson[line.Author.ID] != nil:
		return fmt.Errorf("web: %w: %s is one of our accounts, which only post", adapter.ErrRefused, line.Author.ID)
	}
	if err := checkChannel(line.Channel); err != nil {
		return fmt.Errorf("web: %w: %w", adapter.ErrRefused, err)
	}
	return nil
}

// say hands out a line of anybody's, or a post.
func (n *Network) say(ctx context.Context, line messages.Line, post bool) (duplicate bool, err error) {
	s := n.stripe(line.Channel)
	if err := s.enter(ctx); err != nil {
		return false, err
	}
	defer s.unlockTurn()
	if line.At == 0 {
		line.At = messages.InstantOf(time.Now())
	}
	if line.ReplyTo.ID != "" && line.ReplyTo.Author == "" {
		line.ReplyTo.Author = n.writer(line.Channel, line.ReplyTo.ID).ID
	}
	id := n.hash(line.ID)
	before, all := s.takenBy(line.Channel, id)
	if all {
		return true, nil
	}
	took, err := n.each(ctx, line.Channel, before, post, func(account messages.AccountID) messages.Event {
		copied := line
		copied.Account = account
		return messages.Heard{Line: &copied}
	})
	switch {
	case err == nil:
		s.rememberLine(line.Channel, id, line.Author, nil)
	case len(took) > len(before):
		s.rememberLine(line.Channel, id, line.Author, took)
	}
	return false, err
}

// Edit hands the changed line to every account in its channel, as Say does a
// new one, but remembers nothing: after an error all are told again. An edit
// without an author is by the line's own, if that was seen lately. A post
// can't be edited: [ErrReserved].
func (n *Network) Edit(ctx context.Context, line *messages.Line) error {
	if strings.HasPrefix(string(line.ID), postPrefix) {
		return ErrReserved
	}
	edited := *line
	if edited.Author.ID == "" {
		edited.Author = n.writer(line.Channel, line.ID)
	}
	edited.Nonce = ""
	return n.tellAccounts(ctx, line.Channel, line.ID, func(account messages.AccountID) messages.Event {
		copied := edited
		copied.Account = account
		return messages.Edited{Line: &copied}
	})
}

// Delete tells every account in the channel that a line is gone; a post may
// be deleted too. After an error all are told again.
func (n *Network) Delete(ctx context.Context, channel messages.ChannelID, id messages.LineID) error {
	return n.tellAccounts(ctx, channel, id, func(messages.AccountID) messages.Event { return messages.Deleted{ID: id} })
}
