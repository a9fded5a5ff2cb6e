package channel

import (
	"context"
	"log/slog"
	"time"

	"familiar/actors/host"
	"familiar/messages"
	"familiar/policy/conversation"
)

// A nowhere is a place without a host, for a test that is the host.
type nowhere struct {
	timers int // that were set and not stopped
	remade bool
}

func (*nowhere) Key() host.Key              { return Key(room) }
func (*nowhere) Context() context.Context   { return context.Background() }
func (n *nowhere) Remade() bool             { return n.remade }
func (*nowhere) Hold() (release func())     { return func() {} }
func (*nowhere) Pause(d time.Duration) bool { return false }

func (n *nowhere) After(time.Duration, any) (stop func()) {
	n.timers++
	return func() { n.timers-- }
}

// alone makes a channel over the rig's journal that the test feeds.
func (r *rig) alone(until uint64, live bool) (*Channel, *nowhere) {
	at := &nowhere{}
	return New(Options{
		Journal: r.journal, Orders: &process{rig: r}, Log: slog.New(slog.NewTextHandler(r.t.Output(), nil)),
		Config:   func(messages.ChannelID) *conversation.Config { return r.config },
		Draining: func(messages.ChannelID) bool { return false },
		Under:    func(int) {},
		CatchUp:  func(messages.ChannelID) (uint64, bool) { return until, live },
		Fail:     func(_ messages.ChannelID, err error) { r.failed = append(r.failed, err) },
		Observe:  func(notes []*messages.Note) { r.notes = append(r.notes, notes...) },
	}, at), at
}
