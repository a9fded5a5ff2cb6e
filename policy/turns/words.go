package turns

import (
	"errors"
	"fmt"

	"familiar/policy/language"
)

// Words are the notices that are said in the channel. {familiar} stands for
// who lost the turn, {next} for who has it now (empty: nobody), {seconds} for
// how long it took.
type Words struct {
	TimedOut string `toml:"timed_out"` // a turn ran out; default English
	Offline  string `toml:"offline"`   // its holder went offline; default English
}

// English returns the notices in English.
func English() Words {
	return Words{
		TimedOut: "{familiar}'s turn ran out after {seconds} s.",
		Offline:  "{familiar} is offline and loses the turn.",
	}
}

var places = language.Places{"familiar", "next", "seconds"}

// Validate says what is wrong, all of it.
func (w Words) Validate() error {
	return errors.Join(validateNotice("words.timed_out", w.TimedOut), validateNotice("words.offline", w.Offline))
}

func validateNotice(key, text string) error {
	if text == "" {
		return fmt.Errorf("%s is empty: say something, or set announce = false", key)
	}
	return places.Validate(key, text)
}
