package ladder

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"familiar/internal/bounds"
	"familiar/messages"
)

// Config is what an operator may tune. The zero Config is invalid; start from
// [Default] or [Preset].
type Config struct {
	// Rungs is the ladder from the top. It begins with self and names no rung
	// twice; rest, which applies to everything, can only be the last.
	Rungs []Rung `toml:"rungs"`

	// Address is what dm, mention, reply and a call by name answer: engage, or
	// ask the judge first. Default engage.
	Address messages.Act `toml:"address"`

	// Named is what alias answers if one of the names is only within the text:
	// engage or ask. Default ask.
	Named messages.Act `toml:"named"`

	// Solo is what solo answers if only one human has been seen but there may be
	// others: engage or ask. Default ask.
	Solo messages.Act `toml:"solo"`

	// Crowd is what a live credit is worth among several humans: engage or
	// ask. With one human it is always worth engage. Default ask.
	Crowd messages.Act `toml:"crowd"`

	// Rest is what the rung rest answers: observe, engage, ask, or wait, which
	// leaves the line to chattiness. Default wait.
	Rest messages.Act `toml:"rest"`

	// Alias is how the familiar's names are looked for: auto, substring or
	// word. Default auto.
	Alias Match `toml:"alias"`
}

// Default returns the preset social.
func Default() Config {
	return Config{
		Rungs:   Rungs(),
		Address: messages.Engage,
		Named:   messages.Ask,
		Solo:    messages.Ask,
		Crowd:   messages.Ask,
		Rest:    messages.Wait,
		Alias:   Auto,
	}
}

// Presets returns the names [Preset] knows.
func Presets() []string {
	return []string{"ladder", "window", "assigned", "chatty", "relevance", "social"}
}

// Preset returns the ladder of that name; false when there is none. The caller
// may change it.
func Preset(name string) (Config, bool) {
	c := Default()
	switch name {
	case "social":
	case "ladder":
		c.Rungs = []Rung{Self, DM, Mention, Reply, Sibling, Aside, Sticky, Alias, Elsewhere, ColdThread, Solo}
		c.Crowd, c.Rest, c.Alias = messages.Engage, messages.Observe, Substring
		c.Named, c.Solo = messages.Engage, messages.Engage
	case "window":
		c.Rungs = []Rung{Self, Sibling, Sticky, Mode, Mention, Reply, Rest}
		c.Crowd, c.Rest = messages.Engage, messages.Observe
	case "chatty":
		c.Rungs = []Rung{Self, Mention, Alias, Sibling, Rest}
		c.Address, c.Alias = messages.Ask, Word
	case "assigned":
		c.Rungs, c.Rest = []Rung{Self, Mode}, messages.Observe
	case "relevance":
		c.Rungs, c.Rest = []Rung{Self, DM, Mention, Sibling, Rest}, messages.Ask
	default:
		return Config{}, false
	}
	return c, true
}

// Validate says what is wrong, all of it, and what is allowed instead.
func (c *Config) Validate() error {
	return bounds.Check(
		bounds.Err(c.validateRungs()),
		bounds.OneOf("address", c.Address, messages.Engage, messages.Ask),
		bounds.OneOf("named", c.Named, messages.Engage, messages.Ask),
		bounds.OneOf("solo", c.Solo, messages.Engage, messages.Ask),
		bounds.OneOf("crowd", c.Crowd, messages.Engage, messages.Ask),
		bounds.OneOf("rest", c.Rest, messages.Observe, messages.Engage, messages.Ask, messages.Wait),
		bounds.OneOf("alias", c.Alias, Auto, Substring, Word),
	)
}

func (c *Config) validateRungs() error {
	var errs []error
	if len(c.Rungs) == 0 || c.Rungs[0] != Self {
		errs = append(errs, fmt.Errorf("rungs = %q: the first must be %q, or the familiar answers itself", c.Rungs, Self))
	}
	for i, rung := range c.Rungs {
		switch {
		case find(rung, 0) < 0:
			errs = append(errs, fmt.Errorf("rungs: unknown rung %q: want one of %s", rung, list(Rungs())))
		case slices.Contains(c.Rungs[:i], rung):
			errs = append(errs, fmt.Errorf("rungs: %q is listed twice", rung))
		case rung == Rest && i != len(c.Rungs)-1:
			errs = append(errs, fmt.Errorf("rungs: %q applies to every line, so nothing can follow it", Rest))
		}
	}
	return errors.Join(errs...)
}

func list[T ~string](words []T) string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = string(w)
	}
	return strings.Join(all, ", ")
}
