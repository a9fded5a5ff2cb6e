package board

import (
	"fmt"
	"strings"
	"time"

	"familiar/messages"
)

// A state is what a familiar is about, for somebody who has never read the
// manual: a sign and a word, which say the same as the colour.
type state struct {
	sign, word string
	tint       tint
	rank       int // which of several familiars a channel's row tells of: the highest
}

// states is a state for each activity.
var states = map[messages.Activity]state{
	messages.Posting:   {"»", "posting", speaks, 7},
	messages.Composing: {"*", "writing", speaks, 6},
	messages.Judging:   {"?", "asks its judge", doubts, 5},
	messages.Buffering: {"+", "about to answer", speaks, 4},
	messages.Waiting:   {"~", "waiting", waits, 3},
	messages.Hushed:    {"-", "quiet", hushed, 2},
	messages.Idle:      {" ", "idle", soft, 1},
}

// stateOf returns what a familiar is about; an activity of a newer program is
// shown by its own word.
func stateOf(seat *messages.SeatStatus) state {
	if s, known := states[seat.Act]; known {
		return s
	}
	return state{" ", clean(string(seat.Act)), plain, 0}
}

// doing says what a familiar is about, and because of what.
func doing(seat *messages.SeatStatus, now messages.Instant) string {
	text := stateOf(seat).word
	if seat.Trigger != "" {
		text += " (" + string(seat.Trigger) + ")"
	}
	if seat.Act == messages.Hushed && seat.Until > now {
		text += " " + left(seat.Until, now)
	}
	return clean(text)
}

// thinks counts down to when it will think about speaking unasked.
func thinks(seat *messages.SeatStatus, now messages.Instant) string {
	if seat.Thinks == 0 {
		return ""
	}
	return clean(left(seat.Thinks, now) + " (" + seat.Term + ")")
}

// occasion counts down to when it speaks by a schedule next; "": it has none.
func occasion(seat *messages.SeatStatus, now messages.Instant) string {
	if seat.Occasion == 0 {
		return ""
	}
	return clean("by its schedule " + seat.Schedule + " in " + left(seat.Occasion, now))
}

// left is the time until a moment, in whole seconds.
func left(at, now messages.Instant) string {
	return max(0, at.Sub(now)).Round(time.Second).String()
}

// learned says by how much how it was taken has lifted a familiar's bars, and of
// how many signs it knows that: good and bad ones, and silences that had to be
// broken.
func learned(seat *messages.SeatStatus) string {
	l := seat.Learned
	if l == nil {
		return ""
	}
	return fmt.Sprintf("%+.2f (%.0f+ %.0f- %.0f?)", l.Lift, l.Welcome, l.Unwelcome, l.Missed)
}

// ofRoom says what holds for all familiars of a channel.
func ofRoom(ch *messages.Status, now messages.Instant) string {
	var all []string
	if ch.Crowd {
		all = append(all, "crowd")
	}
	switch {
	case ch.Guarded:
		all = append(all, fmt.Sprintf("guard on (%d)", ch.Guard))
	case ch.Guard > 0:
		all = append(all, fmt.Sprintf("guard %d", ch.Guard))
	}
	if ch.Window != "" {
		all = append(all, "window "+string(ch.Window)+" "+left(ch.WindowUntil, now))
	}
	if ch.Floor != "" {
		all = append(all, "floor "+string(ch.Floor))
	}
	return clean(strings.Join(all, ", "))
}

// acts says in a word or two what a decision did, and how it is coloured.
var acts = map[messages.Act]struct {
	word string
	tint tint
}{
	messages.Drop:     {"leaves it out", soft},
	messages.Observe:  {"stays silent", soft},
	messages.Engage:   {"answers", speaks},
	messages.Denied:   {"may not answer", trouble},
	messages.Claim:    {"is claimed", waits},
	messages.Ask:      {"asks its judge", doubts},
	messages.Wait:     {"waits", waits},
	messages.Settled:  {"is done", hushed},
	messages.Followed: {"sees how it was taken", soft},
}

// decided says what a note is about: act and rung, in words.
func decided(n *messages.Note) (text string, t tint) {
	a, known := acts[n.Act]
	if !known {
		a.word = string(n.Act)
	}
	if n.Act == messages.Settled && n.Rung == messages.BySpoke {
		return "spoke", speaks
	}
	return clean(a.word + " (" + string(n.Rung) + ")"), a.tint
}
