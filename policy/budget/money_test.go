package budget

import (
	"math"
	"testing"
)

func TestCost(t *testing.T) {
	c := Config{Prices: map[string]Price{
		"large": {Input: 3, Cached: 0.3, Output: 15},
		"small": {Input: 0.075, Output: 0.3},
		"free":  {},
	}}
	for _, tt := range []struct {
		what  string
		model string
		usage Usage
		want  Money
		known bool
	}{
		{"a million tokens read", "large", Usage{Input: 1_000_000}, 3 * Dollar, true},
		{"a million written", "large", Usage{Output: 1_000_000}, 15 * Dollar, true},
		{"what the provider had kept is cheaper", "large", Usage{Input: 1_000_000, Cached: 600_000}, 1_380_000_000, true},
		{"without a price of its own it costs as input", "small", Usage{Input: 1_000_000, Cached: 600_000}, 75_000_000, true},
		{"one token of the cheapest is some money", "small", Usage{Input: 1}, 75, true},
		{"a model for nothing costs nothing, which is known", "free", Usage{Input: 5, Output: 5}, 0, true},
		{"of another model nobody knows", "other", Usage{Input: 5, Output: 5}, 0, false},
		{"unless its provider says it", "other", Usage{Input: 5, Cost: 0.25}, Dollar / 4, true},
		{"whose word counts more than the table", "large", Usage{Input: 1_000_000, Cost: 2}, 2 * Dollar, true},
		{"more in the cache than was read is all that was read", "large", Usage{Input: 10, Cached: 20}, 3000, true},
		{"no tokens less than none", "large", Usage{Input: -10, Output: -10, Cached: -5}, 0, true},
		{"a cost that is no number is none", "other", Usage{Cost: math.NaN()}, 0, false},
		{"a cost beyond all money is all of it", "other", Usage{Cost: math.Inf(1)}, math.MaxInt64, true},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if got, known := c.cost(tt.model, tt.usage); got != tt.want || known != tt.known {
				t.Errorf("costs %v, known %v; want %v, %v", got, known, tt.want, tt.known)
			}
		})
	}
}

func TestMoney(t *testing.T) {
	for _, tt := range []struct {
		what string
		got  Money
		want string
	}{
		{"cents are shown as such", Dollars(12.34), "$12.34"},
		{"a billionth is not lost", Dollars(0.000000001), "$0.000000001"},
		{"half of one is rounded up", Dollars(0.0000000005), "$0.000000001"},
		{"nothing is nothing", Dollars(0), "$0"},
		{"there is no debt", Dollars(-3), "$0"},
		{"no number is nothing", Dollars(math.NaN()), "$0"},
		{"a sum beyond all money stays there", Money(math.MaxInt64).plus(Dollar), Money(math.MaxInt64).String()},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if tt.got.String() != tt.want {
				t.Errorf("%v, want %s", tt.got, tt.want)
			}
		})
	}
}

func TestUnpricedCallsAreCounted(t *testing.T) {
	c := free()
	var l Ledger
	l.Spend(noon, Call{Channel: "den", Familiar: "mira", Model: "usd"}, Usage{Input: 1}, 0, &c, nil)
	l.Spend(noon, Call{Channel: "den", Familiar: "mira", Model: "other"}, Usage{Input: 1}, 0, &c, nil)
	if l.Unpriced != 1 || l.All.Ever != Dollar {
		t.Errorf("%d calls unpriced and %v spent, want 1 and $1", l.Unpriced, l.All.Ever)
	}
}
