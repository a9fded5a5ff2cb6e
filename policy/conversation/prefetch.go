package conversation

import "familiar/internal/prefetch"

// Prefetch reads the state, and the seats, as [prefetch.Value] does: of a channel that
// was silent for a while they are in no cache. It changes nothing.
func (ch *Channel) Prefetch() (read byte) { return prefetch.Value(ch) ^ prefetch.Slice(ch.Seats) }
