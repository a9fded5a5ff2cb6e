package channel

import (
	"context"
	"errors"
	"fmt"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
)

// load makes the state for the first message: from the newest snapshot and, if
// earlier records may have been lost with another handler's memory, from what the
// journal holds after it. Unless the channel is holding it gives unanswered
// orders again.
//
// It panics when it can't; the host tries again and keeps the message.
func (ch *Channel) load(msg any) {
	var snapshot journal.Snapshot
	ch.insist("load", func() (err error) {
		snapshot, err = ch.Journal.Load(context.Background(), ch.id)
		return err
	})
	until, live := ch.CatchUp(ch.id)
	before := uint64(0) // 0: everything there is
	r, isRecord := msg.(journal.Record)
	if isRecord {
		before = r.Seq
	}
	ch.until, ch.holding = until, !live || isRecord && r.Seq <= until // more of them may follow
	ch.seq, ch.revision, ch.unsaved = snapshot.Seq, snapshot.Revision, 0
	events := ch.restore(snapshot, before, lost(ch.at, msg))
	ch.clearOutbox(events...)
	if ch.holding {
		ch.wait()
		return
	}
	ch.resume()
}

// lost reports whether there may be records after the snapshot that were handed
// over already, and won't come again before the orders are given.
func lost(at Place, msg any) bool {
	switch msg.(type) {
	case Save: // has to cover records that it doesn't know
		return true
	case Still, Moot, Quoting: // was perhaps sent before them, and the partition is live since
		return true
	case Lend, Find, Agreed, Alone: // what has to go may be among them
		return true
	default:
		return at.Remade()
	}
}

// restore makes the state, and returns the events that are not in the
// snapshot.
func (ch *Channel) restore(snapshot journal.Snapshot, before uint64, lost bool) (events []messages.Event) {
	defer func() {
		if v := recover(); v != nil {
			ch.state = nil // incomplete
			panic(v)
		}
	}()
	config := ch.Config(ch.id)
	if snapshot.Revision == 0 {
		ch.state = conversation.New(ch.id, config)
	} else {
		state, err := conversation.Decode(snapshot.Body, config)
		switch {
		case errors.Is(err, conversation.ErrNewer):
			err = fmt.Errorf("load %s: %w", ch.id, err)
			ch.fail(err)
			panic(fmt.Errorf("%w: %w", ErrJournal, err))
		case err != nil:
			ch.Log.Error("snapshot is damaged, the journal is read again", "channel", ch.id, "revision", snapshot.Revision, "err", err)
			return ch.rebuild(snapshot, before)
		}
		ch.state = state
		ch.See(state.Now)
	}
	if lost {
		events = ch.catchUp(before)
	}
	return events
}

// rebuild makes the state from all events the journal still has, at least those
// of the damaged snapshot. Its next orders get numbers above any ever given:
// there was less than one order in a millisecond.
func (ch *Channel) rebuild(damaged journal.Snapshot, before uint64) []messages.Event {
	if before != 0 {
		before = max(before, damaged.Seq+1)
	}
	ch.state, ch.seq = conversation.New(ch.id, ch.Config(ch.id)), 0
	events := ch.catchUp(before)
	ch.state.Renumber(uint64(ch.Clock()))
	ch.seq = max(ch.seq, damaged.Seq)
	ch.unsaved++ // even if the journal has nothing left
	ch.insist("save", func() error { return ch.save(context.Background()) })
	return events
}
