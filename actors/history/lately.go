package history

import (
	"context"
	"slices"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
	"familiar/policy/conversation"
)

// LatelyFor is how long ago a channel's newest line may be for its lines to be
// looked at again after a gap.
const LatelyFor = 24 * time.Hour

// Lately implements [adapter.Past], by the channel's snapshot and the journal
// after it. What can't be read is not known.
func (a accountPast) Lately(ctx context.Context, id messages.ChannelID, most int) []adapter.Said {
	lines, err := a.others(ctx, id)
	if err != nil {
		a.Log.Warn("edits and deletions made while the program was away are not looked up", "channel", string(id), "err", err)
		return nil
	}
	if len(lines) == 0 || lines[len(lines)-1].At < messages.InstantOf(time.Now().Add(-LatelyFor)) {
		return nil
	}
	old := messages.InstantOf(time.Now().Add(-KnownFor)) // a network may hide what is much older, and that isn't gone
	lines = slices.DeleteFunc(lines, func(q messages.Quoted) bool { return q.At < old })
	lines = lines[max(0, len(lines)-most):]
	said := make([]adapter.Said, len(lines))
	for i, q := range lines {
		said[i] = adapter.Said{ID: q.ID, Print: adapter.PrintOf(q.Text, q.Attachments)}
	}
	return said
}

// others returns the newest lines of a channel that are on its network, that the
// account has heard and none of ours wrote.
func (a accountPast) others(ctx context.Context, id messages.ChannelID) ([]messages.Quoted, error) {
	settings := a.Config(id)
	p := past{account: a.account, heard: make(map[messages.LineID]bool)}
	s, seq, err := a.saved(ctx, id)
	if err != nil {
		return nil, err
	}
	if s != nil {
		for _, q := range s.Others(a.account) {
			p.lines = append(p.lines, pastLine{Quoted: q, own: true})
			p.heard[q.ID] = true
		}
	}
	for r, err := range a.Journal.Replay(ctx, id, seq) {
		if err != nil {
			return nil, err
		}
		p.takeEvent(r.At, r.Event)
	}
	return slices.DeleteFunc(p.visible(), func(q messages.Quoted) bool {
		return adapter.IsCommandLine(q.ID) || slices.ContainsFunc(settings.Seats, func(s conversation.SeatConfig) bool { return s.Person() == q.Author.ID })
	}), nil
}
