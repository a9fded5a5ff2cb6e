package irc

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// Identity implements adapter.Identifier. An account's id is its own, whatever
// nick the server leaves it, so that nothing has to be connected for it.
func (a *Account) Identity(context.Context) (messages.Author, error) {
	return messages.Author{ID: a.me, Name: a.nickNow(), Bot: true}, nil
}

// nickNow returns the nick the server knows us by, or the one we shall ask for.
func (a *Account) nickNow() string {
	l := a.linkNow()
	if l == nil {
		return a.Nick
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.nick
}

func (a *Account) linkNow() *link {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.link
}

// Members implements adapter.MemberLister. Bots are our own accounts and who
// is known to be one; who never spoke is taken for a human.
func (a *Account) Members(_ context.Context, channel messages.ChannelID) (messages.MembersKnown, error) {
	at, dm, ok := a.target(channel)
	known := messages.MembersKnown{FetchedAt: messages.InstantOf(time.Now())}
	l := a.linkNow()
	switch {
	case !ok:
		return known, fmt.Errorf("irc: members of %s: no such channel here: %w", channel, adapter.ErrGone)
	case dm:
		known.Humans, known.Bots = 1, 1
		return known, nil
	case l == nil:
		return known, fmt.Errorf("irc: members of %s: not connected", channel)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.rooms[roomOf(at)]
	if r == nil || !r.in {
		return known, fmt.Errorf("irc: members of %s: not in it", channel)
	}
	for who, m := range r.members {
		if m.bot || who == l.folding.fold(l.nick) || a.Circle.owner(who) != "" {
			known.Bots++
		} else {
			known.Humans++
		}
	}
	known.Truncated = !r.whole || r.cut || isStatus(at) // nobody says who has which rank
	return known, nil
}

// Describe implements adapter.Describer.
func (a *Account) Describe(_ context.Context, channel messages.ChannelID) (adapter.Place, error) {
	at, dm, ok := a.target(channel)
	if !ok {
		return adapter.Place{}, fmt.Errorf("irc: describe %s: no such channel here: %w", channel, adapter.ErrGone)
	}
	if dm {
		return adapter.Place{Name: at, Kind: "dm"}, nil
	}
	place := adapter.Place{Name: at, Kind: "channel"}
	if l := a.linkNow(); l != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		if r := l.rooms[roomOf(at)]; r != nil {
			place.Name, place.About = strings.TrimSuffix(at, roomOf(at))+r.name, r.about
		}
	}
	return place, nil
}

// checkWithin is how long a check waits to be let in everywhere.
const checkWithin = 10 * time.Second

// Check implements adapter.Checker: it connects, asks for every channel and
// says which let it in.
func (a *Account) Check(ctx context.Context) (adapter.Standing, error) {
	l, err := a.connect(ctx)
	if err != nil {
		return adapter.Standing{}, err
	}
	defer a.leaveUnheard()
	ctx, cancel := context.WithTimeout(ctx, checkWithin)
	defer cancel()
	var s adapter.Standing
	var in []string
	for _, entry := range a.Join {
		name, _, _ := strings.Cut(entry, " ")
		l.mu.Lock()
		at := l.folding.fold(name)
		l.mu.Unlock()
		if err := l.awaitIn(ctx, at); err != nil {
			s.Missing = append(s.Missing, fmt.Sprintf("JOIN %s: it hears nothing there: %v", name, err))
			continue
		}
		in = append(in, name)
	}
	slices.Sort(in)
	s.SetPlaces(in)
	s.Me, _ = a.Identity(ctx)
	if s.Me.Name != a.Nick {
		s.Missing = append(s.Missing, fmt.Sprintf("NICK %s: somebody has it: people have to call it %s", a.Nick, s.Me.Name))
	}
	return s, nil
}
