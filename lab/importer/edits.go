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

// An editOf is what somebody made of a line. Only its author may change it, and
// who that is comes to light later: what others say they made of it is kept
// apart.
type editOf struct {
	lineOf
	by messages.PersonID
}

// edits are what lines were made later: the edit stands after the line in what
// is read.
type edits struct {
	texts map[editOf]string
	gone  map[lineOf]bool
	bytes int
}

func newEdits() *edits {
	return &edits{texts: make(map[editOf]string), gone: make(map[lineOf]bool)}
}

// set notes what somebody made of a line; the last counts. More than can be
// kept is an error: nobody should take a first text for the last.
func (e *edits) set(of editOf, text string) error {
	text = strings.Clone(clean(text))
	e.bytes += len(text) - len(e.texts[of])
	e.texts[of] = text
	return e.bounded()
}

// remove notes that a line is gone.
func (e *edits) remove(line lineOf) error {
	e.gone[line] = true
	return e.bounded()
}

func (e *edits) bounded() error {
	if len(e.texts)+len(e.gone) > mostEdits || e.bytes > editsBytes {
		return fmt.Errorf("more than %d edits or %d bytes of them: take a shorter time", mostEdits, editsBytes)
	}
	return nil
}
