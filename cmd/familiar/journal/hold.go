package journal

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/journal"
	"familiar/journal/audit"
	"familiar/journal/jetstream"
)

// holdCommand lists what is held.
type holdCommand struct{ command.Configured }

// Help is shown by familiar hold --help.
func (*holdCommand) Help() string {
	return `Lists what may not be erased, and why. While a channel is held nothing of it leaves the journal, whoever deletes it or asks
for it to be forgotten, whatever [[retention]] and [journal] keep say: familiars and the page don't see such texts any
more, familiar journal export does. Once it is released they go. What was erased before a hold can't be brought back.`
}

// Run implements [command.Command].
func (c *holdCommand) Run(ctx context.Context, std command.Streams) (err error) {
	j, err := c.VisitStore(ctx, std)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	held, err := j.Holds(ctx)
	if err != nil {
		return err
	}
	if len(held.All) == 0 {
		fmt.Fprintln(std.Out, "nothing is held")
		return nil
	}
	table := tabwriter.NewWriter(std.Out, 0, 0, 2, ' ', 0)
	fmt.Fprint(table, "CHANNELS\tSINCE\tBY\tREASON\n")
	for _, h := range held.All {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", command.Quoted(h.Match), h.Since.Format(time.RFC3339), command.Quoted(h.By), command.Quoted(h.Reason))
	}
	return table.Flush()
}

// A matching command is about the channels of one hold.
type matching struct {
	command.Configured
	Match string // as config.Pattern writes it, once it is validated
}

// Declare implements [command.Command].
func (c *matching) Declare(l *command.Line) {
	c.Configured.Declare(l)
	command.Argument(l, &c.Match, "match", `Which channels, as rules in the configuration say it: "discord:9/*".`)
}

// Validate implements [command.Validator].
func (c *matching) Validate() error {
	var pattern config.Pattern
	if err := pattern.UnmarshalText([]byte(c.Match)); err != nil {
		return fmt.Errorf("match: %w", err)
	}
	c.Match = pattern.String()
	return nil
}

// change has what is held changed as an operator's deed: what edit makes of it is kept.
func (c *matching) change(ctx context.Context, std command.Streams, deed audit.Deed, edit func(*journal.Holds) error) (err error) {
	j, err := c.VisitStore(ctx, std)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	held, err := j.Holds(ctx)
	if err != nil {
		return err
	}
	if err := edit(&held); err != nil {
		return err
	}
	err = command.Record(ctx, j.Trail(), deed, func() error { return j.SetHolds(ctx, held) })
	if errors.Is(err, journal.ErrConflict) {
		return errors.New("somebody else changed what is held at the same moment: nothing was changed, run it again")
	}
	if err != nil {
		return err
	}
	return c.tell(ctx, std, j)
}

// tell says when what was changed is in force.
func (c *matching) tell(ctx context.Context, std command.Streams, j *jetstream.Journal) error {
	running, err := j.Running(ctx)
	switch {
	case err != nil:
		return err
	case running:
		fmt.Fprintln(std.Out, "kept; every running process has it in force within ten seconds")
	default:
		fmt.Fprintln(std.Out, "kept; no program is running with this journal: the next familiar run has it in force before it does anything")
	}
	return nil
}

// holdAddCommand holds channels.
type holdAddCommand struct {
	matching
	Reason string
}

// Declare implements [command.Command].
func (c *holdAddCommand) Declare(l *command.Line) {
	c.matching.Declare(l)
	command.Text(l, &c.Reason, "--reason TEXT", "Why, for whoever finds the hold later. It is kept readable: name a case, not a person.")
}

// Help is shown by familiar hold add --help.
func (*holdAddCommand) Help() string {
	return `From then on nothing of these channels is erased from the journal, and nothing there goes by its age. While anything is held
no journal stream drops what is older than [journal] keep; in channels that are not held the program erases that itself,
at most five channels a second and with some 6 kB of keys in memory for each. A store in which something was ever held
is refused by programs that know no holds. Decisions go after keep_notes and keep_observed all the same.`
}

// Validate implements [command.Validator].
func (c *holdAddCommand) Validate() error {
	none := journal.Holds{}
	if err := none.Add(journal.Hold{Reason: c.Reason}); err != nil {
		return fmt.Errorf("--reason: %w", err)
	}
	c.Reason = none.All[0].Reason
	return c.matching.Validate()
}

// Run implements [command.Command].
func (c *holdAddCommand) Run(ctx context.Context, std command.Streams) error {
	match, deed := c.Match, audit.Deed{Verb: "hold", Detail: c.Match + ": " + c.Reason}
	return c.change(ctx, std, deed, func(h *journal.Holds) error {
		err := h.Add(journal.Hold{Match: match, Reason: c.Reason, By: command.Operator(), Since: time.Now()})
		if errors.Is(err, journal.ErrHeld) {
			return fmt.Errorf("%s is held already: familiar hold lists why", command.Quoted(match))
		}
		return err
	})
}

// holdReleaseCommand ends a hold.
type holdReleaseCommand struct {
	matching
	Yes bool
}

// Declare implements [command.Command].
func (c *holdReleaseCommand) Declare(l *command.Line) {
	c.matching.Declare(l)
	command.Switch(l, &c.Yes, "-y, --yes", "Don't ask.")
}

// Help is shown by familiar hold release --help.
func (*holdReleaseCommand) Help() string {
	return `What was deleted and forgotten in these channels meanwhile goes from the journal: in channels in memory at once, in others
within an hour. What is too old goes as [[retention]] and [journal] keep say. This can't be undone. Channels that another
hold is for stay held.`
}

// Run implements [command.Command].
func (c *holdReleaseCommand) Run(ctx context.Context, std command.Streams) error {
	match := c.Match
	return c.change(ctx, std, audit.Deed{Verb: "release", Detail: match}, func(h *journal.Holds) error {
		i := h.Of(match)
		if i < 0 {
			return fmt.Errorf("%s is not held: %s", command.Quoted(match), heldNow(h))
		}
		question := fmt.Sprintf("%s is held since %s: %s. What should have gone since then goes for good. Release it? [no] ", command.Quoted(match), h.All[i].Since.Format(time.DateOnly), command.Quoted(h.All[i].Reason))
		if err := confirm(ctx, c.Yes, std.Out, question, "released"); err != nil {
			return err
		}
		return h.Release(match)
	})
}

// heldNow lists the patterns of all holds.
func heldNow(h *journal.Holds) string {
	if len(h.All) == 0 {
		return "nothing is"
	}
	all := make([]string, len(h.All))
	for i, one := range h.All {
		all[i] = command.Quoted(one.Match)
	}
	return "held are " + strings.Join(all, ", ")
}
