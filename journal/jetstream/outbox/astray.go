package outbox

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/messages"
)

// FindAstray looks for what the outbox got later than the log its newest
// record: a power cut may have left each at another moment. Nothing that the log
// lost was older than [store.OnDisk]. partition says of whose channels; -1: of all.
func (o *Outbox) FindAstray(ctx context.Context, partition int) error {
	stream := o.store.Names.Stream("outbox")
	state, err := o.store.State(ctx, stream)
	if err != nil || state.Msgs == 0 {
		return err
	}
	since := state.LastTime.Add(-store.OnDisk)
	oldest := o.log.OldestEnd()
	if oldest.After(since) {
		since = oldest
	}
	var all []journal.Astray
	err = o.store.Scan(ctx, store.Reading{Stream: stream, Since: since, HeadersOnly: true}, func(m store.Message) error {
		channel, id, err := layout.PostOf(m.Subject)
		if err != nil {
			return fmt.Errorf("outbox %d: %w", m.Seq, err)
		}
		if partition >= 0 && partition != o.log.Partition(channel) {
			return nil
		}
		if a := (journal.Astray{Channel: channel, Post: id}); m.At.After(o.log.EndOf(channel)) && !slices.Contains(all, a) {
			all = append(all, a)
		}
		return nil
	})
	if err != nil {
		return err
	}
	var unsettled []journal.Astray
	for _, a := range all {
		settled, err := o.settled(ctx, a)
		if err != nil {
			return err
		}
		if !settled {
			unsettled = append(unsettled, a)
		}
	}
	if len(unsettled) > 0 {
		o.store.Log.Warn("outbox is ahead of the log: a power cut may have taken the records that ordered its newest posts",
			"posts", len(unsettled), "from", oldest.UTC(), "to", state.LastTime.UTC())
	}
	o.astray.put(partition, unsettled, o.log.Partition)
	return nil
}

// astray is what was found as partitions were taken over.
type astray struct {
	mu sync.Mutex
	of map[int][]journal.Astray // by partition
}

// put keeps what was found of a partition in place of what was found before; -1: of
// all, for the first time.
func (a *astray) put(partition int, found []journal.Astray, partitionOf func(messages.ChannelID) int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.of == nil {
		a.of = map[int][]journal.Astray{}
	}
	delete(a.of, partition)
	for _, post := range found {
		k := partitionOf(post.Channel)
		a.of[k] = append(a.of[k], post)
	}
}

func (a *astray) get(partition int) []journal.Astray {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.of[partition]
}

// settledWithin is how many records back the outcome of a post is looked for
// that was the last thing a channel did: usually it is the newest.
const settledWithin = 64

// settled reports whether the log has what became of the post: it was taken out
// of the outbox for that.
func (o *Outbox) settled(ctx context.Context, a journal.Astray) (bool, error) {
	looked := 0
	for r, err := range o.log.Rewind(ctx, a.Channel, 0) {
		if err != nil {
			return false, err
		}
		if e, is := r.Event.(messages.Delivered); is && e.Post == a.Post {
			return true, nil
		}
		if e, is := r.Event.(messages.DeliveryFailed); is && e.Post == a.Post && !e.Lost {
			return true, nil
		}
		if looked++; looked == settledWithin {
			break
		}
	}
	return false, nil
}

// Astray implements journal.Outbox.
func (o *Outbox) Astray(ctx context.Context, partition int) iter.Seq2[journal.Astray, error] {
	return func(yield func(journal.Astray, error) bool) {
		if err := o.store.Check(ctx, "astray"); err != nil {
			yield(journal.Astray{}, err)
			return
		}
		for _, a := range o.astray.get(partition) {
			if !yield(a, nil) {
				return
			}
		}
	}
}
