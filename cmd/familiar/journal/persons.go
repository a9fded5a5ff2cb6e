package journal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/journal/audit"
	"familiar/journal/jetstream"
	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/conversation"
	"familiar/policy/persons"
)

// personsCommand lists which accounts people have linked, or ends a link.
type personsCommand struct {
	command.Configured
	End    messages.Network
	Person messages.PersonID
	JSON   bool
}

// Declare implements [command.Command].
func (c *personsCommand) Declare(l *command.Line) {
	c.Configured.Declare(l)
	command.Text(l, &c.End, "--end NETWORK", "End the link of PERSON on that network with all others.")
	command.Optional(l, &c.Person, "person", "With --end: a person's id as the network gives it.")
	command.Switch(l, &c.JSON, "--json", "Print JSON.")
	l.Exclude("end", "json")
}

// Help is shown by familiar persons --help.
func (*personsCommand) Help() string {
	return `Lists the accounts that people have said are theirs, a person on each line, with what they were called when they said so.
They say it to a familiar in direct messages, by a code (/link), and end it by /unlink. Limits for one person count over
linked accounts; nobody gets a role by a link. Of an account that says so (/memory share on) what is learned is recalled
wherever they are answered.`
}

// Run implements [command.Command].
func (c *personsCommand) Run(ctx context.Context, std command.Streams) (err error) {
	if (c.End == "") != (c.Person == "") {
		return errors.New("want --end NETWORK PERSON together")
	}
	j, err := c.VisitStore(ctx, std)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	links, err := linksIn(ctx, j)
	switch {
	case err != nil:
		return err
	case c.End != "":
		return c.end(ctx, j, links, std)
	case c.JSON:
		return json.NewEncoder(std.Out).Encode(links.Persons)
	}
	if len(links.Persons) == 0 {
		fmt.Fprintln(std.Out, "nobody has linked accounts")
	}
	for i := range links.Persons {
		var newest messages.Instant
		for k, a := range links.Persons[i].Accounts {
			if newest = max(newest, a.Since); k > 0 {
				fmt.Fprint(std.Out, "  ")
			}
			fmt.Fprintf(std.Out, "%s %s (%s)", a.Network, command.Quoted(string(a.Person)), command.Quoted(a.Name))
			if a.Agreed != 0 {
				fmt.Fprint(std.Out, ", recalled elsewhere")
			}
		}
		fmt.Fprintf(std.Out, "  since %s\n", newest.Time().Format(time.RFC3339))
	}
	return nil
}

// linksIn reads which accounts a store has as linked.
func linksIn(ctx context.Context, j *jetstream.Journal) (*persons.Links, error) {
	snapshot, err := j.Load(ctx, messages.Persons)
	if err != nil {
		return nil, err
	}
	return conversation.LinksKept(snapshot.Body)
}

// end ends a link.
func (c *personsCommand) end(ctx context.Context, j *jetstream.Journal, links *persons.Links, std command.Streams) error {
	of := messages.Identity{Network: c.End, Person: c.Person}
	if len(links.Others(of)) == 0 {
		return fmt.Errorf("%s on %s is linked with nobody; familiar persons lists who is", command.Quoted(string(c.Person)), c.End)
	}
	running, err := j.Running(ctx)
	if err != nil {
		return err
	}
	deed := audit.Deed{Verb: string(admission.Unlink), Detail: string(c.End)}
	if deed.About, err = j.Trail().Pseudonym(ctx, c.Person); err != nil {
		return err
	}
	err = command.Record(ctx, j.Trail(), deed, func() error {
		_, err := j.Append(ctx, 0, messages.Persons, messages.LinkEnded{Network: c.End, Person: c.Person})
		return err
	})
	if err != nil {
		return err
	}
	if !running {
		fmt.Fprintln(std.Out, "recorded. No program is running with this journal: the next familiar run ends the link first thing")
		return nil
	}
	gone := func() bool {
		now, err := linksIn(ctx, j)
		return err == nil && len(now.Others(of)) == 0
	}
	if !within(ctx, takenWithin, gone) {
		return fmt.Errorf("the program hasn't ended the link within %v; its log says why", takenWithin)
	}
	fmt.Fprintf(std.Out, "%s on %s is linked with nobody any more\n", command.Quoted(string(c.Person)), c.End)
	return nil
}

// linkedWith returns a person's id, and those of the accounts that they linked where that
// is wanted.
func linkedWith(ctx context.Context, j *jetstream.Journal, person messages.PersonID, wanted bool) ([]messages.PersonID, error) {
	all := []messages.PersonID{person}
	if !wanted {
		return all, nil
	}
	links, err := linksIn(ctx, j)
	if err != nil {
		return nil, err
	}
	for _, of := range links.OthersOf(person) {
		all = append(all, of.Person)
	}
	return all, nil
}
