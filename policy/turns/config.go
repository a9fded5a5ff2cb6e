package turns

import (
	"strings"
	"time"

	"familiar/internal/bounds"
	"familiar/messages"
	"familiar/policy/language"
)

// Unknown says what becomes of a channel that has no mode: one of the
// constants, or "familiar:NAME", to whom it is then assigned as by direct.
type Unknown string

// The fates of an unknown channel.
const (
	Decide   Unknown = ""        // the other rungs decide, as if there were no assignments
	Ignore   Unknown = "ignore"  // it is observed, nobody answers
	Fallback Unknown = "default" // as [Config.Default] says

	toFamiliar = "familiar:"
)

// A Clock says when the time of a turn starts.
type Clock string

// The clocks.
const (
	OnWork  Clock = "work"  // when work is delivered to the holder, or a person grants it the turn
	OnGrant Clock = "grant" // whenever it gets the turn, even in a channel where nobody speaks
)

// Config is what an operator may tune for each channel. The zero Config
// assigns nothing and is valid but for its clock.
type Config struct {
	Assignment

	Unknown Unknown    `toml:"unknown"` // of a channel without a mode: ignore, default or familiar:NAME; default "": the other rungs decide
	Default Assignment `toml:"default"` // of such a channel when unknown is default; default direct, with nobody

	Timeout  time.Duration                         `toml:"timeout"`  // how long a turn may take, the limit included; default 60s; 0: as long as it likes
	Timeouts map[messages.FamiliarID]time.Duration `toml:"timeouts"` // the same for single familiars; default none
	Clock    Clock                                 `toml:"clock"`    // work or grant; default work
	Announce bool                                  `toml:"announce"` // say in the channel that a turn ran out or its holder went offline; default true
	Words    Words                                 `toml:"words"`    // what is then said

	Translations map[language.Language]Words `toml:"translations"` // the same in other languages; an empty text is as Words, or where those are the English ones as built in; default none
}

// Default assigns nothing: the turns of every preset but assigned.
func Default() Config {
	return Config{
		Default:  Assignment{Mode: Direct},
		Timeout:  time.Minute,
		Clock:    OnWork,
		Announce: true,
		Words:    English(),
	}
}

// Preset returns the turns of the preset of that name.
func Preset(name string) Config {
	c := Default()
	if name == "assigned" {
		c.Unknown = Ignore
	}
	return c
}

// Validate says what is wrong, all of it.
func (c Config) Validate() error {
	fields := []bounds.Field{bounds.Err(c.Assignment.Validate())}
	if name, named := strings.CutPrefix(string(c.Unknown), toFamiliar); !named || name == "" {
		fields = append(fields, bounds.Either("unknown", c.Unknown, Decide, Ignore, Fallback).Want("ignore, default or familiar:NAME"))
	}
	if c.Unknown == Fallback {
		fields = append(fields, bounds.Under("default", c.Default.Validate()))
	}
	fields = append(fields, bounds.Must(c.Timeout >= 0, "timeout = %v: can't be negative", c.Timeout))
	for f, limit := range c.Timeouts {
		fields = append(fields, bounds.Must(limit >= 0, "timeouts.%s = %v: can't be negative", f, limit))
	}
	fields = append(fields, bounds.Either("clock", c.Clock, OnWork, OnGrant))
	if c.Announce {
		fields = append(fields, bounds.Err(c.Words.Validate()), bounds.Err(c.validateTranslations()))
	}
	return bounds.Check(fields...)
}

// assigned returns what holds for a channel of this configuration.
func (c *Config) assigned() Assignment {
	switch name, named := strings.CutPrefix(string(c.Unknown), toFamiliar); {
	case c.Mode != Off:
		return c.Assignment
	case c.Unknown == Ignore:
		return Assignment{Mode: Unassigned}
	case c.Unknown == Fallback:
		return c.Default
	case named:
		return Assignment{Mode: Direct, Members: []messages.FamiliarID{messages.FamiliarID(name)}}
	default:
		return Assignment{}
	}
}

// limit is how long a turn of f may take; 0: as long as it likes.
func (c *Config) limit(f messages.FamiliarID) time.Duration {
	if limit, set := c.Timeouts[f]; set {
		return limit
	}
	return c.Timeout
}
