package ties

import (
	"slices"

	"familiar/messages"
	"familiar/policy/admission"
)

// A Word is what somebody has told the familiars of a room, for one of a thread
// to obey as if it had been said there.
type Word struct {
	Order admission.Order
	By    messages.PersonID
	Until messages.Instant // of a quiet, that of the room
}

// News returns what a familiar of a thread is told by what holds in the room
// now, when something else was told before. The latest word counts, wherever it
// was said: what the room says again changes nothing that was said in the
// thread meanwhile.
func News(was, is *messages.RoomFacts, who messages.FamiliarID, now messages.Instant) (news []Word) {
	before, wasQuiet := hushOf(was, who, now)
	after, quiet := hushOf(is, who, now)
	switch {
	case quiet && (!wasQuiet || before != after):
		news = append(news, Word{Order: admission.Order{Command: messages.Quiet}, Until: after.Until})
	case wasQuiet && !quiet:
		news = append(news, Word{Order: admission.Order{Command: messages.Resume}})
	}
	for _, person := range is.Alone {
		if !slices.Contains(was.Alone, person) {
			news = append(news, Word{Order: admission.Order{Command: admission.Alone}, By: person})
		}
	}
	for _, person := range was.Alone {
		if !slices.Contains(is.Alone, person) {
			news = append(news, Word{Order: admission.Order{Command: admission.Again}, By: person})
		}
	}
	return news
}

// hushOf returns the quiet of a familiar that still lasts; false when there is
// none.
func hushOf(f *messages.RoomFacts, who messages.FamiliarID, now messages.Instant) (messages.Hush, bool) {
	k := slices.IndexFunc(f.Quiet, func(h messages.Hush) bool { return h.Familiar == who })
	if k < 0 || f.Quiet[k].Until != 0 && f.Quiet[k].Until <= now {
		return messages.Hush{}, false
	}
	return f.Quiet[k], true
}

// SameTurns reports whether the same answer by both.
func SameTurns(f, o *messages.RoomFacts) bool {
	return f.Mode == o.Mode && slices.Equal(f.Members, o.Members)
}

// SameFacts reports whether is is what was has become by now, when a quiet may have
// ended by itself.
func SameFacts(was, is *messages.RoomFacts, now messages.Instant) bool {
	lasts := func(h messages.Hush) bool { _, still := hushOf(was, h.Familiar, now); return still }
	quiet := slices.DeleteFunc(slices.Clone(was.Quiet), func(h messages.Hush) bool { return !lasts(h) })
	return slices.Equal(quiet, is.Quiet) && slices.Equal(was.Alone, is.Alone) && SameTurns(was, is)
}
