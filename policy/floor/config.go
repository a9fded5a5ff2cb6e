package floor

import (
	"time"

	"familiar/internal/bounds"
)

// Config is what an operator may tune for a channel. In the zero Config the
// floor is off: everybody may speak unasked at any time.
type Config struct {
	On   bool          `toml:"on"`   // one familiar at a time speaks unasked; default true
	Rest time.Duration `toml:"rest"` // how long the siblings hold back after one had the floor; default 30s; 0: not at all
	Hold time.Duration `toml:"hold"` // how long one has it without a new order, at least 1s; default 5m
}

// Default returns the preset social.
func Default() Config { return Config{On: true, Rest: 30 * time.Second, Hold: 5 * time.Minute} }

// Preset returns the floor of the preset of that name. Only social has one: the systems
// that the others follow know no siblings.
func Preset(name string) Config {
	c := Default()
	c.On = name == "social"
	return c
}

// Validate says what is wrong, all of it. Nothing is wrong while the floor is
// off, so that it can be switched off by one line.
func (c Config) Validate() error {
	if !c.On {
		return nil
	}
	return bounds.Check(
		bounds.OrMore("rest", c.Rest, 0),
		bounds.AtLeast("hold", c.Hold, time.Second),
	)
}
