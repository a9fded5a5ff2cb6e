package report

import (
	"strings"
	"unicode/utf8"

	"familiar/messages"
	"familiar/replay/corpus"
)

// linesOf gives a channel's lines as ticks, at most so many: of more every so
// manieth stands for the others.
func linesOf(s *corpus.Slice, familiar messages.PersonID, most int) Lines {
	l := Lines{Gaps: []int64{}}
	every := 1
	for len(s.Records)/every > most {
		every++
	}
	var sizes strings.Builder
	var last messages.Instant
	for i := range s.Records {
		if i%every != 0 {
			l.LeftOut++
			continue
		}
		line := s.Records[i].Line
		if i == 0 {
			last = line.At
		}
		l.Gaps = append(l.Gaps, int64(line.At-last))
		last = line.At
		first := byte('0')
		if line.Author.ID == familiar {
			first = 'a'
		}
		sizes.WriteByte(first + byte(min(9, utf8.RuneCountInString(line.Text)/20)))
	}
	l.Sizes = sizes.String()
	return l
}
