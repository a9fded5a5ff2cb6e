package process

import (
	"context"

	"familiar/app/settings"
	"familiar/journal"
	"familiar/journal/audit"
	"familiar/messages"
)

// trailOf returns where a journal keeps what people have the program do; nil: it keeps
// nothing beyond the process.
func trailOf(j journal.Journal) audit.Trail {
	if keeps, is := j.(interface{ Trail() audit.Trail }); is {
		return keeps.Trail()
	}
	return nil
}

// holdsOf returns how to ask a journal what may not be erased; nil: it holds nothing.
func holdsOf(j journal.Journal) settings.HoldsReader {
	if keeps, is := j.(interface {
		Holds(context.Context) (journal.Holds, error)
	}); is {
		return keeps.Holds
	}
	return nil
}

// person returns everything that is kept about somebody, as control tells it; nil: there
// is nothing.
func (s *Service) person(ctx context.Context, id messages.PersonID) (any, error) {
	known, err := s.App.About(ctx, id)
	if err != nil || known == nil {
		return nil, err
	}
	return known, nil
}
