package app

import (
	"context"
	"fmt"
	"sync"
	"time"

	"familiar/actors/account"
	"familiar/actors/adapter"
	"familiar/actors/command"
	"familiar/internal/sleep"
	"familiar/messages"
	"familiar/policy/admission"
)

// tellEvery is how often everybody is told how things stand here; what isn't repeated
// for standsFor is forgotten.
const (
	tellEvery = time.Second
	standsFor = 10 * time.Second
)

// others is what is known of the other processes.
type others struct {
	mu       sync.Mutex
	heard    map[messages.AccountID]time.Time // when its process told of an account last
	backlogs backlogs
	timing   timing

	telling    sync.Mutex             // what is told later is newer
	introduced func() <-chan struct{} // the same each time: closed once they were asked who their accounts are
}

// tellOthers tells everybody how things stand here until ctx ends.
func (a *App) tellOthers(ctx context.Context) {
	tick := time.NewTicker(tellEvery)
	defer tick.Stop()
	for {
		a.tellTime()
		a.tellAccounts()
		a.tellShards()
		if backlogs := a.backlogs(); len(backlogs) > 0 {
			tellAll(a, tellBacklogs, backlogs)
		}
		if claims := a.inForce.Claims(); claims != nil && a.hosts(messages.Roles) {
			tellAll(a, tellRoles, claims) // again: somebody may not have heard it, or may be new
		}
		a.tellWatched()
		a.tellSilences()
		a.missAccounts(time.Now())
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (a *App) tellAccounts() {
	a.others.telling.Lock()
	defer a.others.telling.Unlock()
	if attends := a.holdings.attend(a.presence); len(attends) > 0 {
		tellAll(a, tellAccounts, attends)
	}
}

// How long a process that is new waits until it knows who its accounts are, before it
// takes channels: till then they would be away, and nobody would answer there.
const (
	introducedWithin = 3 * time.Second
	helloEvery       = 50 * time.Millisecond
)

// awaitIntroductions waits until every account is this process's or its process has told
// who it is, or was given the time to.
func (a *App) awaitIntroductions(ctx context.Context) {
	select {
	case <-a.others.introduced():
	case <-ctx.Done():
	}
}

// askIntroductions has the other processes tell who their accounts are.
func (a *App) askIntroductions() <-chan struct{} {
	over := make(chan struct{})
	go func() {
		defer close(over)
		tellAll(a, tellHello, struct{}{}) // also for what is watched elsewhere: the first decisions here would not be shown there
		for began := time.Now(); time.Since(began) < introducedWithin && a.holdings.anyUnknown(); tellAll(a, tellHello, struct{}{}) {
			if !sleep.For(a.running, helloEvery) {
				return
			}
		}
		a.tellTime() // before it has channels whose deadlines would be early or late
	}()
	return over
}

// mostID bounds the id of an account on its network, in bytes.
const mostID = 256

// hearAccounts takes who the accounts of another process are. What it says of those
// that aren't its own, or of no account of the configuration, has no effect.
func (a *App) hearAccounts(from string, all []attendance) {
	now := time.Now()
	for _, at := range all {
		m, is := at.meeting()
		if !is || !a.holdings.isElsewhere(at.Account) || !a.Sharing.HasAccount(from, at.Account) {
			continue
		}
		a.others.hear(at.Account, now)
		a.presence.Listening(at.Account, at.Listens, now)
		if a.holdings.learn(at.Account, m) {
			a.inForce.Met(a.running, at.Account, m)
			a.holdings.introduce(at.Account)
		}
	}
}

// attendanceOf returns what is told of an account, but for whether it is there.
func attendanceOf(id messages.AccountID, m account.Meeting) attendance {
	return attendance{Account: id, Me: m.Me, Members: m.Members, History: m.History, Replies: m.Replies, Reacts: m.Reacts}
}

// meeting returns who an account is, as another process says; false: it doesn't say.
func (at *attendance) meeting() (m account.Meeting, is bool) {
	if !at.Known || len(at.Me.ID) > mostID {
		return m, false
	}
	m = account.Meeting{Me: at.Me, Members: at.Members, History: at.History, Replies: at.Replies, Reacts: at.Reacts}
	m.Me.Name = adapter.CleanName(at.Me.Name, adapter.NameMost)
	return m, true
}

// hearRoles takes who has which role from the process that has their channel.
func (a *App) hearRoles(from string, claims *admission.Claims) {
	if claims == nil || len(claims.Grants) > admission.MostGrants || !a.Sharing.HasPartition(from, a.Journal.Partition(messages.Roles)) {
		return
	}
	a.inForce.ShareRoles(claims)
}

// missAccounts takes accounts for away of which their process tells nothing any more.
func (a *App) missAccounts(now time.Time) {
	for _, id := range a.others.silent(now) {
		if a.holdings.isElsewhere(id) {
			a.presence.Listening(id, false, now)
		}
	}
}

// hear notes that an account's process was heard of.
func (o *others) hear(id messages.AccountID, now time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.heard == nil {
		o.heard = map[messages.AccountID]time.Time{}
	}
	o.heard[id] = now
}

// silent returns the accounts that were not heard of for a while, each once.
func (o *others) silent(now time.Time) (ids []messages.AccountID) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for id, at := range o.heard {
		if now.Sub(at) > standsFor {
			ids = append(ids, id)
			delete(o.heard, id)
		}
	}
	return ids
}

// commandElsewhere gives a channel of another process a command.
func (a *App) commandElsewhere(ctx context.Context, id messages.ChannelID, c messages.Commanded) ([]command.Verdict, error) {
	event, err := messages.EncodeEvent(c)
	if err != nil {
		return nil, err
	}
	verdicts, err := askChannel(ctx, a, id, askCommand, commandAsked{id, event})
	if err != nil {
		return nil, fmt.Errorf("command in %s: %w", id, err)
	}
	return verdicts, nil
}
