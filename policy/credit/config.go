package credit

import (
	"time"

	"familiar/internal/bounds"
)

// A Mode is what happens to a credit that is used.
type Mode string

// The modes.
const (
	Slide Mode = "slide" // it runs a whole window again
	Once  Mode = "once"  // it is gone; only our next reply grants another
	Kept  Mode = "kept"  // it stays as it is; only our replies move it
)

// A Scope says to whom a credit belongs.
type Scope string

// The scopes.
const (
	Author  Scope = "author"  // of each author we answered, in the [Ledger]
	Channel Scope = "channel" // of everybody in the channel or thread, as its one window in policy/window
)

// LongestWindow is the longest window Validate allows; the same limit as in
// the system the preset ladder follows.
const LongestWindow = 24 * time.Hour

// Config is what an operator may tune. The zero Config gives no credits.
type Config struct {
	On     bool          `toml:"on"`     // credits are given; default true
	Window time.Duration `toml:"window"` // how long one lasts, 1ms to 24h; default 5m
	Mode   Mode          `toml:"mode"`   // slide, once or kept; default slide
	Scope  Scope         `toml:"scope"`  // author or channel, which wants the mode kept; default author
}

// Default returns the preset social.
func Default() Config { return Config{On: true, Window: 5 * time.Minute, Mode: Slide, Scope: Author} }

// Preset returns the credit of the preset of that name.
func Preset(name string) Config {
	c := Default()
	switch name {
	case "ladder":
		c.Window = 15 * time.Minute
	case "window":
		c.Window, c.Mode, c.Scope = 20*time.Minute, Kept, Channel
	case "chatty", "assigned", "relevance":
		c.On = false
	}
	return c
}

// Validate says what is wrong, all of it. Nothing is wrong while credits are
// off, so that they can be switched off by one line.
func (c Config) Validate() error {
	if !c.On {
		return nil
	}
	scope := bounds.Either("scope", c.Scope, Author, Channel)
	if c.Scope == Channel {
		scope = bounds.OneOf("mode", c.Mode, Kept).Want("kept, because only replies move the window of a channel")
	}
	return bounds.Check(
		bounds.Between("window", c.Window, time.Millisecond, LongestWindow),
		bounds.OneOf("mode", c.Mode, Slide, Once, Kept),
		scope,
	)
}
