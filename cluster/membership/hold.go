package membership

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"
)

// A Hold is a key that this process holds, or held: once lost it stays so, and the
// next claim of the key is another Hold.
type Hold struct {
	key   Key
	claim string // told apart from other claims of the key by this process
	m     *Membership
	is    func() *Member // of a member's own key; nil

	lasting context.Context // ends when the key is lost
	ended   context.CancelFunc
	nudge   chan struct{} // has room for one word: renew now
	over    chan struct{} // closed when nothing more is written

	mu       sync.Mutex
	revision uint64
	n        uint64               // writings so far
	sent     map[uint64]time.Time // when each of late was sent, as far as that can still matter
	renewed  time.Time            // when the newest that was taken was sent
	until    time.Time            // nobody else has the key before
	expiry   *time.Timer          // ends it then, whatever the client is waiting for; nil: it isn't held yet
	why      error                // nil: it is held
	begun    time.Time            // when it was held first and last, for tests
	ceased   time.Time
}

func (m *Membership) newHold(key Key, is func() *Member) *Hold {
	h := &Hold{
		key: key, claim: rand.Text()[:16], m: m, is: is,
		nudge: make(chan struct{}, 1), over: make(chan struct{}), sent: map[uint64]time.Time{},
	}
	h.lasting, h.ended = context.WithCancel(context.Background())
	return h
}

// Key returns what is held.
func (h *Hold) Key() Key { return h.key }

// Held reports whether the key is held, and until when nobody else has it unless it
// is renewed, which it is in the background. Only what is done before may count on
// it. The time is one of this process's clock that never jumps.
func (h *Hold) Held() (until time.Time, held bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.until, h.why == nil && time.Now().Before(h.until)
}

// Lost returns a channel that is closed once the key is not held any more, for good.
func (h *Hold) Lost() <-chan struct{} { return h.lasting.Done() }

// Why returns why the key is not held: one of the package's errors or a
// *[TakenError]. It is nil as long as it is held.
func (h *Hold) Why() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.why
}

// Release gives the key up: from now on it is not held. It returns once others can
// have it. On an error they have to wait until it expires. A key that is lost is
// released.
func (h *Hold) Release(ctx context.Context) error {
	h.end(ErrReleased)
	select {
	case <-h.over:
	case <-ctx.Done():
		return fmt.Errorf("release %s: %w", h.key, ctx.Err())
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.revision != 0 && errors.Is(h.why, ErrReleased) {
		return fmt.Errorf("release %s: %w", h.key, ErrUnknown)
	}
	return nil
}

// end says once why the key is not held any more.
func (h *Hold) end(why error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.endLocked(why)
}

func (h *Hold) endLocked(why error) {
	if h.why != nil {
		return
	}
	h.why, h.ceased = why, earlier(time.Now(), h.until)
	h.ended()
	if h.expiry != nil {
		h.expiry.Stop()
	}
}

// expire ends a key whose time is over. A renewal that is under way may hang for longer:
// the client reaches for a server that doesn't answer, and nobody can write meanwhile.
func (h *Hold) expire() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !time.Now().Before(h.until) {
		h.endLocked(ErrExpired)
	}
}

// renewNow has the key renewed before its time, with what is to be told now.
func (h *Hold) renewNow() {
	select {
	case h.nudge <- struct{}{}:
	default:
	}
}

// keep renews the key until it is lost.
func (h *Hold) keep() {
	defer h.m.keeping.Done()
	defer close(h.over)
	defer h.m.forget(h)
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		h.mu.Lock()
		next := earlier(h.renewed.Add(h.m.config.every()), h.until)
		h.mu.Unlock()
		timer.Reset(time.Until(next))
		select {
		case <-h.lasting.Done():
			h.part()
			return
		case <-h.nudge:
		case <-timer.C:
		}
		h.renew()
	}
}

// renew writes the key until that is known to have succeeded, or the key is lost.
func (h *Hold) renew() {
	for pause := pauseMin; ; pause = min(2*pause, pauseMax) {
		h.mu.Lock()
		until := h.until
		h.mu.Unlock()
		ctx, cancel := context.WithDeadline(h.lasting, until)
		err := h.renewOnce(ctx)
		lasts := err == nil || wait(ctx, pause)
		expired := errors.Is(ctx.Err(), context.DeadlineExceeded)
		cancel()
		if expired {
			h.end(ErrExpired)
		}
		if err == nil || !lasts {
			return
		}
	}
}

