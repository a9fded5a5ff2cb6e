package membership

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"familiar/journal/jetstream/layout"
)

// Config is how a process enters. A zero field takes its value from [Default],
// except Self.
type Config struct {
	// Prefix begins the bucket's name, as it begins the store's streams.
	Prefix string
	// Replicas is how many servers keep the bucket, 1 to 5. A bucket that has more
	// keeps them; one that has fewer gets these.
	Replicas int
	// TTL is how long a key outlives its holder, in whole seconds. It is renewed
	// three times in that time.
	TTL time.Duration
	// Self is what others are told of this process. Its ID is ignored: each time it
	// enters it gets a new one.
	Self Member
	Log  *slog.Logger
}

// Default returns the prefix familiar, 1 replica, 6 seconds and [slog.Default]. A
// NATS cluster whose leader is killed is without one for 4 to 8 seconds: at 6 seconds
// everybody often loses everything then, for a moment; at 12 nobody did.
func Default() Config {
	return Config{Prefix: "familiar", Replicas: 1, TTL: 6 * time.Second, Log: slog.Default()}
}

// Limits of a Config.
const (
	minTTL      = time.Second // NATS knows none below
	maxTTL      = time.Hour
	maxReplicas = 5
)

// margin is how much earlier than the server a holder takes a key for expired:
// the server's timers and clocks are not exact.
const margin = 500 * time.Millisecond

// mostHeld bounds how many keys one process holds: each is renewed by a goroutine.
const mostHeld = 4096

// Validate says what can't be. A zero field is right: it takes the default.
func (c Config) Validate() error {
	var problems []error
	bad := func(is bool, format string, args ...any) {
		if is {
			problems = append(problems, fmt.Errorf(format, args...))
		}
	}
	bad(c.Prefix != "" && layout.Token(c.Prefix) != c.Prefix, "prefix: want letters, digits, - and _")
	bad(c.Replicas < 0 || c.Replicas > maxReplicas, "replicas: want 1 to %d", maxReplicas)
	bad(c.TTL != 0 && (c.TTL < minTTL || c.TTL > maxTTL || c.TTL%time.Second != 0), "TTL: want whole seconds, %v to %v", minTTL, maxTTL)
	if err := c.Self.validate(); err != nil {
		problems = append(problems, err)
	}
	if len(problems) > 0 {
		return fmt.Errorf("membership: %w", errors.Join(problems...))
	}
	return nil
}

func (c Config) withDefaults() Config {
	d := Default()
	c.Prefix, c.Replicas = cmp.Or(c.Prefix, d.Prefix), cmp.Or(c.Replicas, d.Replicas)
	c.TTL, c.Log = cmp.Or(c.TTL, d.TTL), cmp.Or(c.Log, d.Log)
	return c
}

// every is between two renewals.
func (c Config) every() time.Duration { return c.TTL / 3 }

// patience is how long one question to the server may take before it is asked
// again.
func (c Config) patience() time.Duration { return c.TTL / 6 }
