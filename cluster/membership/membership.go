// Package membership knows which processes share a deployment's NATS, and which of
// them has which partition and account. Every process is a key in one bucket, and
// so is everything it has; a key lives as long as its holder renews it.
//
//	membership.go  entering and leaving
//	config.go      how
//	hold.go        a key as long as it is held
//	claim.go       getting one
//	view.go        what the bucket says of everybody
//	bucket.go      the bucket, key by key
//	record.go      what stands in a key
//	look.go        what somebody reads who is no member
//
// A holder may act until a moment on its own clock: the one that never jumps, in
// what time.Now returns. It counts from before the renewal was sent, so the server
// lets the key expire later. No two machines' clocks are ever compared, and none
// on a wall is read. Who can't renew in time has lost the key, whatever the server
// says later.
//
// That is a promise of good faith, not a fence. A process that stops between
// asking [Hold.Held] and acting acts late, one whose machine sleeps doesn't see the
// time pass, and NATS servers whose clocks are further apart than margin may let a
// key expire early. Late writes are refused by the order of the journal.
//
// It knows nothing of what a partition or an account is. cluster/placement decides
// who should have what.
package membership

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Membership is this process as a member. Make it with [Join].
type Membership struct {
	config Config
	conn   *nats.Conn
	js     jetstream.JetStream
	bucket *bucket
	view   *view

	closing context.Context
	close   context.CancelFunc
	leaving context.Context // ends before closing does: keys are given back in between
	leave   context.CancelFunc
	working sync.WaitGroup // what runs until closing
	keeping sync.WaitGroup // the holds
	late    atomic.Int64   // renewals that nearly came too late

	mu    sync.Mutex // Claim, Release, Drain, Undrain and the view come from anywhere
	me    Member
	self  *Hold
	holds map[Key]*Hold // nil: being claimed
}

// Join enters as a member and stays one until Close, also over times in which the
// server is away: once others have forgotten the process it enters again under the
// same id. The connection is the caller's, who closes it after Close; nobody else's
// writes should wait in it, so that renewals don't wait behind them.
//
// The error is [ErrUnsupported] if the server is older than NATS 2.11 or the bucket
// was made by somebody else; others are the server's, or ctx's.
func Join(ctx context.Context, conn *nats.Conn, c Config) (*Membership, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	c = c.withDefaults()
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, fmt.Errorf("membership: %w", err)
	}
	m := &Membership{config: c, conn: conn, js: js, view: newView(), holds: map[Key]*Hold{}, me: c.Self}
	m.me.ID = rand.Text()[:12]
	m.closing, m.close = context.WithCancel(context.Background())
	m.leaving, m.leave = context.WithCancel(context.Background())
	if err := m.enter(ctx); err != nil {
		m.Close()
		return nil, fmt.Errorf("membership: %w", err)
	}
	return m, nil
}

// enter opens the bucket, writes the member's key and waits until it is seen.
func (m *Membership) enter(ctx context.Context) error {
	var err error
	if m.bucket, err = openBucket(ctx, m.js, m.conn, m.config); err != nil {
		return err
	}
	m.working.Go(m.watch)
	if m.self, err = m.claim(ctx, memberKey(m.me.ID), m.memberRecord); err != nil {
		return err
	}
	if err := m.await(ctx, func(v View) bool { return v.member(m.me.ID) != nil }); err != nil {
		return fmt.Errorf("see this member in the bucket: %w", err)
	}
	m.working.Go(m.stay)
	return nil
}

// stay enters again whenever the member's key is lost.
func (m *Membership) stay() {
	for pause := pauseMin; ; {
		self := m.itself()
		select {
		case <-m.leaving.Done():
			return
		case <-self.Lost():
		}
		if m.leaving.Err() != nil {
			return
		}
		m.config.Log.Warn("the other processes may take this one for gone, entering again", "member", m.me.ID, "err", self.Why())
		for !m.enterAgain() {
			if !wait(m.leaving, pause) {
				return
			}
			pause = min(2*pause, pauseMax)
		}
		pause = pauseMin
	}
}

