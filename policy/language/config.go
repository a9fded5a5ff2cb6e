package language

import (
	"fmt"
)

// Config is what an operator may tune.
type Config struct {
	Fallback Language `toml:"fallback"` // of notices where no other is clear, two letters as in ISO 639-1; default en
	Guess    bool     `toml:"guess"`    // take the channel's own where it is clear; default true
}

// Default guesses, and falls back to English.
func Default() Config { return Config{Fallback: "en", Guess: true} }

// Validate says what is wrong.
func (c Config) Validate() error {
	if err := c.Fallback.Validate(); err != nil {
		return fmt.Errorf("fallback: %w", err)
	}
	return nil
}

// Validate reports whether l has the form of a code.
func (l Language) Validate() error {
	if len(l) != 2 || l[0] < 'a' || l[0] > 'z' || l[1] < 'a' || l[1] > 'z' {
		return fmt.Errorf(`%q is not a language: want two lower-case letters such as "en"`, string(l))
	}
	return nil
}
