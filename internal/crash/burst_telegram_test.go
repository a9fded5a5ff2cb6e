package crash

import "testing"

// TestTelegramBurst: what was on its way when the connection went is handed out
// again. Of the posts that were being sent then, nobody knows; those, and no
// others, may be missing: one a channel.
func TestTelegramBurst(t *testing.T) {
	asksFor(t, "telegram")
	n := startTelegram(t)
	_, found := burst(t, n, n.Cut)
	if len(found.unknown) > inChannels {
		t.Errorf("%d replies are unknown, want at most one of each channel: %v", len(found.unknown), found.unknown)
	}
}
