package journal

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/journal/audit"
	"familiar/journal/jetstream"
	"familiar/messages"
)

// auditCommand lists what people had the program do.
type auditCommand struct {
	command.Configured
	Since  string
	By     string
	Verb   string
	Person messages.PersonID
	Limit  int
	JSON   bool
	Verify bool
}

// Declare implements [command.Command].
func (c *auditCommand) Declare(l *command.Line) {
	c.Configured.Declare(l)
	command.Text(l, &c.Since, "--since WHEN", "Only from then on: a time such as 2026-11-21T16:00:00Z, or how long ago, such as 36h.")
	command.Text(l, &c.By, "--by NAME", "Only by the token, or the person, of this name.")
	command.Text(l, &c.Verb, "--verb WORD", "Only deeds of this kind, such as quiet, forget or tune.")
	command.Text(l, &c.Person, "--person ID", "Only about the person of a chat with this id.")
	command.Whole(l, &c.Limit, "--limit N", "How many entries, the newest: 1 to 100,000; 100 by default.")
	command.Switch(l, &c.JSON, "--json", "Print each entry as it is kept, JSON, one a line.")
	command.Switch(l, &c.Verify, "--verify", "Check the whole chain instead, and print its end.")
	l.Exclude("json", "verify")
}

// Help is shown by familiar audit --help.
func (*auditCommand) Help() string {
	return `Whatever a person has the program do through page, HTTP, MCP or the command line is in the journal before it is done, and
what came of it after. Entries are kept for two years, the newest 100,000. They have no text of a chat, and a pseudonym
for the person somebody was forgotten as, which --person finds. Each entry has the hash of the one before: --verify says
where one was changed, removed or put in. Only the newest can be cut off unnoticed: write the end it prints down
somewhere else, or collect what --json prints.`
}

// mostEntries is how many one command shows at most.
const mostEntries = 100_000

// Validate implements [command.Validator].
func (c *auditCommand) Validate() error {
	if c.Limit < 1 || c.Limit > mostEntries {
		return fmt.Errorf("--limit: want 1 to %d", mostEntries)
	}
	_, err := when("since", c.Since, time.Now())
	return err
}

// Run implements [command.Command].
func (c *auditCommand) Run(ctx context.Context, std command.Streams) (err error) {
	j, err := c.VisitStore(ctx, std)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	if c.Verify {
		return verifyAudit(ctx, j, std)
	}
	wanted := audit.Wanted{By: c.By, Verb: c.Verb}
	if wanted.Since, err = when("since", c.Since, time.Now()); err != nil {
		return err
	}
	if c.Person != "" {
		if wanted.About, err = j.Trail().Pseudonym(ctx, c.Person); err != nil {
			return err
		}
	}
	found, err := wanted.Newest(ctx, j.Trail(), c.Limit)
	if err != nil {
		return err
	}
	if c.JSON {
		for _, k := range found {
			fmt.Fprintf(std.Out, "%s\n", k.Line)
		}
		return nil
	}
	return printEntries(found, std)
}

// verifyAudit checks the chain and prints where it ends.
func verifyAudit(ctx context.Context, j *jetstream.Journal, std command.Streams) error {
	var chain audit.Chain
	read, wrong := 0, 0
	for k, err := range j.Trail().All(ctx) {
		if err != nil {
			return err
		}
		read++
		if err := chain.Check(k.Line); err != nil {
			wrong++
			fmt.Fprintln(std.Out, command.Quoted(err.Error()))
		}
	}
	if wrong > 0 {
		return fmt.Errorf("the audit is broken in %s", command.Count(wrong, "place"))
	}
	if newest := chain.Newest(); newest.N > 0 {
		fmt.Fprintf(std.Out, "%d entries are one chain. Its end is entry %d with the hash %s\n", read, newest.N, newest.Hash())
		return nil
	}
	fmt.Fprintln(std.Out, "nothing is recorded yet")
	return nil
}

// printEntries prints them as a table, oldest first.
func printEntries(found []audit.Kept, std command.Streams) error {
	if len(found) == 0 {
		fmt.Fprintln(std.Out, "nothing of that kind is recorded")
		return nil
	}
	table := tabwriter.NewWriter(std.Out, 0, 0, 2, ' ', 0)
	fmt.Fprint(table, "N\tWHEN\tWHO\tFROM\tWHAT\tON\tRESULT\n")
	for _, k := range found {
		if k.Of != 0 {
			fmt.Fprintf(table, "%d\t%s\t\t\t\t\t%s of %d\n", k.N, shown(k.At), command.Quoted(string(k.Result)), k.Of)
			continue
		}
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\t%s\t\n", k.N, shown(k.At), words(k.Token, k.Person), command.Quoted(string(k.Via)),
			words(k.Verb, k.Detail), words(string(k.Channel), string(k.Familiar), k.About))
	}
	return table.Flush()
}

// words joins those there are, fit for a terminal.
func words(all ...string) string {
	var some []string
	for _, one := range all {
		if one != "" {
			some = append(some, command.Quoted(one))
		}
	}
	return strings.Join(some, " ")
}
