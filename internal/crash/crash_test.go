package crash

import (
	"reflect"
	"testing"

	"familiar/internal/long"
)

// stepsEach returns about how much happens in a channel, so that there is talk
// for all of the kills; at most 48, so that the unbroken run stays short.
func stepsEach(kills int) int {
	if *steps > 0 {
		return *steps
	}
	return min(max(16, 16*kills/20), 48)
}

// TestNothingLostNothingSaidTwice kills the program while everybody talks.
// Afterwards its journal must hold every line that was acknowledged, in order;
// every reply that was due, once; and states that are what the log says. A
// second program, which nobody kills, hears the same and comes to the same.
func TestNothingLostNothingSaidTwice(t *testing.T) {
	long.Test(t)
	kills, channels := size(t, "web", 20, 500)
	t.Parallel()
	binary, model := build(t), startModel(t)
	all := scripts(*seed, channels, stepsEach(kills))
	var found, wanted audited
	t.Run("both", func(t *testing.T) { // at the same time, and this ends with the later one
		t.Run("killed", func(t *testing.T) {
			t.Parallel()
			found = audit(t, live(t, furnish(t, binary, model, ""), all, kills))
		})
		t.Run("unbroken", func(t *testing.T) {
			t.Parallel()
			wanted = audit(t, live(t, furnish(t, binary, model, ""), all, 0))
		})
	})
	if t.Failed() {
		return
	}
	compared, differ := 0, 0
	for _, s := range all {
		got, want := found.facts[s.channel()], wanted.facts[s.channel()]
		if found.hurried[s.channel()] || wanted.hurried[s.channel()] { // one reply may have answered several of a bot's lines
			got.Stopped, got.Notified = want.Stopped, want.Notified
		}
		both, one := credits(found, wanted, s)
		compared, differ = compared+both, differ+one
		got.Credits = want.Credits
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: killed it comes to\n%+v, unbroken to\n%+v", s.chat, found.facts[s.channel()], want)
		}
	}
	if differ > 0 {
		t.Errorf("%d of %d credits differ", differ, compared)
	}
	t.Logf("%d credits took the same course in both runs, of these differ %d", compared, differ)
	t.Logf("killed %d times: %s", kills, found)
	t.Logf("unbroken: %s", wanted)
}
