package eval

import (
	"context"
	"strings"

	"familiar/lab/corpus"
	"familiar/policy/cues"
	"familiar/policy/ladder"
)

// forgetWords has the gates decide on the recording as if it were in a language of which
// no word is known, by the weights found for it as it is: the estimates of
// [evaluation.estimate] are made again.
func (e *evaluation) forgetWords(ctx context.Context) error {
	e.corpus = inUnknownLanguage(e.corpus)
	rows, err := e.rowsOf(ctx, e.golds)
	if err != nil {
		return err
	}
	e.rows = rows
	if e.estimates != nil {
		e.estimateRows()
	}
	return nil
}

// inUnknownLanguage returns a recording with other letters in its words. Nicks stay,
// and so do signs, the length of words and which of them are the same.
func inUnknownLanguage(c *corpus.Corpus) *corpus.Corpus {
	unknown := *c
	unknown.Slices = make([]*corpus.Slice, len(c.Slices))
	for i, s := range c.Slices {
		nicks := make(map[string]bool)
		for k := range s.Records {
			nicks[ladder.Fold(s.Records[k].Line.Author.Name)] = true
		}
		slice := *s
		slice.Records = make([]corpus.Record, len(s.Records))
		for k, r := range s.Records {
			line, own := *r.Line, *r.Own
			line.Text = withoutWords(line.Text, nicks)
			own.Text = line.Text
			r.Line, r.Own = &line, &own
			slice.Records[k] = r
		}
		unknown.Slices[i] = &slice
	}
	return &unknown
}

// withoutWords puts each letter of ASCII thirteen places on, but for nicks and whoever
// is called at the head.
func withoutWords(text string, nicks map[string]bool) string {
	var b strings.Builder
	for rest := text; ; {
		before := rest
		var word string
		if word, _, rest = cues.Next(rest); word == "" {
			b.WriteString(before)
			return b.String()
		}
		at := strings.Index(before, word)
		b.WriteString(before[:at])
		calls := len(before) == len(text) && strings.HasPrefix(before[at+len(word):], ":")
		if calls || nicks[ladder.Fold(word)] {
			b.WriteString(word)
		} else {
			b.WriteString(strings.Map(thirteenOn, word))
		}
		b.WriteString(before[at+len(word) : len(before)-len(rest)])
	}
}

func thirteenOn(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z':
		return 'a' + (r-'a'+13)%26
	case 'A' <= r && r <= 'Z':
		return 'A' + (r-'A'+13)%26
	}
	return r
}
