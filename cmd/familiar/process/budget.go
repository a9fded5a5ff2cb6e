package process

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"familiar/actors/budget"
	"familiar/config"
	"familiar/control"
	"familiar/journal"
	"familiar/journal/jetstream"
)

// Spent stores what the models cost: in the data folder or, where the journal is
// an outside NATS's, in the journal, where all processes add up theirs.
func Spent(c *config.Config, j *jetstream.Journal) budget.Store {
	file := budget.File(filepath.Join(c.Data, "budget.json"))
	if c.Journal.URL == "" {
		return file
	}
	return budget.Shared{Pool: moved{Pool: j.Pool("spent", budget.Former), before: file}}
}

// moved is kept in the journal; a file of the time before goes there first.
type moved struct {
	*jetstream.Pool
	before budget.File
}

// Names implements [budget.Pool].
func (m moved) Names() ([]string, error) {
	names, err := m.Pool.Names()
	if err != nil || len(names) > 0 {
		return names, err
	}
	body, err := m.before.Load()
	if err != nil || len(body) == 0 {
		return nil, err
	}
	if _, err = m.Write(budget.Former, 0, body); err != nil && !errors.Is(err, journal.ErrConflict) {
		return nil, err
	}
	return m.Pool.Names()
}

// budget returns the report of what was spent, or that the interface has closed.
func (s *Service) budget(ctx context.Context) (budget.Report, error) {
	r, err := s.App.Budget(ctx)
	if err != nil {
		return r, fmt.Errorf("%w: %w", control.ErrClosed, err)
	}
	return r, nil
}

// spending returns the budget's totals as the HTTP interface shows them.
func (s *Service) spending(ctx context.Context) (control.Spending, error) {
	r, err := s.budget(ctx)
	if err != nil {
		return control.Spending{}, err
	}
	return control.Spending{
		Day:       r.Day.String(),
		All:       control.Spent(r.All),
		Familiars: spent(r.Familiars),
		Channels:  spent(r.Channels),
		Unpriced:  r.Unpriced,
		Persons:   r.Persons,
	}, nil
}

func spent(totals []budget.Total) []control.Spent {
	all := make([]control.Spent, 0, len(totals))
	for _, t := range totals {
		all = append(all, control.Spent(t))
	}
	return all
}
