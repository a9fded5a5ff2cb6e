package eval

import (
	"context"
	"fmt"
	"maps"

	"familiar/lab/corpus"
	"familiar/lab/replay"
	"familiar/lab/score"
	"familiar/policy/cues"
)

// Languages is what the same chat comes to in each language.
type Languages struct {
	Rows []LanguageRow `json:"languages"`
}

// A LanguageRow is one language's.
type LanguageRow struct {
	Code     string       `json:"code"` // as in ISO 639-1
	Language string       `json:"language"`
	Lines    int          `json:"lines"`    // by people
	Expected int          `json:"expected"` // of these, to be answered
	Words    float64      `json:"words"`    // that a line is taken to have, on average
	Cues     []Recognised `json:"cues"`
	Gates    []GateScore  `json:"gates"`
}

// A GateScore is what one gate is worth there.
type GateScore struct {
	Gate string  `json:"gate"`
	P    Measure `json:"P"`
	R    Measure `json:"R"`
	F1   Measure `json:"F1"`
}

// compared are the gates that languages are compared by, as rows of [Table] are
// called.
var compared = []string{"mention-only", "mention or reply", "social, no judge"}

// CompareLanguages makes the table of the scenes that come with the program, with
// the weights it carries. When ctx ends it gives ctx's error.
func CompareLanguages(ctx context.Context) (*Languages, error) {
	codes, err := sceneCodes()
	if err != nil {
		return nil, err
	}
	names := maps.Collect(cues.Languages())
	t := &Languages{}
	for _, code := range codes {
		s, err := openScene(code)
		if err != nil {
			return nil, err
		}
		row, err := s.row(ctx)
		if err != nil {
			return nil, fmt.Errorf("scene %s: %w", code, err)
		}
		row.Language = names[code]
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}

// row plays the gates in one language.
func (s *scene) row(ctx context.Context) (LanguageRow, error) {
	gold := &s.golds[0]
	r := LanguageRow{Code: s.code, Expected: len(gold.Replied), Cues: s.recognise()}
	r.Lines, r.Words = s.lengths()
	for _, gate := range compared {
		measured, err := s.play(ctx, gate, gold)
		if err != nil {
			return r, err
		}
		r.Gates = append(r.Gates, GateScore{gate, Measure(measured.P), Measure(measured.R), Measure(measured.F1)})
	}
	return r, nil
}

// play has one gate decide on the scene.
func (s *scene) play(ctx context.Context, gate string, gold *corpus.Gold) (score.Score, error) {
	for i := range simples {
		if simples[i].name == gate {
			var tally score.Tally
			err := tally.Add(s.corpus.Slices[0], gold, simples[i].decide(s.corpus.Slices[0], gold))
			return tally.Score(), err
		}
	}
	for i := range presets {
		if presets[i].name != gate {
			continue
		}
		o, err := presets[i].options()
		if err != nil {
			return score.Score{}, err
		}
		sum, err := replay.Run(ctx, s.corpus, s.golds, o)
		return sum.Score, err
	}
	return score.Score{}, fmt.Errorf("no gate %q", gate)
}

// lengths returns how many lines people wrote, and how many words one is taken to
// have.
func (s *scene) lengths() (lines int, words float64) {
	all := 0
	records := s.corpus.Slices[0].Records
	for i := range records {
		if l := records[i].Line; l.Author.ID != s.golds[0].Familiar {
			lines++
			all += lengthOf(l.Text)
		}
	}
	return lines, float64(all) / float64(max(1, lines))
}
