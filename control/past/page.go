package past

import (
	"context"

	"familiar/journal"
	"familiar/messages"
)

// A page is one that is being read, from newer records to older ones.
type page struct {
	Span
	*newer
	told   Lines // newest first
	read   int   // records, with those newer than the page
	before mark  // the last record that isn't in the page's span; its seq is 0: there is none, or a mark is there
	oldest mark  // of the lines told

	places map[messages.LineID]int   // of the lines among those told
	edits  map[uint64]*messages.Line // those passed, by their record's sequence
}

// catchUp notes what was journaled since the newest record that is known of. Once all
// was forgotten there is nothing to go on from.
func (p *page) catchUp(ctx context.Context, in journal.Library) error {
	known, added := p.newest, 0
	if known == 0 {
		return nil
	}
	for record, err := range in.Rewind(ctx, p.channel, 0) {
		if err != nil {
			return err
		}
		if record.Seq == known {
			for i := range p.marks {
				p.marks[i].read += added
			}
			return nil
		}
		if e, ok := record.Event.(messages.Forgotten); ok && e.All || record.Seq < known || added == p.Furthest {
			break
		}
		p.pass(record)
		added++
	}
	return errStale
}

// pass notes a record, and has an edit's text at hand as long as the page is read.
func (p *page) pass(record journal.Record) {
	p.note(record)
	if e, ok := record.Event.(messages.Edited); ok {
		p.edits[record.Seq] = e.Line
	}
}

// take reads one record and reports whether that was enough.
func (p *page) take(record journal.Record) (enough bool) {
	p.pass(record)
	if record.Seq >= p.Before && p.Before != 0 {
		p.told.Until = record.At
		p.before = mark{record.Seq, record.At, p.read}
	}
	if e, ok := record.Event.(messages.Forgotten); ok && e.All {
		p.before = mark{} // nothing is to be told from there on
		return true
	}
	if said := LineOf(record.Event); said != nil {
		return p.takeCopy(record, said)
	}
	return false
}

// takeCopy takes a copy of a line. Each account has one, and the first may be the
// only one with a text.
func (p *page) takeCopy(record journal.Record, said *messages.Line) (enough bool) {
	l := p.lines[said.ID]
	isGone := l.deleted > record.Seq || p.forgotten.took(record)
	if at, there := p.places[said.ID]; there {
		if told := &p.told.Said[at]; told.Line.Text == "" && !isGone && !told.Edited {
			told.Line = said
		}
		return false
	}
	switch {
	case l.copied > record.Seq && !p.Streamed, p.Before != 0 && record.Seq >= p.Before:
		return false
	case isGone:
		return false
	case len(p.told.Said) == p.Limit:
		p.told.Next = p.oldest.seq
		return true
	}
	if p.places == nil {
		p.places = make(map[messages.LineID]int, p.Limit)
	}
	p.places[said.ID] = len(p.told.Said)
	p.told.Said = append(p.told.Said, Said{Record: record, Line: said, Edited: l.edited > record.Seq})
	p.oldest = mark{record.Seq, record.At, p.read}
	return false
}

// edit has the lines read as they were edited.
func (p *page) edit(ctx context.Context, in journal.Library) error {
	for i := range p.told.Said {
		said := &p.told.Said[i]
		if !said.Edited {
			continue
		}
		seq := p.lines[said.Line.ID].edited
		edit := p.edits[seq]
		if edit == nil {
			var err error
			if edit, err = readEdit(ctx, in, p.channel, seq); err != nil {
				return err
			}
		}
		if edit.ID != said.Line.ID {
			return errStale
		}
		l := *said.Line
		l.Text, l.Mentions, l.Attachments = edit.Text, edit.Mentions, edit.Attachments
		said.Line = &l
	}
	return nil
}

// readEdit reads the edit in a record.
func readEdit(ctx context.Context, in journal.Library, channel messages.ChannelID, seq uint64) (*messages.Line, error) {
	for record, err := range journal.RewindFrom(ctx, in, channel, seq+1) {
		if err != nil {
			return nil, err
		}
		if e, ok := record.Event.(messages.Edited); ok && record.Seq == seq {
			return e.Line, nil
		}
		break
	}
	return nil, errStale
}