// enterAgain writes the member's key anew, in a bucket made anew if it must be.
func (m *Membership) enterAgain() bool {
	ctx, cancel := context.WithTimeout(m.leaving, m.config.TTL)
	defer cancel()
	if _, err := m.bucket.open(ctx, m.config.Replicas); err != nil {
		m.config.Log.Warn("the list of processes can't be opened", "err", err)
		return false
	}
	again, err := m.claim(ctx, memberKey(m.me.ID), m.memberRecord)
	if err != nil {
		return false
	}
	m.mu.Lock()
	m.self = again
	m.mu.Unlock()
	m.config.Log.Info("entered again", "member", m.me.ID)
	return true
}

func (m *Membership) itself() *Hold {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.self
}

// memberRecord returns what stands in the member's key.
func (m *Membership) memberRecord() *Member {
	m.mu.Lock()
	defer m.mu.Unlock()
	me := m.me
	return &me
}

// ID returns the id of this member.
func (m *Membership) ID() string { return m.me.ID }

// LateRenewals returns how many keys, one counted each time, were renewed with less than
// a third of their time left.
func (m *Membership) LateRenewals() int64 { return m.late.Load() }

// Drain tells everybody that this member wants nothing more and gives up what it
// has. It returns once the bucket says so, or with ctx's error; then the next
// renewal tells it.
func (m *Membership) Drain(ctx context.Context) error { return m.setDraining(ctx, true) }

// Undrain tells everybody that this member takes its share again, as Drain tells.
func (m *Membership) Undrain(ctx context.Context) error { return m.setDraining(ctx, false) }

func (m *Membership) setDraining(ctx context.Context, draining bool) error {
	m.mu.Lock()
	m.me.Draining = draining
	self := m.self
	m.mu.Unlock()
	self.renewNow()
	err := m.await(ctx, func(v View) bool {
		me := v.member(m.me.ID)
		return me != nil && me.Draining == draining
	})
	if err != nil {
		return fmt.Errorf("membership: tell whether it drains: %w", err)
	}
	return nil
}

// await waits until the view is as it should.
func (m *Membership) await(ctx context.Context, is func(View) bool) error {
	for {
		v, changed := m.Look()
		if is(v) {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		case <-m.leaving.Done():
			return ErrClosed
		}
	}
}

// Close gives back every key, the member's own as the last, and ends everything
// that runs. What can't be given back within a third of the TTL expires. Closing
// twice does nothing more.
func (m *Membership) Close() {
	m.leave()
	m.mu.Lock()
	self, holds := m.self, make([]*Hold, 0, len(m.holds))
	for _, h := range m.holds {
		if h != nil && h != self {
			holds = append(holds, h)
		}
	}
	m.mu.Unlock()
	for _, h := range holds {
		h.end(ErrClosed)
	}
	for _, h := range holds {
		<-h.over
	}
	if self != nil {
		self.end(ErrClosed)
	}
	m.keeping.Wait()
	m.close()
	m.working.Wait()
}

// AllLeft reports, once this member is closed, whether every other one that it has seen
// has left or is gone. What the bucket says is asked after this member's own key is given
// back, so of several that close at once the last to do so learns it.
func (m *Membership) AllLeft(ctx context.Context) (bool, error) {
	seen, _ := m.Look()
	for _, other := range seen.Members {
		if other.ID == m.me.ID {
			continue
		}
		now, err := m.bucket.read(ctx, memberKey(other.ID))
		if err != nil {
			return false, fmt.Errorf("membership: see whether %s has left: %w", other.ID, err)
		}
		if now.present {
			return false, nil
		}
	}
	return true, nil
}

// The pauses between two questions that the server didn't answer; they double.
const (
	pauseMin = 20 * time.Millisecond
	pauseMax = 500 * time.Millisecond
)

// wait waits and reports whether ctx still lasts.
func wait(ctx context.Context, pause time.Duration) bool {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}
