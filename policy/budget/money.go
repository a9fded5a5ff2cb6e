package budget

import (
	"math"
	"strconv"
)

// Money is billionths of a US dollar: a sum of whole numbers is the same in
// any order, and a token of the cheapest model is still some.
type Money int64

// Dollar is one US dollar.
const Dollar Money = 1e9

// Dollars returns the Money of so many US dollars, rounded to the nearest
// billionth; of a negative number or none at all it gives 0, beyond what Money
// holds the most it does.
func Dollars(usd float64) Money {
	switch n := math.Round(usd * float64(Dollar)); {
	case !(n > 0):
		return 0
	case n >= math.MaxInt64:
		return math.MaxInt64
	default:
		return Money(n)
	}
}

// Dollars is m in US dollars.
func (m Money) Dollars() float64 { return float64(m) / float64(Dollar) }

func (m Money) String() string { return "$" + strconv.FormatFloat(m.Dollars(), 'f', -1, 64) }

// plus adds without running over. Neither may be negative.
func (m Money) plus(n Money) Money {
	if m > math.MaxInt64-n {
		return math.MaxInt64
	}
	return m + n
}

// times multiplies without running over. Neither may be negative.
func (m Money) times(n Money) Money {
	if n > 0 && m > math.MaxInt64/n {
		return math.MaxInt64
	}
	return m * n
}

// A Price is what a provider asks, in US dollars per million tokens.
type Price struct {
	Input  float64 // of what it reads; default 0: nothing
	Cached float64 // of what it had read before and kept; default 0: as input
	Output float64 // of what it writes; default 0: nothing
}

// A Usage is what a call used, or is expected to.
type Usage struct {
	Input, Output int     // tokens
	Cached        int     // of Input, read from the provider's cache
	Cost          float64 // US dollars, as the provider says; 0: it doesn't
}

// Cost returns what a model's usage costs, in US dollars; false: nobody knows its price.
func (c *Config) Cost(model string, u Usage) (dollars float64, known bool) {
	m, known := c.cost(model, u)
	return m.Dollars(), known
}

// cost returns what a call of that model costs; known is false when nobody knows.
func (c *Config) cost(model string, u Usage) (m Money, known bool) {
	if u.Cost > 0 {
		return Dollars(u.Cost), true
	}
	p, known := c.Prices[model]
	if !known {
		return 0, false
	}
	if p.Cached == 0 {
		p.Cached = p.Input
	}
	input, output := max(u.Input, 0), max(u.Output, 0)
	cached := min(max(u.Cached, 0), input)
	return Dollars((float64(input-cached)*p.Input + float64(cached)*p.Cached + float64(output)*p.Output) / 1e6), true
}
