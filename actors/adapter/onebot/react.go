package onebot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"familiar/actors/adapter"
	"familiar/actors/adapter/onebot/wire"
	"familiar/messages"
)

// learnWithin is how long it may take to find out what an implementation has.
const learnWithin = 5 * time.Second

// An extension is how an implementation reacts to a message.
type extension struct {
	action string
	params func(group, message wire.ID, emoji string) any
}

// extensions are those there are.
var extensions = []extension{
	{"set_msg_emoji_like", func(_, message wire.ID, emoji string) any { // NapCat, LLOneBot
		return map[string]any{"message_id": message, "emoji_id": emoji, "set": true}
	}},
	{"set_group_reaction", func(group, message wire.ID, emoji string) any { // Lagrange
		return map[string]any{"group_id": group, "message_id": message, "code": emoji, "is_add": true}
	}},
}

// learn finds out which extension the implementation has: one that it knows refuses a
// call without a message, one that it doesn't know isn't there.
func (a *Account) learn(ctx context.Context, on *link) {
	ctx, done := context.WithTimeout(ctx, learnWithin)
	defer done()
	var found *extension
	for i := range extensions {
		x := &extensions[i]
		err := on.call(ctx, x.action, struct{}{}, nil)
		no, refused := errors.AsType[*refusal](err)
		if err == nil || refused && !no.isUnknown() {
			found = x
			break
		}
		if !refused { // nothing is known: a connection that is lost is made again
			break
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.reacts = found
}

// isUnknown reports whether the implementation has no such action.
func (r *refusal) isUnknown() bool { return r.Code == 1404 || r.Code == 404 }

// Able implements adapter.Partial: whether it reacts its implementation says.
func (a *Account) Able(ability reflect.Type) bool {
	if ability != reflect.TypeFor[adapter.Reactor]() {
		return true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.reacts != nil
}

// React implements adapter.Reactor, in groups. QQ takes some two hundred emoji and
// refuses the others.
func (a *Account) React(ctx context.Context, o messages.React) error {
	what := "react in " + string(o.Channel)
	at, _, err := a.place(ctx, o.Channel, what)
	if err != nil {
		return err
	}
	message := messageID(o.Line)
	character := strings.TrimSuffix(o.Emoji, "\ufe0f")
	emoji, size := utf8.DecodeRuneInString(character)
	if at.group == "" || message == "" || size == 0 || size < len(character) {
		return a.failed(what, fmt.Errorf("%w: want a reaction of one character, to a message in a group", adapter.ErrGone))
	}
	a.mu.Lock()
	by := a.reacts
	a.mu.Unlock()
	if by == nil {
		return a.failed(what, fmt.Errorf("%w: the implementation has no reactions", adapter.ErrGone))
	}
	if err := a.call(ctx, by.action, by.params(at.group, message, strconv.Itoa(int(emoji))), nil); err != nil {
		return a.failed(what, err)
	}
	return nil
}

// reactionsMost is how many reactions of one notice are read.
const reactionsMost = 20

// reacted hands over that somebody put a reaction to a message of a group, or took it
// away.
func (l *listener) reacted(channel messages.ChannelID, e *wire.Event) {
	who, removed := e.User, false
	var emoji []wire.ID
	switch e.Notice {
	case "group_msg_emoji_like": // NapCat, LLOneBot
		removed = e.Added != nil && !*e.Added
		for _, like := range e.Likes[:min(len(e.Likes), reactionsMost)] {
			emoji = append(emoji, like.Emoji)
		}
	case "reaction": // Lagrange
		who, removed = e.Operator, e.Sub == "remove"
		emoji = append(emoji, e.Code)
	}
	if who == "" {
		return
	}
	for _, code := range emoji {
		if code == "" {
			continue
		}
		l.queues.Add(channel, func(ctx context.Context) {
			l.handOver(ctx, channel, messages.Reacted{Line: messages.LineID(e.ID), By: l.member(channel, who), Emoji: emojiOf(code), Removed: removed})
		})
	}
}

// member returns somebody in a channel, by the name they spoke under last.
func (l *listener) member(channel messages.ChannelID, id wire.ID) messages.Author {
	if id == l.me.id {
		return l.me.author
	}
	name, _ := l.past.names.Get(member{channel, id})
	return messages.Author{ID: messages.PersonID(id), Name: cmp.Or(name, string(id))}
}

// facesEnd is where QQ's own faces end: a greater number is a character's.
const facesEnd = 1000

// emojiOf returns a reaction as Unicode has it, or QQ's own face by its number.
func emojiOf(code wire.ID) string {
	n, err := strconv.ParseInt(string(code), 10, 32)
	if err != nil || n < facesEnd || !utf8.ValidRune(rune(n)) {
		return ":" + string(code) + ":"
	}
	return string(rune(n))
}
