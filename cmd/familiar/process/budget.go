package process

import (
	"context"
	"fmt"
	"path/filepath"

	"familiar/actors/budget"
	"familiar/config"
	"familiar/control"
)

// SpentFile stores what the models cost, in the data folder.
func SpentFile(c *config.Config) budget.Store {
	return budget.File(filepath.Join(c.Data, "budget.json"))
}

// spending returns the budget's totals as the HTTP interface shows them.
func (s *Service) spending(ctx context.Context) (control.Spending, error) {
	r, err := s.App.Budget(ctx)
	if err != nil {
		return control.Spending{}, fmt.Errorf("%w: %w", control.ErrClosed, err)
	}
	return control.Spending{
		Day:       r.Day.String(),
		All:       control.Spent(r.All),
		Familiars: spent(r.Familiars),
		Channels:  spent(r.Channels),
		Unpriced:  r.Unpriced,
	}, nil
}

func spent(totals []budget.Total) []control.Spent {
	all := make([]control.Spent, 0, len(totals))
	for _, t := range totals {
		all = append(all, control.Spent(t))
	}
	return all
}
