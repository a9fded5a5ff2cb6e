package process

import (
	"context"
	"fmt"
	"sync"
	"time"

	"familiar/config"
	"familiar/control"
	compared "familiar/lab/experiment"
	"familiar/messages"
	"familiar/policy/budget"
	"familiar/policy/experiment"
)

// experimentsFor is how long what was counted of experiments is told again: all
// their decisions are read for it.
const experimentsFor = time.Minute

// counted is what was counted of experiments last.
type counted struct {
	mu  sync.Mutex // requests come at the same time, and one count is enough
	at  time.Time
	of  *config.Config // whose experiments they are
	all []control.Experiment
}

// experiments returns how the configuration's experiments stand, as they did at
// most a minute ago.
func (s *Service) experiments(ctx context.Context) ([]control.Experiment, error) {
	loaded := s.App.Settings()
	plans := loaded.Plans()
	if len(plans) == 0 {
		return nil, nil
	}
	s.counted.mu.Lock()
	defer s.counted.mu.Unlock()
	if s.counted.of == loaded && time.Since(s.counted.at) < experimentsFor {
		return s.counted.all, nil
	}
	spent, err := s.App.Budget(ctx)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", control.ErrClosed, err)
	}
	all := make([]control.Experiment, 0, len(plans))
	for _, p := range plans {
		in := func(id messages.ChannelID) bool { return loaded.IsTried(p.Name, id) }
		data, err := compared.Read(ctx, s.App.Journal, p, in, messages.InstantOf(time.Now()), loaded.Journal.KeepNotes)
		if err != nil {
			return nil, err
		}
		all = append(all, shownExperiment(&p, data.Report(0), spent.Arms))
	}
	s.counted.at, s.counted.of, s.counted.all = time.Now(), loaded, all
	return all, nil
}

// shownExperiment is a report as the HTTP interface shows it.
func shownExperiment(p *experiment.Plan, r *compared.Report, spent []budget.Armed) control.Experiment {
	shown := control.Experiment{
		Name: r.Name, Plan: r.Plan, Familiar: p.Familiar, Match: p.Match, By: string(p.By), Begin: p.Begin.String(), End: p.End.String(),
		Next: r.Next, Measure: string(p.Measure), Verdict: string(r.Verdict), Knobs: p.Knobs, Difference: interval(r.Difference),
	}
	for i := range r.Arms {
		arm := &r.Arms[i]
		is := control.ExperimentArm{
			Side: string(arm.Side), Channels: len(arm.Rooms), Said: arm.Said, Welcome: interval(arm.WelcomeRate), Complaints: interval(arm.ComplaintRate),
			Missed: arm.Missed, Asked: arm.Asked, Turns: arm.Turns,
		}
		for k := range spent {
			if of := &spent[k]; of.Arm == messages.NewArm(r.Name, r.Plan, arm.Side) {
				is.Input, is.Output, is.Dollars, is.Unpriced = of.Input, of.Output, of.Spent.Dollars(), of.Unpriced
			}
		}
		shown.Arms = append(shown.Arms, is)
	}
	return shown
}

func interval(r compared.Rate) *control.Interval {
	if r.Is == nil {
		return nil
	}
	return &control.Interval{Is: *r.Is, Low: r.Low, High: r.High}
}
