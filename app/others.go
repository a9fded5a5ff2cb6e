package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"familiar/actors/account"
	"familiar/actors/adapter"
	"familiar/actors/channel"
	"familiar/actors/command"
	"familiar/messages"
	"familiar/policy/admission"
)

// What processes of a deployment ask and tell each other. A channel and the account
// that speaks in it may be in two of them.
const (
	toldTyping   = "typing"   // who has an account carries out a channel's order
	toldReact    = "react"    //
	toldEdit     = "edit"     //
	askedMembers = "members"  //
	askedHistory = "history"  //
	askedStill   = "still"    // who has a channel says whether it waits for a post
	askedCommand = "command"  // who has a channel gives it a command
	toldHello    = "hello"    // everybody: the teller is new, and wants to know who has which account
	toldAccounts = "accounts" // everybody: who the teller's accounts are
	toldRoles    = "roles"    // everybody: who has which role, by the process that has their channel
	toldBacklogs = "backlogs" // everybody: which of the teller's channels can't keep up
)

// tellEvery is how often everybody is told how things stand here; what isn't repeated
// for standsFor is forgotten.
const (
	tellEvery = time.Second
	standsFor = 10 * time.Second
	mostTold  = 1000 // channels that are behind, of one process
)

// What is asked and told.
type (
	askingMembers struct {
		Order  messages.FetchMembers
		Within time.Duration // its deadline, whatever the clock of who is asked says
	}
	askingHistory struct {
		Order  messages.FetchHistory
		Within time.Duration
	}
	askingStill struct {
		Channel messages.ChannelID
		Post    messages.PostID
	}
	askingCommand struct {
		Channel messages.ChannelID
		Event   []byte // a messages.Commanded
	}
	// An attendance is an account as the process that has it knows it.
	attendance struct {
		Account messages.AccountID
		Known   bool // it has said who it is
		Listens bool
		Meeting account.Meeting
	}
)

// others is what is known of the other processes.
type others struct {
	mu       sync.Mutex
	backlogs map[messages.ChannelID]behind
	heard    map[messages.AccountID]time.Time // when its process told of an account last

	introduced sync.Once
}

type behind struct {
	n  int
	at time.Time
}

// answers returns what this process answers to others.
func (a *App) answers() map[string]func(context.Context, []byte) (any, error) {
	return map[string]func(context.Context, []byte) (any, error){
		toldTyping:   heard(func(o messages.ShowTyping) { a.accounts.Typing(o) }),
		toldReact:    heard(func(o messages.React) { a.accounts.React(o) }),
		toldEdit:     heard(func(o messages.Edit) { a.accounts.Edit(o) }),
		toldAccounts: heard(a.hearAccounts),
		toldHello:    heard(func(struct{}) { a.tellAccounts() }),
		toldBacklogs: heard(a.hearBacklogs),
		toldRoles:    heard(func(c *admission.Claims) { a.inForce.ShareRoles(c) }),
		askedMembers: asked(func(ctx context.Context, q askingMembers) (any, error) {
			ctx, cancel := context.WithTimeout(ctx, q.Within)
			defer cancel()
			return a.asker.MembersHere(ctx, q.Order)
		}),
		askedHistory: asked(func(ctx context.Context, q askingHistory) (any, error) {
			ctx, cancel := context.WithTimeout(ctx, q.Within)
			defer cancel()
			fetched, err := a.asker.HistoryHere(ctx, q.Order)
			if err != nil {
				return nil, err
			}
			return messages.EncodeEvent(fetched)
		}),
		askedStill: asked(func(ctx context.Context, q askingStill) (any, error) { return a.stillHere(ctx, q.Channel, q.Post) }),
		askedCommand: asked(func(ctx context.Context, q askingCommand) (any, error) {
			e, err := messages.DecodeEvent(q.Event)
			c, is := e.(messages.Commanded)
			if err != nil || !is {
				return nil, errors.Join(errors.New("that is no command"), err)
			}
			return a.commander.Command(ctx, q.Channel, c)
		}),
	}
}

