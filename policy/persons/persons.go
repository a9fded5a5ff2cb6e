// Package persons knows which accounts on different networks are one person, since
// whoever has them said so on both: a code that one was given was said by the other.
//
// There is one [Links] for all channels, which its keeper alone changes: the channel
// [messages.Persons]. Everybody asks there, so whatever two say at once comes one after
// the other. Codes are kept as their hashes, work once and run out; how often one may
// ask or guess, and all together may guess, is bounded.
//
// A link takes no right and gives none, and nothing that was said crosses over it unless
// its person agreed to that: see agree.go. What counts over linked accounts is for those
// who ask to say: policy/budget does.
//
// The package knows ids, names and codes. It doesn't know what a direct message is:
// policy/conversation lets nobody ask from anywhere else.
package persons

import (
	"slices"
	"time"

	"familiar/messages"
)

const (
	// MostAccounts is how many accounts one person may link.
	MostAccounts = 8
	// MostLinked is how many accounts may be linked in all.
	MostLinked = 5000
	// MostCodes is how many codes may be open at a time; everybody has one at most.
	MostCodes = 500
	// MostAsking is how many may have asked for anything within the time that a code has.
	MostAsking = 2000
	// MostAsks is how often one may ask within that time.
	MostAsks = 20
	// MostWrong is how many wrong codes all together may say within that time: with
	// [MostCodes] open, one in two million of those who try will ever find one.
	MostWrong = 1000
)

// Limits are what an operator may tune.
type Limits struct {
	For   time.Duration // how long a code may be used
	Tries int           // wrong codes that one may say within that time
}

// An Account is one of a person's.
type Account struct {
	messages.Identity
	Since  messages.Instant `json:"t,omitempty"` // when it was linked
	Agreed uint32           `json:"g,omitempty"` // number of its agreement to be recalled elsewhere, see agree.go; 0: none is in force
}

// A Person has several accounts that they have linked, the first ones first.
type Person struct {
	Accounts []Account `json:"a"`
}

// A Code is open: whoever says it on another account is who it was given to.
type Code struct {
	Sum      []byte              `json:"s"`
	Of       messages.Identity   `json:"o"`
	Until    messages.Instant    `json:"u"`
	Channel  messages.ChannelID  `json:"c"` // where it was given, as of Line and Familiar
	Line     messages.LineID     `json:"l,omitempty"`
	Familiar messages.FamiliarID `json:"f,omitempty"`
}

// An Asking is somebody who has asked for something lately.
type Asking struct {
	Network messages.Network   `json:"n"`
	Person  messages.PersonID  `json:"p"`
	Until   messages.Instant   `json:"u"` // then it is forgotten
	Asks    int                `json:"a,omitempty"`
	Wrong   int                `json:"w,omitempty"` // codes that were not open
	Channel messages.ChannelID `json:"c,omitempty"` // of the newest question, as of Last and Came
	Last    uint64             `json:"l,omitempty"`
	Came    Outcome            `json:"o,omitempty"` // what came of it
}

// Links is who is who. The zero Links are none.
type Links struct {
	Version    uint64           `json:"v,omitempty"` // counts the changes of Persons, agreements included
	Persons    []Person         `json:"p,omitempty"`
	Codes      []Code           `json:"c,omitempty"` // oldest first
	Askings    []Asking         `json:"a,omitempty"` // oldest first
	Wrong      int              `json:"w,omitempty"` // as of Asking, by all of them
	WrongUntil messages.Instant `json:"u,omitempty"` // then Wrong begins anew
	Agreed     uint32           `json:"g,omitempty"` // the newest number of an agreement; none is given twice
}

// IsZero reports whether nothing is kept.
func (l *Links) IsZero() bool {
	return l == nil || l.Version == 0 && len(l.Persons)+len(l.Codes)+len(l.Askings)+l.Wrong == 0 && l.WrongUntil == 0
}

// Clone returns a copy for others to look at.
func (l *Links) Clone() *Links {
	clone := *l
	clone.Persons = make([]Person, len(l.Persons))
	for i := range l.Persons {
		clone.Persons[i].Accounts = slices.Clone(l.Persons[i].Accounts)
	}
	clone.Codes, clone.Askings = slices.Clone(l.Codes), slices.Clone(l.Askings)
	return &clone
}

// Others returns the accounts that are linked with this one.
func (l *Links) Others(of messages.Identity) (others []messages.Identity) {
	i := l.person(of)
	if i < 0 {
		return nil
	}
	for _, a := range l.Persons[i].Accounts {
		if !a.Is(of) {
			others = append(others, a.Identity)
		}
	}
	return others
}

