package crash

import (
	"testing"

	"familiar/messages"
)

// inBurst is how many lines a burst has.
const inBurst = 50

// A troubled Discord has trouble once, in the middle of a burst.
type troubled struct {
	*discord
	trouble func()
	said    int
}

func (d *troubled) say(at messages.Channel, s step) {
	if d.said++; d.said == inBurst/2 {
		d.trouble()
	}
	d.discord.say(at, s)
}

// TestDiscordBurst: fifty questions come at once in ten channels, and in the
// middle of them the connection is lost. Each is heard, in order, and answered
// once, in its channel.
func TestDiscordBurst(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	_, channels := size(t, "discord", 0, 10)
	binary, model := build(t), startModel(t)
	for _, tt := range []struct {
		story   string
		trouble func(*discord)
	}{
		{"the connection breaks", func(d *discord) { d.Drop() }},
		{"Discord asks to connect anew", func(d *discord) { d.Reconnect() }},
	} {
		t.Run(tt.story, func(t *testing.T) {
			d := startDiscord(t)
			all := plainScripts(*seed, channels, inBurst/channels, d.open)
			for _, s := range all {
				s.ask()
			}
			n := &troubled{discord: d, trouble: func() { tt.trouble(d) }}
			r := liveOn(t, n, furnish(t, binary, model, d.configuration()), all, 0)
			found := auditOn(t, r)
			if found.heard != found.said || found.promised != found.said || len(found.unknown) > 0 {
				t.Errorf("want everything heard, promised and known, got %s", found)
			}
			if d.Resumes() != 1 || len(d.Identifies()) != 1 {
				t.Errorf("resumed %d times after %d sessions, want 1 of each", d.Resumes(), len(d.Identifies()))
			}
			t.Log(found)
		})
	}
}

// ask makes every line of a script a question to Aria.
func (s *script) ask() {
	s.promised = nil
	for i := range s.steps {
		s.steps[i].mentions = s.seats
		s.promised = append(s.promised, promise{s.seats[0], tokenOf(s.steps[i])})
	}
}
