package config

import (
	"maps"
	"slices"

	"familiar/policy/budget"
)

// budget checks the limits, and gives the budget the prices that stand with the
// models.
func (v *validation) budget() {
	v.values("budget", v.Budget.Validate())
	v.Budget.Prices = map[string]budget.Price{}
	for _, name := range slices.Sorted(maps.Keys(v.Models)) {
		m := v.Models[name]
		price := budget.Price{Input: m.PriceInput, Cached: m.PriceCached, Output: m.PriceOutput}
		if price != (budget.Price{}) || m.Kind == Offline {
			v.Budget.Prices[name] = price
		} else if v.Budget.Limited() && v.asks(name) {
			v.odd(inside("models", name), "it has no price, so its cost doesn't count towards the budget: set price_input and price_output")
		}
	}
}

// asks reports whether any familiar writes or judges with that model.
func (v *validation) asks(model string) bool {
	for _, f := range v.Familiars {
		if f.Model == model || f.Judge == model {
			return true
		}
	}
	return false
}
