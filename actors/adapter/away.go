package adapter

import (
	"hash/maphash"
	"slices"

	"familiar/messages"
)

// LookedAt is how many of a channel's newest lines are compared with its
// network's history after a gap. The page that has the lines of the gap usually
// has these, too.
const LookedAt = 50

// A Said is a line that was heard, without its text.
type Said struct {
	ID    messages.LineID
	Print uint64 // of text and attachments, see [PrintOf]
}

// prints is the seed of this process; prints of another one differ.
var prints = maphash.MakeSeed()

// PrintOf returns a fingerprint of a text with attachments as [Clean] leaves
// them: two are equal in one process if they say the same.
func PrintOf(text string, attachments []messages.Attachment) uint64 {
	var h maphash.Hash
	h.SetSeed(prints)
	_, _ = h.WriteString(CleanText(text, TextMost))
	for _, a := range first(attachments, listMost) {
		_, _ = h.WriteString("\x00" + a.ID)
	}
	return h.Sum64()
}

// A Listed is a line as its network's history has it now.
type Listed struct {
	ID     messages.LineID
	Gone   bool                  // the network says that it was deleted
	Edited func() *messages.Line // gives it as it reads now; nil: the network says of no edit
}

// A Stretch is a part of a channel's history that was read after a gap.
type Stretch struct {
	Listed []Listed
	// From and Upto are ids between which, they included, the history lists all
	// there is. Without Older they mean nothing: then only what the network
	// itself calls deleted is.
	From, Upto messages.LineID
	Older      func(a, b messages.LineID) bool // nil: ids say nothing of the order
}

// Changes returns what became of lines while nobody listened, in their order: an
// [messages.Edited], Backfilled, if one was edited and says something else; a
// [messages.Deleted] if it is gone.
//
// A doubt deletes nothing, and an edit to nothing at all is one: a right that
// was taken away looks like that. A line that isn't listed is gone only if its
// place in the history was read, and if at least one of the lines said is still
// there to show that it is the same history.
func (s Stretch) Changes(said []Said) []messages.Event {
	listed := make(map[messages.LineID]*Listed, len(s.Listed))
	for i := range s.Listed {
		listed[s.Listed[i].ID] = &s.Listed[i]
	}
	sure := s.Older != nil && slices.ContainsFunc(said, func(k Said) bool { return listed[k.ID] != nil })
	var changes []messages.Event
	for _, k := range said {
		now := listed[k.ID]
		switch {
		case now == nil:
			if sure && !s.Older(k.ID, s.From) && !s.Older(s.Upto, k.ID) {
				changes = append(changes, messages.Deleted{ID: k.ID})
			}
		case now.Gone:
			changes = append(changes, messages.Deleted{ID: k.ID})
		case now.Edited != nil:
			if e, ok := edit(k, now.Edited()); ok {
				changes = append(changes, e)
			}
		}
	}
	return changes
}

// edit reports whether a line that was edited says something else.
func edit(was Said, line *messages.Line) (messages.Edited, bool) {
	if line.Text == "" && len(line.Attachments) == 0 || PrintOf(line.Text, line.Attachments) == was.Print {
		return messages.Edited{}, false
	}
	line.Backfilled = true
	return messages.Edited{Line: line}, true
}
