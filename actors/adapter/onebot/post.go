package onebot

import (
	"context"
	"errors"
	"fmt"

	"familiar/actors/adapter"
	"familiar/actors/adapter/onebot/wire"
	"familiar/messages"
)

// fileMost is how large a file may be that is posted, in bytes: it goes in one frame, as
// base64.
const fileMost = 4 << 20

// PostFile implements adapter.FilePoster: the file is a segment, by itself, as QQ has no
// other with it.
func (a *Account) PostFile(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	if len(p.File.Text) > fileMost {
		return adapter.Posted{}, a.failed("post to "+string(p.Channel), fmt.Errorf("%w: the file has more than %d MiB", adapter.ErrGone, fileMost>>20))
	}
	return a.Post(ctx, p)
}

// Post implements adapter.Adapter. The text goes as segments of text, in which nothing
// calls anybody, and of at for the people of p.Mentions. OneBot takes no key: which post
// was begun is marked before.
func (a *Account) Post(ctx context.Context, p messages.Post) (adapter.Posted, error) {
	what := "post to " + string(p.Channel)
	at, _, err := a.place(ctx, p.Channel, what)
	if err != nil {
		return adapter.Posted{}, adapter.Unposted(err)
	}
	p = adapter.Answerable(p)
	if err := a.pace.turn(ctx, p.Channel); err != nil {
		return adapter.Posted{}, a.failed(what, err)
	}
	params := a.params(at)
	params["message"] = content(p)
	line, err := a.marks.Post(p, func() (messages.LineID, error) {
		defer a.posting.Begin(string(p.Channel))()
		var made struct {
			ID wire.ID `json:"message_id"`
		}
		err := a.call(ctx, actionPost, params, &made)
		switch {
		case err != nil:
			return "", err
		case made.ID == "":
			return "", errors.New("the answer has no message")
		}
		a.past.posts.Put(stand{p.Channel, made.ID}, p.ID)
		return messages.LineID(made.ID), nil
	})
	if err != nil {
		return adapter.Posted{}, a.failed(what, err)
	}
	return adapter.Posted{Line: line}, nil
}

// params returns those of a call about a place. A temporary session is answered in the
// group it began in.
func (a *Account) params(at place) map[string]any {
	if at.group != "" {
		return map[string]any{"message_type": "group", "group_id": at.group}
	}
	params := map[string]any{"message_type": "private", "user_id": at.user}
	if group, known := a.past.sessions.Get(at.user); known {
		params["group_id"] = group
	}
	return params
}

// content returns a post as segments.
func content(p messages.Post) (all wire.Content) {
	if p.File != nil {
		return wire.Content{wire.File(p.File.Name, []byte(p.File.Text))}
	}
	if id := messageID(p.ReplyTo); id != "" {
		all = append(all, wire.Reply(id))
	}
	for _, s := range adapter.SplitCalls(p.Text, p.Mentions) {
		id := wire.ID("")
		if s.Who != nil {
			id = messageID(messages.LineID(s.Who.ID))
		}
		if id == "" {
			all = append(all, wire.Text(s.Text))
			continue
		}
		all = append(all, wire.At(id), wire.Text(" "))
	}
	return all
}

// Find implements adapter.Reconciler. A post that was never begun may be made now; one
// whose answer was kept is the message of that answer. One that was begun and has no
// answer is looked for in the group's history, if the implementation has that.
func (a *Account) Find(ctx context.Context, p messages.Post) (adapter.Posted, bool, error) {
	what := "find in " + string(p.Channel)
	found, err := a.marks.Get(p.Channel)
	switch {
	case err != nil:
		return adapter.Posted{}, false, a.failed(what, err)
	case !found.Is(p.ID):
		return adapter.Posted{}, false, nil
	case found.Line != "":
		return adapter.Posted{Line: found.Line}, true, nil
	}
	line, err := a.search(ctx, p)
	if err != nil {
		return adapter.Posted{}, false, a.failed(what, err)
	}
	found.Line = line
	a.marks.Keep(p.Channel, found)
	a.past.posts.Put(stand{p.Channel, messageID(line)}, p.ID)
	return adapter.Posted{Line: line}, true, nil
}
