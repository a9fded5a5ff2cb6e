package guard

import (
	"time"

	"familiar/internal/bounds"
	"familiar/policy/language"
)

// A Reset says which human line ends a round of bots.
type Reset string

// The resets.
const (
	Any     Reset = "any"     // any line of a human
	Engaged Reset = "engaged" // only one that the familiar answers
)

// A Count says what is counted.
type Count string

// The counts.
const (
	Turns Count = "turns" // turns whose newest answered line is not a human's
	Lines Count = "lines" // every line of a bot that is to be answered
)

// Config is what an operator may tune. The zero Config is invalid: the guard
// can't be switched off, at least it advises the model.
type Config struct {
	Notice int           `toml:"notice"` // the model is told from this many in a row on; at least 1; default 5
	Window time.Duration `toml:"window"` // how far back Burst looks, the limit included; default 60s
	Stop   int           `toml:"stop"`   // from this many in a row on nothing a bot says is answered; more than Notice; 0: the model is told, and decides; default 8
	Reset  Reset         `toml:"reset"`  // any or engaged; default any
	Count  Count         `toml:"count"`  // turns or lines; default turns

	Burst int `toml:"burst"` // the model is told from this many within Window on, too; 1 to 64, below Notice for it to matter; default 5

	Unmarked bool `toml:"unmarked"` // an author who answers as quickly and evenly as a program, with nobody else there, counts as a bot; default true

	Words        Words                       `toml:"words"`        // what is said of that
	Translations map[language.Language]Words `toml:"translations"` // the same in other languages; an empty text is as Words, or where those are the English ones as built in; default none

	Cooldown time.Duration `toml:"cooldown"` // after the stop, how long until bots are answered again though no human came; default 0: never
}

// Default returns the guard of every preset but ladder.
func Default() Config {
	return Config{Notice: 5, Window: time.Minute, Burst: 5, Stop: 8, Reset: Any, Count: Turns, Unmarked: true, Words: English()}
}

// Preset returns the guard of the preset of that name.
func Preset(name string) Config {
	c := Default()
	if name == "ladder" {
		c.Reset, c.Count, c.Unmarked = Engaged, Lines, false
	}
	return c
}

// Validate says what is wrong, all of it.
func (c Config) Validate() error {
	return bounds.Check(
		bounds.AtLeast("notice", c.Notice, 1),
		bounds.AtLeast("window", c.Window, time.Millisecond),
		bounds.Between("burst", c.Burst, 1, windowMost),
		bounds.Must(c.Stop == 0 || c.Stop > c.Notice, "stop = %d: want more than notice, which is %d, or 0 to only tell the model", c.Stop, c.Notice),
		bounds.Either("reset", c.Reset, Any, Engaged),
		bounds.Either("count", c.Count, Turns, Lines),
		bounds.Must(c.Cooldown >= 0, "cooldown = %v: can't be negative", c.Cooldown),
		bounds.Err(c.Words.Validate()),
		bounds.Err(language.ValidateTranslations(c.Translations, Words.Validate)),
	)
}
