package corpus

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"familiar/messages"
)

// TestCutLosesOnlyWhatCrosses: each line is in one piece, and what a piece has of
// a gold refers to its own lines only. An answer is lost where all that it
// answers was said in an earlier piece.
func TestCutLosesOnlyWhatCrosses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "lines")
		s := &Slice{Name: "room", index: map[messages.LineID]int{}}
		for i := range n {
			id := messages.LineID(fmt.Sprint(i))
			s.index[id] = i
			s.Records = append(s.Records, Record{Line: &messages.Line{ID: id}})
		}
		line := rapid.Custom(func(t *rapid.T) messages.LineID {
			return messages.LineID(fmt.Sprint(rapid.IntRange(0, n-1).Draw(t, "line")))
		})
		g := Gold{Slice: "room", Replied: rapid.SliceOf(line).Draw(t, "replied"), Addressed: rapid.SliceOf(line).Draw(t, "addressed")}
		for range rapid.IntRange(0, 10).Draw(t, "moments") {
			g.Moments = append(g.Moments, Moment{Reply: line.Draw(t, "reply"), Parents: rapid.SliceOfN(line, 1, 3).Draw(t, "parents")})
		}
		kept := 0
		pieces := s.Cut(rapid.IntRange(1, 8).Draw(t, "pieces"))
		lines := 0
		for _, piece := range pieces {
			lines += len(piece.Records)
			there := func(id messages.LineID) bool { _, ok := piece.At(id); return ok }
			own := g.In(piece)
			kept += len(own.Replied) + len(own.Addressed)
			for _, m := range own.Moments {
				if !there(m.Reply) || len(m.Parents) == 0 || slices.ContainsFunc(m.Parents, func(id messages.LineID) bool { return !there(id) }) {
					t.Fatalf("%s has the moment %+v", piece.Name, m)
				}
			}
			for _, m := range g.Moments {
				whole := there(m.Reply) && slices.ContainsFunc(m.Parents, there)
				if got := slices.ContainsFunc(own.Moments, func(o Moment) bool { return o.Reply == m.Reply }); whole && !got {
					t.Fatalf("%s lost the moment %+v", piece.Name, m)
				}
			}
		}
		if lines != n || kept != len(g.Replied)+len(g.Addressed) {
			t.Fatalf("%d of %d lines, %d of %d answered or addressed ones", lines, n, kept, len(g.Replied)+len(g.Addressed))
		}
	})
}
