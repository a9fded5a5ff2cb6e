package memory

import "familiar/internal/bounds"

// Config is what an operator may tune. The zero Config keeps nothing.
type Config struct {
	On   bool `toml:"on"`   // keep in mind what was said in a channel, for that channel only; a model is asked about it after talk has settled; default false
	Most int  `toml:"most"` // memories kept of a channel, 1 to 200; the oldest of the least sure go first; default 50
}

// Default is every preset's: nothing is kept until an operator says so.
func Default() Config { return Config{Most: 50} }

// Validate names every knob whose value makes no sense. Nothing is wrong while it
// is off.
func (c Config) Validate() error {
	if !c.On {
		return nil
	}
	return bounds.Got.Check(bounds.Within("memory.most", c.Most, 1, MaxKept))
}
