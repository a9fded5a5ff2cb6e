package budget

import (
	"slices"

	"familiar/policy/budget"
)

// logChanges logs each change of step.
func (p *Purse) logChanges(changes []budget.Change) {
	for _, c := range changes {
		if c.Persons {
			p.Log.Info("others have had what one person may a day", "persons", len(p.ledger.Overdrawn()), "limit_turns", p.Config().Turns, "limit_usd", p.Config().Person)
			continue
		}
		of, tally, limit := p.limitOf(c)
		p.Log.Info("budget's pressure changed", "of", of, "step", int(c.Step), "today_usd", tally.Today.Dollars(), "reserved_usd", tally.Held.Dollars(), "limit_usd", limit)
	}
}

// logOver logs the models that are passed over now, and those that no longer are.
func (p *Purse) logOver(over []string) {
	for _, model := range over {
		if !slices.Contains(p.over, model) {
			p.Log.Info("model has cost its day, others of a chain are asked", "model", model, "limit_usd", p.Config().Models[model])
		}
	}
	for _, model := range p.over {
		if !slices.Contains(over, model) {
			p.Log.Info("model may cost something again", "model", model)
		}
	}
}

// limitOf returns whose limit a change is about, in words, with its tally and limit.
func (p *Purse) limitOf(c budget.Change) (string, budget.Tally, float64) {
	config := p.Config()
	switch {
	case c.Channel != "":
		return "channel " + string(c.Channel), tallyOf(p.ledger.Channels, c.Channel), config.Channel
	case c.Familiar != "":
		return "familiar " + string(c.Familiar), tallyOf(p.ledger.Familiars, c.Familiar), config.Familiar
	default:
		return "everything", p.ledger.All, config.Day
	}
}

func tallyOf[K ~string](b budget.Book[K], k K) budget.Tally {
	for i := range b.Entries {
		if b.Entries[i].Of == k {
			return b.Entries[i].Tally
		}
	}
	return budget.Tally{}
}
