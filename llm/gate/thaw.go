package gate

import "time"

// What a pause held starts spread over half of its length, of this at most,
// and with no more than that between two.
const (
	thawWithin = time.Second
	thawEvery  = 20 * time.Millisecond
)

// A thaw spreads the calls that a provider's pause has held over a while: all
// at once they would bring on the next pause, and hold up whatever else the
// process does. It lets them go twice as fast as such calls come, so that it
// ends. The zero thaw holds nobody.
type thaw struct {
	after time.Duration // a pause so long, not over when last looked; 0: none
	every time.Duration // between two calls
	next  time.Time     // when one may start
}

// wait returns how long the next of that many calls has to wait, once the pause
// is over.
func (t *thaw) wait(now time.Time, calls int) time.Duration {
	if t.after > 0 {
		within := min(t.after/2, thawWithin)
		*t = thaw{every: min(within/time.Duration(max(calls, 1)), thawEvery), next: now}
	}
	return t.next.Sub(now)
}

// recordStart says that a call has.
func (t *thaw) recordStart() { t.next = t.next.Add(t.every) }

// endWhenIdle says that nobody waits any more.
func (t *thaw) endWhenIdle() {
	if t.after == 0 {
		*t = thaw{}
	}
}
