package monitor

import (
	"time"

	"familiar/internal/bounds"
	"familiar/llm"
	"familiar/llm/answer"
	"familiar/llm/quote"
	"familiar/messages"
)

// A Card is what a judge is told of the familiar it judges for.
type Card struct {
	Familiar   messages.FamiliarID
	Name       string // how people call it
	Persona    string // the character card; a judge sees its first MaxCard characters
	Chattiness string // how talkative it is, in words; "" says nothing

	Personality string // how it takes part, in the operator's words; "" says nothing

	Others []Card // of the familiars that the question is about, too, in the order of [messages.Judge].Others
}

// Config has the knobs of the monitor.
type Config struct {
	Queue     int           `toml:"queue"`      // questions open at once, one more is shed; default 256
	MaxText   int           `toml:"max_text"`   // characters shown of a line; default 800
	MaxCard   int           `toml:"max_card"`   // characters shown of the character card; default 600
	MaxTokens int           `toml:"max_tokens"` // of a verdict; default 160
	Margin    time.Duration `toml:"margin"`     // how long before its deadline a question is given up; default 250ms
	Timeout   time.Duration `toml:"timeout"`    // of a question without deadline; default 15s
}

// Default returns the defaults.
func Default() Config {
	return Config{
		Queue: 256, MaxText: 800, MaxCard: 600, MaxTokens: 160,
		Margin: 250 * time.Millisecond, Timeout: 15 * time.Second,
	}
}

// Validate says which knobs are out of bounds.
func (c Config) Validate() error {
	return bounds.Got.Check(
		bounds.Within("queue", c.Queue, 1, 100_000),
		bounds.Within("max_text", c.MaxText, 1, 1_000_000),
		bounds.Within("max_card", c.MaxCard, 1, 1_000_000),
		bounds.Within("max_tokens", c.MaxTokens, 1, 1_000_000),
		bounds.Positive("timeout", c.Timeout),
		bounds.Must(c.Timeout <= 0 || c.Margin < c.Timeout, "margin: want less than timeout (%v), got %v", c.Timeout, c.Margin),
		bounds.OrMore("margin", c.Margin, 0),
	)
}

// Options are what all questions share. The zero Options will do.
type Options struct {
	Config  Config            // zero: Default()
	Texts   Texts             // empty ones: DefaultTexts()
	Tag     func() string     // draws a page's tag; nil: quote.NewTag
	Collect *answer.Collector // counts calls that never return, so share it; nil: a new one each time
	Wordy   *Wordy            // which models don't answer in a word, so share it; nil: each finds out anew
	Spent   func(llm.Usage)   // told after every call of the model; nil: nobody
}

func (o Options) filled() Options {
	if o.Config == (Config{}) {
		o.Config = Default()
	}
	o.Texts = quote.Filled(o.Texts, DefaultTexts())
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
