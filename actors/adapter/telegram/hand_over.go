package telegram

import (
	"context"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// pauseMost is the longest pause before an event is handed over again.
const pauseMost = 5 * time.Second

// handOver hands an event over until it is taken or refused, and reports whether
// that was before ctx ended.
func (l *listener) handOver(ctx context.Context, channel messages.ChannelID, e messages.Event) bool {
	return l.hear.UntilTaken(ctx, channel, e, adapter.Backoff{First: l.config.Pause, Most: pauseMost}, l.log) == nil
}
