package budget

import (
	"errors"

	"familiar/policy/language"
)

// Words are what is said in a channel. {familiar} stands for the name of who
// was addressed.
type Words struct {
	Limit  string `toml:"limit"`  // said once a day to a person who addresses it when the limit is reached; "": nothing, in any language; default English
	Person string `toml:"person"` // said once a day to a person who addresses it and has had what one may; "": nothing, in any language; default English
}

// English returns the words in English.
func English() Words {
	return Words{
		Limit:  "{familiar} has used up what it may spend today and will be back tomorrow.",
		Person: "{familiar} has answered you as often as it may today. Until tomorrow!",
	}
}

var places = language.Places{"familiar"}

// Validate says what is wrong.
func (w Words) Validate() error {
	return errors.Join(places.Validate("words.limit", w.Limit), places.Validate("words.person", w.Person))
}
