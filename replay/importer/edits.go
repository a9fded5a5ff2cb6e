package importer

import (
	"fmt"
	"strings"

	"familiar/messages"
)

// Bounds of the edits that are kept.
const (
	mostEdits  = 200_000
	editsBytes = 16 << 20 // of their texts
)

// A lineOf is a line of a channel; of an export of one channel it has none.
type lineOf struct {
	channel messages.ChannelID
	id      messages.LineID
}

// edits are what lines were made later: the edit stands after the line in what
// is read.
type edits struct {
	last  map[lineOf]edit
	bytes int
}

type edit struct {
	by   messages.PersonID // who may change it: who wrote it
	text string
	gone bool // it was deleted
}

func newEdits() *edits { return &edits{last: make(map[lineOf]edit)} }

// set notes what became of a line; the last counts. More than can be kept is an
// error: nobody should take a first text for the last.
func (e *edits) set(of lineOf, to edit) error {
	to.text = strings.Clone(clean(to.text))
	e.bytes += len(to.text) - len(e.last[of].text)
	if e.last[of] = to; len(e.last) > mostEdits || e.bytes > editsBytes {
		return fmt.Errorf("more than %d edits or %d bytes of them: take a shorter time", mostEdits, editsBytes)
	}
	return nil
}

// of gives what became of a line by that person.
func (e *edits) of(line lineOf, by messages.PersonID) (edit, bool) {
	last, ok := e.last[line]
	return last, ok && (last.gone || last.by == by)
}
