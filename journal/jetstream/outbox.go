package jetstream

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/journal/seal"
	"familiar/messages"
)

// Enqueue implements journal.Outbox: the server takes the entry only if there
// is neither one with its id nor the mark of one.
func (j *Journal) Enqueue(ctx context.Context, epoch uint64, p messages.Post) error {
	if err := j.store.Check(ctx, "enqueue"); err != nil {
		return err
	}
	err := j.log.Fence(epoch, p.Channel)
	if err == nil {
		err = j.enqueue(ctx, p)
	}
	if err != nil {
		return fmt.Errorf("journal: enqueue %s: %w", p.ID, j.store.Ended(err))
	}
	return nil
}

func (j *Journal) enqueue(ctx context.Context, p messages.Post) error {
	subject, err := j.postSubject(p.Channel, p.ID)
	if err != nil {
		return err
	}
	post, err := messages.EncodePost(p)
	if err != nil {
		return err
	}
	j.posting.under.RLock()
	defer j.posting.under.RUnlock()
	body, err := j.vault.texts.Seal(p.Channel, seal.Post, post)
	if err != nil {
		return err
	}
	bounded, cancel := j.store.Bounded(ctx)
	defer cancel()
	_, err = j.store.Publish(bounded, subject+layout.Token(string(p.Account)), body, store.OnlyOne(subject+"*"))
	if !errors.Is(err, journal.ErrConflict) {
		if err != nil {
			j.posting.lost(p.Channel, body)
		}
		return err
	}
	switch mark, err := j.store.FirstOf(bounded, j.store.Names.Stream("outbox"), subject+layout.Removed); {
	case err != nil:
		return err
	case mark != nil:
		return journal.ErrSettled
	}
	return journal.ErrExists
}

// postSubject returns the subject of an entry up to the dot before its account.
func (j *Journal) postSubject(channel messages.ChannelID, id messages.PostID) (string, error) {
	name, err := layout.ChannelTokens(channel)
	if err != nil {
		return "", err
	}
	return j.store.Names.Subject("out", name, layout.Token(string(id))) + ".", nil
}

// openPost reads an entry.
func (j *Journal) openPost(subject string, kept []byte) (messages.Post, error) {
	channel, _, err := layout.PostOf(subject)
	if err != nil {
		return messages.Post{}, err
	}
	post, err := j.vault.texts.Open(channel, kept)
	if err != nil {
		return messages.Post{}, err
	}
	return messages.DecodePost(post)
}

// Remove implements journal.Outbox. The mark comes before the entry goes, so
// that a crash between the two leaves an entry that nobody gets.
func (j *Journal) Remove(ctx context.Context, channel messages.ChannelID, id messages.PostID) error {
	if err := j.store.Check(ctx, "remove"); err != nil {
		return err
	}
	if err := j.remove(ctx, channel, id, false); err != nil {
		return fmt.Errorf("journal: remove %s: %w", id, j.store.Ended(err))
	}
	return nil
}

// remove overwrites the entry's bytes only if asked to: see [Journal.forget].
func (j *Journal) remove(ctx context.Context, channel messages.ChannelID, id messages.PostID, overwrite bool) error {
	subject, err := j.postSubject(channel, id)
	if err != nil {
		return err
	}
	bounded, cancel := j.store.Bounded(ctx)
	defer cancel()
	stream := j.store.Names.Stream("outbox")
	kept, err := j.store.FirstOf(bounded, stream, subject+"*")
	if err != nil || kept == nil || kept.Subject == subject+layout.Removed {
		return err
	}
	if _, err := j.store.Publish(bounded, subject+layout.Removed, nil, store.OnlyOne(subject+layout.Removed)); err != nil && !errors.Is(err, journal.ErrConflict) {
		return err
	}
	return j.store.Delete(ctx, stream, overwrite, kept.Sequence)
}

// Deliver implements journal.Outbox. It follows the account's rooms and its
// threads side by side, since their subjects differ in length.
func (j *Journal) Deliver(ctx context.Context, account messages.AccountID, deliver func(messages.Post)) error {
	if j.store.Closing().Err() != nil {
		return fmt.Errorf("journal: deliver: %w", journal.ErrClosed)
	}
	if ctx.Err() != nil {
		return nil
	}
	d := &delivery{j: j, ctx: ctx, deliver: deliver}
	err := d.begin()
	if err != nil {
		return j.delivered(ctx, err)
	}
	both, stop := context.WithCancel(ctx)
	defer stop()
	errs := make(chan error, 2)
	for _, any := range []string{"*.*.*.*", "*.*.*.*.*"} {
		filter := j.store.Names.Subject("out", any, layout.Token(string(account)))
		go func() {
			errs <- j.store.Follow(both, &store.Reader{Stream: j.store.Names.Stream("outbox"), Filter: filter, Take: d.take})
		}()
	}
	err = <-errs
	stop()
	return j.delivered(ctx, errors.Join(err, <-errs))
}

// delivered is what Deliver returns: nil if it was its context that ended.
func (j *Journal) delivered(ctx context.Context, err error) error {
	switch {
	case j.store.Closing().Err() != nil:
		err = j.store.Gone()
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
	j       *Journal
	ctx     context.Context // of the waiting
	until   uint64          // entries up to here may have a mark; later ones are new
	deliver func(messages.Post)

	mu sync.Mutex // rooms and threads come on two goroutines
}

// begin finds where the new entries begin. A server that is away is waited for,
// as by who follows a stream.
func (d *delivery) begin() (err error) {
	for {
		d.until, err = d.j.store.NewestIn(d.ctx, d.j.store.Names.Stream("outbox"))
		away := errors.Is(err, journal.ErrAway) || errors.Is(err, context.DeadlineExceeded)
		if !away || d.ended() {
			return err
		}
		d.j.store.Pause(d.ctx)
	}
}

func (d *delivery) take(seq uint64, subject string, data []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ended() || seq <= d.until && d.marked(seq, subject) {
		return
	}
	p, err := d.j.openPost(subject, data)
	if err != nil {
		d.j.store.Log.Error("outbox entry left out", "seq", seq, "subject", subject, "err", err)
		return
	}
	if !d.ended() {
		d.deliver(p)
	}
}

func (d *delivery) ended() bool { return d.ctx.Err() != nil || d.j.store.Closing().Err() != nil }

// marked reports whether the entry was removed, and finishes the removal. It
// asks until the server answers: nothing is said twice.
func (d *delivery) marked(seq uint64, subject string) bool {
	mark := subject[:strings.LastIndexByte(subject, '.')+1] + layout.Removed
	for {
		bounded, cancel := d.j.store.Bounded(d.ctx)
		found, err := d.j.store.FirstOf(bounded, d.j.store.Names.Stream("outbox"), mark)
		cancel()
		if d.ended() {
			return true
		}
		if err != nil {
			d.j.store.Log.Warn("outbox mark not read", "err", err)
			d.j.store.Pause(d.ctx)
			continue
		}
		if found == nil {
			return false
		}
		if err := d.j.store.Delete(d.ctx, d.j.store.Names.Stream("outbox"), false, seq); err != nil {
			d.j.store.Log.Warn("removed outbox entry stays", "err", err)
		}
		return true
	}
}
