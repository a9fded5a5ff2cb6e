package crash

import (
	"testing"

	"familiar/journal"
	"familiar/messages"
)

// How often people do more than say a line, where the network has it: every so
// manieth line gets a reaction, is edited right away or comes with a file.
const (
	reactEvery = 3
	editEvery  = 5
	fileEvery  = 7
)

// gestures counts the lines said on a network, and knows them by their tokens.
type gestures struct {
	lines int
	ids   map[string]messages.LineID
}

// note keeps the id that the network gave to a step's line.
func (g *gestures) note(what step, id messages.LineID) {
	if g.ids == nil {
		g.ids = map[string]messages.LineID{}
	}
	g.ids[tokenOf(what)] = id
}

// idOf returns the id of a step's line.
func (g *gestures) idOf(what step) messages.LineID { return g.ids[tokenOf(what)] }

// next says what is done with the next line.
func (g *gestures) next() (react, edit, file bool) {
	g.lines++
	return g.lines%reactEvery == 0, g.lines%editEvery == 0, g.lines%fileEvery == 0
}

// mended is what a line says once it was edited.
func mended(text string) string { return text + " I mean" }

// A gestured counts what a journal has of them.
type gestured struct{ reactions, edits, files int }

func (g *gestured) count(records []journal.Record) {
	for _, r := range records {
		switch e := r.Event.(type) {
		case messages.Reacted:
			g.reactions++
		case messages.Edited:
			g.edits++
		case messages.Heard:
			g.files += len(e.Line.Attachments)
		default: // nothing that people do to a line
		}
	}
}

// want reports what of them the journal has none of, or has though the network tells
// of none.
func (g gestured) want(t *testing.T, reactions, edits bool) {
	t.Helper()
	if g.files == 0 || (g.reactions > 0) != reactions || (g.edits > 0) != edits {
		t.Errorf("the journal has %d reactions, %d edits and %d files, want some files; of reactions: %v; of edits: %v", g.reactions, g.edits, g.files, reactions, edits)
	}
}
