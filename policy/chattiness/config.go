package chattiness

import (
	"errors"
	"fmt"
	"time"
)

// Config is what an operator may tune for each familiar.
type Config struct {
	On        bool          `toml:"on"`         // false: the familiar never thinks of speaking unasked
	Tier      Tier          `toml:"tier"`       // how many lines until it first thinks of breaking in
	Step      int           `toml:"step"`       // lines by which each refusal shortens the interval; 0: not at all
	Floor     int           `toml:"floor"`      // lines the interval never falls below; at least 1
	Jitter    bool          `toml:"jitter"`     // vary each interval by up to two lines
	Lull      time.Duration `toml:"lull"`       // how long a silence has to last
	VoiceLull time.Duration `toml:"voice_lull"` // the same where people speak, when no endpoint was heard; 0: as lull

	Question time.Duration `toml:"question"` // how long a question may stand unanswered; 0: questions are nothing special

	BackoffAfter int           `toml:"backoff_after"` // refusals in a row until it holds back; 0: it never does
	BackoffBase  time.Duration `toml:"backoff_base"`  // how long it then holds back; doubled by every further refusal
	BackoffMax   time.Duration `toml:"backoff_max"`   // the longest it holds back

	Share float64 `toml:"share"` // above this share of the last 32 lines being its own it waits longer; 0: it does not care

	Personality string `toml:"personality"` // how it takes part, which its judge reads beside the tier; "": nothing

	// Draw gives the k-th draw of a seat in [0,1), for Jitter; nil: a hash of
	// the two. It must depend on nothing else, or a replay differs.
	Draw func(seed uint64, k int) float64 `toml:"-"`
}

// Default is the timing of the preset `social`.
func Default() Config {
	c := Chatty()
	c.Question = 90 * time.Second
	c.BackoffAfter, c.BackoffBase, c.BackoffMax = 3, time.Minute, 10*time.Minute
	c.Share = 0.4
	return c
}

// Chatty is the timing of the preset `chatty`: lull and curve, nothing else.
func Chatty() Config {
	return Config{
		On:        true,
		Tier:      Average,
		Step:      3,
		Floor:     3,
		Jitter:    true,
		Lull:      10 * time.Second,
		VoiceLull: 5 * time.Second,
	}
}

// Validate names every knob whose value makes no sense.
func (c Config) Validate() error {
	var errs []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf("chattiness: "+format, args...))
		}
	}
	check(c.Tier.known(), "tier %q: want one of %v", c.Tier, Tiers)
	check(c.Step >= 0, "step %d: want 0 or more lines", c.Step)
	check(c.Floor >= 1, "floor %d: want 1 or more lines", c.Floor)
	check(c.Lull > 0, "lull %v: want more than 0", c.Lull)
	check(c.VoiceLull >= 0, "voice_lull %v: want 0 or more", c.VoiceLull)
	check(c.Question >= 0, "question %v: want 0 or more", c.Question)
	check(c.BackoffAfter >= 0, "backoff_after %d: want 0 or more refusals", c.BackoffAfter)
	if c.BackoffAfter > 0 {
		check(c.BackoffBase > 0, "backoff_base %v: want more than 0", c.BackoffBase)
		check(c.BackoffMax >= c.BackoffBase, "backoff_max %v: want at least backoff_base, %v", c.BackoffMax, c.BackoffBase)
	}
	check(c.Share >= 0 && c.Share < 1, "share %v: want 0 or more and less than 1", c.Share)
	return errors.Join(errs...)
}
