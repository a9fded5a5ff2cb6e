package turn

import (
	"strings"

	"familiar/messages"
	"familiar/messages/because"
)

// Note returns the note that it has come to that: of the newest line that it answers.
func (t *Turn) Note(rung messages.Rung, reason because.Reason) messages.Note {
	return t.NoteOf(t.Newest(), rung, reason)
}

// NoteOf returns the note that by it a line has come to that; "": nothing of a line's.
func (t *Turn) NoteOf(line messages.LineID, rung messages.Rung, reason because.Reason) messages.Note {
	return messages.Note{Line: line, Act: messages.Settled, Rung: rung, Trigger: t.Trigger, N: t.Order(), Reason: reason}
}

// remark returns a note of something about it that doesn't settle anything.
func (t *Turn) remark(rung messages.Rung, reason because.Reason) messages.Note {
	n := t.Note(rung, reason)
	n.Trigger = ""
	return n
}

// Checked returns the notes of what was done to its words before they came here.
func (t *Turn) Checked(c *messages.Composed) (notes []messages.Note) {
	for _, k := range c.Checks {
		notes = append(notes, t.remark(messages.BySafety, because.Checked{By: k.By, Did: string(k.Did), Words: k.Why}))
	}
	return notes
}

// Prompted returns the notes of which entries of its familiar's lorebook its prompt had, and
// which memories, and why.
func (t *Turn) Prompted(c *messages.Composed) (notes []messages.Note) {
	if len(c.Lore) > 0 {
		notes = append(notes, t.remark(messages.ByLore, because.Says(strings.Join(c.Lore, ", "))))
	}
	if len(c.Memories) > 0 {
		words := make([]string, len(c.Memories))
		for k, m := range c.Memories {
			words[k] = m.String()
		}
		notes = append(notes, t.remark(messages.ByRecall, because.Says(strings.Join(words, ", "))))
	}
	return notes
}

// Spoken returns, once, the notes that it was posted: the network has shown something of it.
func (t *Turn) Spoken() []messages.Note {
	u := t.TakeUnsaid()
	if u == nil {
		return nil
	}
	said := t.Note(messages.BySpoke, because.Read(messages.BySpoke, u.Reason))
	return append([]messages.Note{said}, t.Said(u.Cut, because.Read(messages.BySpare, u.Spare))...)
}

// Said returns the notes of what is said that its end was cut off, by what, and that not the
// first of its familiar's models has said it; "" and nil: that isn't so.
func (t *Turn) Said(cut string, spare because.Reason) (notes []messages.Note) {
	if cut != "" {
		notes = append(notes, t.remark(messages.ByCut, because.Says(cut)))
	}
	if spare != nil {
		notes = append(notes, t.remark(messages.BySpare, spare))
	}
	return notes
}

// Left returns the beginnings of the notes of what becomes of it as its familiar is no
// longer here: nobody waits any more for what becomes of a part that is with the network.
// One without a rung is for whoever knows why.
func (t *Turn) Left() (notes []messages.Note) {
	n := messages.Note{Line: t.Newest(), Trigger: t.Trigger, N: t.Order(), Meta: t.Span.Meta}
	if !t.Composed {
		return append(notes, n)
	}
	waited := t.Posts.DropWaiting()
	if t.Posts.Shown() {
		if u := t.TakeUnsaid(); u != nil {
			n.Rung, n.Reason = messages.BySpoke, because.Read(messages.BySpoke, u.Reason)
			notes = append(notes, n)
		}
		n.Partly = true
	}
	if t.Posts.Out() {
		n.Rung, n.Reason = messages.ByUndelivered, because.NoLongerHere
		notes = append(notes, n)
	}
	if waited == 0 {
		return notes
	}
	unsaid := because.Unposted{Why: because.NoLongerHere}
	if len(t.Posts) > 0 {
		n.Partly, unsaid.Parts = true, waited
	}
	n.Rung, n.Reason = messages.ByReconfigured, unsaid
	return append(notes, n)
}
