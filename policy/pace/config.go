package pace

import (
	"time"

	"familiar/internal/bounds"
)

// LongestPause is the longest bound Validate allows: a turn of ten parts is
// then still posted within the time the network is given.
const LongestPause = 30 * time.Second

// Config is what an operator may tune for each familiar. The zero Config is
// off and never shows typing.
type Config struct {
	On       bool          `toml:"on"`        // wait before posting; default false
	Read     float64       `toml:"read"`      // characters read in a second; 0: reading takes no time; default 20
	ReadMost time.Duration `toml:"read_most"` // the longest it reads, up to 30s; default 4s
	Type     float64       `toml:"type"`      // characters typed in a second; 0: every part takes most; default 25
	Least    time.Duration `toml:"least"`     // the shortest it types a part; default 800ms
	Most     time.Duration `toml:"most"`      // the longest it types a part, up to 30s; default 6s
	Jitter   float64       `toml:"jitter"`    // part of each pause it may be off by, 0 to 1; default 0.2

	Typing Typing `toml:"typing"` // when typing is shown: never, sure or turn; default sure
}

// Default is off. Its reading speed is that of silent reading, some 238 words
// a minute (Brysbaert, "How many words do we read per minute?", 2019); the
// rest is the slower of two settings recorded from another system, whose words
// come faster than fingers.
func Default() Config {
	return Config{
		Read: 20, ReadMost: 4 * time.Second,
		Type: 25, Least: 800 * time.Millisecond, Most: 6 * time.Second,
		Jitter: 0.2, Typing: Sure,
	}
}

// Validate says what is wrong, all of it. While pace is off only Typing can be.
func (c Config) Validate() error {
	typing := bounds.Must(c.Typing.known(), "typing = %q: want one of %v", c.Typing, Typings)
	if !c.On {
		return bounds.Check(typing)
	}
	return bounds.Check(
		typing,
		bounds.OrMore("read", c.Read, 0).Of("characters a second"),
		bounds.OrMore("type", c.Type, 0).Of("characters a second"),
		bounds.Between("read_most", c.ReadMost, 0, LongestPause).Want("0s to %v", LongestPause),
		bounds.OrMore("least", c.Least, 0).Want("0s or more"),
		bounds.Between("most", c.Most, c.Least, LongestPause).Want("at least least, %v, and at most %v", c.Least, LongestPause),
		bounds.Between("jitter", c.Jitter, 0, 1),
	)
}
