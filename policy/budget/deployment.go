package budget

import (
	"slices"

	"familiar/messages"
	"familiar/policy/zone"
)

// What several processes of one deployment spend is a sum: each keeps a [Word] of
// its own, which only it writes, over the one it wrote before; the [Pot] holds what
// those that are gone had spent. A word goes into the pot in four steps, each a
// compare-and-set or one that may be done twice:
//
//  1. it is closed, over what its process wrote last: from then on that process
//     fails to write it, and goes on under another name;
//  2. it is added to the pot, which notes its name;
//  3. it is removed;
//  4. once it is and many others have followed, the pot forgets the name.
//
// Whoever reads the pot, the words and the pot again, finds it unchanged, and leaves
// out words whose name the pot has noted, has counted everything once. Anybody may
// take any step at any time, of a process that lives as well: that one only takes
// another name. A name's first word is empty, and a process that doesn't hear whether it
// was written takes another name: so nothing that counts is ever written where nothing
// is, and no word comes back once it was removed.

// A Word is what one process has spent under one name.
type Word struct {
	Writes uint64 `json:"n"`                // how often it was written before it was closed
	Closed bool   `json:"closed,omitempty"` // it is never written again
	Spent  Ledger `json:"spent"`
}

// potDays and namesKept bound a pot.
const (
	potDays   = 4
	namesKept = 500
)

// A Pot holds what processes that are gone have spent. The zero Pot is empty.
type Pot struct {
	Days  []Ledger `json:"days,omitempty"`  // by their last day, earliest first
	Names []Noted  `json:"names,omitempty"` // of words that are in it, the last 500
}

// Noted is a word that is in the pot.
type Noted struct {
	Name   string `json:"k"`
	Writes uint64 `json:"n"`
}

// Clone returns one that shares nothing with p.
func (p *Pot) Clone(c *Config) Pot {
	clone := Pot{Names: slices.Clone(p.Names), Days: make([]Ledger, len(p.Days))}
	for i := range p.Days {
		clone.Days[i].Merge(&p.Days[i], c)
	}
	return clone
}

// Noted finds a name that the pot has noted.
func (p *Pot) Noted(name string) (writes uint64, is bool) {
	i := slices.IndexFunc(p.Names, func(n Noted) bool { return n.Name == name })
	if i < 0 {
		return 0, false
	}
	return p.Names[i].Writes, true
}

// Take adds a closed word, unless it has it.
func (p *Pot) Take(name string, w *Word, c *Config) {
	if _, is := p.Noted(name); is || !w.Closed {
		return
	}
	p.Names = append(p.Names, Noted{name, w.Writes})
	i, found := slices.BinarySearchFunc(p.Days, w.Spent.Day, func(l Ledger, d zone.Date) int { return int(l.Day - d) })
	if !found {
		p.Days = slices.Insert(p.Days, i, Ledger{Day: w.Spent.Day, Ends: w.Spent.Ends})
	}
	p.Days[i].Merge(&w.Spent, c)
	for len(p.Days) > potDays {
		p.Days[1].Merge(&p.Days[0], c)
		p.Days = slices.Delete(p.Days, 0, 1)
	}
}

// Forget drops the names noted longest ago, beyond the last 500, of which there is
// no word any more.
func (p *Pot) Forget(there func(name string) bool) {
	excess := len(p.Names) - namesKept
	p.Names = slices.DeleteFunc(p.Names, func(n Noted) bool {
		if excess <= 0 || there(n.Name) {
			return false
		}
		excess--
		return true
	})
}

// Own is what this process has spent and keeps in its word. Make it with its Name.
type Own struct {
	Name   string
	writes uint64 // of the newest word, whether it is known to be there or not
	sent   bool   // a word was given to be written, and nobody knows yet whether it was

	kept  Ledger // in the word that is there
	draft Ledger // in the word that was sent, besides
	since Ledger // spent since
	begun bool   // there is something in since
}

// Spend books a call that was made.
func (o *Own) Spend(now messages.Instant, call Call, used Usage, c *Config) {
	free := *c
	free.Day, free.Familiar, free.Channel = 0, 0, 0
	for _, part := range o.Parts() {
		part.putBack(now, &free)
	}
	o.since.Spend(now, call, used, 0, &free, nil)
	o.begun = true
}

// Parts are the ledgers whose sum is what this process has spent and no word of
// another name holds.
func (o *Own) Parts() []*Ledger { return []*Ledger{&o.kept, &o.draft, &o.since} }

// Due reports whether there is a word to be written.
func (o *Own) Due() bool { return o.sent || o.begun }

// Next returns the word to be written now, over the one that is there; false: there
// is nothing new. Until its fate is known, it is the same again.
func (o *Own) Next(c *Config) (Word, bool) {
	if !o.sent {
		if !o.begun {
			return Word{}, false
		}
		o.draft, o.since, o.begun = o.since, Ledger{}, false
		o.writes++
		o.sent = true
	}
	var w Word
	w.Writes = o.writes
	w.Spent.Merge(&o.kept, c)
	w.Spent.Merge(&o.draft, c)
	return w, true
}

// Sent is how often a word was given to be written under this name.
func (o *Own) Sent() uint64 { return o.writes }

// Written says that the word which was sent is there.
func (o *Own) Written(c *Config) {
	if !o.sent {
		return
	}
	o.kept.Merge(&o.draft, c)
	o.draft, o.sent = Ledger{}, false
}

// Closed says that the word was closed as it was after so many writes, and what it
// holds counts without this process, which goes on under another name with the rest.
func (o *Own) Closed(writes uint64, name string, c *Config) {
	next := Own{Name: name}
	if o.sent && writes < o.writes { // it never got there
		next.since.Merge(&o.draft, c)
		next.begun = true
	}
	if o.begun {
		next.since.Merge(&o.since, c)
		next.begun = true
	}
	*o = next
}

// Lost says that the store has nothing of this process: it is another than before.
func (o *Own) Lost(name string, c *Config) {
	next := Own{Name: name}
	for _, part := range o.Parts() {
		next.since.Merge(part, c)
	}
	next.begun = o.writes > 0 || o.begun
	*o = next
}
