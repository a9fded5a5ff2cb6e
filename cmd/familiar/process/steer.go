package process

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"familiar/actors/command"

	"familiar/app"
	"familiar/config/document"
	"familiar/control"
	"familiar/messages"
	"familiar/policy/conversation"
)

// steering is the program as control's tools reach it.
type steering struct{ *Service }

var _ control.Steer = steering{}

// Command implements control.Steer.
func (s steering) Command(ctx context.Context, id messages.ChannelID, c messages.Commanded) ([]control.Verdict, error) {
	there := s.App.Channel(id)
	if there == nil {
		return nil, fmt.Errorf("%w: %s", control.ErrNobody, id)
	}
	if c.Familiar != "" && !slices.ContainsFunc(there.Seats, func(seat conversation.SeatConfig) bool { return seat.Familiar == c.Familiar }) {
		return nil, fmt.Errorf("%w: there is no familiar %q in %s", control.ErrUnclear, c.Familiar, id)
	}
	decided, err := s.App.Command(ctx, id, c)
	if errors.Is(err, command.ErrUndecided) {
		err = errors.Join(control.ErrUndecided, err)
	}
	verdicts := make([]control.Verdict, len(decided))
	for i, v := range decided {
		verdicts[i] = control.Verdict(v)
	}
	return verdicts, err
}

// Statuses implements control.Steer.
func (s steering) Statuses(ctx context.Context, after messages.ChannelID, isFor func(messages.ChannelID) bool, most int) (control.Statuses, error) {
	page, silent := s.App.Statuses(ctx, after, isFor, most)
	return control.Statuses{Channels: page.Statuses, Next: page.Next, Silent: silentOf(silent)}, nil
}

// Unmatched implements control.Steer. Who is silent is told with the statuses.
func (s steering) Unmatched(ctx context.Context, isFor func(messages.ChannelID) bool, most int) ([]messages.Unmatched, int) {
	rooms, all, _ := s.App.Unmatched(ctx, isFor, most)
	return rooms, all
}

// Forget implements control.Steer.
func (s steering) Forget(ctx context.Context, id messages.ChannelID, what messages.Forgotten) error {
	if s.App.Channel(id) == nil {
		return fmt.Errorf("%w: %s", control.ErrNobody, id)
	}
	return s.App.Forget(ctx, id, what)
}

// ForgetEverywhere implements control.Steer.
func (s steering) ForgetEverywhere(ctx context.Context, person messages.PersonID) (int, error) {
	return s.App.ForgetEverywhere(ctx, person)
}

// Held implements control.Steer.
func (s steering) Held(id messages.ChannelID) bool { return s.App.Held(id) }

// Reload implements control.Steer.
func (s steering) Reload(ctx context.Context) (control.Reloaded, error) {
	if s.changes == nil {
		return control.Reloaded{}, fmt.Errorf("%w: this program was started without a configuration file", control.ErrUnclear)
	}
	done, err := s.changes.now(ctx)
	problems, ok := errors.AsType[document.Problems](err)
	if !ok {
		return control.Reloaded{Generation: done.Generation, Channels: done.Channels}, err
	}
	texts := make([]string, len(problems))
	for i, p := range problems {
		texts[i] = p.Error()
	}
	return control.Reloaded{}, fmt.Errorf("%w: refused, the old one stays in force: %s", control.ErrUnclear, strings.Join(texts, "; "))
}

// A reloaded is the outcome of reloading the configuration.
type reloaded struct {
	change app.Change
	err    error
}

// now makes the watching goroutine reload the configuration, and waits for it.
func (r *reloader) now(ctx context.Context) (app.Change, error) {
	tell := make(chan reloaded, 1)
	select {
	case r.asked <- tell:
	case <-ctx.Done():
		return app.Change{}, fmt.Errorf("reload: %w", ctx.Err())
	}
	select {
	case done := <-tell:
		return done.change, done.err
	case <-ctx.Done():
		return app.Change{}, fmt.Errorf("reload: %w", ctx.Err())
	}
}

// ailing returns the models that are not called at the moment, for the page.
func (s *Service) ailing() (all []control.Ailing) {
	ailing, _ := s.App.Ailing()
	for _, m := range ailing {
		told := control.Ailing{Model: m.Model, Since: m.Since, Reason: m.Reason, Writes: m.Writes, Judges: m.Judges, Spares: map[messages.FamiliarID]control.Spares{}}
		for id, spares := range m.Spares {
			told.Spares[id] = control.Spares(spares)
		}
		all = append(all, told)
	}
	return all
}

// ready returns the state of the program's parts, for /readyz.
func (s *Service) ready(ctx context.Context) (parts []control.Part) {
	for _, r := range s.App.Ready(ctx) {
		parts = append(parts, control.Part{Name: r.Part, OK: r.OK, Ails: r.Ails, Says: r.Says})
	}
	return parts
}
