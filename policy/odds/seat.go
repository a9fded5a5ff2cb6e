package odds

import "familiar/messages"

// shareSpan is over how many lines, about, our share of the talk is taken.
const shareSpan = 32

// A Seat is what one familiar remembers of its exchanges in a room. The zero
// Seat has heard and said nothing. It is made to be kept as JSON; change it by
// the methods only.
type Seat struct {
	Spoke  Moment     `json:"s,omitzero"`  // our newest line
	Share  float64    `json:"h,omitempty"` // our part of the lines, a running mean
	Colds  uint16     `json:"q,omitempty"` // questions heard from people we weren't talking with
	Taken  uint16     `json:"t,omitempty"` // people we answered without having talked with them
	Words  *Words     `json:"w,omitempty"` // of our newest lines; nil: none
	Talked []Exchange `json:"x,omitempty"` // in no particular order
	Called Moment     `json:"c,omitzero"`  // anybody's newest line for us
}

// An Exchange is what passed between a person and us.
type Exchange struct {
	Key   Key    `json:"k"`
	Us    Moment `json:"u,omitzero"`  // our newest line for them
	Them  Moment `json:"m,omitzero"`  // their newest line for us
	Count uint16 `json:"c,omitempty"` // lines both ways; at most 1000
}

// mostCount bounds what is counted; beyond it more says no more.
const mostCount = 1000

// Hear takes a line of somebody else that the room has heard, and returns the
// facts for an estimate, which know nothing of the line's own aim but what bits and
// Signs say. They lie in the line, until the next seat hears it. self is our key,
// crowd how many humans take part, card the words of the familiar's card (nil: none).
// No line may be left out or heard twice.
func (s *Seat) Hear(l *Line, self Key, bits messages.Facts, crowd int, card *Words) *Facts {
	if !l.told {
		l.fillFacts()
	}
	f := &l.facts
	s.fillFacts(f, l, self, bits, crowd, card)
	s.Share -= s.Share / shareSpan
	if l.isFor(self) || bits&(messages.MentionsUs|messages.RepliesToUs) != 0 {
		x := s.exchange(l.Author)
		x.Them, x.Count = x.Them.or(l.Moment), min(x.Count+1, mostCount)
		s.Called = s.Called.or(l.Moment)
	}
	if bits&messages.IsQuestion != 0 && l.To[0] == 0 && f.Talked == 0 {
		s.count(&s.Colds)
	}
	return f
}

// isFor reports whether a line is aimed at somebody; at nobody of whom no id is known.
func (l *Line) isFor(who Key) bool {
	for _, key := range l.To {
		if key == 0 { // and none beyond
			break
		}
		if key == who {
			return true
		}
	}
	return false
}

// or returns the later of two moments: a line may be heard late.
func (m Moment) or(o Moment) Moment {
	if o.No < m.No {
		return m
	}
	return o
}

// Say takes a line of our own that the room has heard, aimed at the people it
// answers or mentions; only the first four of them count.
func (s *Seat) Say(l *Line) {
	s.Spoke = l.Moment
	s.Share += (1 - s.Share) / shareSpan
	s.addWords(&l.Signs.Content)
	for _, key := range l.To {
		if key == 0 || key == l.Author {
			continue
		}
		x := s.exchange(key)
		if x.Count == 0 {
			s.count(&s.Taken)
		}
		x.Us, x.Count = l.Moment, min(x.Count+1, mostCount)
	}
}

// addWords takes in those of a line of our own.
func (s *Seat) addWords(of *Words) {
	switch {
	case *of == Words{}:
	case s.Words == nil:
		words := *of
		s.Words = &words
	default:
		s.Words.join(of)
	}
}

// count counts one more; the two counts are halved before one is too large, so
// that their proportion follows the newer lines.
func (s *Seat) count(n *uint16) {
	if *n++; *n > 200 {
		s.Colds, s.Taken = s.Colds/2, s.Taken/2
	}
}

// fillFacts fills in what is the same for every seat, and measures it.
func (l *Line) fillFacts() {
	f := &l.facts
	l.told = true
	f.Signs, f.Author, f.Run = l.Signs, l.since(l.Before.Last), l.Speaker == l.Author
	f.Gap, f.Pace, f.Replies, f.OwnReplies = l.Gap, l.Pace, l.Replies, l.Before.Replies
	f.measureLine(&l.values)
}

// fillFacts fills in the others, whatever there is of another seat, and changes nothing
// else.
func (s *Seat) fillFacts(f *Facts, l *Line, self Key, bits messages.Facts, crowd int, card *Words) {
	never := Age{Lines: Never}
	f.PrevUs, f.PrevTo, f.GotElse, f.Us, f.Them = never, never, never, never, never
	f.Ours, f.Talked = false, 0
	f.Bits, f.Crowd, f.Share = bits, crowd, s.Share
	f.CalledHead = l.Head && l.Called == self
	f.CalledOther = l.Called != 0 && l.Called != self
	switch l.Before.To {
	case 0:
	case self:
		f.PrevUs = l.since(l.Before.Aim)
	default:
		f.PrevTo = l.since(l.Before.Aim)
	}
	if l.Before.By != self {
		f.GotElse = l.since(l.Before.Got)
	}
	f.Spoke = l.since(s.Spoke)
	f.Last = f.Spoke.Lines == 0
	if i := s.find(l.Author); i >= 0 {
		x := &s.Talked[i]
		f.Us, f.Them, f.Talked = l.since(x.Us), l.since(x.Them), x.Count
		f.Ours = x.Us.No > x.Them.No
	}
	f.Cold = (float64(s.Taken) + .2) / (float64(s.Taken) + float64(s.Colds) + 4)
	f.Since = min(f.Spoke.Lines, max(l.No, 1)-1)
	f.Called = l.since(s.Called)
	f.Overlap = l.Signs.Content.shared(s.Words.orNone(), card.orNone())
}

func (s *Seat) find(key Key) int {
	for i := range s.Talked {
		if s.Talked[i].Key == key {
			return i
		}
	}
	return -1
}

// exchange returns the place of somebody, making one.
func (s *Seat) exchange(key Key) *Exchange {
	if i := s.find(key); i >= 0 {
		return &s.Talked[i]
	}
	if len(s.Talked) < Most {
		s.Talked = append(s.Talked, Exchange{Key: key})
		return &s.Talked[len(s.Talked)-1]
	}
	longest := 0
	for i := range s.Talked {
		if s.Talked[i].newest() < s.Talked[longest].newest() {
			longest = i
		}
	}
	s.Talked[longest] = Exchange{Key: key}
	return &s.Talked[longest]
}

func (x *Exchange) newest() uint32 { return max(x.Us.No, x.Them.No) }
