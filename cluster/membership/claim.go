package membership

import (
	"context"
	"errors"
	"fmt"
)

// Claim takes a key that nobody has. It asks the server until it knows, at most for
// as long as the TTL.
//
// The error is a *[TakenError] if somebody has it, be it this process; [ErrUnknown]
// if the server didn't say in time; [ErrFull] or [ErrClosed].
func (m *Membership) Claim(ctx context.Context, key Key) (*Hold, error) {
	ctx, cancel := context.WithTimeout(ctx, m.config.TTL)
	defer cancel()
	defer context.AfterFunc(m.leaving, cancel)()
	h, err := m.claim(ctx, key, nil)
	if err != nil && m.leaving.Err() != nil {
		err = ErrClosed
	}
	if err != nil {
		return nil, fmt.Errorf("membership: claim %s: %w", key, err)
	}
	return h, nil
}

func (m *Membership) claim(ctx context.Context, key Key, is func() *Member) (*Hold, error) {
	if err := m.reserve(key); err != nil {
		return nil, err
	}
	h := m.newHold(key, is)
	err := h.create(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	if err == nil && m.leaving.Err() != nil {
		err = ErrClosed // what was created expires
	}
	if err != nil {
		h.end(err)
		delete(m.holds, key)
		return nil, err
	}
	m.holds[key] = h
	m.keeping.Add(1)
	go h.keep() // one for each key: they are renewed one beside the other
	return h, nil
}

// reserve keeps others of this process from claiming the key, too.
func (m *Membership) reserve(key Key) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.leaving.Err() != nil {
		return ErrClosed
	}
	if _, has := m.holds[key]; has {
		return &TakenError{key, m.me.ID}
	}
	if len(m.holds) >= mostHeld {
		return fmt.Errorf("%w: %d", ErrFull, len(m.holds))
	}
	m.holds[key] = nil
	return nil
}

// forget makes room for the next claim of the key.
func (m *Membership) forget(h *Hold) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.holds[h.key] == h {
		delete(m.holds, h.key)
	}
}

// create asks until the key is this claim's or somebody else's.
func (h *Hold) create(ctx context.Context) error {
	for pause := pauseMin; ; pause = min(2*pause, pauseMax) {
		err := h.createOnce(ctx)
		if _, taken := errors.AsType[*TakenError](err); err == nil || taken {
			return err
		}
		if !wait(ctx, pause) {
			return fmt.Errorf("%w: %w: %w", ErrUnknown, ctx.Err(), err)
		}
	}
}

// createOnce reads the key and writes it if it is free. What an earlier claim of
// this process left is free.
func (h *Hold) createOnce(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, h.m.config.patience())
	defer cancel()
	now, err := h.m.bucket.read(ctx, h.key)
	if err != nil {
		return err
	}
	if now.present {
		if now.record.Member != h.m.me.ID {
			return &TakenError{h.key, now.record.Member}
		}
		if h.isOurs(now.record) && h.taken(now.record.N, now.revision) {
			return nil // the answer was lost
		}
	}
	h.mu.Lock()
	h.revision = now.revision
	h.mu.Unlock()
	n, before, value, err := h.next()
	if err != nil {
		return err
	}
	revision, err := h.m.bucket.write(ctx, h.key, value, before)
	if err == nil && !h.taken(n, revision) {
		err = ErrExpired
	}
	return err
}
