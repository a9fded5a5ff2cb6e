package process

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"familiar/config"
	"familiar/control"
	compared "familiar/lab/experiment"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/experiment"
)

// trying begins and ends experiments, for the page. It implements [control.Experimenter].
type trying struct{ *Service }

var _ control.Experimenter = trying{}

// Begin implements control.Experimenter.
func (t trying) Begin(ctx context.Context, p control.Plan, seen string) (*control.Written, error) {
	if t.changes == nil {
		return nil, errNoFile
	}
	t.turning.Lock()
	defer t.turning.Unlock()
	if _, _, _, err := tried(t.App.Settings(), control.Trial{Familiar: p.Familiar, Channel: p.Channel, Set: p.Set}); err != nil {
		return nil, err
	}
	proposed, err := proposal(p)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", control.ErrKnobs, err)
	}
	told := control.Turning{By: p.By, Familiar: p.Familiar, Channel: p.Channel, Set: []string{"experiment " + p.Name + " begins"}}
	return t.configure(ctx, seen, told,
		func(old []byte) ([]byte, error) { return config.PutExperiment(old, proposed) },
		func(staged string) error { return isPlanned(staged, p.Name, true) })
}

// proposal returns what is written of a plan.
func proposal(p control.Plan) (config.Proposal, error) {
	knobs, limit, err := splitLimit(p.Set)
	if err != nil {
		return config.Proposal{}, err
	}
	own, shared := assigned(knobs)
	if limit != nil || len(shared) > 0 {
		return config.Proposal{}, errors.New("an experiment is about one familiar: what all of them share, and the budget, can't differ in arm b")
	}
	match := string(p.Channel.Network()) + ":*"
	if p.Where == control.Here {
		pattern, ok := config.PatternOf(p.Channel)
		if !ok {
			return config.Proposal{}, fmt.Errorf("the name of %s can't be written as a pattern: try it in the whole network, or write the experiment yourself", p.Channel)
		}
		match = pattern.String()
	}
	by := experiment.Channel
	if p.Daily {
		by = experiment.Daily
	}
	return config.Proposal{Name: p.Name, Familiar: p.Familiar, Match: match, By: by, Begin: p.Begin, End: p.End, B: own}, nil
}

// isPlanned checks that a file has the experiment, or has it no more.
func isPlanned(file, name string, want bool) error {
	loaded, err := config.LoadSealed(file)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(loaded.Plans(), func(p experiment.Plan) bool { return p.Name == name }) != want {
		return errors.New("the written file doesn't read back so; it was left unchanged")
	}
	return nil
}

// End implements control.Experimenter.
func (t trying) End(ctx context.Context, name string, how control.Ending, by, seen string) (*control.Written, error) {
	if t.changes == nil {
		return nil, errNoFile
	}
	t.turning.Lock()
	defer t.turning.Unlock()
	loaded := t.App.Settings()
	plans := loaded.Plans()
	i := slices.IndexFunc(plans, func(p experiment.Plan) bool { return p.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("%w: there is no experiment %q", control.ErrKnobs, name)
	}
	side, check := messages.SideA, func(staged string) error { return isPlanned(staged, name, false) }
	if how == control.TakeBetter {
		in := func(id messages.ChannelID) bool { return loaded.IsTried(name, id) }
		data, err := compared.Read(ctx, t.App.Journal, plans[i], in, messages.InstantOf(time.Now()), loaded.Journal.KeepNotes)
		if err != nil {
			return nil, err
		}
		r := data.Report(0)
		if side, err = BetterArm(r); err != nil {
			return nil, fmt.Errorf("%w: %w", control.ErrKnobs, err)
		}
		check = func(staged string) error { return HasArm(loaded, staged, r, side) }
	}
	told := control.Turning{By: by, Familiar: plans[i].Familiar, Set: []string{fmt.Sprintf("experiment %s ends, arm %s", name, side)}}
	return t.configure(ctx, seen, told, func(old []byte) ([]byte, error) { return config.TakeArm(old, name, side) }, check)
}

// BetterArm returns the arm whose setting an experiment is for: where no difference was
// found the setting stays what it was. It is an error while that isn't known.
func BetterArm(r *compared.Report) (messages.Side, error) {
	switch r.Verdict {
	case compared.B:
		return messages.SideB, nil
	case compared.A, compared.Neither:
		return messages.SideA, nil
	default:
	}
	return "", fmt.Errorf("there is no better arm yet, so nothing was written: to end %s without one, delete its tables", r.Name)
}

// HasArm checks that a file gives the familiar, wherever it had an arm, what it had
// there.
func HasArm(was *config.Config, file string, r *compared.Report, side messages.Side) error {
	is, err := config.LoadSealed(file)
	if err != nil {
		return err
	}
	p := &r.Data.Plan
	for _, arm := range r.Arms {
		for _, room := range arm.Rooms {
			for day := p.Begin; day < p.End; day++ {
				if p.Side(p.Unit(room, day)) != side {
					continue
				}
				before, after := PolicyIn(was.At(p.Start(day)), room, p.Familiar), PolicyIn(is, room, p.Familiar)
				if !reflect.DeepEqual(before, after) {
					return errors.New("the written file doesn't read back as the arm that was taken over; the file was left unchanged")
				}
				break
			}
		}
	}
	return nil
}

// PolicyIn returns the policy of a familiar in a channel; nil: it is not there.
func PolicyIn(c *config.Config, room messages.ChannelID, who messages.FamiliarID) *conversation.Policy {
	seat := c.Channel(room).SeatOf(who)
	if seat == nil {
		return nil
	}
	return &seat.Policy
}
