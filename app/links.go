package app

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"familiar/actors/budget"
	"familiar/journal/audit"
	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/conversation"
	"familiar/policy/memory"
	"familiar/policy/persons"

	spend "familiar/policy/budget"
)

const (
	// lookForLinks is how often a process looks at what another one may have linked.
	lookForLinks = 2 * time.Second
	// mostDeeds is how many links wait to be written into the audit.
	mostDeeds = 256
)

// links is which accounts are one person's, as this process knows.
type links struct {
	kin    atomic.Pointer[spend.Kin]               // nil: nobody has ever linked any
	agreed atomic.Pointer[map[spend.Person]uint32] // the agreements in force; nil: there never was any
	deeds  chan messages.LinkDeed
	seen   uint64 // revision of the snapshot that was read last; one goroutine after another reads

	mu      sync.Mutex // a channel's actor and who looks for other processes' links come together
	version uint64     // of what is in force
}

// ShareLinks implements [channel.Orders]: here. Other processes look for themselves.
func (a orders) ShareLinks(l *persons.Links, deed messages.LinkDeed) {
	a.relate(l)
	if deed.Act == 0 {
		return
	}
	a.activity.Add(1)
	select {
	case a.links.deeds <- deed:
	default:
		a.activity.Add(-1)
		a.App.Log.Error("the audit doesn't take fast enough what is done about links, one deed is not in it")
	}
}

// agreementOf returns the agreement, as far as this process knows, by which somebody says
// something in a channel; 0: there is none, or no familiar there would go by it.
func (a *App) agreementOf(id messages.ChannelID, author messages.PersonID) uint32 {
	agreed := a.links.agreed.Load()
	if agreed == nil || len(*agreed) == 0 {
		return 0
	}
	number := (*agreed)[spend.PersonOf(id.Network(), author)]
	if number == 0 || !a.keeps(id, (*memory.Config).LendsAgreed) {
		return 0
	}
	return number
}

// relate has limits for one person count over linked accounts, and lines say by which
// agreement they were said, unless newer links are in force: what was read may be older
// than what the channel has ordered meanwhile.
func (a *App) relate(l *persons.Links) {
	a.links.mu.Lock()
	defer a.links.mu.Unlock()
	if l.Version < a.links.version {
		return
	}
	a.links.version = l.Version
	groups, agreed := make([][]spend.Person, 0, len(l.Persons)), map[spend.Person]uint32{}
	for i := range l.Persons {
		var group []spend.Person
		for _, account := range l.Persons[i].Accounts {
			person := spend.PersonOf(account.Network, account.Person)
			if group = append(group, person); account.Agreed != 0 {
				agreed[person] = account.Agreed
			}
		}
		groups = append(groups, group)
	}
	a.links.agreed.Store(&agreed)
	a.links.kin.Store(spend.NewKin(groups...))
	if _, err := a.host.Send(budget.Key, budget.Related{}); err != nil {
		a.Log.Warn("limits for one person don't count over new links yet", "err", err)
	}
}

// recallLinks reads what the channel of links has saved, unless it is what was read last.
func (a *App) recallLinks(ctx context.Context) error {
	snapshot, err := a.Journal.Load(ctx, messages.Persons)
	if err != nil || snapshot.Revision == 0 || snapshot.Revision == a.links.seen {
		return err
	}
	l, err := conversation.LinksKept(snapshot.Body)
	if err != nil {
		return err
	}
	a.links.seen = snapshot.Revision
	a.relate(l)
	return nil
}

// followLinks writes links into the audit, and looks for those of other processes, until
// ctx ends.
func (a *App) followLinks(ctx context.Context) {
	var look <-chan time.Time // never, where there are no others
	if a.Sharing != nil {
		tick := time.NewTicker(lookForLinks)
		defer tick.Stop()
		look = tick.C
	}
	failed := false // it is said once
	for {
		select {
		case <-ctx.Done():
			return
		case deed := <-a.links.deeds:
			err := a.again().Read(ctx, "write a link into the audit", func() error { return a.auditLink(ctx, deed) })
			if err != nil && ctx.Err() == nil {
				a.Log.Error("a link is not in the audit", "err", err)
			}
			a.activity.Add(-1)
		case <-look:
			err := a.recallLinks(ctx)
			if err != nil && !failed && ctx.Err() == nil {
				a.Log.Warn("links of other processes not known, limits for one person count without new ones", "err", err)
			}
			failed = err != nil
		}
	}
}

// auditLink tells the audit what somebody has done about links in a chat.
func (a *App) auditLink(ctx context.Context, deed messages.LinkDeed) error {
	about, err := a.Trail.Pseudonym(ctx, deed.Of.Person)
	if err != nil {
		return err
	}
	d := audit.Deed{Via: audit.ByChat, About: about}
	switch deed.Act {
	case messages.AccountsLinked:
		with, err := a.Trail.Pseudonym(ctx, deed.With.Person)
		if err != nil {
			return err
		}
		d.Verb, d.Detail = string(admission.Link), fmt.Sprintf("%s with %s on %s", deed.Of.Network, with, deed.With.Network)
	case messages.AccountUnlinked:
		d.Verb, d.Detail = string(admission.Unlink), string(deed.Of.Network)
	case messages.SharingAgreed:
		d.Verb, d.Detail = string(admission.Memory), fmt.Sprintf("share %s on %s", messages.ShareOn, deed.Of.Network)
	case messages.SharingWithdrawn:
		d.Verb, d.Detail = string(admission.Memory), fmt.Sprintf("share %s on %s", messages.ShareOff, deed.Of.Network)
	}
	return audit.Do(ctx, a.Trail, d, audit.AlwaysFailed, func() error { return nil })
}
