package eval

import (
	"slices"

	"familiar/lab/corpus"
	"familiar/policy/cues"
	"familiar/policy/ladder"
	"familiar/policy/odds"
)

// Recognised counts how often a cue is seen that is marked, and seen where it
// isn't marked.
type Recognised struct {
	Cue    string `json:"cue"`
	Marked int    `json:"marked"`
	Seen   int    `json:"seen"`  // of those marked
	Wrong  int    `json:"wrong"` // seen in other lines
}

// recognise looks at each line of others as the program does.
func (s *scene) recognise() []Recognised {
	counts := make([]Recognised, len(cuesOf))
	for i, c := range cuesOf {
		counts[i].Cue = string(c)
	}
	gold := &s.golds[0]
	names := ladder.CompileNames(ladder.Auto, gold.Nicks...)
	records := s.corpus.Slices[0].Records
	for k := range records {
		r := &records[k]
		if r.Line.Author.ID == gold.Familiar {
			continue
		}
		seen := seenIn(r, names)
		for i, c := range cuesOf {
			marked := slices.Contains(s.marks[r.Line.ID], c)
			counts[i].Marked += one(marked)
			counts[i].Seen += one(marked && seen[c])
			counts[i].Wrong += one(!marked && seen[c])
		}
	}
	return counts
}

// seenIn returns what the program sees in a line.
func seenIn(r *corpus.Record, names ladder.Names) map[cue]bool {
	folded := ladder.FoldLine(r.Line.Text)
	signs := odds.ReadText(folded)
	return map[cue]bool{
		question: signs.Asks || cues.IsQuestion(r.Line.Text),
		thanks:   signs.Thanks,
		nod:      signs.Ack,
		name:     names.In(folded),
		call:     names.Called(folded),
	}
}

// lengthOf returns how many words the program takes a text to have.
func lengthOf(text string) int { return odds.ReadText(ladder.FoldLine(text)).Length }
