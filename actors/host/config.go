package host

import (
	"cmp"
	"log/slog"
	"time"

	"familiar/internal/bounds"
)

// Config is what an operator or the app may tune. Zero fields take their value
// from [Default].
type Config struct {
	// Attempts is how often a message is tried before it is dead-lettered,
	// each time on a freshly made handler and at once. Default 3.
	Attempts int
	// Sweep is the interval of idle checks: actors due within it are checked
	// together. Default 100 ms.
	Sweep time.Duration
	// WaveSize is how many actors may be saving at the same time on their way
	// out, idle or drained. Default 256.
	WaveSize int

	// DeadLetter is told of every message given up. It runs in the actor that
	// failed, which waits for it; the host has logged the failure before. nil:
	// nobody is told.
	DeadLetter func(Failure)
	// Blameless reports whether a panic of that value is nobody's bug: what the actor
	// works with has become another process's, say. Its message is tried as often and
	// goes to DeadLetter, which tells of it, but it is logged at level debug, and the
	// actor isn't among those that panicked. nil: none is.
	Blameless func(value any) bool
	// Log gets failures. nil: slog.Default().
	Log *slog.Logger
}

// Default returns the configuration that New uses for zero fields.
func Default() Config {
	return Config{Attempts: 3, Sweep: 100 * time.Millisecond, WaveSize: 256}
}

// Validate says which field is out of range: none may be negative.
func (c Config) Validate() error {
	return bounds.Is.First(
		bounds.OrMore("host: attempts", c.Attempts, 0),
		bounds.OrMore("host: sweep", c.Sweep, 0),
		bounds.OrMore("host: wave_size", c.WaveSize, 0),
	)
}

// filled returns c with defaults for zero fields.
func (c Config) filled() Config {
	d := Default()
	c.Attempts = cmp.Or(c.Attempts, d.Attempts)
	c.Sweep = cmp.Or(c.Sweep, d.Sweep)
	c.WaveSize = cmp.Or(c.WaveSize, d.WaveSize)
	if c.Log == nil {
		c.Log = slog.Default()
	}
	return c
}
