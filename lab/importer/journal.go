package importer

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"familiar/journal"
	"familiar/lab/corpus"
	"familiar/messages"
)

// ReadJournal reads what our own program heard. records are what its journal
// has, oldest first in each channel: one that can't be read comes with its
// sequence and an error, an error without one ends it. They are gone through
// twice: what was edited or deleted later is known before the lines come. A
// line's time is when it was journaled, which is when it was decided on. What a
// network said again for another account, what was fetched from before and what
// can't be read is left out.
func ReadJournal(ctx context.Context, records iter.Seq2[journal.Record, error], o Options, emit func(corpus.Entry) error) error {
	j := journalReading{reading: newReading(ctx, o, emit), edits: newEdits(), copies: make(copies)}
	for _, step := range []func(journal.Record) error{j.noteAmendments, j.line} {
		for record, err := range records {
			if err != nil && record.Seq != 0 {
				continue
			}
			if err == nil {
				err = step(record)
			}
			if err != nil {
				return fmt.Errorf("import: %w", err)
			}
		}
	}
	if !j.any {
		return errors.New("import: the journal has no lines")
	}
	return nil
}

type journalReading struct {
	*reading
	edits  *edits
	copies copies
}

// noteAmendments notes what an edit or a deletion makes of an earlier line.
func (j *journalReading) noteAmendments(r journal.Record) error {
	switch e := r.Event.(type) {
	case messages.Edited:
		return j.edits.set(editOf{lineOf{r.Channel, e.Line.ID}, e.Line.Author.ID}, e.Line.Text)
	case messages.Deleted:
		return j.edits.remove(lineOf{r.Channel, e.ID})
	default: // the rest changes no line's text
		return nil
	}
}

func (j *journalReading) line(r journal.Record) error {
	heard, ok := r.Event.(messages.Heard)
	if !ok || heard.Line.Author.ID == "" {
		return nil
	}
	of := lineOf{r.Channel, heard.Line.ID}
	if j.edits.gone[of] || j.copies.has(r.Channel, heard.Line.ID) {
		return nil
	}
	c, err := messages.ParseChannel(r.Channel)
	if err != nil {
		return err
	}
	place, err := j.place(c, string(r.Channel), "second")
	if err != nil {
		return err
	}
	line := *heard.Line
	line.At = r.At
	entry := corpus.Entry{Place: place, Record: corpus.Record{Annotated: true, Line: &line}}
	if text, changed := j.edits.texts[editOf{of, line.Author.ID}]; changed {
		line.Text, entry.Edited = text, true
	}
	if to := line.ReplyTo.ID; to != "" && !line.ReplyTo.ThreadRoot {
		entry.Answers = []messages.LineID{to}
	}
	return j.handOverEntry(entry)
}
