package bridge

import (
	"fmt"

	"familiar/actors/adapter"
	"familiar/messages"
)

// ownMark separates the workspace from an account's name where a place is that
// account's alone. No workspace contains it.
const ownMark = "@"

// channel returns the channel of a place. A direct message is in a workspace of the
// account's own, whatever the bridge calls the chat: no other account can name it.
func (a *Account) channel(p place) messages.ChannelID {
	workspace := a.workspace
	if p.DM {
		workspace += ownMark + string(a.id)
	}
	return messages.Channel{Network: network, Workspace: workspace, Chat: p.Chat, Thread: p.Thread}.ID()
}

// place returns where a channel is, or that it isn't on the account's network.
func (a *Account) place(id messages.ChannelID) (place, error) {
	c, err := messages.ParseChannel(id)
	if err != nil {
		return place{}, fmt.Errorf("bridge: %w: %w", adapter.ErrGone, err)
	}
	p := place{Chat: c.Chat, Thread: c.Thread, DM: c.Workspace != a.workspace}
	if c.Network != network || a.channel(p) != id {
		return place{}, fmt.Errorf("bridge: %w: account %s is not in %s", adapter.ErrGone, a.id, id)
	}
	return p, nil
}
