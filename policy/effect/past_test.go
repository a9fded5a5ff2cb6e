package effect

import (
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/odds"
)

// TestLaterSigns: where signs are wanted, what others think counts after the first
// has ended a turn: once each, while people may take it up, and nobody's who was
// forgotten is kept.
func TestLaterSigns(t *testing.T) {
	const ana, bob = 1, 3
	watch := func(signs bool) *Watch {
		s := said(7, messages.Lull, "said")
		s.Signs = signs
		var w State
		w.Speak(0, s)
		w.React("said", "👎", ana)
		return w.Watch
	}
	w := watch(true)
	if ended := w.React("said", "👍", ana); len(ended) > 0 {
		t.Errorf("the same person again: %+v", ended)
	}
	if ended := w.Hear("said", true, bob); len(ended) != 1 || !ended[0].Late || ended[0].How != messages.ByTakenUp || ended[0].N != 7 {
		t.Errorf("somebody else: %+v", ended)
	}
	w.Forget(bob)
	if len(w.Past[0].By) != 1 {
		t.Errorf("%v are kept", w.Past[0].By)
	}
	if w.Expire(messages.Instant(0).Add(Within - time.Millisecond)); !w.Follows() {
		t.Error("there was time yet")
	}
	if w.Expire(messages.Instant(0).Add(Within)); w.Follows() {
		t.Errorf("%+v is followed still", w)
	}
	if w := watch(false); w.Follows() || w.React("said", "👍", bob) != nil {
		t.Errorf("no signs were wanted, and %+v is followed", w)
	}
}

// TestPastIsBounded: of more turns than are kept the oldest goes, and of more
// people the last.
func TestPastIsBounded(t *testing.T) {
	var w State
	for n := range uint64(3 * mostSigns) {
		s := said(n, messages.Lull, messages.LineID(rune('a'+n)))
		s.Signs = true
		w.Speak(0, s)
		w.React(s.Lines[0], "👍", 1)
	}
	if len(w.Past) != mostSigns || w.Past[0].N != 2*mostSigns {
		t.Errorf("%d are kept, from %d on", len(w.Past), w.Past[0].N)
	}
	line, late := w.Past[0].Lines[0], 0
	for by := range 3 * mostSigns {
		late += len(w.React(line, "👍", odds.Key(3+2*by)))
	}
	if late != mostSigns-1 {
		t.Errorf("%d people were heard after the first", late)
	}
}
