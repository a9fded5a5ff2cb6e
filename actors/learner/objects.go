package learner

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"familiar/llm/answer"
	"familiar/llm/quote"
)

// errForm says that an answer is not in the form that was asked for.
var errForm = errors.New("not a list of what to keep")

var fence = regexp.MustCompile("^```(json|jsonl)?$")

// objects reads an answer of one object a line, or NOTHING. One line of it that isn't an
// object of the form makes all of it [errForm]: a model that didn't understand the
// question is not to be trusted with the rest.
func objects[T any](text string) (all []T, err error) {
	text = answer.Unthought(text)
	if text == "" || strings.Trim(strings.ToUpper(text), ".!") == "NOTHING" {
		return nil, nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || fence.MatchString(line) {
			continue
		}
		var one T
		d := json.NewDecoder(strings.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&one); err != nil || d.More() {
			return nil, fmt.Errorf("%w: %q", errForm, quote.OneLine(line, 80))
		}
		all = append(all, one)
	}
	return all, nil
}