// renewOnce writes the key once. Only without an error is it known what became of
// that.
func (h *Hold) renewOnce(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, h.m.config.patience())
	defer cancel()
	n, before, value, err := h.next()
	if err != nil {
		return err
	}
	revision, err := h.m.bucket.write(ctx, h.key, value, before)
	if err == nil {
		h.taken(n, revision)
		return nil
	}
	if !errors.Is(err, errConflict) {
		return err
	}
	now, err := h.m.bucket.read(ctx, h.key)
	if err != nil {
		return err
	}
	switch {
	case now.revision < before: // a leader that isn't one any more, or a bucket made anew
		return errConflict
	case !now.present:
		h.end(ErrGone)
	case !h.isOurs(now.record):
		h.end(&TakenError{h.key, now.record.Member})
	case !h.taken(now.record.N, now.revision): // an answer was lost, and it was long ago
		return errConflict
	}
	return nil
}

// next returns the number of the next writing, the revision it follows and what to
// write. From now on its time runs.
func (h *Hold) next() (n, before uint64, value []byte, err error) {
	var is *Member
	if h.is != nil {
		is = h.is()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.n++
	value, err = json.Marshal(record{Member: h.m.me.ID, Claim: h.claim, N: h.n, Is: is})
	now := time.Now()
	maps.DeleteFunc(h.sent, func(_ uint64, at time.Time) bool { return now.Sub(at) > h.m.config.TTL })
	h.sent[h.n] = now
	return h.n, h.revision, value, err
}

// taken notes that the bucket has writing n under a revision, and reports whether
// that keeps the key longer than was known. It counts only if the key was held all
// the while: in a moment in which it isn't, the server may let it expire on top of
// the writing.
func (h *Hold) taken(n, revision uint64) (longer bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	if h.why == nil && !h.begun.IsZero() && !now.Before(h.until) {
		h.endLocked(ErrExpired)
	}
	if revision > h.revision {
		h.revision = revision
	}
	at, known := h.sent[n]
	until := at.Add(h.m.config.TTL - margin)
	if h.why != nil || !known || !until.After(h.until) || !now.Before(until) {
		return false
	}
	if !h.renewed.IsZero() && at.Sub(h.renewed) > 2*h.m.config.every() {
		h.m.late.Add(1)
	}
	h.renewed, h.until = at, until
	if h.expiry == nil {
		h.expiry = time.AfterFunc(time.Until(until), h.expire)
	} else {
		h.expiry.Reset(time.Until(until))
	}
	if h.begun.IsZero() {
		h.begun = now
	}
	return true
}

// isOurs reports whether a record is of this very claim.
func (h *Hold) isOurs(r record) bool { return r.Member == h.m.me.ID && r.Claim == h.claim }

// seen compares with what the bucket was seen to hold: somebody else's, or nothing,
// later than what this process wrote.
func (h *Hold) seen(now entry) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.begun.IsZero() || now.revision <= h.revision || now.present && h.isOurs(now.record):
	case now.present:
		h.endLocked(&TakenError{h.key, now.record.Member})
	default:
		h.endLocked(ErrGone)
	}
}

// part takes the key out of the bucket if it was given up. What isn't taken out
// expires.
func (h *Hold) part() {
	if why := h.Why(); !errors.Is(why, ErrReleased) && !errors.Is(why, ErrClosed) {
		return
	}
	ctx, cancel := context.WithTimeout(h.m.closing, 2*h.m.config.patience())
	defer cancel()
	value, err := json.Marshal(record{Member: h.m.me.ID, Claim: h.claim})
	if err != nil {
		return
	}
	for pause := pauseMin; ; pause = min(2*pause, pauseMax) {
		h.mu.Lock()
		revision := h.revision
		h.mu.Unlock()
		err := h.m.bucket.remove(ctx, h.key, value, revision)
		if errors.Is(err, errConflict) {
			var now entry
			if now, err = h.m.bucket.read(ctx, h.key); err == nil && now.present && h.isOurs(now.record) {
				h.mu.Lock()
				h.revision = now.revision
				h.mu.Unlock()
				err = errConflict
			}
		}
		if err == nil {
			h.mu.Lock()
			h.revision = 0
			h.mu.Unlock()
			return
		}
		if !wait(ctx, pause) {
			h.m.config.Log.Warn("key not given back: the others have to wait until it expires", "key", string(h.key), "wait", h.m.config.TTL, "err", err)
			return
		}
	}
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
