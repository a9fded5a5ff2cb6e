package persons

import "familiar/messages"

// An agreement is one account's: what a familiar learns from what it says from then on may
// be recalled wherever it answers that account or one that is linked with it. It has a
// number of its own, by which what was learned is found again, so that nothing else names
// the account. It ends when it is taken back, and with any change of what the account is
// linked with, since it was given to the accounts that were linked then; and what was
// learned under it isn't recalled elsewhere any more, whatever they agree to later.

// share takes whether what is learned from an account may be recalled elsewhere.
func (l *Links) share(of messages.Identity, on bool) (came Outcome, deed messages.LinkDeed) {
	account := l.account(of)
	switch {
	case !on && account != nil && account.Agreed != 0:
		account.Agreed = 0
		l.Version++
		return Withdrawn, messages.LinkDeed{Act: messages.SharingWithdrawn, Of: of}
	case !on:
		return Withdrawn, messages.LinkDeed{}
	case account == nil:
		return Single, messages.LinkDeed{}
	case account.Agreed == 0:
		l.Agreed++
		account.Agreed = l.Agreed
		l.Version++
		return Agreed, messages.LinkDeed{Act: messages.SharingAgreed, Of: of}
	}
	return Agreed, messages.LinkDeed{}
}

// account returns a linked account; nil: it isn't linked.
func (l *Links) account(of messages.Identity) *Account {
	i := l.person(of)
	if i < 0 {
		return nil
	}
	for k := range l.Persons[i].Accounts {
		if a := &l.Persons[i].Accounts[k]; a.Is(of) {
			return a
		}
	}
	return nil
}

// Agrees reports whether whoever has that id, on any network, has an agreement in force.
func (l *Links) Agrees(id messages.PersonID) bool {
	return l.some(func(a Account) bool { return a.Person == id && a.Agreed != 0 })
}

// Agreements returns the numbers of the agreements by which something may be recalled where
// these accounts are answered: their own, and those of the accounts linked with each.
func (l *Links) Agreements(of []messages.Identity) (numbers []uint32) {
	if l == nil {
		return nil
	}
	for _, one := range of {
		i := l.person(one)
		if i < 0 {
			continue
		}
		for _, a := range l.Persons[i].Accounts {
			if a.Agreed != 0 {
				numbers = append(numbers, a.Agreed)
			}
		}
	}
	return numbers
}

// disagree ends the agreements of accounts.
func disagree(accounts []Account) {
	for k := range accounts {
		accounts[k].Agreed = 0
	}
}
