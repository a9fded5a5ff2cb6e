package address

import (
	"math/bits"

	"familiar/messages"
	"familiar/policy/ladder"
	"familiar/policy/transcript"
)

// Several familiars may be in a channel with one human. A line that addresses
// some of them is no other's. One that addresses nobody may be answered by
// whoever has credit with its author. Where nobody has, and several would answer
// because its author is alone, it is for one of them: the one that was spoken
// with last, since a talk goes on; before there was any, the first listed.

// A Talk says whose the line of somebody is who is alone here with several of
// us and calls nobody. The zero Talk has not been looked for.
type Talk struct {
	known bool
	able  uint32 // the seats that would answer only because its author is alone
	with  int    // which of them it is for; -1: none, a seat that has credit answers
}

// MayGoOn reports whether a line may be for one of several seats without
// addressing any of them. What was fetched after a gap nobody answers.
func (b *Book) MayGoOn(l *messages.Line, g *Gist) bool {
	return len(b.config.Seats) > 1 && g.Crowd <= 1 && !l.Author.Bot && !l.Backfilled && g.calls == 0
}

// Find finds out whose talk a line goes on with, once: would is what a seat's
// ladder makes of the line.
func (t *Talk) Find(e *transcript.Row, lines *transcript.Log, seats int, would func(i int) ladder.Decision) {
	if t.known {
		return
	}
	*t = Talk{known: true, with: -1}
	here := hearers(e, 1, lines) // nobody answers where who is chosen has gone
	var sure uint32              // of those able, who would answer and not only think about it
	goOn := false
	for i := range seats {
		if here&(1<<i) == 0 {
			continue
		}
		d := would(i)
		switch d.Rung { //nolint:exhaustive // by another rung it answers whoever else does
		case ladder.Sticky:
			goOn = true
		case ladder.Solo:
			t.able |= 1 << i
			if d.Act == messages.Engage {
				sure |= 1 << i
			}
		}
	}
	switch {
	case goOn || t.able == 0:
	case sure != 0:
		t.with = newestOf(sure, lines.No(e), lines)
	default:
		t.with = newestOf(t.able, lines.No(e), lines)
	}
}

// IsSiblings reports whether seat i would answer the line only because its
// author is alone with several of us, and it is another's all the same. late
// says that the seat's account hears it late: whose account heard it first may
// have answered before this one's copy came.
func (t *Talk) IsSiblings(i int, e *transcript.Row, lines *transcript.Log, late bool) bool {
	if t.able&(1<<i) == 0 {
		return false
	}
	return t.with != i || late && (lines.For(e)|lines.Waits(e)&t.able)&^(1<<i) != 0
}

// newestOf returns which of those seats was spoken with last before line no: it
// said, or was to answer, the newest of such lines. Before any it is the first.
func newestOf(seats uint32, no uint32, lines *transcript.Log) int {
	for no--; no >= lines.Oldest() && no > 0; no-- {
		said := lines.At(no)
		of := lines.For(said)
		if lines.By(said) > 0 {
			of = 1 << (lines.By(said) - 1)
		}
		if of &= seats; of != 0 {
			return first(of)
		}
	}
	return first(seats)
}

// first returns the lowest seat of a set that has one.
func first(seats uint32) int { return bits.TrailingZeros32(seats) }
