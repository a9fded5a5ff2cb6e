package lab

import (
	"encoding/json"

	budgeting "familiar/actors/budget"
	compared "familiar/lab/experiment"
	"familiar/messages"
	"familiar/policy/budget"
	"familiar/policy/experiment"
)

// usedUnder returns what each arm of an experiment has used, by the budget's count
// where that is kept; nil: it has counted nothing.
func usedUnder(spent budgeting.Store, p experiment.Plan) (a, b *compared.Used, err error) {
	kept, err := spent.Load()
	if err != nil || len(kept) == 0 {
		return nil, nil, err
	}
	var ledger budget.Ledger
	if err := json.Unmarshal(kept, &ledger); err != nil {
		return nil, nil, err
	}
	under := func(side messages.Side) *compared.Used {
		of, known := ledger.Under(messages.NewArm(p.Name, p.Digest(), side))
		if !known {
			return nil
		}
		return &compared.Used{Calls: of.Calls, Input: of.Input, Output: of.Output, Dollars: of.Spent.Dollars(), Unpriced: of.Unpriced}
	}
	return under(messages.SideA), under(messages.SideB), nil
}
