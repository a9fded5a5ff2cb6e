package bridge

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/actors/adapter"
	"familiar/control/wire"
	"familiar/messages"
)

// forwardMark begins the text of what somebody passed on.
const forwardMark = "[forwarded] "

// understand returns what an event says to the program and where it happened. Its error
// is the bridge's to mend; now is the time of a line that has none.
func (a *Account) understand(e event, now messages.Instant) (messages.ChannelID, messages.Event, error) {
	if err := e.place.check(); err != nil {
		return "", nil, err
	}
	if e.Type != placeGone {
		if err := checkID("id", e.ID); err != nil {
			return "", nil, err
		}
	}
	channel := a.channel(e.place)
	if _, aside := channel.Fixes(); aside {
		return "", nil, wire.Bad("thread: no thread of a network is called so")
	}
	switch e.Type {
	case lineSaid, lineEdited:
		line, err := e.line(now)
		if err != nil {
			return "", nil, err
		}
		line.Channel, line.Account = channel, a.id
		if e.Type == lineEdited {
			return channel, messages.Edited{Line: line}, nil
		}
		return channel, messages.Heard{Line: line}, nil
	case lineDeleted:
		return channel, messages.Deleted{ID: messages.LineID(e.ID)}, nil
	case lineReacted:
		r, err := e.reaction()
		return channel, r, err
	case placeGone:
		return channel, messages.Forgotten{All: true}, nil
	}
	return "", nil, wire.Bad(fmt.Sprintf("type: %.20q: want line, edit, delete, reaction or gone", e.Type))
}

// line makes a line of an event that is one, or the edit of one.
func (e event) line(now messages.Instant) (*messages.Line, error) {
	if err := checkID("author.id", e.Author.ID); err != nil {
		return nil, err
	}
	if err := e.ReplyTo.check(); err != nil {
		return nil, err
	}
	if len(e.Post) > postMost {
		return nil, wire.Bad("post: want the id of a post as the order had it")
	}
	at := messages.Instant(e.At)
	if at <= 0 || at > now+aheadMost {
		at = now // what a network's clock says wrong is no reason to lose a line
	}
	line := &messages.Line{
		ID: messages.LineID(e.ID), Author: messages.Author{ID: messages.PersonID(e.Author.ID), Name: e.Author.Name, Bot: e.Author.Bot}, Text: e.Text, At: at,
		Everyone: e.Everyone, ReplyTo: messages.Reply{ID: messages.LineID(e.ReplyTo.ID), Author: messages.PersonID(e.ReplyTo.Author)},
		Nonce: e.Post, DM: e.DM, Backfilled: e.Earlier, Notice: e.Notice,
	}
	var err error
	if line.Mentions, err = list[messages.PersonID]("mentions", e.Mentions); err != nil {
		return nil, err
	}
	if line.Roles, err = list[string]("roles", e.Roles); err != nil {
		return nil, err
	}
	if line.Attachments, err = attachments(e.Attachments); err != nil {
		return nil, err
	}
	if e.Forwarded { // somebody else's words call nobody here
		line.Text, line.ExplicitOnly = forwardMark+e.Text, true
		line.Mentions, line.Roles, line.Everyone, line.ReplyTo = nil, nil, false, messages.Reply{}
	}
	return line, nil
}

// reaction makes what somebody put to a line, or took away.
func (e event) reaction() (messages.Event, error) {
	if err := checkID("author.id", e.Author.ID); err != nil && !(e.Removed && e.Author.ID == "") {
		return nil, err
	}
	if e.Emoji == "" && !e.Removed {
		return nil, wire.Bad("emoji: missing: want one character as Unicode has it, or a name between colons")
	}
	by := messages.Author{ID: messages.PersonID(e.Author.ID), Name: e.Author.Name, Bot: e.Author.Bot}
	return messages.Reacted{Line: messages.LineID(e.ID), By: by, Emoji: e.Emoji, Removed: e.Removed}, nil
}

// check says what is wrong with a place.
func (p place) check() error {
	if err := checkID("chat", p.Chat); err != nil {
		return err
	}
	if p.Thread == "" {
		return nil
	}
	return checkID("thread", p.Thread)
}

// check says what is wrong with an answered line's id or author.
func (r reply) check() error {
	if r.ID == "" && r.Author == "" {
		return nil
	}
	if err := checkID("reply_to.id", r.ID); err != nil || r.Author == "" {
		return err
	}
	return checkID("reply_to.author", r.Author)
}

// list returns ids without repetition; of too many the first, as of a line with more
// text than is kept.
func list[ID ~string](what string, given []string) (ids []ID, err error) {
	for _, id := range given[:min(len(given), listMost)] {
		if err := checkID(what, id); err != nil {
			return nil, err
		}
		if !slices.Contains(ids, ID(id)) {
			ids = append(ids, ID(id))
		}
	}
	return ids, nil
}

// attachments returns what is attached to a line.
func attachments(files []file) (all []messages.Attachment, err error) {
	for _, f := range files[:min(len(files), listMost)] {
		if err := checkID("attachments.id", f.ID); err != nil {
			return nil, err
		}
		all = append(all, messages.Attachment{
			ID: f.ID, Name: adapter.CleanName(f.Name, nameMost), Type: adapter.CleanName(f.Type, nameMost), Bytes: max(0, f.Bytes),
		})
	}
	return all, nil
}

// checkID says what is wrong with an id: it is shown in logs and addresses.
func checkID(what, id string) error {
	if id == "" {
		return wire.Bad(what + ": missing")
	}
	if len(id) > idMost || !utf8.ValidString(id) || strings.ContainsFunc(id, unicode.IsControl) {
		return wire.Bad(fmt.Sprintf("%s: want 1 to %d bytes of UTF-8 without control characters", what, idMost))
	}
	return nil
}
