package memory

import (
	"familiar/messages"
	"familiar/policy/deadline"
)

// A Lending is what a channel knows of memories that turns elsewhere are shown: what it has
// told others of its own, and, where that is held, what others have told. The zero Lending
// is of nothing.
type Lending struct {
	Offer     *Offer     `json:"offer,omitempty"`     // what the directory of its workspace was told; nil: nothing ever was
	Directory *Directory `json:"directory,omitempty"` // which channels of a workspace have some, or by which agreements; nil but where that is held
	Sharing   *Sharing   `json:"sharing,omitempty"`   // who agreed to have what is learned from them recalled elsewhere; nil: nobody ever did
}

// Circles are all there are, in the order in which they are told.
var circles = [...]Circle{ToWorkspace, ToAgreed}

// Circles returns to whom something may be lent.
func Circles() []Circle { return circles[:] }

// Use has it keep a directory where one is held.
func (l *Lending) Use(channel messages.ChannelID) {
	if l.Directory == nil && channel.HoldsMemories() {
		l.Directory = &Directory{}
	}
}

// Lends reports whether anybody was ever told of anything, or ever agreed.
func (l *Lending) Lends() bool { return l.Offer != nil || l.Sharing != nil }

// Anew returns what of it stays where all that was said is forgotten.
func (l *Lending) Anew() Lending {
	anew := Lending{Offer: l.Offer, Directory: l.Directory}
	if l.Sharing != nil {
		anew.Sharing = &Sharing{Offer: l.Sharing.Offer}
	}
	return anew
}

// To returns what such a circle was told; nil: nothing ever was.
func (l *Lending) To(c Circle) *Offer {
	switch {
	case c != ToAgreed:
		return l.Offer
	case l.Sharing == nil:
		return nil
	default:
		return &l.Sharing.Offer
	}
}

// Change takes the sum of what there is to lend to such a circle now, and reports whether it
// is another than the circle was told of. Where that is not confirmed it is waited for.
func (l *Lending) Change(c Circle, sum uint64, now messages.Instant, numbers *deadline.Counter) (changed bool) {
	offer := l.To(c)
	if offer == nil {
		if sum == 0 {
			return false
		}
		offer = l.begin(c)
	}
	changed = offer.Change(sum)
	offer.Wait(now, numbers)
	return changed
}

// begin makes what is known of a circle that was never told anything.
func (l *Lending) begin(c Circle) *Offer {
	if c == ToAgreed {
		l.Sharing = &Sharing{}
	} else {
		l.Offer = &Offer{}
	}
	return l.To(c)
}

// Due returns the earliest deadline it waits for; without number when there is none.
func (l *Lending) Due() deadline.Deadline {
	return l.Offer.Due().Earlier(l.To(ToAgreed).Due())
}

// Fired takes the deadline of that number, if it is of what a circle was told, and reports
// whether to tell it again.
func (l *Lending) Fired(n uint64) (to Circle, again, is bool) {
	for _, c := range circles {
		if offer := l.To(c); offer.Due().Is(n) {
			return c, offer.Fired(n), true
		}
	}
	return 0, false, false
}

// Hear takes by which agreement somebody said a line; 0: by none.
func (l *Lending) Hear(account messages.PersonID, number, line uint32) {
	if l.Sharing == nil {
		if number == 0 {
			return
		}
		l.Sharing = &Sharing{}
	}
	l.Sharing.hear(account, number, line)
}

// Take takes, where that is held, about whom a channel has something to lend, and reports
// whether it did: any channel may tell that where agreements are.
func (l *Lending) Take(here, from messages.ChannelID, told messages.MemoriesHeld) bool {
	if l.Directory == nil || here != messages.Agreed && from.Memories() != here {
		return false
	}
	l.Directory.take(from, told)
	return true
}

// Confirm takes what a directory says that it has.
func (l *Lending) Confirm(here, from messages.ChannelID, version uint64) {
	for _, c := range circles {
		if offer := l.To(c); offer != nil && from == c.DirectoryOf(here) {
			offer.Confirm(version)
		}
	}
}
