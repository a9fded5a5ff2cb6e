package crash

import (
	"testing"

	"familiar/internal/long"
	"familiar/messages"
)

// inBurst is how many lines a burst has, inChannels in how many channels.
const (
	inBurst    = 50
	inChannels = 10
)

// A troubled network has trouble once, in the middle of a burst.
type troubled struct {
	network
	trouble func()
	said    int
}

func (n *troubled) say(at messages.Channel, s step) {
	if n.said++; n.said == inBurst/2 {
		n.trouble()
	}
	n.network.say(at, s)
}

// A bursting network is one on which a burst can be said.
type bursting interface {
	network
	open(chat string) messages.Channel
}

// burst has fifty questions come at once in ten channels, and in the middle of
// them the trouble. Each must be heard, in order, and answered once, in its
// channel. It gives the run and what it came to.
func burst(t *testing.T, n bursting, trouble func()) (*run, auditedOn) {
	t.Helper()
	return burstOf(t, n, furnish(t, build(t), startModel(t), n.configuration()), trouble)
}

// burstOf is burst with a program of its own.
func burstOf(t *testing.T, n bursting, p *program, trouble func()) (*run, auditedOn) {
	t.Helper()
	all := plainScripts(*seed, inChannels, inBurst/inChannels, false, n.open)
	for _, s := range all {
		s.ask()
	}
	r := liveOn(t, &troubled{network: n, trouble: trouble}, p, all, 0)
	found := auditOn(t, r)
	if found.heard != found.said || found.promised != found.said {
		t.Errorf("want everything heard and promised, got %s", found)
	}
	t.Log(found)
	return r, found
}

// ask makes every line of a script a question to Aria.
func (s *script) ask() {
	s.promised = nil
	for i := range s.steps {
		s.steps[i].mentions = s.seats
		s.promised = append(s.promised, promise{s.seats[0], tokenOf(s.steps[i])})
	}
}

// asksFor skips a burst where it is not wanted, and else lets it run beside others.
func asksFor(t *testing.T, network messages.Network) {
	t.Helper()
	long.Test(t)
	size(t, network, 0, 0)
	t.Parallel()
}

// whole wants nothing missed: the network hands out what was said meanwhile.
func (a auditedOn) whole(t *testing.T) {
	t.Helper()
	if a.missed > 0 || a.late > 0 {
		t.Errorf("%d lines were missed and %d filled in later, want all heard", a.missed, a.late)
	}
}

// known wants nothing given up: the network can prove each post.
func (a auditedOn) known(t *testing.T) {
	t.Helper()
	for token, letter := range a.unknown {
		t.Errorf("%s was given up: %s", token, letter)
	}
}
