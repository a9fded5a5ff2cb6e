package memory

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sort"
	"sync"

	"familiar/journal"
	"familiar/messages"
)

// An outbox keeps posts by account in the order they came, which is each
// channel's order too.
type outbox struct {
	mu       sync.Mutex // guards all below; held for no call of a deliverer
	accounts map[messages.AccountID]*account
	kept     map[postKey]place
	removed  idSet
}

type postKey struct {
	channel messages.ChannelID
	id      messages.PostID
}

type place struct {
	account *account
	n       uint64
}

// An account's posts; a removed one leaves an empty slot until half of them
// are empty.
type account struct {
	slots []slot // by n
	last  uint64
	empty int
	bell  bell
}

type slot struct {
	n    uint64
	post *messages.Post
}

func newOutbox(c Config) *outbox {
	return &outbox{
		accounts: map[messages.AccountID]*account{},
		kept:     map[postKey]place{},
		removed:  newIDSet(c.MaxPostIDs),
	}
}

func (o *outbox) account(id messages.AccountID) *account {
	a := o.accounts[id]
	if a == nil {
		a = &account{}
		o.accounts[id] = a
	}
	return a
}

// Enqueue implements journal.Outbox. An id is a channel's: two channels may
// have the same. Removed ids are remembered up to Config.MaxPostIDs.
func (j *Journal) Enqueue(ctx context.Context, epoch uint64, post messages.Post) error {
	if err := j.open(ctx, "enqueue"); err != nil {
		return err
	}
	p := j.of(post.Channel)
	p.mu.Lock() // a partition's lock is taken before the outbox's, never after
	defer p.mu.Unlock()
	err := p.fence.Check(epoch)
	if err == nil {
		err = j.outbox.add(post)
	}
	if err != nil {
		return fmt.Errorf("memory journal: enqueue %s: %w", post.ID, err)
	}
	p.fence.Wrote(epoch)
	return nil
}

func (o *outbox) add(post messages.Post) error {
	key := postKey{post.Channel, post.ID}
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, kept := o.kept[key]; kept {
		return journal.ErrExists
	}
	if o.removed.has(key) {
		return journal.ErrSettled
	}
	a := o.account(post.Account)
	a.last++
	a.slots = append(a.slots, slot{a.last, &post})
	o.kept[key] = place{a, a.last}
	a.bell.ring()
	return nil
}

// Remove implements journal.Outbox.
func (j *Journal) Remove(ctx context.Context, channel messages.ChannelID, id messages.PostID) error {
	if err := j.open(ctx, "remove"); err != nil {
		return err
	}
	j.outbox.mu.Lock()
	defer j.outbox.mu.Unlock()
	j.outbox.remove(postKey{channel, id})
	return nil
}

// remove is called with the lock held.
func (o *outbox) remove(key postKey) {
	at, kept := o.kept[key]
	if !kept {
		return
	}
	delete(o.kept, key)
	o.removed.add(key)
	a := at.account
	a.slots[a.after(at.n-1)].post = nil
	if a.empty++; a.empty*2 > len(a.slots) {
		a.slots = slices.DeleteFunc(a.slots, func(s slot) bool { return s.post == nil })
		a.empty = 0
	}
}

func (a *account) after(n uint64) int {
	return sort.Search(len(a.slots), func(i int) bool { return a.slots[i].n > n })
}

// Deliver implements journal.Outbox.
func (j *Journal) Deliver(ctx context.Context, id messages.AccountID, deliver func(messages.Post)) error {
	sleeper := make(chan struct{}, 1)
	defer j.outbox.stopWaiting(id, sleeper)
	var after uint64
	kept := j.outbox.last(id)
	next := func(batch []slot) []slot {
		batch = j.outbox.next(id, after, batch, sleeper)
		if len(batch) > 0 {
			after = batch[len(batch)-1].n
		}
		return batch
	}
	if pump(ctx, j.closed, sleeper, next, func(s slot) {
		post := *s.post
		post.Earlier = s.n <= kept
		deliver(post)
	}) {
		return fmt.Errorf("memory journal: deliver: %w", journal.ErrClosed)
	}
	return nil
}

// last numbers the newest of an account's entries.
func (o *outbox) last(id messages.AccountID) uint64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.account(id).last
}

func (o *outbox) next(id messages.AccountID, n uint64, batch []slot, sleeper chan struct{}) []slot {
	o.mu.Lock()
	defer o.mu.Unlock()
	a := o.account(id)
	for i := a.after(n); i < len(a.slots) && len(batch) < cap(batch); i++ {
		if a.slots[i].post != nil {
			batch = append(batch, a.slots[i])
		}
	}
	if len(batch) == 0 {
		a.bell.sleep(sleeper)
	}
	return batch
}

func (o *outbox) stopWaiting(id messages.AccountID, sleeper chan struct{}) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.account(id).bell.removeSleeper(sleeper)
}

// Astray implements journal.Outbox: no power cut leaves a part of a memory.
func (j *Journal) Astray(context.Context, int) iter.Seq2[journal.Astray, error] {
	return func(func(journal.Astray, error) bool) {}
}
