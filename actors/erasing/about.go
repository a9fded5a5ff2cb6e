package erasing

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
)

// mostTold is how many lines of a person are told; the newest in each channel are left
// out beyond it, and counted.
const mostTold = 100_000

// Known is everything that is kept about one person, for them. Of others it has only
// the ids of lines that the person answered.
type Known struct {
	Person   messages.PersonID `json:"person"`
	Channels []*KnownIn        `json:"channels"`
	Left     int               `json:"left,omitempty"` // lines that are not told, for they are too many
}

// KnownIn is what is kept in one channel.
type KnownIn struct {
	Channel   messages.ChannelID    `json:"channel"`
	Name      string                `json:"name,omitempty"`      // as it is on their newest line
	Count     uint32                `json:"count,omitempty"`     // of lines heard
	Last      messages.Instant      `json:"last,omitempty"`      // when the newest was heard
	Lines     []KnownLine           `json:"lines,omitempty"`     // oldest first
	Reactions []KnownReaction       `json:"reactions,omitempty"` // oldest first; others that only the state has are in Reacts
	Reacts    bool                  `json:"reacts,omitempty"`    // the state has reactions of theirs
	Commands  []KnownCommand        `json:"commands,omitempty"`  // oldest first
	Roles     []string              `json:"roles,omitempty"`     // that a claim gave them
	Linked    []KnownLink           `json:"linked,omitempty"`    // accounts that they have linked with this one
	Shared    bool                  `json:"shared,omitempty"`    // they agreed to have what is learned from them recalled wherever they are answered
	Credits   []KnownCredit         `json:"credits,omitempty"`   // with which familiars they are in a conversation
	LeaveIt   []messages.FamiliarID `json:"leave_alone,omitempty"`
	Memories  []KnownMemory         `json:"memories,omitempty"` // about them, oldest first of each familiar
	Notes     []json.RawMessage     `json:"notes,omitempty"`    // decisions about their lines, newest first, without a judge's words
	Quoted    []KnownLine           `json:"quoted,omitempty"`   // of theirs in dead letters

	ids map[messages.LineID]bool // of their lines
}

// A KnownLine is one text of a line: an edited line has several.
type KnownLine struct {
	ID      messages.LineID  `json:"id"`
	At      messages.Instant `json:"at"`
	Edited  bool             `json:"edited,omitempty"` // it is what an earlier text was changed to
	Text    string           `json:"text"`
	ReplyTo messages.LineID  `json:"reply_to,omitempty"`
	Files   []string         `json:"files,omitempty"` // their names
}

// A KnownReaction is one that they made or took away.
type KnownReaction struct {
	At      messages.Instant `json:"at"`
	Line    messages.LineID  `json:"line"`
	Emoji   string           `json:"emoji"`
	Removed bool             `json:"removed,omitempty"`
}

// A KnownCommand is one that they gave.
type KnownCommand struct {
	At      messages.Instant `json:"at"`
	Command messages.Command `json:"command"`
	Text    string           `json:"text,omitempty"`
}

// A KnownCredit is a familiar that takes their next lines for its own.
type KnownCredit struct {
	Familiar messages.FamiliarID `json:"familiar"`
	Until    messages.Instant    `json:"until"`
}

// A KnownLink is another account of theirs, by their own word.
type KnownLink struct {
	Network messages.Network  `json:"network"`
	Person  messages.PersonID `json:"person"`
	Name    string            `json:"name,omitempty"` // when they linked it
}

// A KnownMemory is what a familiar keeps in mind about them.
type KnownMemory struct {
	Familiar messages.FamiliarID `json:"familiar"`
	At       messages.Instant    `json:"at"`
	Text     string              `json:"text"`
}

// A Shelf is what is kept, to be read.
type Shelf interface {
	journal.Archive
	journal.NoteReader
	journal.Dead
}

// About returns everything that is kept about a person; nil: there is nothing. Each
// record and snapshot that was looked at is counted by step.
func About(ctx context.Context, j Shelf, person messages.PersonID, step func()) (*Known, error) {
	a := &gathering{known: &Known{Person: person}, in: map[messages.ChannelID]*KnownIn{}}
	for r, err := range j.Records(ctx, 0) {
		if err != nil && r.Seq == 0 {
			return nil, fmt.Errorf("read what a person said: %w", err)
		}
		if step(); err == nil && isBy(r.Event, person) {
			a.record(r)
		}
	}
	for s, err := range j.Newest(ctx) {
		if err != nil && s.Revision == 0 {
			return nil, fmt.Errorf("read what is known of a person: %w", err)
		}
		if step(); err != nil {
			continue
		}
		if state, err := conversation.Kept(s.Body); err == nil && knows(state, person) {
			a.state(state)
		}
	}
	if err := a.letters(ctx, j); err != nil {
		return nil, err
	}
	for _, in := range a.in {
		if err := in.notes(ctx, j); err != nil {
			return nil, err
		}
		a.known.Channels = append(a.known.Channels, in)
	}
	if len(a.known.Channels) == 0 {
		return nil, nil
	}
	slices.SortFunc(a.known.Channels, func(a, b *KnownIn) int { return cmp.Compare(a.Channel, b.Channel) })
	return a.known, nil
}
