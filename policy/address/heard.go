package address

import (
	"familiar/messages"
	"familiar/policy/transcript"
)

// IsHere reports whether that account has heard anything that the transcript
// still has. Lines that don't say who heard them were heard by all.
func (b *Book) IsHere(account messages.AccountID, lines *transcript.Log) bool {
	for e := range lines.Each() {
		if b.reached(account, e, lines) {
			return true
		}
	}
	return false
}

// Newest returns the newest line in the transcript that others said, that
// account has heard and accepts takes, and when it was heard; "" when there is
// none.
func (b *Book) Newest(account messages.AccountID, lines *transcript.Log, accepts func(messages.LineID) bool) (messages.LineID, messages.Instant) {
	var id messages.LineID
	var at messages.Instant
	for e := range lines.Between(lines.Oldest(), lines.Last()) {
		if is := lines.ID(e); lines.By(e) == 0 && is != "" && b.reached(account, e, lines) && accepts(is) {
			id, at = is, e.At()
		}
	}
	return id, at
}

// Others returns the lines in the transcript that others said, that account has
// heard and that are not gone, oldest first. One that was edited out of its
// hearing is without its text.
func (b *Book) Others(account messages.AccountID, lines *transcript.Log) []messages.Quoted {
	var said []messages.Quoted
	for e := range lines.All() {
		if e.By != 0 || e.Gone || e.ID == "" {
			continue
		}
		if hear := b.Hears(account); e.Unheard&hear == hear {
			if e.Decided&hear == 0 {
				continue // it has never heard it
			}
			e.Text, e.Files = "", nil
		}
		said = append(said, e.Quote(-1, 0))
	}
	return said
}

// reached reports whether a line was heard by some seat of that account.
func (b *Book) reached(account messages.AccountID, e *transcript.Row, lines *transcript.Log) bool {
	hear := b.Hears(account)
	return lines.Unheard(e)&hear != hear
}
