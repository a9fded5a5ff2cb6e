package memory

import "familiar/internal/bounds"

// A Scope says where what a familiar learns of a person is read.
type Scope string

// The scopes.
const (
	OfChannel   Scope = "channel"   // where it was learned
	OfWorkspace Scope = "workspace" // also elsewhere in its workspace, if everybody there could read what it was made of
	OfPerson    Scope = "person"    // and wherever it answers somebody who agreed to that
)

// Config is what an operator may tune. The zero Config keeps nothing.
type Config struct {
	On         bool   `toml:"on"`         // keep in mind what was said in a channel; a model is asked about it after talk has settled; default false
	Most       int    `toml:"most"`       // memories kept of a channel, 1 to 200; the oldest of the least sure go first; default 50
	Embeddings string `toml:"embeddings"` // name of a model of kind openai: what is alike by its vectors comes to mind, too, and it is sent what is kept and what is answered; default "": what shares words does
	Scope      Scope  `toml:"scope"`      // channel; workspace: what it has learned of somebody in a channel that their whole workspace can read comes to mind elsewhere there, too, when it answers them; or person: also what they agreed to, wherever it answers them, by whichever account they linked; default channel
}

// Default is every preset's: nothing is kept until an operator says so.
func Default() Config { return Config{Most: 50, Scope: OfChannel} }

// Lends reports whether what is kept of people may be read elsewhere.
func (c *Config) Lends() bool { return c.On && (c.Scope == OfWorkspace || c.Scope == OfPerson) }

// LendsAgreed reports whether it may be read wherever people agreed to.
func (c *Config) LendsAgreed() bool { return c.On && c.Scope == OfPerson }

// Validate names every knob whose value makes no sense. Nothing is wrong while it
// is off.
func (c Config) Validate() error {
	if !c.On {
		return nil
	}
	return bounds.Got.Check(
		bounds.Within("memory.most", c.Most, 1, MaxKept),
		bounds.OneOf("memory.scope", c.Scope, OfChannel, OfWorkspace, OfPerson),
	)
}
