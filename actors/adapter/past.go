package adapter

import (
	"context"

	"familiar/messages"
)

// A Past knows what one account heard before this process began, for adapters
// that fetch what was said while nobody listened. What only another account has
// heard it doesn't know. Its methods may be called at the same time.
type Past interface {
	// Known gives the channels of a network that were talked in lately, the
	// newest first, at most that many.
	Known(ctx context.Context, network messages.Network, most int) []messages.ChannelID
	// Last gives the newest line of a channel that somebody else than we has
	// said, and when it was kept; "" when none is known.
	Last(ctx context.Context, channel messages.ChannelID) (messages.LineID, messages.Instant)
	// Lately gives the newest lines of a channel that others have said and that
	// are not deleted or forgotten, at most that many, in the order they were
	// kept; none where nobody has spoken for a day. It is asked after a gap, not
	// for each line.
	Lately(ctx context.Context, channel messages.ChannelID, most int) []Said
}
