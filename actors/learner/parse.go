package learner

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"familiar/llm/quote"
	"familiar/messages"
	"familiar/policy/memory"
)

// ErrForm says that an answer is not in the form that was asked for.
var ErrForm = errors.New("not a list of what to keep")

// An item is one line of an answer.
type item struct {
	Text     string `json:"text"`
	Lines    []int  `json:"lines"`
	About    int    `json:"about"`
	Sure     int    `json:"sure"`
	Replaces string `json:"replaces"`
}

var (
	thinking = regexp.MustCompile(`(?is)<think>.*?</think>`)
	fence    = regexp.MustCompile("^```(json|jsonl)?$")
)

// Parse reads a model's answer about these lines. One line of it that isn't an object
// of the form makes all of it [ErrForm]: a model that didn't understand the question is
// not to be trusted with the rest. An object that names a line which wasn't shown, is
// too long or is sure of nothing is left out, and so is what comes after the twentieth.
func Parse(text string, lines []messages.Quoted) (lessons []messages.Lesson, err error) {
	text = strings.TrimSpace(thinking.ReplaceAllString(text, ""))
	if text == "" || strings.Trim(strings.ToUpper(text), ".!") == "NOTHING" {
		return nil, nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || fence.MatchString(line) {
			continue
		}
		var it item
		d := json.NewDecoder(strings.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&it); err != nil || d.More() {
			return nil, fmt.Errorf("%w: %q", ErrForm, quote.OneLine(line, 80))
		}
		if l, ok := it.lesson(lines); ok && len(lessons) < memory.MaxItems {
			lessons = append(lessons, l)
		}
	}
	return lessons, nil
}

// lesson is an item by the ids of its lines; false: it can't be kept.
func (it *item) lesson(lines []messages.Quoted) (l messages.Lesson, ok bool) {
	l = messages.Lesson{Text: memory.Tidy(it.Text), Sure: it.Sure}
	if l.Text == "" || it.Sure < 1 || it.Sure > 100 || len(it.Lines) == 0 || len(it.Lines) > memory.MaxFrom {
		return l, false
	}
	for _, number := range it.Lines {
		if number < 1 || number > len(lines) {
			return l, false
		}
		l.From = append(l.From, lines[number-1].ID)
	}
	switch {
	case it.About < 0 || it.About > len(lines):
		return l, false
	case it.About > 0:
		l.About = lines[it.About-1].ID
	}
	if it.Replaces != "" {
		digits, is := strings.CutPrefix(it.Replaces, "m")
		id, err := strconv.ParseUint(digits, 10, 32)
		if !is || err != nil {
			return l, false
		}
		l.Replaces = messages.MemoryID(id)
	}
	return l, true
}
