package matrix

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/matrix/rest"
	"familiar/actors/adapter/matrix/wire"
	"familiar/messages"
)

// Members implements adapter.MemberLister. Matrix doesn't say who is a bot: with more
// than one besides the account it is a hint. Whether one other is alone with it is asked
// anew: what was heard may be behind.
func (a *Account) Members(ctx context.Context, channel messages.ChannelID) (messages.MembersKnown, error) {
	at, err := a.placeIn(channel, "members")
	if err != nil {
		return messages.MembersKnown{}, err
	}
	known, err := a.look(ctx, at.room)
	if err != nil {
		return messages.MembersKnown{}, a.outcome("count the members", err)
	}
	all := known.count()
	if all <= 2 {
		joined, err := a.joinedIn(ctx, at.room)
		if err != nil {
			return messages.MembersKnown{}, a.outcome("count the members", err)
		}
		all = len(joined)
	}
	humans := max(all-1, 0)
	return messages.MembersKnown{Humans: humans, Bots: 1, Truncated: humans > 1, FetchedAt: messages.InstantOf(time.Now())}, nil
}

// Describe implements adapter.Describer. A thread is called like its room.
func (a *Account) Describe(ctx context.Context, channel messages.ChannelID) (adapter.Place, error) {
	at, err := a.placeIn(channel, "describe")
	if err != nil {
		return adapter.Place{}, err
	}
	known, err := a.look(ctx, at.room)
	if err != nil {
		return adapter.Place{}, a.outcome("describe", err)
	}
	of := adapter.Place{Kind: "group"}
	if of.Name, err = a.state(ctx, at.room, wire.TypeName); err != nil {
		return adapter.Place{}, a.outcome("describe", err)
	}
	if of.About, err = a.state(ctx, at.room, wire.TypeTopic); err != nil {
		return adapter.Place{}, a.outcome("describe", err)
	}
	switch {
	case at.thread != "":
		of.Kind = "thread"
	case a.rooms.isDirect(at.room, known):
		of.Kind = "dm"
	}
	return of, nil
}

// state returns what a room's state of a type says; "": nothing.
func (a *Account) state(ctx context.Context, id, kind string) (string, error) {
	var content json.RawMessage
	if err := a.api.Call(ctx, get("rooms", id, "state", kind), &content); err != nil && !rest.IsMissing(err) {
		return "", err
	}
	return wire.StateOf(kind, content), nil
}

// lookedAt is how many rooms a check looks at.
const lookedAt = 100

// rights are what an account does in a room, by the events it sends.
var rights = []struct{ kind, without string }{
	{wire.TypeMessage, "nothing can be said there"},
	{wire.TypeReaction, "no reactions there"},
}

// lacks returns which rights the account lacks in a room.
func (a *Account) lacks(ctx context.Context, me messages.PersonID, id, name string) (missing []string, err error) {
	var power wire.Power
	if err := a.api.Call(ctx, get("rooms", id, "state", wire.TypePower), &power); err != nil && !rest.IsMissing(err) {
		return nil, err
	}
	for _, r := range rights {
		if !power.May(string(me), r.kind) {
			missing = append(missing, fmt.Sprintf("%s: %s in %s: give the account the power level for it", r.kind, r.without, name))
		}
	}
	return missing, nil
}

// Check implements adapter.Checker: who the account is, where, which rooms it can't
// read, and where it may not speak.
func (a *Account) Check(ctx context.Context) (adapter.Standing, error) {
	me, err := a.who(ctx)
	if err != nil {
		return adapter.Standing{}, err
	}
	var joined struct {
		Rooms []string `json:"joined_rooms"`
	}
	if err := a.api.Call(ctx, get("joined_rooms"), &joined); err != nil {
		return adapter.Standing{}, a.failed("ask where we are", err)
	}
	standing := adapter.Standing{Me: me}
	names := joined.Rooms
	for i, id := range joined.Rooms[:min(len(joined.Rooms), lookedAt)] {
		name, err := a.state(ctx, id, wire.TypeName)
		if err != nil {
			return adapter.Standing{}, a.failed("ask where we are", err)
		}
		names[i] = cmp.Or(adapter.CleanName(name, adapter.NameMost), id)
		known, err := a.look(ctx, id)
		if err != nil {
			return adapter.Standing{}, a.failed("ask where we are", err)
		}
		if known.isEncrypted() {
			standing.Missing = append(standing.Missing, fmt.Sprintf("%s: %s is encrypted, which is not held: nothing there is read or answered", wire.TypeEncryption, names[i]))
			continue
		}
		missing, err := a.lacks(ctx, me.ID, id, names[i])
		if err != nil {
			return adapter.Standing{}, a.failed("ask what we may do", err)
		}
		standing.Missing = append(standing.Missing, missing...)
	}
	standing.SetPlaces(names)
	return standing, nil
}
