package agent

import (
	"time"

	"familiar/internal/bounds"
	"familiar/llm"
	"familiar/llm/answer"
	"familiar/llm/quote"
	"familiar/messages"
	"familiar/policy/lore"
)

// A Card is what a turn knows of its familiar and of the place it speaks in.
type Card struct {
	Familiar messages.FamiliarID
	Name     string     // how people call it
	Persona  string     // the character card: who it is, in the operator's words
	Lore     *lore.Lore // what it knows of things that come up; nil: nothing
	Place    Place
}

// A Place is the channel as its network shows it. Empty fields are left out.
type Place struct {
	Name        string
	Description string
	Kind        string // "channel", "thread", "group", "dm" or "pane"
	Surface     string // hint how to write here: "Discord, Markdown is shown"
	Limit       int    // characters a message may have; 0: not known
}

// Config has the knobs of a turn.
type Config struct {
	Rounds     int           `toml:"rounds"`      // calls of the model in a turn; default 12
	SameCalls  int           `toml:"same_calls"`  // how often an identical tool call is carried out; default 3
	RoundCalls int           `toml:"round_calls"` // tool calls carried out in one round; default 16
	MaxText    int           `toml:"max_text"`    // characters shown of a line; default 4000
	MaxResult  int           `toml:"max_result"`  // characters shown of a tool's result; default 16000
	MaxTokens  int           `toml:"max_tokens"`  // of one answer; default 0: the model's own limit
	Margin     time.Duration `toml:"margin"`      // how long before its deadline a turn gives up; default 500ms
	Timeout    time.Duration `toml:"timeout"`     // of an order without deadline; default 2m
}

// Default returns the defaults.
func Default() Config {
	return Config{
		Rounds: 12, SameCalls: 3, RoundCalls: 16, MaxText: 4000, MaxResult: 16000,
		Margin: 500 * time.Millisecond, Timeout: 2 * time.Minute,
	}
}

// Validate says which knobs are out of bounds.
func (c Config) Validate() error {
	return bounds.Got.Check(
		bounds.Within("rounds", c.Rounds, 1, 1_000),
		bounds.Within("same_calls", c.SameCalls, 1, 1_000),
		bounds.Within("round_calls", c.RoundCalls, 1, 1_000),
		bounds.Within("max_text", c.MaxText, 1, 1_000_000),
		bounds.Within("max_result", c.MaxResult, 1, 1_000_000),
		bounds.Within("max_tokens", c.MaxTokens, 0, 1_000_000),
		bounds.Positive("timeout", c.Timeout),
		bounds.Must(c.Timeout <= 0 || c.Margin < c.Timeout, "margin: want less than timeout (%v), got %v", c.Timeout, c.Margin),
		bounds.OrMore("margin", c.Margin, 0),
	)
}

// Options are what turns share. The zero Options will do.
type Options struct {
	Config  Config            // zero: Default()
	Texts   Texts             // empty ones: DefaultTexts()
	Tools   Toolbox           // nil: Basic()
	Tag     func() string     // draws a turn's tag; nil: quote.NewTag
	Collect *answer.Collector // counts calls that never return, so share it; nil: one for this turn
	Inbox   *Inbox            // what the turn is given while it runs; nil: nothing
	Spent   func(llm.Usage)   // told after every call of the model, before the turn ends; nil: nobody
}

func (o Options) filled() Options {
	if o.Config == (Config{}) {
		o.Config = Default()
	}
	o.Texts = quote.Filled(o.Texts, DefaultTexts())
	if o.Tools == nil {
		o.Tools = Basic()
	}
	if o.Tag == nil {
		o.Tag = quote.NewTag
	}
	if o.Collect == nil {
		o.Collect = &answer.Collector{}
	}
	if o.Spent == nil {
		o.Spent = func(llm.Usage) {}
	}
	return o
}
