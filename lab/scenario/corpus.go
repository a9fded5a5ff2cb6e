package scenario

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"familiar/lab/corpus"
	"familiar/messages"
)

// Corpus makes recorded chat of scenarios, a channel of each, and what the
// assistant should do there: it should answer the turns after which it should
// speak. The lines' ids are the turns' numbers, from 1.
func Corpus(scenarios []Scenario) (*corpus.Corpus, []corpus.Gold, error) {
	b := corpus.NewBuilder(corpus.Options{})
	golds := make([]corpus.Gold, len(scenarios))
	for i := range scenarios {
		s := &scenarios[i]
		name := fmt.Sprintf("scenario-%d", i+1)
		place := &corpus.Place{Name: name, Channel: messages.Channel{Network: "web", Chat: name}.ID()}
		golds[i] = corpus.Gold{Slice: name, Familiar: messages.PersonID(s.Assistant), Nicks: []string{s.Assistant}}
		var before time.Time
		for k := range s.Turns {
			t := &s.Turns[k]
			before = t.when(before)
			line := t.line(place, k, before, s.Assistant)
			if t.Then == Speak {
				golds[i].Addressed = append(golds[i].Addressed, line.ID)
			}
			if err := b.Take(corpus.Entry{Place: place, Record: corpus.Record{Line: line, Annotated: t.Then != Unsaid}}); err != nil {
				return nil, nil, err
			}
		}
	}
	c := b.Corpus()
	for _, s := range c.Slices {
		s.Members = true // whoever has a turn was there all the time
	}
	return c, golds, nil
}

// line makes a turn what everybody hears.
func (t *Turn) line(place *corpus.Place, k int, at time.Time, assistant string) *messages.Line {
	line := &messages.Line{
		ID: messages.LineID(strconv.Itoa(k + 1)), Channel: place.Channel, Text: t.Text, At: messages.InstantOf(at),
		Author: messages.Author{ID: messages.PersonID(t.Speaker), Name: t.Speaker, Bot: t.Speaker == assistant}, // who is no person here
	}
	if t.Speaker != assistant && calls(t.Text, assistant) {
		line.Mentions = []messages.PersonID{messages.PersonID(assistant)}
	}
	return line
}

// calls reports whether a text has @NAME.
func calls(text, name string) bool {
	text, name = strings.ToLower(text), "@"+strings.ToLower(name)
	for {
		i := strings.Index(text, name)
		if i < 0 {
			return false
		}
		text = text[i+len(name):]
		if next, _ := utf8.DecodeRuneInString(text); !unicode.IsLetter(next) && !unicode.IsDigit(next) {
			return true
		}
	}
}
