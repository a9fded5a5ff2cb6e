package corpus

import (
	"cmp"
	"fmt"
	"slices"

	"familiar/messages"
)

// mostLines is how many lines a corpus may have: a replay keeps all of them, at
// some 600 bytes each beside their text.
const mostLines = 8_000_000

// A Builder puts a corpus together from its entries.
type Builder struct {
	options Options
	corpus  Corpus
	slices  map[string]*Slice
	lines   int
}

// NewBuilder returns one that has nothing yet.
func NewBuilder(o Options) *Builder {
	return &Builder{options: o, slices: make(map[string]*Slice)}
}

// Begin adds a channel, which may stay without lines. Its name being taken is
// an error.
func (b *Builder) Begin(p *Place) error {
	if b.slices[p.Name] != nil {
		return fmt.Errorf("channel %.80q appears twice", p.Name)
	}
	s := &Slice{Name: p.Name, Channel: p.Channel, Resolution: p.Resolution, index: make(map[messages.LineID]int)}
	b.slices[p.Name] = s
	b.corpus.Slices = append(b.corpus.Slices, s)
	return nil
}

// Take adds a line, and its channel when that is new. One that is told again, as by a
// network long after or where pieces of an export overlap, counts once; an id that two
// people have is an error, and so are more lines than a replay can keep.
func (b *Builder) Take(e Entry) error {
	s := b.slices[e.Place.Name]
	if s == nil {
		if err := b.Begin(e.Place); err != nil {
			return err
		}
		s = b.slices[e.Place.Name]
	}
	id := e.Line.ID
	if k, ok := s.index[id]; ok {
		if s.Records[k].Line.Author.ID == e.Line.Author.ID {
			return nil
		}
		return fmt.Errorf("id %.80q appears twice in channel %.80q", id, s.Name)
	}
	if b.lines++; b.lines > mostLines {
		return fmt.Errorf("more than %d lines: take one channel, or a shorter time", mostLines)
	}
	e.shown = e.Line.ReplyTo.Set() && !e.Line.ReplyTo.ThreadRoot
	s.index[id] = len(s.Records)
	s.Records = append(s.Records, e.Record)
	s.Replies = s.Replies || e.Line.ReplyTo.Set() && !e.Line.ReplyTo.ThreadRoot
	return nil
}

// Corpus returns what was taken, oldest lines first. The builder is done then.
func (b *Builder) Corpus() *Corpus {
	for _, s := range b.corpus.Slices {
		s.sort()
		s.aim(b.options)
	}
	return &b.corpus
}

// sort puts the lines in the order of their times; those of one instant stay as
// they are. Exports may run backwards or come in overlapping pieces.
func (s *Slice) sort() {
	byTime := func(a, b Record) int { return cmp.Compare(a.Line.At, b.Line.At) }
	if slices.IsSortedFunc(s.Records, byTime) {
		return
	}
	slices.SortStableFunc(s.Records, byTime)
	for i := range s.Records {
		s.index[s.Records[i].Line.ID] = i
	}
}
