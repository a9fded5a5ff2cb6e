package budget

import (
	"maps"
	"math"
	"slices"
	"time"

	"familiar/internal/bounds"
	"familiar/policy/language"
	"familiar/policy/zone"
)

// pressed is how many steps there are between [Free] and [Hard].
const pressed = int(Hard) - 1

// Config is what an operator may tune. In the zero Config, and by default,
// there are no limits: costs are added up and nothing presses.
type Config struct {
	Day      float64   `toml:"day"`      // US dollars a day for everything; default 0: no limit
	Familiar float64   `toml:"familiar"` // US dollars a day for each familiar; default 0: no limit
	Channel  float64   `toml:"channel"`  // US dollars a day for each channel; default 0: no limit
	Person   float64   `toml:"person"`   // US dollars a day for what answers one person; default 0: no limit
	Turns    int       `toml:"turns"`    // answers a day for one person; default 0: no limit
	Zone     zone.Zone `toml:"zone"`     // whose midnight ends the day; default "UTC"

	Shares  []float64 `toml:"shares"`  // of a limit, where steps 1, 2 and 3 begin; default 0.5, 0.75, 0.9
	Slack   float64   `toml:"slack"`   // a step ends this share of the limit below where it begins; default 0.05
	Stretch []float64 `toml:"stretch"` // times as long until it thinks of speaking unasked, in steps 1, 2 and 3; default 1.5, 2.5, 5

	InFlight time.Duration `toml:"in_flight"` // how long an estimate is reserved for a call that is never paid; default 10m
	Channels int           `toml:"channels"`  // how many channels' totals are kept, the newest; default 10000; 0: as default

	Words Words `toml:"words"` // what is said when a limit is reached

	Translations map[language.Language]Words `toml:"translations"` // the same in other languages; an empty text is as Words, or where those are the English ones as built in; default none

	Models map[string]float64 `toml:"-"` // US dollars a day for each model that has a limit, by its name, as the table of models gives them
	Prices map[string]Price   `toml:"-"` // by the model's name, as the table of models gives them
}

// Default returns the budget of every preset: no limits, no prices.
func Default() Config {
	return Config{
		Shares:   []float64{0.5, 0.75, 0.9},
		Slack:    0.05,
		Stretch:  []float64{1.5, 2.5, 5},
		InFlight: 10 * time.Minute,
		Channels: channelsKept,
		Words:    English(),
	}
}

// Limited reports whether there is any limit that presses on seats.
func (c *Config) Limited() bool { return c.Day > 0 || c.Familiar > 0 || c.Channel > 0 }

// Validate says what is wrong, all of it. What only shapes a limit may be left
// out while there is none.
func (c *Config) Validate() error {
	fields := []bounds.Field{
		bounds.OrMore("day", c.Day, 0).Of("US dollars"),
		bounds.OrMore("familiar", c.Familiar, 0).Of("US dollars"),
		bounds.OrMore("channel", c.Channel, 0).Of("US dollars"),
		bounds.OrMore("person", c.Person, 0).Of("US dollars"),
		bounds.OrMore("turns", c.Turns, 0),
		bounds.Err(c.Words.Validate()),
		bounds.Err(language.ValidateTranslations(c.Translations, Words.Validate)),
		bounds.OrMore("channels", c.Channels, 0),
	}
	if c.Limited() {
		fields = append(fields,
			bounds.Must(rising(c.Shares, 0, 1, true), "shares = %v: want three numbers above 0 and below 1, each above the one before", c.Shares),
			bounds.Must(c.Slack >= 0 && len(c.Shares) > 0 && c.Slack < c.Shares[0], "slack = %v: want at least 0 and less than the first share", c.Slack),
			bounds.Must(rising(c.Stretch, 1, math.MaxFloat64, false), "stretch = %v: want three numbers of 1 or more, each at least as large as the one before", c.Stretch),
			bounds.AtLeast("in_flight", c.InFlight, time.Second))
	}
	for _, model := range slices.Sorted(maps.Keys(c.Prices)) {
		for _, p := range []struct {
			key string
			is  float64
		}{{"input", c.Prices[model].Input}, {"cached", c.Prices[model].Cached}, {"output", c.Prices[model].Output}} {
			fields = append(fields, bounds.OrMore("prices."+model+"."+p.key, p.is, 0).Want("0 or more, in US dollars per million tokens"))
		}
	}
	return bounds.Check(fields...)
}

// rising reports whether there is a number for each pressed step, from low to
// high and none below the one before; strictly: low, high and the one before
// don't count.
func rising(numbers []float64, low, high float64, strictly bool) bool {
	last := low
	for i, n := range numbers {
		if !(n >= last && n <= high) || strictly && (n == last || n == high) {
			return false
		}
		last = numbers[i]
	}
	return len(numbers) == pressed
}
