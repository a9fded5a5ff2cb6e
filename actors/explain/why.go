// Package explain answers from the ledger and the journal why somebody spoke or
// kept quiet: to an operator, and to who asks in the channel.
//
//	why.go       a question and its answers
//	gathered.go  the notes that tell it
//	said.go      and who wrote the lines
//	rebuild.go   the question of a judge's verdict, to be put again
//	explain.go   channel -> ledger: the same, for who asks in the channel
package explain

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
	Wordless bool                // who asks may not read what was said, nor what judges say of it
}

// WhyFrom is what [Why] reads; a journal is one.
type WhyFrom interface {
	journal.Ledger
	journal.Log
}

// Why tells what became of lines and why, newest first, an answer for each
// familiar that decided on one. c is the channel's configuration: the ladder
// that says what would have turned a decision is the one in force. No answer
// means that nothing was decided, or that it is no longer kept.
func Why(ctx context.Context, j WhyFrom, c *conversation.Config, q Question) ([]why.Answer, error) {
	told, err := q.gather(ctx, j)
	if err != nil {
		return nil, fmt.Errorf("read the ledger: %w", err)
	}
	said, err := readSaid(ctx, j, q.Channel, told)
	if err != nil {
		return nil, fmt.Errorf("read the journal: %w", err)
	}
	if q.Wordless {
		for k, n := range told.notes {
			told.notes[k] = n.Wordless()
		}
	}
	var answers []why.Answer
	for _, line := range told.lines {
		for _, who := range deciders(told.notes, line) {
			if q.Familiar != "" && who != q.Familiar {
				continue
			}
			seat := why.Seat{Name: string(who)}
			if c != nil {
				if known, ok := c.Why(who); ok {
					seat = known
				}
			}
			if a, ok := why.Tell(told.notes, who, line, seat, said.scene(line, seat.Name)); ok {
				answers = append(answers, a)
			}
		}
	}
	return answers, nil
}

// deciders returns who decided on a line, in order of their names; nobody when it
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
