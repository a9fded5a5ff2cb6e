package scenario

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"familiar/lab/corpus"
)

// A row is a line of a public data set; it has the fields of one of the two.
//
// When2Speak (arXiv 2605.05626) has messages: those of role user are "Speaker_0:
// text", earlier ones of the assistant "Assistant: text", and the last, of role
// assistant, is ">" where it should stay silent. "[AGENT]" calls the assistant.
//
// Speak or Stay Silent (arXiv 2603.11409) has the turns before a pause, and
// whether the target speaker took the next one.
type row struct {
	Messages []struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	} `json:"messages"`

	Point    string `json:"decision_point_id"`
	Target   string `json:"target_speaker"`
	Context  []said `json:"context_turns"`
	Current  *said  `json:"current_turn"`
	Decision string `json:"decision"`
	Category string `json:"category"`
}

type said struct {
	Speaker string `json:"speaker"`
	Text    string `json:"text"`
}

// Words of When2Speak.
const (
	agent     = "[AGENT]" // how the assistant is called
	assistant = "Assistant"
	silence   = ">"
)

// readRows reads the rows of one of the public data sets. name is what errors
// call the file; they say in which line what is wrong. Fields that nothing is
// made of are left alone.
func readRows(r io.Reader, name string) (*Set, error) {
	set := &Set{}
	err := corpus.EachLine(r, name, func(line []byte) error {
		if len(set.Scenarios) == mostScenarios {
			return fmt.Errorf("more than %d rows", mostScenarios)
		}
		var w row
		if err := json.Unmarshal(line, &w); err != nil {
			return plain(err)
		}
		s, err := w.scenario()
		if errors.Is(err, errNobody) {
			set.LeftOut++
			return nil
		}
		if err == nil {
			err = s.check()
		}
		set.Scenarios = append(set.Scenarios, s)
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(set.Scenarios) == 0 {
		return nil, fmt.Errorf("%s: no scenarios", name)
	}
	return set, nil
}

// errNobody is of a text without a speaker, of which a data set may have some.
var errNobody = errors.New(`want "NAME: text"`)

// scenario makes one of a row.
func (w *row) scenario() (Scenario, error) {
	switch {
	case len(w.Messages) > 0:
		return w.conversation()
	case w.Current == nil:
		return Scenario{}, errors.New("want messages, or current_turn, context_turns, target_speaker and decision")
	}
	s := Scenario{Name: w.Point, Category: w.Category, Assistant: w.Target}
	if len(s.Name) > longestName {
		s.Name = ""
	}
	for _, t := range append(w.Context, *w.Current) {
		s.Turns = append(s.Turns, Turn{Speaker: t.Speaker, Text: t.Text})
	}
	then, err := decided(w.Decision)
	s.Turns[len(s.Turns)-1].Then = then
	return s, err
}

func decided(decision string) (Then, error) {
	switch strings.ToUpper(decision) {
	case "SPEAK":
		return Speak, nil
	case "SILENT":
		return Silent, nil
	}
	return Unsaid, fmt.Errorf("decision %.20q: want SPEAK or SILENT", decision)
}

// conversation makes a scenario of messages. Its category is whether somebody
// calls the assistant.
func (w *row) conversation() (Scenario, error) {
	s := Scenario{Category: "not called", Assistant: assistant}
	last := len(w.Messages) - 1
	if w.Messages[last].Role != "assistant" {
		return s, errors.New("the last message is not the assistant's, so nothing is decided")
	}
	for _, m := range w.Messages[:last] {
		if m.Role == "system" {
			continue
		}
		speaker, text, ok := strings.Cut(m.Content, ":")
		if speaker = strings.Trim(speaker, "[] "); !ok || speaker == "" || len(speaker) > longestName {
			return s, errNobody
		}
		if strings.Contains(text, agent) {
			s.Category = "called"
		}
		s.Turns = append(s.Turns, Turn{Speaker: speaker, Text: strings.ReplaceAll(strings.TrimSpace(text), agent, "@"+assistant)})
	}
	if len(s.Turns) == 0 || s.Turns[len(s.Turns)-1].Speaker == assistant {
		return s, errNobody // nobody to answer
	}
	then := Speak
	if strings.TrimSpace(w.Messages[last].Content) == silence {
		then = Silent
	}
	s.Turns[len(s.Turns)-1].Then = then
	return s, nil
}
