package matrix

import (
	"context"
	"fmt"
	"strings"

	"familiar/actors/adapter"
	"familiar/actors/adapter/matrix/rest"
	"familiar/actors/adapter/matrix/wire"
	"familiar/messages"
)

// typingFor is how long the sign of typing stands unless it is taken away, in ms.
const typingFor = 10_000

// ShowTyping implements adapter.Typer. In a thread the sign is the room's.
func (a *Account) ShowTyping(ctx context.Context, o messages.ShowTyping) error {
	at, err := a.placeIn(o.Channel, "show typing")
	if err != nil {
		return err
	}
	me, err := a.who(ctx)
	if err != nil {
		return err
	}
	body := map[string]any{"typing": o.On}
	if o.On {
		body["timeout"] = typingFor
	}
	if err := a.api.Call(ctx, put(body, "rooms", at.room, "typing", string(me.ID)), nil); err != nil {
		return a.outcome("show typing", err)
	}
	return nil
}

// React implements adapter.Reactor.
func (a *Account) React(ctx context.Context, o messages.React) error {
	what := "react in " + string(o.Channel)
	at, err := a.lineIn(ctx, o.Channel, o.Line, what)
	if err != nil {
		return err
	}
	body := map[string]any{"m.relates_to": map[string]string{"rel_type": wire.RelationAnnotation, "event_id": string(o.Line), "key": o.Emoji}}
	_, err = a.send(ctx, at.room, wire.TypeReaction, "mark"+digest(string(o.Line), o.Emoji), body)
	if err != nil && !rest.IsDuplicate(err) {
		return a.outcome(what, err)
	}
	return nil
}

// Edit implements adapter.Editor. Clients that know no edits show the new text behind
// an asterisk.
func (a *Account) Edit(ctx context.Context, o messages.Edit) error {
	what := "edit in " + string(o.Channel)
	at, err := a.lineIn(ctx, o.Channel, o.Line, what)
	if err != nil {
		return err
	}
	now := content(o.Text, o.Mentions)
	body := content("* "+o.Text, nil)
	body["m.new_content"] = now
	body["m.relates_to"] = map[string]string{"rel_type": wire.RelationReplace, "event_id": string(o.Line)}
	transaction := "edit" + digest(string(o.Line), o.Text, fmt.Sprint(o.Meta.At))
	return adapter.Patiently(ctx, func() error {
		if _, err := a.send(ctx, at.room, wire.TypeMessage, transaction, body); err != nil {
			return a.outcome(what, err)
		}
		return nil
	})
}

// lineIn returns where a line stands that is to be changed.
func (a *Account) lineIn(ctx context.Context, channel messages.ChannelID, line messages.LineID, what string) (place, error) {
	at, err := a.placeIn(channel, what)
	if err != nil {
		return place{}, err
	}
	if !strings.HasPrefix(string(line), "$") {
		return place{}, fmt.Errorf("matrix: account %s: %s: %w: %q is not an event's id", a.id, what, adapter.ErrGone, line)
	}
	return at, a.writable(ctx, at.room, what)
}
