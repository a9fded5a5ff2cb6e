package web

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"familiar/messages"
)

// A roster is the accounts there are. It is never changed: another takes its
// place.
type roster struct {
	byID     map[messages.AccountID]*Account
	byPerson map[messages.PersonID]*Account
	inOrder  []*Account // as they were added
	next     int        // the next account's place
}

// Account adds an account that posts under name. Its person id is id without
// a leading "web/". It hears what is said from now on, once it listens. Two
// accounts can't be one person, and neither id nor name may be empty.
func (n *Network) Account(id messages.AccountID, name string) (*Account, error) {
	a, err := n.Successor(id, name)
	if err != nil {
		return nil, err
	}
	n.change.Lock()
	defer n.change.Unlock()
	if taken := n.roster.Load().byPerson[a.me.ID]; taken != nil {
		return nil, fmt.Errorf("web: account %s: %s is already account %s", id, a.me.ID, taken.id)
	}
	n.add(a)
	return a, nil
}

// Successor returns an account that takes the place of the one of that id, under
// another name, once it listens. Until then that one hears what is said, and what
// it is about to post it posts.
func (n *Network) Successor(id messages.AccountID, name string) (*Account, error) {
	person := messages.PersonID(strings.TrimPrefix(string(id), "web/"))
	if person == "" || name == "" {
		return nil, fmt.Errorf("web: account %q: want an id and a name, got the name %q", id, name)
	}
	return &Account{id: id, me: messages.Author{ID: person, Name: name, Bot: true}, network: n, removed: make(chan struct{})}, nil
}

// add puts an account behind the others. The lock is held.
func (n *Network) add(a *Account) {
	old := n.roster.Load()
	a.place = old.next
	n.roster.Store(rosterOf(append(slices.Clone(old.inOrder), a), old.next+1))
}

// succeed has an account take its place, unless it has it, or had it.
func (n *Network) succeed(a *Account) {
	n.change.Lock()
	defer n.change.Unlock()
	old := n.roster.Load()
	before := old.byID[a.id]
	switch {
	case before == a || a.isRemoved():
	case before == nil:
		n.add(a)
	default:
		a.place = before.place
		all := slices.Clone(old.inOrder)
		all[slices.Index(all, before)] = a
		n.roster.Store(rosterOf(all, old.next))
		close(before.removed)
	}
}

// Remove takes an account out, if there is one of that id: its Listen ends,
// lines are no longer handed to it and its posts fail for good, so end its
// deliveries first. The id may be added again.
func (n *Network) Remove(id messages.AccountID) {
	n.change.Lock()
	defer n.change.Unlock()
	old := n.roster.Load()
	a := old.byID[id]
	if a == nil {
		return
	}
	rest := slices.DeleteFunc(slices.Clone(old.inOrder), func(other *Account) bool { return other == a })
	n.roster.Store(rosterOf(rest, old.next))
	close(a.removed)
}

func rosterOf(inOrder []*Account, next int) *roster {
	r := &roster{
		byID:     make(map[messages.AccountID]*Account, len(inOrder)),
		byPerson: make(map[messages.PersonID]*Account, len(inOrder)),
		inOrder:  inOrder, next: next,
	}
	for _, a := range inOrder {
		r.byID[a.id], r.byPerson[a.me.ID] = a, a
	}
	return r
}

// present returns the accounts in a channel, each once, in the order they were
// added. A chat whose name ends with "@" and the name of one of them is that
// account's alone.
func (n *Network) present(channel messages.ChannelID) []*Account {
	in, _ := n.attendance(channel)
	return in
}

// attendance returns who is present, and one account that belongs in the
// channel and is not added yet; "" if all are.
func (n *Network) attendance(channel messages.ChannelID) (in []*Account, absent messages.AccountID) {
	r := n.roster.Load()
	if n.config.Present == nil {
		for _, id := range owners(channel) {
			if only := r.byID[id]; only != nil {
				return []*Account{only}, ""
			}
		}
		return r.inOrder, ""
	}
	ids := n.config.Present(channel)
	for _, only := range owners(channel) {
		if slices.Contains(ids, only) { // added or not
			ids = []messages.AccountID{only}
			break
		}
	}
	in = make([]*Account, 0, len(ids))
	for _, id := range ids {
		if a := r.byID[id]; a != nil {
			in = append(in, a)
		} else {
			absent = id
		}
	}
	slices.SortFunc(in, func(a, b *Account) int { return cmp.Compare(a.place, b.place) })
	return slices.Compact(in), absent // two familiars may share one
}

// owners returns the accounts that what stands behind the last "@" of a chat's
// name may be, which may leave out the network's name; none where there is no
// "@".
func owners(channel messages.ChannelID) []messages.AccountID {
	if strings.IndexByte(string(channel), '@') < 0 {
		return nil
	}
	c, err := messages.ParseChannel(channel)
	if err != nil {
		return nil
	}
	name := c.Chat[strings.LastIndexByte(c.Chat, '@')+1:]
	return []messages.AccountID{messages.AccountID(name), messages.AccountID(string(network) + "/" + name)}
}
