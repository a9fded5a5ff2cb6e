package journal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"text/tabwriter"

	"familiar/cmd/familiar/command"
	"familiar/journal"
	"familiar/journal/audit"
	"familiar/journal/jetstream"
	"familiar/messages"
)

// journalDeadCommand prints what was given up.
type journalDeadCommand struct {
	command.Configured
	JSON bool
	Drop int // a letter's number; 0: none
	Yes  bool
}

// Declare implements [command.Command].
func (c *journalDeadCommand) Declare(l *command.Line) {
	c.Configured.Declare(l)
	command.Switch(l, &c.JSON, "--json", "Print JSON lines, with the full text.")
	command.Whole(l, &c.Drop, "--drop N", "Let the one with this number go: it leaves the list for good.")
	command.Switch(l, &c.Yes, "-y, --yes", "Don't ask.")
	l.Exclude("drop", "json")
}

// Help is shown by familiar journal dead --help.
func (*journalDeadCommand) Help() string {
	return `A dead letter is a post that could not be delivered, or may have been ("maybe posted"): it is never sent again
automatically. Or it is an event that a channel failed on too often and skipped. The page lists them, too, and can have a
text said again, or its network looked through.`
}

// Validate implements [command.Validator].
func (c *journalDeadCommand) Validate() error {
	if c.Drop < 0 {
		return errors.New("--drop: want the number in the first column")
	}
	return nil
}

// Run implements [command.Command].
func (c *journalDeadCommand) Run(ctx context.Context, std command.Streams) (err error) {
	j, err := c.VisitStore(ctx, std)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	if c.Drop > 0 {
		return c.drop(ctx, std, j)
	}
	table, found := tabwriter.NewWriter(std.Out, 0, 0, 2, ' ', 0), 0
	for l, err := range j.Buried(ctx) {
		if err != nil {
			return err
		}
		if found++; c.JSON {
			if err := json.NewEncoder(std.Out).Encode(letterOf(l)); err != nil {
				return err
			}
			continue
		}
		if found == 1 {
			fmt.Fprint(table, "N\tWHEN\tCHANNEL\tWHAT\tWHY\n")
		}
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\n", l.Revision, shown(l.At), command.Quoted(string(l.Channel)), what(l), why(l))
	}
	if found == 0 && !c.JSON {
		fmt.Fprintln(std.Out, "nothing was given up")
	}
	return table.Flush()
}

// drop lets one go, as an operator's deed.
func (c *journalDeadCommand) drop(ctx context.Context, std command.Streams, j *jetstream.Journal) error {
	l, err := journal.LetterOf(ctx, j, uint64(c.Drop)) //nolint:gosec // it isn't negative
	if errors.Is(err, journal.ErrConflict) {
		return fmt.Errorf("there is no letter %d now: familiar journal dead lists them, with another number once one has changed", c.Drop)
	}
	if err != nil {
		return err
	}
	question := fmt.Sprintf("%s in %s, %s. Let it go for good? [no] ", what(l), command.Quoted(string(l.Channel)), why(l))
	if err := confirm(ctx, c.Yes, std.Out, question, "dropped"); err != nil {
		return err
	}
	deed := audit.Deed{Verb: "drop", Channel: l.Channel, Detail: fmt.Sprintf("event %d", l.Seq)}
	if l.Post != nil {
		deed.Familiar, deed.Detail = l.Post.Familiar, string(l.Post.ID)
	}
	err = command.Record(ctx, j.Trail(), deed, func() error { return j.Unbury(ctx, l) })
	if err == nil {
		fmt.Fprintln(std.Out, "it is let go")
	}
	return err
}

// longest is how much of a post's text a table shows, in characters.
const longest = 60

func what(l journal.Letter) string {
	if l.Post == nil {
		return fmt.Sprintf("event %d", l.Seq)
	}
	text := []rune(l.Post.Text)
	if len(text) > longest {
		text = append(text[:longest-1], '…')
	}
	return strconv.Quote(string(text))
}

func why(l journal.Letter) string {
	if l.Unknown {
		return "maybe posted: " + command.Quoted(l.Reason)
	}
	return command.Quoted(l.Reason)
}

type letter struct {
	N       uint64              `json:"n"`
	At      string              `json:"at"`
	Channel messages.ChannelID  `json:"channel"`
	Seq     uint64              `json:"seq,omitempty"`
	Post    messages.PostID     `json:"post,omitempty"`
	Account messages.AccountID  `json:"account,omitempty"`
	By      messages.FamiliarID `json:"familiar,omitempty"`
	Text    string              `json:"text,omitempty"`
	Reason  string              `json:"reason"`
	Unknown bool                `json:"unknown,omitempty"`
}

func letterOf(l journal.Letter) letter {
	written := letter{N: l.Revision, At: l.At.String(), Channel: l.Channel, Seq: l.Seq, Reason: l.Reason, Unknown: l.Unknown}
	if p := l.Post; p != nil {
		written.Post, written.Account, written.By, written.Text = p.ID, p.Account, p.Familiar, p.Text
	}
	return written
}
