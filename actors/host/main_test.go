package host

import (
	"context"
	"log/slog"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A part is a handler whose behaviour is written in the test; nil does
// nothing.
type part struct {
	receive func(msg any)
	save    func(ctx context.Context) error
	stopped func()
}

func (p part) Receive(msg any) {
	if p.receive != nil {
		p.receive(msg)
	}
}

func (p part) Save(ctx context.Context) error {
	if p.save != nil {
		return p.save(ctx)
	}
	return nil
}

func (p part) Stopped() {
	if p.stopped != nil {
		p.stopped()
	}
}

// start makes a host that is drained at the end of the test, with one kind
// called "part".
func start(t testing.TB, c Config, k Kind) *Host {
	t.Helper()
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	h, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	h.Register("part", k)
	t.Cleanup(func() { _ = h.Drain(context.Background()) }) // tests that care look themselves
	return h
}

// always makes the same part for every incarnation.
func always(p part) func(*Self) Handler { return func(*Self) Handler { return p } }

func id(id string) Key { return Key{"part", id} }

func send(t testing.TB, h *Host, key Key, msg any) {
	t.Helper()
	if _, err := h.Send(key, msg); err != nil {
		t.Fatalf("send %v to %v: %v", msg, key, err)
	}
}
