package matrix

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"familiar/actors/adapter"
	"familiar/actors/adapter/matrix/rest"
	"familiar/messages"
)

// get asks for something that is read only.
func get(path ...string) rest.Request {
	return rest.Request{Method: http.MethodGet, Path: append([]string{"v3"}, path...)}
}

// put changes something.
func put(body any, path ...string) rest.Request {
	return rest.Request{Method: http.MethodPut, Path: append([]string{"v3"}, path...), Body: body}
}

// who asks the homeserver once who the account is.
func (a *Account) who(ctx context.Context) (messages.Author, error) {
	return a.me.Get(func() (messages.Author, error) { return a.ask(ctx) })
}

func (a *Account) ask(ctx context.Context) (messages.Author, error) {
	var me struct {
		User string `json:"user_id"`
	}
	err := a.api.Call(ctx, get("account", "whoami"), &me)
	if err == nil && !strings.HasPrefix(me.User, "@") {
		err = errors.New("the answer has no user")
	}
	if err != nil {
		return messages.Author{}, a.failed("ask who we are", err)
	}
	var profile struct {
		Name string `json:"displayname"`
	}
	if err := a.api.Call(ctx, get("profile", me.User), &profile); err != nil && !rest.IsMissing(err) {
		return messages.Author{}, a.failed("ask for our name", err)
	}
	return messages.Author{ID: messages.PersonID(me.User), Name: cmp.Or(profile.Name, localpart(me.User)), Bot: true}, nil
}

// localpart returns the part of a user's id that names them on their server.
func localpart(user string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(user, "@"), ":")
	return cmp.Or(name, user)
}

// serverOf returns the server of a user's id.
func serverOf(user string) string {
	_, server, _ := strings.Cut(user, ":")
	return server
}

// A place is where something stands: a room, and the event that began a thread there.
type place struct{ room, thread string }

// channel returns the place's id. A room's id and an event's are the same for
// everybody, so that accounts share them.
func (p place) channel() messages.ChannelID {
	return messages.Channel{Network: network, Chat: p.room, Thread: p.thread}.ID()
}

// placeIn returns the place that a channel's id names.
func (a *Account) placeIn(channel messages.ChannelID, what string) (place, error) {
	in, err := messages.ParseChannel(channel)
	switch {
	case err != nil:
	case in.Network != network || in.Workspace != "":
		err = fmt.Errorf("channel %s is not on matrix", channel)
	case !strings.HasPrefix(in.Chat, "!"):
		err = fmt.Errorf("channel %s: %q is not a room's id", channel, in.Chat)
	case in.Thread != "" && !strings.HasPrefix(in.Thread, "$"):
		err = fmt.Errorf("channel %s: %q is not an event's id", channel, in.Thread)
	}
	if err != nil {
		return place{}, fmt.Errorf("matrix: account %s: %s: %w: %w", a.id, what, adapter.ErrGone, err)
	}
	return place{in.Chat, in.Thread}, nil
}
