package odds

import (
	"testing"

	"familiar/messages"
)

// TestExpectingReplies: on a network with replies their weights hold before a
// channel's first reply, but not for somebody who seems alone with us.
func TestExpectingReplies(t *testing.T) {
	plain, err := Load(carried)
	if err != nil {
		t.Fatal(err)
	}
	expecting, replies := Builtin().ExpectingReplies(), Builtin().Replies()
	for _, tt := range []struct {
		says    string
		crowd   int
		since   uint32
		replied float64
		want    *Weights
	}{
		{"nobody has replied yet", 5, 3, 0, replies},
		{"somebody has", 5, 3, .3, replies},
		{"somebody alone, before the first reply", 1, 0, 0, plain},
		{"somebody alone, who has replied to us", 1, 0, .3, replies},
	} {
		f := Nothing()
		f.Crowd, f.Since, f.Replies, f.Bits = tt.crowd, tt.since, tt.replied, messages.IsQuestion
		if got := expecting.P(&f); got != tt.want.P(&f) || got != expecting.Under(f.Values()) || got != expecting.Of(&f).P {
			t.Errorf("%s: the estimate is %v, want %v", tt.says, got, tt.want.P(&f))
		}
	}
	if plain.ExpectingReplies() != plain {
		t.Error("weights without others for replies are not their own")
	}
}
