package chattiness

import (
	"time"

	"familiar/internal/bounds"
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
	fields := []bounds.Field{
		bounds.OneOf("tier", c.Tier, Tiers...).Want("one of %v", Tiers),
		bounds.OrMore("step", c.Step, 0).Of("lines"),
		bounds.OrMore("floor", c.Floor, 1).Of("lines"),
		bounds.Positive("lull", c.Lull),
		bounds.OrMore("voice_lull", c.VoiceLull, 0),
		bounds.OrMore("question", c.Question, 0),
		bounds.OrMore("backoff_after", c.BackoffAfter, 0).Of("refusals"),
	}
	if c.BackoffAfter > 0 {
		fields = append(fields,
			bounds.Positive("backoff_base", c.BackoffBase),
			bounds.AtLeast("backoff_max", c.BackoffMax, c.BackoffBase).Want("at least backoff_base, %v", c.BackoffBase))
	}
	fields = append(fields, bounds.Must(c.Share >= 0 && c.Share < 1, "chattiness: share %v: want at least 0 and less than 1", c.Share))
	return ("chattiness: " + bounds.Plain).Check(fields...)
}
