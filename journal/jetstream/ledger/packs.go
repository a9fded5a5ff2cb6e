package ledger

import (
	"time"

	"familiar/journal/jetstream/index"
	"familiar/messages"
)

// Bounds of the packs that are held. PackOf is one of them.
const (
	PackOf      = 32               // notes in a full pack
	packHeld    = 30 * time.Second // how long a pack is held until it is full
	maxBuffered = 64 << 20         // bytes that packs of all channels take; then the oldest pack goes
)

// What a pack begins with. After a crash most channels have a note or two each, in
// one moment: a pack takes room for more when they come.
const (
	leastBytes = 128
	leastKeys  = 4
	packWeight = 512 // bytes of a pack beside its notes, with its place among the others
)

// packs are the observing notes that are not written yet, by channel. They
// have no lock: the ledger's is taken.
type packs struct {
	open  map[messages.ChannelID]*openPack
	order []*openPack // oldest first; those written already are among them
	bytes int         // what they take
}

type openPack struct {
	packing
	channel messages.ChannelID
	since   time.Time
	gone    bool          // written already
	about   index.Message // what it has
}

// newPack returns a pack for a channel's notes.
func newPack(channel messages.ChannelID) *openPack {
	p := &openPack{channel: channel, since: time.Now()}
	p.bytes = make([]byte, 0, leastBytes)
	p.about.Keys = make([]index.Key, 0, leastKeys)
	return p
}

// weight returns the bytes it takes.
func (p *openPack) weight() int { return packWeight + cap(p.bytes) + 4*cap(p.about.Keys) }

// take adds a note.
func (p *openPack) take(n *messages.Note) {
	if was := &p.last; p.count == 0 || was.Act != n.Act || was.Rung != n.Rung || was.Familiar != n.Familiar {
		p.about.Has |= index.MaskOf(n)
	}
	p.about.AddLine(n.Line, n.At)
	p.add(n)
}

// add takes a note and gives the pack that has to be written for it, if any.
func (s *packs) add(n *messages.Note) (full *openPack) {
	p := s.open[n.Channel]
	if p == nil {
		p = newPack(n.Channel)
		if s.open == nil {
			s.open = map[messages.ChannelID]*openPack{}
		}
		s.open[n.Channel] = p
		s.order = append(s.order, p)
		s.bytes += p.weight()
	}
	s.bytes -= p.weight()
	p.take(n)
	s.bytes += p.weight()
	switch {
	case p.count >= PackOf:
		return s.closePack(p)
	case s.bytes > maxBuffered:
		return s.closePack(s.oldest())
	default:
		return nil
	}
}

// closePack takes a pack out.
func (s *packs) closePack(p *openPack) *openPack {
	delete(s.open, p.channel)
	s.bytes -= p.weight()
	p.gone = true
	if len(s.order) > 2*len(s.open)+1024 {
		kept := make([]*openPack, 0, len(s.open))
		for _, o := range s.order {
			if !o.gone {
				kept = append(kept, o)
			}
		}
		s.order = kept
	}
	return p
}

// oldest returns the pack that was begun first; nil: there is none.
func (s *packs) oldest() *openPack {
	for len(s.order) > 0 && s.order[0].gone {
		s.order[0] = nil
		s.order = s.order[1:]
	}
	if len(s.order) == 0 {
		return nil
	}
	return s.order[0]
}

// begun takes out what was begun before t, at most so many.
func (s *packs) begun(t time.Time, most int) (due []*openPack) {
	for p := s.oldest(); p != nil && p.since.Before(t) && len(due) < most; p = s.oldest() {
		due = append(due, s.closePack(p))
	}
	return due
}

// replace puts notes in place of those of a channel's open pack.
func (s *packs) replace(channel messages.ChannelID, notes []*messages.Note) {
	p := s.open[channel]
	if p == nil {
		return
	}
	if len(notes) == 0 {
		s.closePack(p)
		return
	}
	s.bytes -= p.weight()
	p.packing, p.about = packing{}, index.Message{}
	for _, n := range notes {
		p.take(n)
	}
	s.bytes += p.weight()
}
