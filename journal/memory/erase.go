package memory

import (
	"context"
	"fmt"
	"slices"

	"familiar/journal"
	"familiar/messages"
)

// Erase implements journal.Journal. Of the channel's records only those that
// its snapshot holds are taken out; when the line is in a later one too, the
// rest is done and the error asks for another Erase.
func (j *Journal) Erase(ctx context.Context, orders ...messages.Erase) error {
	if err := j.open(ctx, "erase"); err != nil || len(orders) == 0 {
		return err
	}
	channel, gone := orders[0].Channel, journal.NewErasure(orders...)
	later := j.of(channel).erase(channel, gone)
	j.ledger.erase(gone)
	j.dead.erase(gone)
	if gone.All() {
		j.outbox.empty(channel)
	}
	if later != 0 {
		return fmt.Errorf("memory journal: erase in %s: event %d contains the line and is not in a snapshot yet", channel, later)
	}
	return nil
}

// erase takes records out and gives the sequence of one that has to go too
// and can't yet; 0: there is none.
func (p *partition) erase(id messages.ChannelID, gone *journal.Erasure) (later uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	ch := p.channels[id]
	if ch == nil {
		return 0
	}
	covered := ch.snapshot().Seq
	p.records = slices.DeleteFunc(p.records, func(r entry) bool {
		if r.of != ch {
			return false
		}
		if r.Seq > covered {
			if gone.HoldsLine(r.Event) {
				later = r.Seq
			}
			return false
		}
		return gone.Record(r.Record)
	})
	return later
}

func (l *ledger) erase(gone *journal.Erasure) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, note := range l.notes {
		gone.Seen(note)
	}
	for i, note := range l.notes {
		kept, changed := gone.Note(note)
		if kept == nil {
			kept = &messages.Note{} // of no channel
		}
		if changed {
			l.notes[i] = kept
		}
	}
}

// empty removes a channel's posts.
func (o *outbox) empty(channel messages.ChannelID) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for key := range o.kept {
		if key.channel == channel {
			o.remove(key)
		}
	}
}
