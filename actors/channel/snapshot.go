package channel

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"familiar/journal"
	"familiar/messages"
)

// snapshotEvery bounds how many events of a channel a crash makes it read
// again.
const snapshotEvery = 32

// bodies are what states are encoded into: a journal keeps nothing of them.
var bodies = sync.Pool{New: func() any { return new([]byte) }}

// mostKept bounds, in bytes, the room that is kept for the next snapshot.
const mostKept = 64 << 10

// Save implements [host.Handler]. A channel with a deadline may leave memory:
// the snapshot says when to wake it. One that is another process's has nothing to
// save.
func (ch *Channel) Save(ctx context.Context) error {
	if errors.Is(ch.Journal.Owns(ch.id), journal.ErrConflict) {
		return nil
	}
	return ch.save(ctx)
}

// save makes the state durable, if something happened since. Letters go
// first: what they are about is not ordered again.
func (ch *Channel) save(ctx context.Context) error {
	if ch.state == nil || ch.unsaved == 0 {
		return nil
	}
	if err := ch.bury(ctx); err != nil {
		return err
	}
	room := bodies.Get().(*[]byte)
	defer bodies.Put(room)
	body, err := ch.state.AppendEncoded((*room)[:0])
	if err != nil {
		return err
	}
	if cap(body) <= mostKept {
		*room = body
	}
	due, _ := ch.state.Due()
	s := journal.Snapshot{Channel: ch.id, Revision: ch.revision, Seq: ch.seq, Due: due.At, Body: body}
	s.Revision, err = ch.Journal.Save(ctx, ch.epoch(), s)
	if errors.Is(err, journal.ErrConflict) {
		s.Revision, err = ch.saveAgain(ctx, s, err)
	}
	if err != nil {
		return fmt.Errorf("save %s: %w", ch.id, err)
	}
	ch.revision, ch.unsaved = s.Revision, 0
	return nil
}

// saveAgain writes over a snapshot that isn't the one this channel knows of,
// unless it is a later owner's or knows more. It is this channel's own, written and
// not acknowledged, or a former owner's, who didn't know yet that he was one.
func (ch *Channel) saveAgain(ctx context.Context, s journal.Snapshot, conflict error) (revision uint64, err error) {
	newest, err := ch.Journal.Load(ctx, ch.id)
	if err != nil {
		return 0, err
	}
	if own := ch.epoch(); newest.Epoch > own || newest.Epoch == own && newest.Seq > s.Seq {
		return 0, conflict
	}
	s.Revision = newest.Revision
	return ch.Journal.Save(ctx, ch.epoch(), s)
}

// bury keeps for the operator what was given up. Doing it twice is doing it
// once.
func (ch *Channel) bury(ctx context.Context) error {
	for len(ch.letters) > 0 {
		if err := ch.Journal.Bury(ctx, ch.letters[0]); err != nil {
			return fmt.Errorf("bury a post of %s: %w", ch.id, err)
		}
		ch.letters = ch.letters[1:]
	}
	ch.letters = nil
	return nil
}

// clearOutbox removes the parts whose fate these events tell, once it is in a
// snapshot.
func (ch *Channel) clearOutbox(events ...messages.Event) {
	for _, e := range events {
		var post messages.PostID
		switch e := e.(type) {
		case messages.Delivered:
			post = e.Post
		case messages.DeliveryFailed:
			if e.Lost { // the outbox asks about it when it finds it
				continue
			}
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
