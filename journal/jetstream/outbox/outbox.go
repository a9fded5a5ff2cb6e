// Package outbox keeps what is to be posted until the state that knows of its
// delivery is saved, and hands each account its own.
package outbox

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/sealed"
	"familiar/journal/jetstream/store"
	"familiar/journal/seal"
	"familiar/messages"
)

// A Log is what the outbox has to know of the log.
type Log interface {
	// Fence refuses a writer whose epoch is not the newest of a channel's
	// partition, or no longer the store's.
	Fence(epoch uint64, channel messages.ChannelID) error
	Rewind(ctx context.Context, channel messages.ChannelID, before messages.Instant) iter.Seq2[journal.Record, error]
	// EndOf returns when the newest record of a channel's partition was taken that was
	// still there as that was taken over, OldestEnd the earliest of all partitions.
	EndOf(channel messages.ChannelID) time.Time
	OldestEnd() time.Time
	Partition(channel messages.ChannelID) int
}

// An Outbox keeps what is to be posted.
type Outbox struct {
	store   *store.Store
	texts   *sealed.Texts
	log     Log
	posting *sealed.Underway
	astray  astray
}

// New returns the outbox of a store.
func New(s *store.Store, texts *sealed.Texts, log Log) *Outbox {
	return &Outbox{store: s, texts: texts, log: log, posting: sealed.NewUnderway(seal.Post)}
}

// Enqueue implements journal.Outbox: the server takes the entry only if there
// is neither one with its id nor the mark of one.
func (o *Outbox) Enqueue(ctx context.Context, epoch uint64, p messages.Post) error {
	if err := o.store.Check(ctx, "enqueue"); err != nil {
		return err
	}
	err := o.log.Fence(epoch, p.Channel)
	if err == nil {
		err = o.enqueue(ctx, p)
	}
	if err != nil {
		return fmt.Errorf("journal: enqueue %s: %w", p.ID, o.store.Ended(err))
	}
	return nil
}

func (o *Outbox) enqueue(ctx context.Context, p messages.Post) error {
	subject, err := o.PostSubject(p.Channel, p.ID)
	if err != nil {
		return err
	}
	post, err := messages.EncodePost(p)
	if err != nil {
		return err
	}
	defer o.posting.Begin()()
	body, err := o.texts.Seal(p.Channel, seal.Post, post)
	if err != nil {
		return err
	}
	bounded, cancel := o.store.Bounded(ctx)
	defer cancel()
	_, err = o.store.Publish(bounded, subject+layout.Token(string(p.Account)), body, store.OnlyOne(subject+"*"))
	if !errors.Is(err, journal.ErrConflict) {
		if at, is := sealed.PositionOf(body); err != nil && is {
			o.posting.Lost(p.Channel, at)
		}
		return err
	}
	switch mark, err := o.store.FirstOf(bounded, o.store.Names.Stream("outbox"), subject+layout.Removed); {
	case err != nil:
		return err
	case mark != nil:
		return journal.ErrSettled
	}
	return journal.ErrExists
}

// PostSubject returns the subject of an entry up to the dot before its account.
func (o *Outbox) PostSubject(channel messages.ChannelID, id messages.PostID) (string, error) {
	name, err := layout.ChannelTokens(channel)
	if err != nil {
		return "", err
	}
	return o.store.Names.Subject("out", name, layout.Token(string(id))) + ".", nil
}

// openPost reads an entry.
func (o *Outbox) openPost(subject string, kept []byte) (messages.Post, error) {
	channel, _, err := layout.PostOf(subject)
	if err != nil {
		return messages.Post{}, err
	}
	post, err := o.texts.Open(channel, kept)
	if err != nil {
		return messages.Post{}, err
	}
	return messages.DecodePost(post)
}

// Remove implements journal.Outbox. The mark comes before the entry goes, so
// that a crash between the two leaves an entry that nobody gets.
func (o *Outbox) Remove(ctx context.Context, channel messages.ChannelID, id messages.PostID) error {
	if err := o.store.Check(ctx, "remove"); err != nil {
		return err
	}
	if err := o.remove(ctx, channel, id, false); err != nil {
		return fmt.Errorf("journal: remove %s: %w", id, o.store.Ended(err))
	}
	return nil
}

// remove overwrites the entry's bytes only if asked to: see store.Delete.
func (o *Outbox) remove(ctx context.Context, channel messages.ChannelID, id messages.PostID, overwrite bool) error {
	subject, err := o.PostSubject(channel, id)
	if err != nil {
		return err
	}
	bounded, cancel := o.store.Bounded(ctx)
	defer cancel()
	stream := o.store.Names.Stream("outbox")
	kept, err := o.store.FirstOf(bounded, stream, subject+"*")
	if err != nil || kept == nil || kept.Subject == subject+layout.Removed {
		return err
	}
	if _, err := o.store.Publish(bounded, subject+layout.Removed, nil, store.OnlyOne(subject+layout.Removed)); err != nil && !errors.Is(err, journal.ErrConflict) {
		return err
	}
	return o.store.Delete(ctx, stream, overwrite, kept.Sequence)
}

