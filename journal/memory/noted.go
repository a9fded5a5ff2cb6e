package memory

import (
	"context"
	"iter"

	"familiar/journal"
	"familiar/messages"
)

// Noted implements journal.Ledger. It looks through the whole ledger.
func (j *Journal) Noted(ctx context.Context, t messages.Instant) iter.Seq2[journal.Noted, error] {
	return func(yield func(journal.Noted, error) bool) {
		if err := j.open(ctx, "noted"); err != nil {
			yield(journal.Noted{}, err)
			return
		}
		for id, at := range j.ledger.noted() {
			if at >= t && !yield(journal.Noted{Channel: id, At: at}, nil) {
				return
			}
		}
	}
}

// noted returns each channel with its newest note's moment.
func (l *ledger) noted() map[messages.ChannelID]messages.Instant {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := map[messages.ChannelID]messages.Instant{}
	for _, n := range l.notes {
		all[n.Channel] = max(all[n.Channel], n.At)
	}
	return all
}
