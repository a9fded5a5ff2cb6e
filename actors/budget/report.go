package budget

import (
	"cmp"
	"slices"

	"familiar/policy/budget"
	"familiar/policy/zone"
)

// reported is how many channels a report names.
const reported = 50

// A Report is what an operator is told of the budget. Amounts are US dollars.
type Report struct {
	Day       zone.Date
	All       Total
	Familiars []Total // those that ever called a model, dearest today first
	Channels  []Total // the same, at most 50
	Unpriced  int64   // calls of which nobody knew the price, ever

	Persons int // that have had what one may a day, see budget.Config.Each

	Models map[string]float64 // what each has cost today, by its name; none: nothing

	Arms []budget.Armed // what was used under arms of experiments, in no order
}

// A Total is what something has cost.
type Total struct {
	Of       string // a familiar or channel; "" is everything
	Today    float64
	Reserved float64 // for calls in flight
	Ever     float64
	Limit    float64 // a day; 0: none
	Step     int     // 0 to 4: how hard the limit presses
}

func (p *Purse) report() Report {
	c := p.Config()
	channels := totals(p.ledger.Channels, c.Channel)
	return Report{
		Day:       p.ledger.Day,
		All:       total("", p.ledger.All, c.Day),
		Familiars: totals(p.ledger.Familiars, c.Familiar),
		Channels:  channels[:min(len(channels), reported)],
		Unpriced:  p.ledger.Unpriced,
		Persons:   len(p.ledger.Overdrawn()),
		Models:    dollars(p.ledger.Models),
		Arms:      slices.Clone(p.ledger.Arms),
	}
}

func dollars(each map[string]budget.Money) map[string]float64 {
	all := make(map[string]float64, len(each))
	for name, cost := range each {
		all[name] = cost.Dollars()
	}
	return all
}

func totals[K ~string](b budget.Book[K], limit float64) []Total {
	all := make([]Total, 0, len(b.Entries))
	for i := range b.Entries {
		all = append(all, total(string(b.Entries[i].Of), b.Entries[i].Tally, limit))
	}
	slices.SortFunc(all, func(a, z Total) int {
		return cmp.Or(cmp.Compare(z.Today, a.Today), cmp.Compare(z.Ever, a.Ever), cmp.Compare(a.Of, z.Of))
	})
	return all
}

func total(of string, t budget.Tally, limit float64) Total {
	return Total{of, t.Today.Dollars(), t.Held.Dollars(), t.Ever.Dollars(), limit, int(t.Step)}
}
