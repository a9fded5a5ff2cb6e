package transcript

import (
	"slices"

	"familiar/messages"
)

// Entries are lines that were taken out of the transcript, oldest first.
type Entries []Entry

// Has reports whether the line of that number is among them.
func (all Entries) Has(no uint32) bool {
	return slices.ContainsFunc(all, func(e Entry) bool { return e.No == no })
}

// NewestID returns the id of the last of them; "" of none.
func (all Entries) NewestID() messages.LineID {
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1].ID
}

// NewestHuman returns the newest that a human said; "" when none did.
func (all Entries) NewestHuman() messages.LineID {
	for k := len(all) - 1; k >= 0; k-- {
		if !all[k].Author.Bot {
			return all[k].ID
		}
	}
	return ""
}

// Sort puts them in the order in which they were heard.
func (all Entries) Sort() { slices.SortStableFunc(all, InOrder) }

// Revise gives a line its new text and files where it is among them.
func (all Entries) Revise(l *messages.Line) {
	for i := range all {
		if e := &all[i]; e.ID == l.ID {
			e.Text, e.Files = l.Text, FilesOf(l.Attachments)
		}
	}
}

// Rewrite gives a line of ours another text where it is among them.
func (all Entries) Rewrite(id messages.LineID, text string) {
	for i := range all {
		if all[i].ID == id {
			all[i].Text = text
		}
	}
}

// Reseat moves their marks along with the seats, to[old] each.
func (all Entries) Reseat(to []int) {
	for i := range all {
		all[i].Reseat(to)
	}
}

// ShareAuthors makes them hold l's copy of their author.
func (all Entries) ShareAuthors(l *Log) {
	for i := range all {
		e := &all[i]
		if e.Author == nil {
			e.Author = &messages.Author{}
		}
		e.Author = l.Shared(*e.Author)
	}
}
