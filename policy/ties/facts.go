package ties

import (
	"slices"

	"familiar/messages"
)

// HushOf returns the quiet of a familiar that still lasts; false when there is
// none.
func HushOf(f *messages.RoomFacts, who messages.FamiliarID, now messages.Instant) (messages.Hush, bool) {
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
	lasts := func(h messages.Hush) bool { _, still := HushOf(was, h.Familiar, now); return still }
	quiet := slices.DeleteFunc(slices.Clone(was.Quiet), func(h messages.Hush) bool { return !lasts(h) })
	return slices.Equal(quiet, is.Quiet) && slices.Equal(was.Alone, is.Alone) && SameTurns(was, is)
}
