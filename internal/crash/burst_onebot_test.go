package crash

import (
	"testing"

	"familiar/internal/await"
)

// TestOneBotBurst: nothing tells an account what was said while its connection was
// gone, so people wait until Aria is back. Of the posts that were being sent then,
// those are found that the group's history has; others, and no more than one a channel,
// may be missing.
func TestOneBotBurst(t *testing.T) {
	asksFor(t, "onebot")
	n := startOneBot(t)
	_, found := burst(t, n, func() {
		n.Settle() // what is on its way when a connection breaks is lost
		n.Cut()
		await.Until(t, "the account to come back", n.present)
	})
	if found.stand > 0 || len(found.unknown) > inChannels {
		t.Errorf("%d replies are unknown, of which %d stand there, want at most one of each channel, and none there: %v", len(found.unknown), found.stand, found.unknown)
	}
}
