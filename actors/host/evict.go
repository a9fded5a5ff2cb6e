package host

import (
	"context"
	"fmt"
)

// Evict has those actors of a kind leave memory that which gives true for: each
// handles what it was sent and keeps its holds for as long as it needs, then it saves
// and leaves, even if it couldn't save. It returns once all have left, or how many
// have not with the error of ctx; these still leave. The caller sends them nothing
// more: a message that comes after one has left makes another.
func (h *Host) Evict(ctx context.Context, kind string, which func(id string) bool) error {
	var all []*Self
	for _, s := range h.table.all() {
		if s.kind.name == kind && which(s.id) {
			s.evicted.Store(true)
			all = append(all, s)
		}
	}
	for _, s := range all {
		if s.lease.count() == 0 { // else it departs by itself
			h.gate.admit(s)
		}
	}
	for n, s := range all {
		if !h.table.awaitGone(ctx, s) {
			return fmt.Errorf("host: evict: %d of %d %s may still be at work: %w", len(all)-n, len(all), kind, ctx.Err())
		}
	}
	return nil
}
