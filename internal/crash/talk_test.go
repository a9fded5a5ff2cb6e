package crash

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"familiar/messages"
)

// talkers is how many people speak at the same time. Each has channels of his
// own, so that in every channel one step waits for the one before.
const talkers = 64

// perKill is about how long there is from one kill to the next.
const perKill = 2 * time.Second

// A talker goes through the scripts of his channels, a step here and a step
// there.
type talker struct {
	client *client
	rng    *rand.Rand
	open   []*place
	vain   []messages.ChannelID // where a reply did not come in time
}

// A place is how far a talker has come in a channel.
type place struct {
	*script
	next   int
	waits  string    // for a reply that quotes this token; "": for none
	since  time.Time // when that was said
	gaveUp bool      // a reply did not come: waits for none any more
}

func newTalker(r *run, n int) *talker {
	t := &talker{client: r.client, rng: rand.New(rand.NewPCG(*seed, uint64(n)))}
	for i := n; i < len(r.scripts); i += talkers {
		t.open = append(t.open, &place{script: r.scripts[i]})
	}
	return t
}

// talk says everything, a step for each of the turns. It ends early with ctx,
// and when something is refused.
func (t *talker) talk(ctx context.Context, turns <-chan struct{}) error {
	for vain := 0; len(t.open) > 0; vain++ {
		if vain >= 2*len(t.open) { // all wait
			if err := pause(ctx, 5*pauseAgain); err != nil {
				return err
			}
			vain = 0
		}
		i := t.rng.IntN(len(t.open))
		at := t.open[i]
		switch {
		case t.waits(ctx, at):
			continue
		case at.next == len(at.steps):
			if at.gaveUp {
				t.vain = append(t.vain, at.channel())
			}
			t.open = slices.Delete(t.open, i, i+1)
			continue
		}
		select {
		case <-turns:
		case <-ctx.Done():
			return ctx.Err()
		}
		step := at.steps[at.next]
		if err := t.client.insist(ctx, at.chat, step); err != nil {
			return err
		}
		at.next++
		at.waits, at.since, vain = step.await, time.Now(), 0
	}
	return nil
}

// waits reports whether the next step still waits for a reply. Whoever waits
// in vain goes on without, from then on: the audit will tell what is missing,
// and how many lines one reply then answers is not compared.
func (t *talker) waits(ctx context.Context, at *place) bool {
	if at.waits == "" || at.gaveUp {
		return false
	}
	replies, err := t.client.posts(ctx, at.chat)
	at.gaveUp = time.Since(at.since) > patience/2
	if err == nil && quotes(replies, at.waits) {
		at.waits = ""
	}
	return at.waits != "" && !at.gaveUp // with an error, too: it is dead just now
}

// turns allows one step at a time, as many a second as let the talk
// last so long; 0: there is leave at once.
func (r *run) turns(ctx context.Context, long time.Duration) <-chan struct{} {
	turns := make(chan struct{})
	if long == 0 {
		close(turns)
		return turns
	}
	steps := 0
	for _, s := range r.scripts {
		steps += len(s.steps)
	}
	go func() {
		ticker := time.NewTicker(long / time.Duration(steps))
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
			case <-ctx.Done():
				return
			}
			select {
			case turns <- struct{}{}:
			case <-ctx.Done():
				return
			}
		}
	}()
	return turns
}
