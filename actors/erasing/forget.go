package erasing

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/credit"
)

// Forget journals that something a channel knows has to go.
func Forget(ctx context.Context, j journal.Log, id messages.ChannelID, what messages.Forgotten) error {
	if _, err := j.Append(ctx, 0, id, what); err != nil {
		return fmt.Errorf("order to forget not taken: %w", err)
	}
	return nil
}

// ForgetEverywhere journals that a person has to go from every channel where
// anything is known of them, and says how many these are. The error says in how
// many of them it is journaled; doing it again harms nothing.
func ForgetEverywhere(ctx context.Context, j journal.Journal, person messages.PersonID) (int, error) {
	channels, err := ChannelsOf(ctx, j, person, func() {})
	if err != nil {
		return 0, fmt.Errorf("look for a person's channels: %w", err)
	}
	for i, id := range channels {
		if err := Forget(ctx, j, id, messages.Forgotten{Person: person}); err != nil {
			return i, fmt.Errorf("done in %d of %d channels, run it again: %w", i, len(channels), err)
		}
	}
	return len(channels), nil
}

// ChannelsOf finds where a person is known, in order: in records, or in the
// state of a channel whose records are gone. Each record and snapshot that was
// looked at is counted by step.
func ChannelsOf(ctx context.Context, j journal.Archive, person messages.PersonID, step func()) ([]messages.ChannelID, error) {
	found := make(map[messages.ChannelID]bool)
	for r, err := range j.Records(ctx, 0) {
		if err != nil && r.Seq == 0 {
			return nil, err
		}
		if step(); err == nil && isBy(r.Event, person) {
			found[r.Channel] = true
		}
	}
	for s, err := range j.Newest(ctx) {
		if err != nil && s.Revision == 0 {
			return nil, err
		}
		if step(); err != nil || found[s.Channel] {
			continue
		}
		if state, err := conversation.Kept(s.Body); err == nil && knows(state, person) {
			found[s.Channel] = true
		}
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// isBy reports whether an event holds what a person said or did.
func isBy(e messages.Event, person messages.PersonID) bool {
	switch e := e.(type) {
	case messages.Reacted:
		return e.By.ID == person
	case messages.Commanded:
		return e.By.ID == person
	default:
		return messages.IsAbout(e, person) || slices.ContainsFunc(journal.LinesOf(e), func(l *messages.Line) bool { return l.Author.ID == person })
	}
}

// knows reports whether a state has anything of a person.
func knows(s *conversation.Channel, person messages.PersonID) bool {
	for e := range s.Lines.All() {
		if e.Author.ID == person {
			return true
		}
	}
	for _, g := range s.Admission.Given() {
		if g.Rule.Author() == person {
			return true
		}
	}
	if s.Reactions.Has(person) || s.Links.Has(person) || s.Named.Has(person) || s.Lending.Sharing.Has(person) || s.Ties.Leaves(person) {
		return true
	}
	for i := range s.Seats {
		if seat := &s.Seats[i]; seat.Manners.Leaves(person) || credited(seat, person) || seat.Memory != nil && seat.Memory.Knows(person) {
			return true
		}
	}
	for _, p := range s.Roster.People {
		if p.ID == person {
			return true
		}
	}
	return false
}

// credited reports whether a familiar takes the person's next lines for its own.
func credited(s *conversation.Seat, person messages.PersonID) bool {
	return slices.ContainsFunc(s.Credit.All(), func(c credit.Entry) bool { return c.Author == person })
}
