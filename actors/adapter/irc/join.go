package irc

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ergochat/irc-go/ircevent"
	"github.com/ergochat/irc-go/ircmsg"
)

const (
	rejoinMost = 30  // times Config.Rejoin, the longest pause before a room is tried again
	joinMost   = 10  // rooms asked for at once
	joinLength = 400 // bytes of their names
)

// notSent are the answers that say that somebody was not sent what we said.
var notSent = []string{ircevent.ERR_NOSUCHNICK, ircevent.ERR_CANNOTSENDTOCHAN, ircevent.ERR_TOOMANYTARGETS, ircevent.ERR_CHANOPRIVSNEEDED, "486", "531", "707", "716"}

// notIn are the answers that say that a room didn't let us in.
var notIn = []string{
	ircevent.ERR_TOOMANYCHANNELS, ircevent.ERR_UNAVAILRESOURCE, ircevent.ERR_LINKCHANNEL, ircevent.ERR_CHANNELISFULL,
	ircevent.ERR_INVITEONLYCHAN, ircevent.ERR_BANNEDFROMCHAN, ircevent.ERR_BADCHANNELKEY, ircevent.ERR_BADCHANMASK, "479", "480", "520",
}

// notEither are the answers that servers give to both.
var notEither = []string{ircevent.ERR_NOSUCHCHANNEL, ircevent.ERR_NEEDREGGEDNICK, "439", "489"}

// keepIn asks for every room we should be in and are not, until the
// connection ends.
func (l *link) keepIn() {
	for {
		rooms, next, changed := l.ask(time.Now())
		if rooms != nil {
			if l.a.bucket.wait(l.ctx) != nil {
				return
			}
			l.send("JOIN", rooms...)
			continue
		}
		timer := time.NewTimer(next)
		select {
		case <-timer.C:
		case <-changed:
			timer.Stop()
		case <-l.ctx.Done():
			timer.Stop()
			return
		}
	}
}

// ask returns what to say to get into the rooms that are due, and marks them as
// asked for; nil when none is, and how long to wait then.
func (l *link) ask(now time.Time) (params []string, next time.Duration, changed <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	next = rejoinMost * l.a.Rejoin
	var names []string
	length := 0
	for _, at := range l.wanted() {
		r := l.rooms[at]
		switch due := r.due.Sub(now); {
		case due > 0:
			next = min(next, due)
			continue
		case r.key != "" && len(names) > 0, len(names) == joinMost, length+len(r.name) > joinLength:
			return []string{strings.Join(names, ",")}, 0, nil
		}
		r.ask(now, l.a.Rejoin)
		if r.key != "" {
			return []string{r.name, r.key}, 0, nil
		}
		names = append(names, r.name)
		length += len(r.name) + 1
	}
	if names != nil {
		return []string{strings.Join(names, ",")}, 0, nil
	}
	return nil, next, l.changed
}

// wanted returns the rooms we are not in, in one order. The lock is held.
func (l *link) wanted() []string {
	var names []string
	for at, r := range l.rooms {
		if !r.in {
			names = append(names, at)
		}
	}
	slices.Sort(names)
	return names
}

// shut has a room tried again after a pause. The lock is held.
func (l *link) shut(r *room, why string, now time.Time) {
	r.shut(why, now, l.a.Rejoin)
	l.a.Log.Warn("irc channel closed to us", "account", string(l.a.id), "channel", r.name, "reason", why, "retry_in", r.due.Sub(now))
}

// refused takes one of the above: me, whom or what it is about, the reason. One
// that may be about a post or about coming in leaves the post unknown.
func (l *link) refused(m ircmsg.Message) {
	if len(m.Params) < 2 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	at := l.folding.fold(m.Params[1])
	why := fmt.Sprintf("%s (%s)", said(m), m.Command)
	r := l.rooms[at]
	asked := r != nil && !r.in
	if asked && !slices.Contains(notSent, m.Command) {
		l.shut(r, why, time.Now())
		l.roomChanged()
	}
	if slices.Contains(notIn, m.Command) {
		return
	}
	for _, p := range l.proofs {
		if p.target == at || roomOf(p.target) == at {
			p.refuse(m.Command, why)
			p.doubt = p.doubt || asked && slices.Contains(notEither, m.Command)
			return
		}
	}
}

// awaitIn waits until we are in a room. The error says why we are not; nothing
// was sent.
func (l *link) awaitIn(ctx context.Context, at string) error {
	for {
		l.mu.Lock()
		r, changed := l.rooms[roomOf(at)], l.changed
		in, why := r != nil && r.in, ""
		if r != nil {
			why = r.why
		}
		l.mu.Unlock()
		switch {
		case in:
			return nil
		case r == nil:
			return fmt.Errorf("not in %s: add it to the account's join", at)
		case why != "":
			return fmt.Errorf("not in %s: %s", at, why)
		}
		select {
		case <-changed:
		case <-l.ctx.Done():
			return errLost
		case <-ctx.Done():
			return fmt.Errorf("not in %s yet: %w", at, context.Cause(ctx))
		}
	}
}
