package main

import (
	"context"

	"familiar/journal/jetstream"
	"familiar/messages"
	"familiar/policy/conversation"
)

// channelsOf finds where a person is known: in records, or in the state of a
// channel whose records are gone.
func channelsOf(ctx context.Context, j *jetstream.Journal, person messages.PersonID, progress func(done, total uint64)) (map[messages.ChannelID]bool, error) {
	found := make(map[messages.ChannelID]bool)
	status, err := j.Status(ctx)
	if err != nil {
		return nil, err
	}
	total, done := status.Channels, uint64(0)
	for _, p := range status.Partitions {
		total += p.Records
	}
	step := func() {
		done++
		progress(done, max(done, total))
	}
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
		if step(); err != nil {
			continue
		}
		state, err := conversation.Decode(s.Body, &conversation.Config{})
		if err == nil && knows(state, person) {
			found[s.Channel] = true
		}
	}
	return found, nil
}

// isBy reports whether an event holds what a person said or did.
func isBy(e messages.Event, person messages.PersonID) bool {
	switch e := e.(type) {
	case messages.Heard:
		return e.Line.Author.ID == person
	case messages.AlsoHeard:
		return e.Line.Author.ID == person
	case messages.Edited:
		return e.Line.Author.ID == person
	case messages.Reacted:
		return e.By.ID == person
	case messages.Commanded:
		return e.By.ID == person
	case messages.HistoryFetched:
		for _, l := range e.Lines {
			if l.Author.ID == person {
				return true
			}
		}
		return false
	default:
		return false
	}
}

// knows reports whether a state has anything of a person.
func knows(s *conversation.State, person messages.PersonID) bool {
	for i := range s.Lines.Entries {
		if a := s.Lines.Entries[i].Author; a != nil && a.ID == person {
			return true
		}
	}
	for _, g := range s.Claims.Grants {
		if g.Rule.Author() == person {
			return true
		}
	}
	if s.HasReaction(person) {
		return true
	}
	for i := range s.Seats {
		if s.Seats[i].Manners.Leaves(person) {
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
