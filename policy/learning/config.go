package learning

import "familiar/internal/bounds"

// Config is what an operator may tune. The zero Config learns nothing.
type Config struct {
	On      bool    `toml:"on"`      // learn from what follows; default false; false leaves what was learned unused
	Welcome float64 `toml:"welcome"` // share of what it says unasked that is to be welcome, .2 to .95; default .66
	Most    float64 `toml:"most"`    // farthest that the bars may move, in log-odds, 0 to 4; 0: not at all; default 3
	Memory  int     `toml:"memory"`  // after how many more signs one counts half, 5 to 1000; default 50
}

// Default is every preset's: nothing is learned until an operator says so.
func Default() Config { return Config{Welcome: .66, Most: 3, Memory: 50} }

// Validate names every knob whose value makes no sense. Nothing is wrong while it
// is off.
func (c Config) Validate() error {
	if !c.On {
		return nil
	}
	return ("learning: " + bounds.Plain).Check(
		bounds.Between("welcome", c.Welcome, .2, .95),
		bounds.Between("most", c.Most, 0, 4),
		bounds.Must(c.Memory >= 5 && c.Memory <= 1000, "learning: memory = %d: want 5 to 1000 signs", c.Memory),
	)
}
