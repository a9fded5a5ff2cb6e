package channel

import (
	"context"
	"errors"
	"fmt"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
)

// before gives the sequence up to which the state is to be caught up before
// msg is handled, itself not included; 0 is everything there is.
func before(msg any) uint64 {
	if r, ok := msg.(journal.Record); ok {
		return r.Seq
	}
	return 0
}

// load makes the state from the newest snapshot, after a panic also from the
// events that came after it, and gives the orders again that were not answered.
func (ch *channel) load(before uint64) error {
	var snapshot journal.Snapshot
	ch.insist("load", func() (err error) {
		snapshot, err = ch.Journal.Load(context.Background(), ch.id)
		return err
	})
	config := ch.Config(ch.id)
	state := conversation.New(ch.id, config)
	if snapshot.Revision != 0 {
		var err error
		if state, err = conversation.Decode(snapshot.Body, config); err != nil {
			return fmt.Errorf("load %s: %w", ch.id, err)
		}
	}
	ch.seq, ch.revision, ch.unsaved = snapshot.Seq, snapshot.Revision, 0
	var events []messages.Event
	if ch.self.Remade() { // else what came after the snapshot is on its way here
		events = ch.catchUp(state, before)
	}
	ch.state = state
	ch.carryOut(state.Pending())
	ch.clearOutbox(events...)
	ch.wait()
	return nil
}

// catchUp steps what the journal holds after the snapshot and returns the
// events. Their orders are not carried out: Pending has those that still
// stand. Their decisions are recorded, after a panic once more.
func (ch *channel) catchUp(state *conversation.State, before uint64) []messages.Event {
	var records []journal.Record
	ch.insist("replay", func() (err error) {
		records, err = ch.after(ch.seq)
		return err
	})
	skipped := make(map[uint64]bool)
	for _, r := range records {
		if e, ok := r.Event.(messages.Skipped); ok {
			skipped[e.Seq] = true
		}
	}
	var events []messages.Event
	ch.notes = ch.notes[:0]
	for _, r := range records {
		if before != 0 && r.Seq >= before {
			break
		}
		if !skipped[r.Seq] {
			ch.effects = state.Step(r.At, r.Event, ch.effects[:0])
			for _, effect := range ch.effects {
				if n, ok := effect.(*messages.Note); ok {
					ch.notes = append(ch.notes, n)
				}
			}
		}
		events = append(events, r.Event)
		ch.seq = r.Seq
		ch.unsaved++
	}
	ch.record()
	return events
}

// after gives all that the journal holds after seq.
func (ch *channel) after(seq uint64) (records []journal.Record, err error) {
	for r, err := range ch.Journal.Replay(context.Background(), ch.id, seq) {
		if err != nil {
			return nil, fmt.Errorf("replay %s after %d: %w", ch.id, seq, err)
		}
		records = append(records, r)
	}
	return records, nil
}

// clearOutbox removes the parts whose fate these events tell, once it is in a
// snapshot.
func (ch *channel) clearOutbox(events ...messages.Event) {
	for _, e := range events {
		var post messages.PostID
		switch e := e.(type) {
		case messages.Delivered:
			post = e.Post
		case messages.DeliveryFailed:
			post = e.Post
		default:
			continue
		}
		err := ch.save(context.Background())
		if err == nil {
			err = ch.Journal.Remove(context.Background(), ch.id, post)
		}
		if err != nil {
			ch.Log.Warn("post stays in the outbox", "channel", ch.id, "post", post, "err", err)
		}
	}
}

// errWaiting keeps a channel in memory that has something to do by itself.
var errWaiting = errors.New("a deadline is set")

// Save implements [host.Handler]. A channel with a deadline is saved and stays
// in memory, except in the drain.
func (ch *channel) Save(ctx context.Context) error {
	if err := ch.save(ctx); err != nil {
		return err
	}
	if ch.state == nil || ch.Draining() {
		return nil
	}
	if _, waiting := ch.state.Due(); waiting {
		return errWaiting
	}
	return nil
}

// save makes the state durable, if something happened since.
func (ch *channel) save(ctx context.Context) error {
	if ch.state == nil || ch.unsaved == 0 {
		return nil
	}
	body, err := ch.state.Encode()
	if err != nil {
		return err
	}
	due, _ := ch.state.Due()
	revision, err := ch.Journal.Save(ctx, ch.Epoch, journal.Snapshot{Channel: ch.id, Revision: ch.revision, Seq: ch.seq, Due: due.At, Body: body})
	if err != nil {
		return fmt.Errorf("save %s: %w", ch.id, err)
	}
	ch.revision, ch.unsaved = revision, 0
	return nil
}
