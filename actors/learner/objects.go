package learner

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"familiar/llm/answer"
)

// errForm says that an answer is not in the form that was asked for.
var errForm = errors.New("not a list of objects with what to keep")

var fence = regexp.MustCompile("^```(json|jsonl)?$")

// objects reads an answer of one object a line, or NOTHING. One line of it that isn't an
// object of the form makes all of it [errForm]: a model that didn't understand the
// question is not to be trusted with the rest.
func objects[T any](text string) (all []T, err error) {
	text = answer.Unthought(text)
	if text == "" || strings.Trim(strings.ToUpper(text), ".!") == "NOTHING" {
		return nil, nil
	}
	for k, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || fence.MatchString(line) {
			continue
		}
		var one T
		d := json.NewDecoder(strings.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&one); err != nil || d.More() {
			return nil, fmt.Errorf("%w: line %d is none", errForm, k+1) // without its words: the log has this, too, which nobody forgets
		}
		all = append(all, one)
	}
	return all, nil
}
