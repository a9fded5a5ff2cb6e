package discord

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"familiar/actors/adapter"
	"familiar/messages"

	"familiar/actors/adapter/discord/rest"

	"familiar/actors/adapter/discord/wire"
)

// maxThreadName is in characters.
const maxThreadName = 100

// threadKept is how long Discord shows a thread in which nothing is said, in
// minutes: a day.
const threadKept = 1440

// stand returns where p is to stand: its channel, or a thread of that. It begins
// the thread if there is none.
func (a *Account) stand(ctx context.Context, c messages.Channel, p messages.Post) (messages.Channel, error) {
	if p.Within != "" {
		within, err := parse(p.Within)
		if err != nil {
			return c, fmt.Errorf("%w: %w", adapter.ErrGone, err)
		}
		return within, nil
	}
	if !p.Thread || p.ReplyTo == "" || c.Thread != "" || c.Workspace == "" {
		return c, nil
	}
	thread := c
	thread.Thread = string(p.ReplyTo) // Discord gives a thread the id of the message it begins at
	if _, known := a.places.at(thread.Thread); known {
		return thread, nil
	}
	address := discordgo.EndpointChannelMessageThread(c.Chat, thread.Thread)
	err := a.rest.Call(ctx, "POST", address, discordgo.EndpointChannelThreads(c.Chat), map[string]any{
		"name": threadName(p.Quoting), "auto_archive_duration": threadKept,
	}, nil)
	switch {
	case err == nil || rest.IsCode(err, rest.CodeThreadExists):
		a.places.setChannel(wire.Channel{ID: thread.Thread, GuildID: c.Workspace, ParentID: c.Chat, Type: kindThread, Name: threadName(p.Quoting)})
		return thread, nil
	case errors.Is(err, adapter.ErrGone) && !rest.IsCode(err, rest.CodeUnknownChannel):
		a.log.Warn("thread not started, the reply is in the channel", "channel", string(p.Channel), "err", err)
		return c, nil
	}
	// A thread that was begun and not told is found by the next try.
	return c, adapter.RetryAfter(adapter.PauseOf(err), fmt.Errorf("begin a thread: %w", err))
}

// threadName names a thread after the first line of what it hangs on.
func threadName(on messages.Quoted) string {
	line, _, _ := strings.Cut(strings.TrimSpace(on.Text), "\n")
	if name := adapter.CleanName(line, maxThreadName); name != "" {
		return name
	}
	return "Reply"
}