// asked makes an answerer of a function that takes one kind of question.
func asked[Question any](answer func(context.Context, Question) (any, error)) func(context.Context, []byte) (any, error) {
	return func(ctx context.Context, b []byte) (any, error) {
		var q Question
		if err := readStrictly(b, &q); err != nil {
			return nil, err
		}
		return answer(ctx, q)
	}
}

// heard makes one of a function that only hears.
func heard[What any](hear func(What)) func(context.Context, []byte) (any, error) {
	return asked(func(_ context.Context, what What) (any, error) { hear(what); return nil, nil })
}

// tellOthers tells everybody how things stand here until ctx ends.
func (a *App) tellOthers(ctx context.Context) {
	tick := time.NewTicker(tellEvery)
	defer tick.Stop()
	for {
		a.tellAccounts()
		if backlogs := a.backlogs(); len(backlogs) > 0 {
			a.Sharing.TellAll(toldBacklogs, backlogs)
		}
		if claims := a.inForce.Claims(); claims != nil && a.hosts(messages.Roles) {
			a.Sharing.TellAll(toldRoles, claims) // again: somebody may not have heard it, or may be new
		}
		a.missAccounts(time.Now())
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (a *App) tellAccounts() {
	if attends := a.holdings.attend(a.presence); len(attends) > 0 {
		a.Sharing.TellAll(toldAccounts, attends)
	}
}

// How long a process that is new waits until it knows who its accounts are, before it
// takes channels: till then they would be away, and nobody would answer there.
const (
	introducedWithin = 3 * time.Second
	helloEvery       = 50 * time.Millisecond
)

// awaitIntroductions waits, once, until every account is this process's or its process
// has told who it is.
func (a *App) awaitIntroductions(ctx context.Context) {
	a.others.introduced.Do(func() {
		for began := time.Now(); time.Since(began) < introducedWithin && a.holdings.anyUnknown(); {
			a.Sharing.TellAll(toldHello, struct{}{})
			if !adapter.Wait(ctx, helloEvery) {
				return
			}
		}
	})
}

// hearAccounts takes who the accounts of another process are.
func (a *App) hearAccounts(all []attendance) {
	now := time.Now()
	for _, at := range all {
		if a.holdings.isHere(at.Account) || !at.Known {
			continue
		}
		a.others.hear(at.Account, now)
		a.presence.Listening(at.Account, at.Listens, now)
		if a.holdings.learn(at.Account, at.Meeting) {
			a.inForce.Met(a.running, at.Account, at.Meeting)
			a.holdings.introduce(at.Account)
		}
	}
}

// missAccounts takes accounts for away of which their process tells nothing any more.
func (a *App) missAccounts(now time.Time) {
	for _, id := range a.others.silent(now) {
		if !a.holdings.isHere(id) {
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

// backlogs returns the channels here that can't keep up.
func (a *App) backlogs() map[messages.ChannelID]int {
	if a.activity.Count() < tellFrom {
		return nil
	}
	all := map[messages.ChannelID]int{}
	a.host.Each(channel.Kind, func(id string) {
		if n := a.host.Backlog(channel.Key(messages.ChannelID(id))); n >= tellFrom && len(all) < mostTold {
			all[messages.ChannelID(id)] = n
		}
	})
	return all
}

// tellFrom is the backlog from which on others are told of it: below what makes lines
// wake nobody.
const tellFrom = 100

func (a *App) hearBacklogs(all map[messages.ChannelID]int) {
	now := time.Now()
	a.others.mu.Lock()
	defer a.others.mu.Unlock()
	if a.others.backlogs == nil {
		a.others.backlogs = map[messages.ChannelID]behind{}
	}
	for id, was := range a.others.backlogs {
		if now.Sub(was.at) > 3*tellEvery {
			delete(a.others.backlogs, id)
		}
	}
	for id, n := range all {
		a.others.backlogs[id] = behind{n, now}
	}
}

// backlog returns what another process said last of a channel's.
func (o *others) backlog(id messages.ChannelID) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	if b, is := o.backlogs[id]; is && time.Since(b.at) <= 3*tellEvery {
		return b.n
	}
	return 0
}

// The rest implements [account.Elsewhere].

// Has reports whether another process has an account, as far as is known.
func (a *App) Has(id messages.AccountID) (account.Meeting, bool) { return a.holdings.elsewhereOf(id) }

// TellTyping has the account's process carry out an order.
func (a *App) TellTyping(o messages.ShowTyping) { a.Sharing.TellAccount(o.Account, toldTyping, o) }

// TellReact has the account's process carry out an order.
func (a *App) TellReact(o messages.React) { a.Sharing.TellAccount(o.Account, toldReact, o) }

// TellEdit has the account's process carry out an order.
func (a *App) TellEdit(o messages.Edit) { a.Sharing.TellAccount(o.Account, toldEdit, o) }

// AskMembers has the account's process ask its network.
func (a *App) AskMembers(ctx context.Context, id messages.AccountID, o messages.FetchMembers) (known messages.MembersKnown, err error) {
	o.Account = id
	err = a.Sharing.AskAccount(ctx, id, askedMembers, askingMembers{o, timeLeft(ctx)}, &known)
	return known, err
}

// AskHistory has the account's process ask its network.
func (a *App) AskHistory(ctx context.Context, id messages.AccountID, o messages.FetchHistory) (messages.Event, error) {
	o.Account = id
	var encoded []byte
	if err := a.Sharing.AskAccount(ctx, id, askedHistory, askingHistory{o, timeLeft(ctx)}, &encoded); err != nil {
		return nil, err
	}
	return messages.DecodeEvent(encoded)
}

// timeLeft returns how long there is still until ctx's deadline.
func timeLeft(ctx context.Context) time.Duration {
	by, is := ctx.Deadline()
	if !is {
		return time.Minute
	}
	return time.Until(by)
}

// stillHere asks a channel of this process whether it waits for a post.
func (a *App) stillHere(ctx context.Context, id messages.ChannelID, post messages.PostID) (open bool, err error) {
	if !a.reader.AwaitChannel(ctx, id) || !a.hosts(id) {
		return false, errElsewhere
	}
	ctx, cancel := context.WithTimeout(ctx, stillWithin)
	defer cancel()
	reply := make(chan bool, 1)
	channels{a}.still(id, post, reply)
	select {
	case open := <-reply:
		return open, nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// stillWithin is how long a live channel may take to say whether it still wants a kept
// post.
const stillWithin = time.Minute

var errElsewhere = errors.New("the channel is another process's, or nobody's yet")

// still asks a channel, wherever it is, whether it waits for a post.
func (a *App) still(ctx context.Context, id messages.ChannelID, post messages.PostID) (open bool, err error) {
	if a.Sharing == nil || a.reader.Expects(id) {
		return a.stillHere(ctx, id, post)
	}
	err = a.Sharing.AskPartition(ctx, a.Journal.Partition(id), askedStill, askingStill{id, post}, &open)
	return open, err
}

// commandElsewhere gives a channel of another process a command.
func (a *App) commandElsewhere(ctx context.Context, id messages.ChannelID, c messages.Commanded) (verdicts []command.Verdict, err error) {
	event, err := messages.EncodeEvent(c)
	if err != nil {
		return nil, err
	}
	err = a.Sharing.AskPartition(ctx, a.Journal.Partition(id), askedCommand, askingCommand{id, event}, &verdicts)
	if err != nil {
		return nil, fmt.Errorf("command in %s: %w", id, err)
	}
	return verdicts, nil
}

// readStrictly reads what another process sent: an unknown field is an error, for the
// newer program that sent it means something by it.
func readStrictly(b []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("read a question: %w", err)
	}
	return nil
}
