package crash

import "testing"

// hasty lets the account talk as fast as the server bears.
const hasty = `burst = 100
every = "1ms"
`

// TestIRCBurst: IRC tells nobody what was said while they were away, so people
// wait until Aria is back. Of the posts that were on their way when the
// connection went, she can't know; those, and no others, may be missing.
func TestIRCBurst(t *testing.T) {
	asksFor(t, "irc")
	i := startIRC(t, inChannels)
	i.pace = hasty
	_, found := burst(t, i, func() {
		for _, p := range i.people {
			p.Settle()
		}
		i.way.cut()
		i.people[humans[0].Name].Until(":Aria!~Aria@127.0.0.1 JOIN :", 2*inChannels)
	})
	if most := inBurst / 2; len(found.unknown) > most {
		t.Errorf("%d replies are unknown, want at most the %d that were asked for before: %v", len(found.unknown), most, found.unknown)
	}
}
