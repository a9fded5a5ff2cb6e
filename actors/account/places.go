package account

import (
	"context"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// What is known of a channel's name is asked for again after placeFor; a turn
// waits at most placeWithin for it. So many channels are remembered.
const (
	placeFor    = 10 * time.Minute
	placeWithin = 2 * time.Second
	placesMost  = 10_000
)

// places remembers what people call channels. Turns ask it from goroutines of
// their own, hence the lock. The zero places knows none.
type places struct {
	mu    sync.Mutex
	known map[placed]described
}

// A placed is a channel as one of the accounts there sees it.
type placed struct {
	channel messages.ChannelID
	account messages.AccountID
}

type described struct {
	adapter.Place
	at time.Time // when it was asked for
}

// Place returns what people call a channel, as an account there sees it, or for
// "" any of them; the zero Place when its network doesn't say. What is old is
// better than nothing.
func (a *Asker) Place(ctx context.Context, id messages.ChannelID, as messages.AccountID) adapter.Place {
	now, at := time.Now(), placed{id, as}
	was := a.places.get(at)
	if !was.at.IsZero() && now.Sub(was.at) < placeFor {
		return was.Place
	}
	asked := id
	if channel, is := id.Fixes(); is { // no network knows a side-fork
		asked = channel
	}
	account, describer := canIn[adapter.Describer](a, asked, at.account)
	if describer == nil && at.account != "" { // of another process: it asks without a connection
		account, describer = at.account, Could[adapter.Describer](a.Accounts, at.account)
	}
	if describer == nil {
		return was.Place
	}
	ctx, cancel := context.WithTimeout(ctx, placeWithin)
	defer cancel()
	var place adapter.Place
	err := adapter.Fenced(a.Log, account, "describe", func() (err error) {
		place, err = describer.Describe(ctx, asked)
		return err
	})
	if err != nil {
		a.Log.Info("name of the channel unknown", "channel", string(id), "err", err)
		place = was.Place
	}
	a.places.put(at, described{place, now})
	return place
}

func (p *places) get(id placed) described {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.known[id]
}

func (p *places) put(id placed, d described) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known == nil || len(p.known) >= placesMost { // begin anew: to ask again is cheap
		p.known = make(map[placed]described)
	}
	p.known[id] = d
}
