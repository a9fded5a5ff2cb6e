package budget

import "familiar/policy/language"

// Words are what is said in a channel. {familiar} stands for the name of who
// was addressed.
type Words struct {
	Limit string `toml:"limit"` // the hard limit is reached, said to whoever addresses it, once a day; "": nothing is said, in no language; default English
}

// English returns the words in English.
func English() Words {
	return Words{Limit: "{familiar} has used up what it may spend today and will be back tomorrow."}
}

var places = language.Places{"familiar"}

// Validate says what is wrong.
func (w Words) Validate() error {
	return places.Validate("words.limit", w.Limit)
}
