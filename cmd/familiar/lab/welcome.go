package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/demo/screen"
	"familiar/lab/welcome"
	"familiar/messages"
)

// welcomeCommand tells how what familiars said unasked was taken.
type welcomeCommand struct {
	command.Configured
	Channel  string
	Familiar string
	Weeks    int
	JSON     bool
}

// Declare implements [command.Command].
func (c *welcomeCommand) Declare(l *command.Line) {
	c.Configured.Declare(l)
	command.Optional(l, &c.Channel, "channel", "Only this channel, as network/workspace/chat; by default all.")
	command.Text(l, &c.Familiar, "--familiar ID", "Only this familiar.")
	command.Whole(l, &c.Weeks, "--weeks N", "How many weeks back, this one counted; 1 to 520.")
	command.Switch(l, &c.JSON, "--json", "Print each week as a JSON object, one a line.")
}

// Help is shown by familiar welcome --help.
func (*welcomeCommand) Help() string {
	return `For each channel and familiar, week by week: how often it spoke unasked, in which share of that people took it up or liked
it, in which they complained, each with its 95 % interval, and how often somebody had to call it because it kept quiet.
It is made of decisions, which are kept for a week unless keep_notes says more. It reads the journal, whether or not the
program is running. docs/learning.md says what such signs are.`
}

// Validate implements [command.Validator].
func (c *welcomeCommand) Validate() error {
	if c.Channel != "" {
		if _, err := messages.ParseChannel(messages.ChannelID(c.Channel)); err != nil {
			return err
		}
	}
	if c.Weeks < 1 || c.Weeks > 520 {
		return fmt.Errorf("--weeks %d: want 1 to 520", c.Weeks)
	}
	return nil
}

// Run implements [command.Command].
func (c *welcomeCommand) Run(ctx context.Context, std command.Streams) (err error) {
	_, j, err := c.Visit(ctx, std)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	since := messages.InstantOf(time.Now().AddDate(0, 0, -7*c.Weeks))
	weeks, err := welcome.Read(ctx, j, welcome.Question{Channel: messages.ChannelID(c.Channel), Familiar: messages.FamiliarID(c.Familiar), Since: since, Zone: time.Local})
	if err != nil {
		return err
	}
	if len(weeks) == 0 {
		fmt.Fprintln(std.Err, "nothing was said unasked, as far as decisions are kept")
		return nil
	}
	if c.JSON {
		out := json.NewEncoder(std.Out)
		for i := range weeks {
			if err := out.Encode(&weeks[i]); err != nil {
				return err
			}
		}
		return nil
	}
	w := tabwriter.NewWriter(std.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "CHANNEL\tFAMILIAR\tWEEK OF\tUNASKED\tWELCOME\tCOMPLAINTS\tMISSED")
	for i := range weeks {
		of := &weeks[i]
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%s\t%d\n", screen.Cut(screen.Clean(string(of.Channel)), 40), screen.Clean(string(of.Familiar)), of.Begin.Format(time.DateOnly),
			of.Unasked, welcome.ShareOf(of.Welcome, of.Unasked), welcome.ShareOf(of.Complaints, of.Unasked), of.Missed)
	}
	return w.Flush()
}