// OthersOf is [Links.Others] of whoever has that id, on any network.
func (l *Links) OthersOf(id messages.PersonID) (others []messages.Identity) {
	for i := range l.Persons {
		accounts := l.Persons[i].Accounts
		if !slices.ContainsFunc(accounts, func(a Account) bool { return a.Person == id }) {
			continue
		}
		for _, a := range accounts {
			if a.Person != id {
				others = append(others, a.Identity)
			}
		}
	}
	return others
}

// Has reports whether anything is kept of whoever has that id, on any network.
func (l *Links) Has(id messages.PersonID) bool {
	return l.some(func(a Account) bool { return a.Person == id }) || l != nil && (slices.ContainsFunc(l.Codes, func(c Code) bool { return c.Of.Person == id }) ||
		slices.ContainsFunc(l.Askings, func(a Asking) bool { return a.Person == id }))
}

// some reports whether an account is linked of which that is true.
func (l *Links) some(is func(Account) bool) bool {
	return l != nil && slices.ContainsFunc(l.Persons, func(p Person) bool { return slices.ContainsFunc(p.Accounts, is) })
}

// person returns where the person is whose account that is; -1: it isn't linked.
func (l *Links) person(of messages.Identity) int {
	return slices.IndexFunc(l.Persons, func(p Person) bool {
		return slices.ContainsFunc(p.Accounts, func(a Account) bool { return a.Is(of) })
	})
}

// linked returns how many accounts are linked.
func (l *Links) linked() (n int) {
	for i := range l.Persons {
		n += len(l.Persons[i].Accounts)
	}
	return n
}

// join makes two accounts one person's, with all that either is linked with.
func (l *Links) join(now messages.Instant, giver, taker messages.Identity) Outcome {
	i, j := l.person(giver), l.person(taker)
	if i >= 0 && i == j {
		return Joined
	}
	accounts, fresh := []Account{}, 0
	for _, side := range []struct {
		at int
		of messages.Identity
	}{{i, giver}, {j, taker}} {
		if side.at >= 0 {
			accounts = append(accounts, l.Persons[side.at].Accounts...)
			continue
		}
		fresh++
		accounts = append(accounts, Account{Identity: side.of, Since: now})
	}
	disagree(accounts)
	switch {
	case len(accounts) > MostAccounts:
		return Full
	case l.linked()+fresh > MostLinked:
		return Busy
	}
	for _, at := range []int{max(i, j), min(i, j)} {
		if at >= 0 {
			l.Persons = slices.Delete(l.Persons, at, at+1)
		}
	}
	l.Persons = append(l.Persons, Person{accounts})
	l.Version++
	return Joined
}

// drop takes accounts out of whoever they belong to, and reports whether there were
// any. One that is left alone isn't linked any more.
func (l *Links) drop(goes func(messages.Identity) bool) (dropped bool) {
	for i := range l.Persons {
		p := &l.Persons[i]
		kept := slices.DeleteFunc(p.Accounts, func(a Account) bool { return goes(a.Identity) })
		if len(kept) < len(p.Accounts) {
			dropped = true
			disagree(kept)
		}
		p.Accounts = kept
	}
	if !dropped {
		return false
	}
	l.Persons = slices.DeleteFunc(l.Persons, func(p Person) bool { return len(p.Accounts) < 2 })
	if len(l.Persons) == 0 {
		l.Persons = nil
	}
	l.Version++
	return true
}

// End ends the link of one account with all others, and takes the code that it was given
// back. It reports whether it was linked.
func (l *Links) End(of messages.Identity) bool {
	l.Codes = slices.DeleteFunc(l.Codes, func(c Code) bool { return c.Of.Is(of) })
	return l.drop(of.Is)
}

// Forget forgets whoever has that id, on any network, and reports whether anything was
// kept of them.
func (l *Links) Forget(id messages.PersonID) bool {
	if !l.Has(id) {
		return false
	}
	l.drop(func(of messages.Identity) bool { return of.Person == id })
	l.Codes = slices.DeleteFunc(l.Codes, func(c Code) bool { return c.Of.Person == id })
	l.Askings = slices.DeleteFunc(l.Askings, func(a Asking) bool { return a.Person == id })
	l.tidy()
	return true
}

// expire forgets what has run out.
func (l *Links) expire(now messages.Instant) {
	l.Codes = slices.DeleteFunc(l.Codes, func(c Code) bool { return c.Until <= now })
	l.Askings = slices.DeleteFunc(l.Askings, func(a Asking) bool { return a.Until <= now })
	if l.WrongUntil <= now {
		l.Wrong, l.WrongUntil = 0, 0
	}
	l.tidy()
}

// tidy makes lists that are empty as those are that were never anything.
func (l *Links) tidy() {
	if len(l.Codes) == 0 {
		l.Codes = nil
	}
	if len(l.Askings) == 0 {
		l.Askings = nil
	}
}
