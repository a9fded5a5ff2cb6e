package crash

import "testing"

// TestDiscordBurst: a lost connection is taken up again in the same session.
func TestDiscordBurst(t *testing.T) {
	asksFor(t, "discord")
	for _, tt := range []struct {
		story   string
		trouble func(*discord)
	}{
		{"the connection breaks", func(d *discord) { d.Drop() }},
		{"Discord asks to connect anew", func(d *discord) { d.Reconnect() }},
	} {
		t.Run(tt.story, func(t *testing.T) {
			d := startDiscord(t)
			_, found := burst(t, d, func() { tt.trouble(d) })
			found.known(t)
			if d.Resumes() != 1 || len(d.Identifies()) != 1 {
				t.Errorf("resumed %d times after %d sessions, want 1 of each", d.Resumes(), len(d.Identifies()))
			}
		})
	}
}
