// Package host keeps actors in memory for exactly as long as they are needed.
// A message wakes its actor; an idle actor is saved and removed; a panic costs one
// message an attempt and one handler its memory, never the process; a drain saves
// all actors. None of it loses or reorders a message: see docs/host.md.
//
// It knows keys, handlers and the actor engine underneath, which only this package
// knows. It doesn't know what a channel or an agent is, and never looks into a
// message. The app makes one Host and registers the kinds; adapters and handlers
// send.
package host

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"familiar/telemetry"

	"github.com/anthdm/hollywood/actor"
)

// ErrClosed is an error of [Host.Send]: the host is draining, and the message was
// refused for good. See [Host.Drain] for who may still send.
var ErrClosed = errors.New("host: closed")

// A Host holds all actors of the process. Its methods are safe for concurrent
// use. Make it with [New].
type Host struct {
	*core
	inside bool // handed out by [Self.Host]: may send while the host drains
}

// core is what both views of a host share.
type core struct {
	config  Config
	kinds   map[string]*Kind
	engine  *actor.Engine
	table   table
	idle    idle
	gate    gate
	tally   tally
	epoch   time.Time        // the clock's zero: instants inside the host are durations since
	unsaved telemetry.Seldom // saves that failed
	spawns  atomic.Uint64
	workers workers

	inner    *Host // what actors see
	draining atomic.Bool
	ctx      context.Context
	cancel   context.CancelFunc
}

// New makes a host without actors. Zero fields of config take their defaults;
// an error says which field is out of range.
func New(config Config) (*Host, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	engine, err := actor.NewEngine(actor.NewEngineConfig())
	if err != nil {
		return nil, fmt.Errorf("host: start engine: %w", err)
	}
	c := &core{config: config.filled(), kinds: make(map[string]*Kind), engine: engine, epoch: time.Now()}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	c.table.init()
	c.idle.init(c)
	c.workers.init()
	c.gate.limit = c.config.WaveSize
	watch(engine, c.config.Log)
	c.inner = &Host{core: c, inside: true}
	return &Host{core: c}, nil
}

// Register says how actors of a kind are made. It must be called before the
// first Send; a kind without Make or registered twice is a bug and panics.
func (h *Host) Register(kind string, k Kind) {
	if k.Make == nil {
		panic("host: kind " + kind + " has no Make")
	}
	if h.kinds[kind] != nil {
		panic("host: kind " + kind + " is registered twice")
	}
	if k.SaveTimeout <= 0 {
		k.SaveTimeout = defaultSaveTimeout
	}
	k.name = kind
	h.kinds[kind] = &k
}

// Send hands msg to the actor of that key, which is made if it is not in
// memory. Messages of one sender to one actor arrive in order. It returns the
// actor's backlog: how many messages it has not finished and holds it has not
// released, including this message. It doesn't block, except for a moment while a
// former incarnation leaves.
//
// With a nil error the message will be handled or dead-lettered. Otherwise it
// is [ErrClosed] or says that the kind is unknown.
func (h *Host) Send(key Key, msg any) (backlog int, err error) {
	for {
		s, err := h.actor(key)
		if err != nil {
			return 0, err
		}
		if n, ok := s.lease.acquire(); ok {
			s.post(msg)
			return n, nil
		}
		h.table.awaitGone(context.Background(), s)
	}
}

// actor finds or makes the incarnation of key. Its lease may be closed.
func (h *Host) actor(key Key) (*Self, error) {
	if h.draining.Load() && !h.inside {
		return nil, ErrClosed
	}
	if s := h.table.get(key); s != nil {
		return s, nil
	}
	return h.spawn(key)
}

// spawn makes the incarnation of key, unless another goroutine just did.
func (c *core) spawn(key Key) (*Self, error) {
	kind := c.kinds[key.Kind]
	if kind == nil {
		return nil, fmt.Errorf("host: unknown kind %q", key.Kind)
	}
	c.table.mu.Lock()
	defer c.table.mu.Unlock()
	if s := c.table.get(key); s != nil {
		return s, nil
	}
	// Under the lock: a drain takes it once after it began, and from then on
	// no actor is new.
	if c.draining.Load() {
		return nil, ErrClosed
	}
	s := newSelf(c, kind, key.ID)
	c.tally.came()
	c.engine.SpawnProc((*process)(s))
	c.table.put(s)
	if kind.Idle > 0 {
		c.idle.add(s, c.now()+kind.Idle)
	}
	return s, nil
}

// Backlog returns how many messages and holds the actor has not finished; 0 if
// it is not in memory.
func (h *Host) Backlog(key Key) int {
	if s := h.table.get(key); s != nil {
		return s.lease.count()
	}
	return 0
}

// Has reports whether an actor is in memory at the moment.
func (h *Host) Has(key Key) bool { return h.table.get(key) != nil }

// Each calls f with the id of every actor of a kind that is in memory.
func (h *Host) Each(kind string, f func(id string)) {
	for _, s := range h.table.all() {
		if s.kind.name == kind {
			f(s.id)
		}
	}
}

// Len returns how many actors are in memory.
func (h *Host) Len() int { return int(h.tally.live.Load()) }

// now reads the host's clock.
func (c *core) now() time.Duration { return time.Since(c.epoch) }

// logUnsaved logs that an actor could not be saved. What keeps one from it keeps them all, so
// that is one line a second, with how many were left out since the last.
func (c *core) logUnsaved(key Key, err error) {
	if n, say := c.unsaved.Count(1); say {
		c.log("save failed", key, "err", err, "left_out", n-1)
	}
}

// blameless reports whether a panic of that value is nobody's bug.
func (c *core) blameless(value any) bool {
	return c.config.Blameless != nil && c.config.Blameless(value)
}

// log records a failure; a logger that panics does not make it worse. After a
// drain has given up, the remaining actors fail at whatever has been closed, which
// is not logged 100,000 times: the drain's error has counted them.
func (c *core) log(msg string, key Key, facts ...any) { c.logAt(slog.LevelError, msg, key, facts...) }

func (c *core) logAt(level slog.Level, msg string, key Key, facts ...any) {
	if c.ctx.Err() != nil {
		return
	}
	defer func() { _ = recover() }()
	c.config.Log.Log(c.ctx, level, msg, append([]any{"actor", key.String()}, facts...)...) //nolint:sloglint // every caller passes a constant
}
