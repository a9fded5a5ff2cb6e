package journal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/control"
	"familiar/demo/screen"
	"familiar/internal/bounds"
	"familiar/journal"
	"familiar/messages"
	policywhy "familiar/policy/why" // why is a variable here
)

// decisionsCommand shows what the ledger has.
type decisionsCommand struct {
	command.Configured
	Channel string

	Message  string
	Person   string
	Familiar string
	Act      []messages.Act
	Rung     string
	Since    string
	Until    string
	Limit    int
	JSON     bool
}

// Declare implements [command.Command].
func (c *decisionsCommand) Declare(l *command.Line) {
	c.Configured.Declare(l)
	command.Optional(l, &c.Channel, "channel", "Only this channel, as network/workspace/chat; by default all.")
	command.Text(l, &c.Message, "--message ID", "Only about the message with this id.")
	command.Text(l, &c.Person, "--person ID", "Only about messages of the person with this id.")
	command.Text(l, &c.Familiar, "--familiar ID", "Only this familiar.")
	declareAct(l, &c.Act)
	command.Text(l, &c.Rung, "--rung WORD", "Only decisions by this rung or rule.")
	command.Text(l, &c.Since, "--since WHEN", "Only from then on: a time such as 2026-11-21T16:00:00Z, or how long ago, such as 36h.")
	command.Text(l, &c.Until, "--until WHEN", "Only before then.")
	command.Whole(l, &c.Limit, "--limit N", "How many: 1 to 10,000; 50 by default.")
	command.Switch(l, &c.JSON, "--json", "Print each decision as JSON, one a line.")
}

// declareAct declares --act, by which decisions are looked for.
func declareAct(l *command.Line, into *[]messages.Act) {
	help := "Only decisions with this act: " + bounds.Alternatives(messages.Acts()...) + ". May be repeated."
	command.Choices(l, into, "--act ACT", help, messages.Acts()...)
}

// Help is shown by familiar decisions --help.
func (*decisionsCommand) Help() string {
	return `Reads the journal, whether or not the program is running. Decisions to observe are kept for two days and appear half
a minute late; others are kept for a week. familiar inspect shows decisions as they are made, familiar why explains
one of them.`
}

// mostDecisions is how many one command shows at most.
const mostDecisions = 10_000

// Validate implements [command.Validator].
func (c *decisionsCommand) Validate() error {
	_, err := c.search(time.Now())
	return err
}

// Run implements [command.Command].
func (c *decisionsCommand) Run(ctx context.Context, std command.Streams) (err error) {
	wanted, err := c.search(time.Now())
	if err != nil {
		return err
	}
	loaded, j, err := c.Visit(ctx, std)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	found, err := journal.Look(ctx, j, wanted)
	if err != nil {
		return err
	}
	if len(found) == 0 {
		if wanted.Channel != "" {
			if err := holds(ctx, j, wanted.Channel); err != nil {
				return err
			}
		}
		fmt.Fprintln(std.Err, "no decision matches")
	}
	for _, n := range found {
		if err := c.print(std.Out, loaded, n); err != nil {
			return err
		}
	}
	return nil
}

// search checks what was asked for.
func (c *decisionsCommand) search(now time.Time) (s journal.Search, err error) {
	if s.Channel = messages.ChannelID(c.Channel); c.Channel != "" {
		if _, err := messages.ParseChannel(s.Channel); err != nil {
			return s, err
		}
	}
	if c.Limit < 1 || c.Limit > mostDecisions {
		return s, fmt.Errorf("--limit %d: want 1 to %d", c.Limit, mostDecisions)
	}
	s.Person, s.Familiar, s.Rung, s.Limit = messages.PersonID(c.Person), messages.FamiliarID(c.Familiar), messages.Rung(c.Rung), c.Limit
	s.Acts = c.Act
	if c.Message != "" {
		s.Lines = []messages.LineID{messages.LineID(c.Message)}
	}
	if s.Since, err = when("since", c.Since, now); err != nil {
		return s, err
	}
	s.Until, err = when("until", c.Until, now)
	return s, err
}

func (c *decisionsCommand) print(out io.Writer, loaded *config.Config, n *messages.Note) error {
	if !c.JSON {
		style := screen.Style{Colour: command.IsTerminal(out) && os.Getenv("NO_COLOR") == "", Zone: time.Local}
		_, err := fmt.Fprintf(out, "%s %s\n", n.At.Time().In(time.Local).Format("01-02"), style.Decision(n))
		return err
	}
	data, err := control.DecisionJSON(n, loaded.Familiars[n.Familiar].Name, string(policywhy.VerdictOf(n)))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s\n", data)
	return err
}
