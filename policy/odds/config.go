package odds

import (
	"math"

	"familiar/internal/bounds"
	"familiar/messages"
)

// A Verdict is what an estimate settles.
type Verdict string

// The verdicts.
const (
	Yes  Verdict = "yes"  // sure enough: it is answered, nobody is asked
	No   Verdict = "no"   // sure enough: it is only observed
	Band Verdict = "band" // neither: the judge is to be asked
	Soon Verdict = "soon" // neither, and the judge is to be asked at once, not after a lull
)

// MostPressure is the highest step of the budget's pressure; 0 is none.
const MostPressure = 4

// A Bar is what a probability is held to when there is a judge.
type Bar struct {
	Hi float64 `toml:"hi"` // sure yes from here on; above lo, up to 1; 1: never sure
	Lo float64 `toml:"lo"` // sure no below; 0: never sure
}

// Config is what an operator may tune. The zero Config settles nothing.
type Config struct {
	On      bool    `toml:"on"`      // estimate and settle; default true; off, everything is [Band]
	Ask     Bar     `toml:"ask"`     // for a line the judge would be asked about at once; default hi .65, lo .08
	Wait    Bar     `toml:"wait"`    // for a line left to chattiness; default hi .65, lo .01; lo 0 leaves it everything
	AtOnce  float64 `toml:"at_once"` // a line left to chattiness is asked about at once from here on, not after a lull; 0: never; default .09
	Worth   float64 `toml:"worth"`   // answers expected to what has waited that are worth asking the judge after a lull, by the curve or about an open question, 0 to 1; 0: any; default .5
	Alone   float64 `toml:"alone"`   // the one bar when there is no judge: yes from here on, else no; default .32
	Lift    float64 `toml:"lift"`    // each step of pressure lifts every bar by this much log-odds, 0 to 2; 0: not at all; default .5
	Second  Second  `toml:"second"`  // when a second judge is asked, if there is one
	Weights string  `toml:"weights"` // file of weights; "" (default): those the program carries
}

// Default returns the preset social. The bars are chosen on recorded channels, by
// estimates of weights that had not seen the channel: under .01 are three
// quarters of the lines nobody said are for the familiar, and one in nine of
// those it answered, some of which a lull brings up all the same; from .65 on
// two in three are answered, and that is one line in fifteen hundred. Without a judge
// .32 has the best F1 that still covers two thirds of what is answered or
// addressed. docs/odds.md has the figures.
func Default() Config {
	return Config{On: true, Ask: Bar{Hi: .65, Lo: .08}, Wait: Bar{Hi: .65, Lo: .01}, AtOnce: .09, Worth: .5, Alone: .32, Lift: .5, Second: defaultSecond()}
}

// Preset returns the odds of the preset of that name, which are off in all but
// social; false when there is none.
func Preset(name string) (Config, bool) {
	c := Default()
	switch name {
	case "social":
	case "ladder", "window", "assigned", "chatty", "relevance":
		c.On = false
	default:
		return Config{}, false
	}
	return c, true
}

// Validate says what is wrong, all of it. Nothing is wrong while odds are off,
// so that they can be switched off by one line.
func (c Config) Validate() error {
	if !c.On {
		return nil
	}
	return bounds.Check(append(c.Second.validate(),
		bounds.Between("ask.hi", c.Ask.Hi, 0, 1),
		bounds.Between("ask.lo", c.Ask.Lo, 0, 1),
		bounds.Must(!(c.Ask.Lo >= c.Ask.Hi), "ask.lo = %v: want less than hi, which is %v", c.Ask.Lo, c.Ask.Hi),
		bounds.Between("wait.hi", c.Wait.Hi, 0, 1),
		bounds.Between("wait.lo", c.Wait.Lo, 0, 1),
		bounds.Must(!(c.Wait.Lo >= c.Wait.Hi), "wait.lo = %v: want less than hi, which is %v", c.Wait.Lo, c.Wait.Hi),
		bounds.Between("at_once", c.AtOnce, 0, 1),
		bounds.Between("worth", c.Worth, 0, 1),
		bounds.Between("alone", c.Alone, 0, 1),
		bounds.Between("lift", c.Lift, 0, 2),
	)...)
}

// Settle says what a probability means for a line the ladder answered ask or
// wait about: judged with somebody to ask, with every bar lifted by that much
// log-odds, or lowered; what is answered without asking a judge there is doesn't
// get more by that. Of any other act, and while odds are off, there is nothing to
// settle: Band. Else without a judge there is no Band. It also gives the bar
// that p passed or failed: for Band the one it would have needed to be a yes,
// and 0 when nothing was settled.
func (c *Config) Settle(act messages.Act, p float64, judged bool, lift float64) (v Verdict, bar float64) {
	bars := c.Ask
	switch {
	case !c.On || act != messages.Ask && act != messages.Wait:
		return Band, 0
	case act == messages.Wait:
		bars = c.Wait
	}
	if !judged {
		bars = Bar{Hi: c.Alone, Lo: c.Alone}
	}
	if lo := lifted(bars.Lo, lift); p < lo {
		return No, lo
	}
	bar = lifted(bars.Hi, lift)
	if judged && lift < 0 {
		bar = bars.Hi
	}
	if !judged || p >= bar && bar < 1 {
		return Yes, bar
	}
	if now := lifted(c.AtOnce, lift); act == messages.Wait && now > 0 && p >= now {
		return Soon, bar
	}
	return Band, bar
}

// Pressed is the lift of a pressure of 0 to [MostPressure].
func (c *Config) Pressed(pressure int) float64 {
	return c.Lift * float64(min(max(pressure, 0), MostPressure))
}

// WorthOf is how many answers have to be expected to what has waited for it to be
// worth a question of the judge that nothing else calls for, with every bar lifted
// by that much log-odds; 0: any.
func (c *Config) WorthOf(lift float64) float64 {
	if !c.On {
		return 0
	}
	return c.Worth * math.Exp(lift)
}

// lifted moves a bar up by that much log-odds. A bar of 0 or 1 is at neither
// end of any odds and stays.
func lifted(bar, by float64) float64 {
	if by == 0 || bar <= 0 || bar >= 1 {
		return bar
	}
	return logistic(logit(bar) + by)
}
