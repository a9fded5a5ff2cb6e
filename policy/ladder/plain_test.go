package ladder

import (
	"testing"

	m "familiar/messages"
)

func TestAnswersInPlainWords(t *testing.T) {
	for _, tt := range []struct {
		what   string
		preset string
		rung   Rung
		want   string
	}{
		{"an address is answered", "social", Mention, "is answered"},
		{"or asked about", "chatty", Alias, "goes to its judge"},
		{"a follow-up in a crowd", "social", Sticky, "is answered, but among several people goes to its judge"},
		{"the same without a question", "ladder", Sticky, "is answered"},
		{"its name, which may be only talked of", "social", Alias, "is answered if that calls it, else goes to its judge"},
		{"somebody alone with it", "social", Solo, "is answered if the network confirms that, else goes to its judge"},
		{"the rest is left to chattiness", "social", Rest, "waits until it considers speaking unasked"},
		{"or observed", "window", Rest, "is only observed"},
		{"its own line", "ladder", Self, "is dropped"},
		{"an aside", "ladder", Aside, "is only observed, and its author's credit stays"},
		{"a turn", "assigned", Mode, "is answered if it is this familiar's turn, else only observed"},
		{"no rung claimed it", "ladder", Bottom, "is only observed"},
		{"a word that is no rung", "ladder", "shout", ""},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := preset(t, tt.preset)
			if got := c.Answers(tt.rung); got != tt.want {
				t.Errorf("%s of %s %s, want %s", tt.rung, tt.preset, got, tt.want)
			}
		})
	}
}

func TestEveryRungIsSaidInPlainWords(t *testing.T) {
	c := Default()
	said := map[string]Rung{}
	for _, rung := range Rungs() {
		claims := Claims(rung)
		if other, twice := said[claims]; twice || claims == "" || c.Answers(rung) == "" {
			t.Errorf("%s claims %q, as %q does, and %q", rung, claims, other, c.Answers(rung))
		}
		said[claims] = rung
	}
	if got := Claims("shout"); got != "" || becomes(m.Engage) == becomes(m.Observe) {
		t.Errorf("a word that is no rung claims %q, want nothing", got)
	}
}
