package gate

import (
	"time"

	"familiar/internal/bounds"
)

// Config has the knobs of one model's gate.
type Config struct {
	Concurrency int           `toml:"concurrency"` // calls in flight at once, of all processes; default 20
	PerMinute   int           `toml:"per_minute"`  // calls started a minute, of all processes, attempts counted; default 0: no limit
	Queue       int           `toml:"queue"`       // calls that may wait; default 1000
	Attempts    int           `toml:"attempts"`    // of one call, the first counted; default 4
	FirstPause  time.Duration `toml:"first_pause"` // the most there is between the first two attempts, then doubled; default 500ms
	LastPause   time.Duration `toml:"last_pause"`  // where doubling ends; default 30s
	Timeout     time.Duration `toml:"timeout"`     // of one attempt, from its slot to its last word; default 2m
	BreakAfter  int           `toml:"break_after"` // failures in a row after which the model is left alone; default 8
	BreakFor    time.Duration `toml:"break_for"`   // how long, before one call tries again; default 30s
}

// Default returns the defaults.
func Default() Config {
	return Config{
		Concurrency: 20, Queue: 1000,
		Attempts: 4, FirstPause: 500 * time.Millisecond, LastPause: 30 * time.Second, Timeout: 2 * time.Minute,
		BreakAfter: 8, BreakFor: 30 * time.Second,
	}
}

// Validate says which knobs are out of bounds.
func (c Config) Validate() error {
	return bounds.Got.Check(
		bounds.Within("concurrency", c.Concurrency, 1, 10_000),
		bounds.Within("per_minute", c.PerMinute, 0, 1_000_000),
		bounds.Within("queue", c.Queue, 1, 1_000_000),
		bounds.Within("attempts", c.Attempts, 1, 100),
		bounds.Within("break_after", c.BreakAfter, 1, 1_000_000),
		bounds.Positive("first_pause", c.FirstPause),
		bounds.Positive("timeout", c.Timeout),
		bounds.Positive("break_for", c.BreakFor),
		bounds.OrMore("last_pause", c.LastPause, c.FirstPause).Want("first_pause (%v) or more", c.FirstPause),
	)
}
