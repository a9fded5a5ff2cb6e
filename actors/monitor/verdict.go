package monitor

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"familiar/llm/answer"
	"familiar/llm/quote"
	"familiar/messages/because"
)

// A Verdict is what a judge decided.
type Verdict struct {
	Speak  bool
	Reason string // one line, at most 200 characters
}

// ErrNoVerdict says that a judge's answer can't be told for a yes or a no.
var ErrNoVerdict = errors.New(because.NoVerdict)

const reasonRunes = 200

// ParseVerdict reads a judge's answer: the JSON it was asked for, else plain
// words (see plainVerdict). It never guesses: what is not plainly one of the
// two is [ErrNoVerdict].
func ParseVerdict(text string) (Verdict, error) {
	text, object := unwrap(text)
	said, reason, err := structured(object, "speak")
	speak, is := said.(bool)
	v := Verdict{speak, reason}
	if err != nil || !is {
		v, err = plainVerdict(text)
	}
	if err != nil {
		return Verdict{}, fmt.Errorf("%w: %q", ErrNoVerdict, quote.OneLine(text, 80))
	}
	v.Reason = quote.OneLine(v.Reason, reasonRunes)
	return v, nil
}

// unwrap gives what a model answered without its thoughts, and the object in it:
// all of it, or what is fenced as code.
func unwrap(said string) (text, object string) {
	text = answer.Unthought(said)
	if m := fenced.FindStringSubmatch(text); m != nil {
		return text, m[1]
	}
	return text, text
}

var fenced = regexp.MustCompile("(?s)^```(?:json)?\\s*\\n(.*)\\n```$")

// structured reads one JSON object that holds a key, once, and maybe a
// "reason". Other keys are let through; anything after the object is not.
func structured(text, wanted string) (said any, reason string, err error) {
	dec := json.NewDecoder(strings.NewReader(text))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, "", errors.New("not an object")
	}
	times := 0
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, "", err
		}
		var value any
		if err := dec.Decode(&value); err != nil {
			return nil, "", err
		}
		switch key {
		case wanted:
			said = value
			times++
		case "reason":
			reason, _ = value.(string)
		}
	}
	if _, err := dec.Token(); err != nil || dec.InputOffset() != int64(len(strings.TrimRight(text, " \t\r\n"))) {
		return nil, "", errors.New("the object does not end the answer")
	}
	if times != 1 {
		return nil, "", fmt.Errorf("%s is said %d times", wanted, times)
	}
	return said, reason, nil
}

// plainVerdict reads the words of a model that doesn't do JSON: the last line
// is YES or NO, in any case, and nothing else but closing ". ! ,"; no other
// line says the opposite. The first line, if it is another one, is the reason.
func plainVerdict(text string) (Verdict, error) {
	lines := strings.FieldsFunc(text, lineBreak)
	lines = trimmed(lines)
	if len(lines) == 0 {
		return Verdict{}, errors.New("empty")
	}
	speak, ok := word(lines[len(lines)-1])
	if !ok {
		return Verdict{}, errors.New("the last line is neither yes nor no")
	}
	v := Verdict{Speak: speak}
	for i, line := range lines[:len(lines)-1] {
		if other, ok := word(line); ok && other != speak {
			return Verdict{}, errors.New("both yes and no")
		}
		if i == 0 {
			v.Reason = line
		}
	}
	return v, nil
}

func word(line string) (yes, ok bool) {
	switch strings.ToUpper(strings.TrimRight(line, ".!,")) {
	case "YES":
		return true, true
	case "NO":
		return false, true
	}
	return false, false
}

func trimmed(lines []string) []string {
	var kept []string
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" {
			kept = append(kept, line)
		}
	}
	return kept
}

// lineBreak reports what Unicode counts as the end of a line, and the three
// separators of ASCII.
func lineBreak(r rune) bool {
	switch r {
	case '\n', '\v', '\f', '\r', 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029:
		return true
	}
	return false
}
