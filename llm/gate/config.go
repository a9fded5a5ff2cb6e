package gate

import (
	"errors"
	"fmt"
	"time"
)

// Config has the knobs of one model's gate.
type Config struct {
	Concurrency int           `toml:"concurrency"` // calls in flight at once; default 20
	PerMinute   int           `toml:"per_minute"`  // calls started a minute, attempts counted; default 0: no limit
	Queue       int           `toml:"queue"`       // calls that may wait; default 1000
	Attempts    int           `toml:"attempts"`    // of one call, the first counted; default 4
	FirstPause  time.Duration `toml:"first_pause"` // the most there is between the first two attempts, then doubled; default 500ms
	LastPause   time.Duration `toml:"last_pause"`  // where doubling ends; default 30s
	Timeout     time.Duration `toml:"timeout"`     // of one attempt, from its slot to its last word; default 2m
	BreakAfter  int           `toml:"break_after"` // failures in a row after which the model is left alone; default 8
	BreakFor    time.Duration `toml:"break_for"`   // how long, before one call tries again; default 30s
}

// Default gives the defaults.
func Default() Config {
	return Config{
		Concurrency: 20, Queue: 1000,
		Attempts: 4, FirstPause: 500 * time.Millisecond, LastPause: 30 * time.Second, Timeout: 2 * time.Minute,
		BreakAfter: 8, BreakFor: 30 * time.Second,
	}
}

// Validate says which knobs are out of bounds.
func (c Config) Validate() error {
	var errs []error
	for _, k := range []struct {
		name           string
		n, least, most int
	}{
		{"concurrency", c.Concurrency, 1, 10_000},
		{"per_minute", c.PerMinute, 0, 1_000_000},
		{"queue", c.Queue, 1, 1_000_000},
		{"attempts", c.Attempts, 1, 100},
		{"break_after", c.BreakAfter, 1, 1_000_000},
	} {
		switch {
		case k.n < k.least:
			errs = append(errs, fmt.Errorf("%s: want %d or more, got %d", k.name, k.least, k.n))
		case k.n > k.most:
			errs = append(errs, fmt.Errorf("%s: want at most %d, got %d", k.name, k.most, k.n))
		}
	}
	for _, k := range []struct {
		name string
		d    time.Duration
	}{{"first_pause", c.FirstPause}, {"timeout", c.Timeout}, {"break_for", c.BreakFor}} {
		if k.d <= 0 {
			errs = append(errs, fmt.Errorf("%s: want more than 0, got %v", k.name, k.d))
		}
	}
	if c.LastPause < c.FirstPause {
		errs = append(errs, fmt.Errorf("last_pause: want first_pause (%v) or more, got %v", c.FirstPause, c.LastPause))
	}
	return errors.Join(errs...)
}
