package crash

import (
	"context"
	"slices"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/conversation"
)

// A network is where people talk with the program as they do out there: they
// say something once, whether the program lives or not, and nobody tells them
// that it was heard.
type network interface {
	// configuration adds the account and its channels to the program's.
	configuration() string
	// say says a step's line.
	say(at messages.Channel, s step)
	// posted gives what Aria said in a channel, in order.
	posted(at messages.Channel) []string
	// self is what Aria's account signs with.
	self() messages.PersonID
	// asked says in a channel's settings what the program asks the network.
	asked(*conversation.Config)
	// present reports whether Aria hears every channel, absent whether none.
	present() bool
	absent() bool
}

// A retracting network lets people delete what they have said.
type retracting interface {
	// retract deletes a step's line and gives its id.
	retract(at messages.Channel, s step) messages.LineID
	// tells reports whether who was away is told of deletions.
	tells() bool
}

// An outage is a time in which a line may get lost: from a kill until the
// program is back. So may one said a little before the kill, if it was still on
// its way.
type outage struct{ from, to time.Time }

// onItsWay is how long a line may take from the network into the journal when
// the machine has other work. That is long, so being late is no excuse for a
// line that another, said after it, has overtaken.
const onItsWay = 15 * time.Second

// leave kills the program and waits until the network knows.
func (r *run) leave(t *testing.T) {
	t.Helper()
	now := time.Now()
	r.program.kill()
	if r.network == nil {
		return
	}
	r.outages = append(r.outages, outage{from: now})
	r.await(t, "the network to see it go", r.network.absent)
}

// arrive waits until the program is back on the network.
func (r *run) arrive(t *testing.T) {
	t.Helper()
	if r.network == nil {
		return
	}
	r.await(t, "it to come to the network", r.network.present)
	for i := range r.outages {
		if r.outages[i].to.IsZero() {
			r.outages[i].to = time.Now()
		}
	}
}

// await waits until something is so.
func (r *run) await(t *testing.T, what string, is func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for !is() {
		if pause(ctx, pauseAgain) != nil {
			t.Fatalf("waited in vain for %s; the program's log:\n%s", what, r.program.log())
		}
	}
}

// mayMiss reports whether the line with that token was said in an outage, or
// shortly before one in which none of the lines is heard that were said later
// in its channel, which are the steps.
func (r *run) mayMiss(token string, later []step, heard []string) bool {
	at := r.said[token]
	if slices.ContainsFunc(r.outages, func(o outage) bool { return at.After(o.from) && at.Before(o.to) }) {
		return true
	}
	i := slices.IndexFunc(r.outages, func(o outage) bool { return at.Before(o.from) })
	if i < 0 || r.outages[i].from.Sub(at) > onItsWay {
		return false
	}
	return !slices.ContainsFunc(later, func(s step) bool {
		return r.said[tokenOf(s)].Before(r.outages[i].from) && slices.Contains(heard, tokenOf(s))
	})
}

// liveOn is live over a network. The last line of each channel is said after
// the last kill: once it is answered, so is all before it, or never will be.
func liveOn(t *testing.T, n network, p *program, all []*script, kills int) *run {
	t.Helper()
	r := newRun(p, all)
	r.network, r.said, r.gone = n, map[string]time.Time{}, map[messages.LineID]time.Time{}
	r.hold(t)
	r.start(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	talked := make(chan struct{})
	go func() {
		defer close(talked)
		r.chat(ctx, time.Duration(kills)*perKill)
	}()
	r.die(ctx, t, kills)
	<-talked
	r.conclude(t)
	p.stop()
	return r
}

// conclude says the last line of each channel, and waits until it is answered.
func (r *run) conclude(t *testing.T) {
	t.Helper()
	for _, s := range r.scripts {
		r.speak(s, s.steps[len(s.steps)-1])
	}
	for _, s := range r.scripts {
		last := tokenOf(s.steps[len(s.steps)-1])
		r.await(t, "an answer to "+last, func() bool { return quotes(standing(r.network.posted(s.at)), last) })
	}
}

// chat says all lines but the last of each channel, in any order among the
// channels, in about so long.
func (r *run) chat(ctx context.Context, long time.Duration) {
	turns := r.turns(ctx, long)
	next := make([]int, len(r.scripts))
	open := make([]int, len(r.scripts))
	for i := range open {
		open[i] = i
	}
	for len(open) > 0 {
		n := r.talk.IntN(len(open))
		s := r.scripts[open[n]]
		if next[open[n]] == len(s.steps)-1 {
			open = slices.Delete(open, n, n+1)
			continue
		}
		select {
		case <-turns:
		case <-ctx.Done():
			return
		}
		r.speak(s, s.steps[next[open[n]]])
		next[open[n]]++
	}
}

func (r *run) speak(s *script, what step) {
	if what.deed == remove {
		id := r.network.(retracting).retract(s.at, what)
		s.removed[id] = true
		r.gone[id] = time.Now()
		return
	}
	r.said[tokenOf(what)] = time.Now()
	r.network.say(s.at, what)
}

// mayStay reports whether a line that was deleted may be in the log all the same: nobody
// tells the program, which was dead, or its connection was lost before it had read that.
func (r *run) mayStay(id messages.LineID) bool {
	at := r.gone[id]
	return !r.network.(retracting).tells() && slices.ContainsFunc(r.outages, func(o outage) bool {
		return at.Before(o.to) && at.After(o.from.Add(-onItsWay))
	})
}

// tokenOf returns the token of the line that a step says.
func tokenOf(s step) string { return tokens.FindString(s.text) }
