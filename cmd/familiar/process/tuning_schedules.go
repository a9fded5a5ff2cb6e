package process

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"familiar/config/document"
	"familiar/control"
	"familiar/messages"
	"familiar/policy/schedule"
)

// Schedules implements control.Tuner.
func (t tuning) Schedules(familiar messages.FamiliarID, channel messages.ChannelID) ([]control.Schedule, error) {
	_, before, _, err := tried(t.App.Settings(), control.Trial{Familiar: familiar, Channel: channel})
	if err != nil {
		return nil, err
	}
	all := make([]control.Schedule, 0, len(before.Schedule))
	for _, r := range before.Schedule {
		all = append(all, control.Schedule{
			Name: r.Name, Cron: r.Cron, Zone: r.Zone, Prompt: r.Prompt,
			About: briefly(r.About), Silence: briefly(r.Silence), Overdue: briefly(r.Overdue),
		})
	}
	return all, nil
}

// briefly writes a duration as the file has it; 0 is "".
func briefly(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return document.Brief(d)
}

// scheduled returns the schedules that a trial asks for in the order in which they will
// stand in the file: those that are in force already, then the others.
func scheduled(asked []control.Schedule, before []schedule.Rule) ([]schedule.Rule, error) {
	var all []schedule.Rule
	var errs []error
	for _, s := range asked {
		var r schedule.Rule
		r.Start(nil)
		r.Name, r.Cron, r.Zone, r.Prompt = s.Name, s.Cron, s.Zone, s.Prompt
		for _, d := range []struct {
			key, text string
			to        *time.Duration
		}{{"about", s.About, &r.About}, {"silence", s.Silence, &r.Silence}, {"overdue", s.Overdue, &r.Overdue}} {
			if d.text == "" {
				continue
			}
			read, err := time.ParseDuration(d.text)
			if err != nil {
				errs = append(errs, fmt.Errorf(`schedule %q: %s = %q: want a duration such as "20m"`, s.Name, d.key, d.text))
			}
			*d.to = read
		}
		all = append(all, r)
	}
	place := func(r schedule.Rule) int {
		at := slices.IndexFunc(before, func(was schedule.Rule) bool { return was.Name == r.Name })
		if at < 0 {
			return len(before)
		}
		return at
	}
	slices.SortStableFunc(all, func(a, b schedule.Rule) int { return place(a) - place(b) })
	if len(errs) == 0 && schedule.ValidateAll(all) == nil { // else the knobs' own check tells
		_, err := schedule.New(all)
		errs = append(errs, err)
	}
	return all, errors.Join(errs...)
}
