package crash

import "testing"

// TestSlackBurst: what was on its way when the connection went is sent again
// over the next one. Every answer stands in the thread of a line it answers.
func TestSlackBurst(t *testing.T) {
	asksFor(t, "slack")
	for _, tt := range []struct {
		story   string
		trouble func(*slack)
	}{
		{"the connection breaks", func(s *slack) { s.Cut() }},
		{"Slack renews the connection", func(s *slack) { s.Disconnect("warning") }},
	} {
		t.Run(tt.story, func(t *testing.T) {
			s := startSlack(t)
			_, found := burst(t, s, func() { tt.trouble(s) })
			found.known(t)
			for _, fault := range s.astray() {
				t.Error(fault)
			}
			if times, _ := s.Connections(); times != 2 {
				t.Errorf("it connected %d times, want twice", times)
			}
		})
	}
}
