package feishu

import (
	"context"
	"fmt"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
)

// provable is how long after a post was ordered its uuid keeps it from being
// posted twice: the network remembers one for an hour.
const provable = 55 * time.Minute

// Find implements adapter.Reconciler. The network can't be asked for a post,
// but takes none twice with the same uuid within the hour: so long, it gives
// leave to post again.
func (a *Account) Find(_ context.Context, p messages.Post) (adapter.Posted, bool, error) {
	if age := time.Since(p.Meta.At.Time()); p.Meta.At == 0 || age > provable {
		return adapter.Posted{}, false, fmt.Errorf("feishu: find %s: %w: the network forgets a post's key within an hour, so it may have been posted", p.ID, adapter.ErrGone)
	}
	return adapter.Posted{}, false, nil
}