// Deliver implements journal.Outbox. It follows the account's rooms and its
// threads side by side, since their subjects differ in length.
func (o *Outbox) Deliver(ctx context.Context, account messages.AccountID, deliver func(messages.Post)) error {
	if o.store.Closing().Err() != nil {
		return fmt.Errorf("journal: deliver: %w", journal.ErrClosed)
	}
	if ctx.Err() != nil {
		return nil
	}
	d := &delivery{of: o, ctx: ctx, deliver: deliver}
	err := d.begin()
	if err != nil {
		return o.delivered(ctx, err)
	}
	both, stop := context.WithCancel(ctx)
	defer stop()
	errs := make(chan error, 2)
	for _, any := range []string{"*.*.*.*", "*.*.*.*.*"} {
		filter := o.store.Names.Subject("out", any, layout.Token(string(account)))
		go func() {
			errs <- o.store.Follow(both, &store.Reader{Stream: o.store.Names.Stream("outbox"), Filters: []string{filter}, Deliver: d.handOver})
		}()
	}
	err = <-errs
	stop()
	return o.delivered(ctx, errors.Join(err, <-errs))
}

// delivered is what Deliver returns: nil if it was its context that ended.
func (o *Outbox) delivered(ctx context.Context, err error) error {
	switch {
	case o.store.Closing().Err() != nil:
		err = o.store.Gone()
	case ctx.Err() != nil:
		return nil
	}
	if err != nil {
		return fmt.Errorf("journal: deliver: %w", err)
	}
	return nil
}

// A delivery hands an account's entries to one who waits for them.
type delivery struct {
	of      *Outbox
	ctx     context.Context // of the waiting
	until   uint64          // entries up to here may have a mark; later ones are new
	deliver func(messages.Post)

	mu sync.Mutex // rooms and threads come on two goroutines
}

// begin finds where the new entries begin. A server that is away is waited for,
// as by who follows a stream.
func (d *delivery) begin() (err error) {
	for {
		d.until, err = d.of.store.NewestIn(d.ctx, d.of.store.Names.Stream("outbox"))
		away := errors.Is(err, journal.ErrAway) || errors.Is(err, context.DeadlineExceeded)
		if !away || d.ended() {
			return err
		}
		d.of.store.Pause(d.ctx)
	}
}

func (d *delivery) handOver(seq uint64, subject string, data []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ended() || seq <= d.until && d.marked(seq, subject) {
		return
	}
	p, err := d.of.openPost(subject, data)
	if err != nil {
		d.of.store.Log.Error("outbox entry skipped", "seq", seq, "subject", subject, "err", err)
		return
	}
	if p.Earlier = seq <= d.until; !d.ended() {
		d.deliver(p)
	}
}

func (d *delivery) ended() bool { return d.ctx.Err() != nil || d.of.store.Closing().Err() != nil }

// marked reports whether the entry was removed, and finishes the removal. It
// asks until the server answers: nothing is said twice.
func (d *delivery) marked(seq uint64, subject string) bool {
	mark := subject[:strings.LastIndexByte(subject, '.')+1] + layout.Removed
	for {
		bounded, cancel := d.of.store.Bounded(d.ctx)
		found, err := d.of.store.FirstOf(bounded, d.of.store.Names.Stream("outbox"), mark)
		cancel()
		if d.ended() {
			return true
		}
		if err != nil {
			d.of.store.Log.Warn("outbox mark not read", "err", err)
			d.of.store.Pause(d.ctx)
			continue
		}
		if found == nil {
			return false
		}
		if err := d.of.store.Delete(d.ctx, d.of.store.Names.Stream("outbox"), false, seq); err != nil {
			d.of.store.Log.Warn("removed outbox entry not deleted", "err", err)
		}
		return true
	}
}

// ReadMessage returns what is wrong with a message of the outbox.
func (o *Outbox) ReadMessage(m store.Message) error {
	if strings.HasSuffix(m.Subject, "."+layout.Removed) {
		return nil
	}
	_, err := o.openPost(m.Subject, m.Data)
	return err
}

// Waiting returns how many posts have no mark, and when the oldest of them came.
func (o *Outbox) Waiting(ctx context.Context) (posts int, oldest messages.Instant, err error) {
	waiting := make(map[string]time.Time) // by the subject without its last token
	err = o.store.Scan(ctx, store.Reading{Stream: o.store.Names.Stream("outbox")}, func(m store.Message) error {
		cut := strings.LastIndexByte(m.Subject, '.')
		if m.Subject[cut+1:] == layout.Removed {
			delete(waiting, m.Subject[:cut])
		} else {
			waiting[m.Subject[:cut]] = m.At
		}
		return nil
	})
	if err != nil {
		return 0, 0, err
	}
	for _, at := range waiting {
		if posts++; oldest == 0 || messages.InstantOf(at) < oldest {
			oldest = messages.InstantOf(at)
		}
	}
	return posts, oldest, nil
}
