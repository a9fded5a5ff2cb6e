package duty

import (
	"slices"
	"time"

	"familiar/messages"
	"familiar/policy/deadline"
)

const (
	// LinksMost is how many questions about linked accounts a channel has open at a time.
	LinksMost = 4

	linkAgain = 20 * time.Second // a question is asked again
	linkTries = 3                // so often in all
)

// A LinkAsked is what somebody has said of their accounts, until the channel that knows
// of these has answered.
type LinkAsked struct {
	deadline.Deadline                   // when it is asked again, or given up
	Said              messages.LinkSaid `json:"said"`
	Tries             int               `json:"tries,omitempty"` // how often it was asked
}

// AskLink has a question asked; false: too many wait.
func (d *Duties) AskLink(said messages.LinkSaid, now messages.Instant, numbers *deadline.Counter) (*LinkAsked, bool) {
	if len(d.Links) >= LinksMost {
		return nil, false
	}
	asked := LinkAsked{Deadline: numbers.By(now.Add(linkAgain)), Said: said, Tries: 1}
	asked.Said.N = asked.N
	d.Links = append(d.Links, asked)
	return &d.Links[len(d.Links)-1], true
}

// Order is the order to ask.
func (a *LinkAsked) Order(channel messages.ChannelID) messages.AskLink {
	return messages.AskLink{From: channel, Said: a.Said}
}

// TakeLink takes the question of that number off the list, and reports whether it was
// there.
func (d *Duties) TakeLink(n uint64) bool {
	if d == nil {
		return false
	}
	before := len(d.Links)
	d.Links = slices.DeleteFunc(d.Links, func(a LinkAsked) bool { return a.Said.N == n })
	return len(d.Links) < before
}

// DropLinks forgets what somebody has asked.
func (d *Duties) DropLinks(person messages.PersonID) {
	if d != nil {
		d.Links = slices.DeleteFunc(d.Links, func(a LinkAsked) bool { return a.Said.Of.Person == person })
	}
}

// linkFired takes the deadline of a question; nil: it is none's.
func (d *Duties) linkFired(n uint64, now messages.Instant, numbers *deadline.Counter) Due {
	k := slices.IndexFunc(d.Links, func(a LinkAsked) bool { return a.Is(n) })
	if k < 0 {
		return nil
	}
	if asked := d.Links[k]; asked.Tries >= linkTries {
		d.Links = slices.Delete(d.Links, k, k+1)
		return LinkLate{asked}
	}
	d.Links[k].Tries++
	d.Links[k].Deadline = numbers.By(now.Add(linkAgain))
	return LinkAgain{d.Links[k]}
}
