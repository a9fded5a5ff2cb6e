package process

import (
	"context"
	"fmt"
	"path/filepath"

	"familiar/actors/budget"
	"familiar/config"
	"familiar/control"
	"familiar/journal/jetstream"
)

// Spent stores what the models cost: in the data folder or, where the journal is
// an outside NATS's, in the journal, so that a process elsewhere goes on with it.
func Spent(c *config.Config, j *jetstream.Journal) budget.Store {
	file := budget.File(filepath.Join(c.Data, "budget.json"))
	if c.Journal.URL == "" {
		return file
	}
	return moved{Register: j.Register("spent"), before: file}
}

// moved is kept in the journal; as long as there is nothing, a file of an earlier
// program's has it.
type moved struct {
	*jetstream.Register
	before budget.File
}

// Load implements [budget.Store].
func (m moved) Load() ([]byte, error) {
	kept, err := m.Register.Load()
	if err != nil || len(kept) > 0 {
		return kept, err
	}
	return m.before.Load()
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
