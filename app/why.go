package app

import (
	"context"
	"fmt"
	"slices"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/why"
)

// A Question is what somebody wants to know of a channel's decisions.
type Question struct {
	Channel  messages.ChannelID
	Line     messages.LineID     // about this line; "": the newest ones
	Familiar messages.FamiliarID // "": everybody's
	By       messages.PersonID   // lines of this person; "": of anybody
	Acts     []messages.Act      // a decision has one of these; none: whatever was decided
	Since    messages.Instant    // 0: as long as it is kept
	Last     int                 // so many lines; 0: one
}

// WhyFrom is what [Why] reads; a journal is one.
type WhyFrom interface {
	journal.Ledger
	journal.Log
}

// whyLooked is how many of a channel's newest notes are looked through for the
// newest lines.
const whyLooked = 2000

// Why tells what became of lines and why, newest first, an answer for each
// familiar that decided on one. c is the channel's configuration: the ladder
// that says what would have turned a decision is the one in force. No answer
// means that nothing was decided, or that it is no longer kept.
func Why(ctx context.Context, j WhyFrom, c *conversation.Config, q Question) ([]why.Answer, error) {
	said, err := readSaid(ctx, j, q.Channel)
	if err != nil {
		return nil, fmt.Errorf("read the journal: %w", err)
	}
	notes, err := whyNotes(ctx, j, q)
	if err != nil {
		return nil, fmt.Errorf("read the ledger: %w", err)
	}
	var answers []why.Answer
	for _, line := range wanted(notes, said, q) {
		for _, who := range deciders(notes, line) {
			if q.Familiar != "" && who != q.Familiar {
				continue
			}
			seat := why.Seat{Name: string(who)}
			if c != nil {
				if known, ok := c.Why(who); ok {
					seat = known
				}
			}
			if a, ok := why.Tell(notes, who, line, seat, said.scene(line, seat.Name)); ok {
				answers = append(answers, a)
			}
		}
	}
	return answers, nil
}

// Why is [Why] from this program's journal, with the configuration in force.
func (a *App) Why(ctx context.Context, q Question) ([]why.Answer, error) {
	return Why(ctx, a.Journal, a.Channel(q.Channel), q)
}

// whyNotes gives the notes that may tell, newest first: the channel's newest,
// or everything since a line was first decided on.
func whyNotes(ctx context.Context, j journal.Ledger, q Question) ([]*messages.Note, error) {
	wide := journal.Query{Since: q.Since, Limit: whyLooked}
	if q.Line != "" {
		about, err := gathered(journal.Find(ctx, j, q.Channel, journal.Query{Lines: []messages.LineID{q.Line}, Since: q.Since}))
		if err != nil || len(about) == 0 {
			return nil, err
		}
		wide = journal.Query{Since: about[len(about)-1].At}
	}
	return gathered(journal.Find(ctx, j, q.Channel, wide))
}

func gathered(notes func(func(*messages.Note, error) bool)) ([]*messages.Note, error) {
	var all []*messages.Note
	for n, err := range notes {
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}

// wanted gives the lines that are asked about, newest first.
func wanted(newest []*messages.Note, said said, q Question) []messages.LineID {
	if q.Line != "" {
		return []messages.LineID{q.Line}
	}
	var lines []messages.LineID
	for _, n := range newest {
		fits := (q.Familiar == "" || n.Familiar == q.Familiar) && (len(q.Acts) == 0 || slices.Contains(q.Acts, n.Act)) &&
			(q.By == "" || said[n.Line].author.ID == q.By)
		if fits && why.Decides(n) && !slices.Contains(lines, n.Line) {
			lines = append(lines, n.Line)
		}
		if len(lines) >= max(1, q.Last) {
			break
		}
	}
	return lines
}

// deciders gives who decided on a line, in order of their names; nobody when it
// never came to that.
func deciders(notes []*messages.Note, line messages.LineID) []messages.FamiliarID {
	var all []messages.FamiliarID
	for _, n := range notes {
		if n.Line == line && n.Familiar != "" && !slices.Contains(all, n.Familiar) {
			all = append(all, n.Familiar)
		}
	}
	if len(all) == 0 {
		return []messages.FamiliarID{""}
	}
	slices.Sort(all)
	return all
}
