package transcript

import (
	"slices"
	"strings"

	"familiar/internal/grow"
	"familiar/messages"
)

// Pages are the words of a transcript's lines, several lines' on each. They
// double from the least to the most bytes, so that a channel of three lines
// stays small. What was blanked or revised stays on its page, unreachable,
// until the lines beside it have gone, too.
type pages struct {
	full []string         // by number; "": free
	open *strings.Builder // where the next words go; nil: nowhere yet
	tip  uint8            // its number
}

const (
	leastPage = 128
	mostPage  = 1 << 9
)

// A place is where a Row's words begin.
type place struct {
	page uint8
	from uint16
}

// write puts a line's words on a page, and forgets pages on which none of the
// rows has any. A long line has its own.
func (p *pages) write(id messages.LineID, text string, rows []Row) place {
	size := len(id) + len(text)
	switch {
	case size == 0:
		return place{}
	case size > mostPage/2:
		own := strings.Join([]string{string(id), text}, "") // what + makes may be text itself
		return place{page: p.add(own, rows)}
	case p.open == nil || p.open.Len()+size > p.open.Cap():
		p.turn(size, rows)
	}
	from := p.open.Len()
	p.open.WriteString(string(id))
	p.open.WriteString(text)
	p.full[p.tip] = p.open.String()
	return place{p.tip, uint16(from)}
}

// turn opens a new page.
func (p *pages) turn(size int, rows []Row) {
	room := leastPage
	if p.open != nil {
		room = min(2*p.open.Cap(), mostPage)
	}
	p.open = nil
	p.tip = p.add("", rows)
	p.open = new(strings.Builder)
	p.open.Grow(max(room, size))
}

// add gives a page its number. There are at most as many as rows, the open one
// and this.
func (p *pages) add(page string, rows []Row) uint8 {
	var used [1 << 8]bool // by a row's page, without a look at the bounds
	for k := range rows {
		if r := &rows[k]; !r.isEmpty() {
			used[r.page] = true
		}
	}
	used[p.tip] = used[p.tip] || p.open != nil
	for k := range p.full {
		if !used[k] {
			p.full[k] = ""
		}
	}
	k := slices.Index(p.full, "")
	if k < 0 {
		k = len(p.full)
		p.full = append(grow.By(p.full, 2), "")
	}
	p.full[k] = page
	return uint8(k)
}

// at returns a Row's words.
func (p *pages) at(r *Row) (messages.LineID, string) {
	words := p.words(r)
	return messages.LineID(words[:r.id]), words[r.id:]
}

// words returns a Row's words in one piece.
func (p *pages) words(r *Row) string {
	size := p.size(r)
	if size == 0 {
		return ""
	}
	from := r.spot.from()
	return p.full[r.page][from : from+size]
}

// size returns how many bytes those are.
func (p *pages) size(r *Row) int {
	if r.text == longText {
		return len(p.full[r.page]) - r.spot.from()
	}
	return int(r.id) + int(r.text)
}
