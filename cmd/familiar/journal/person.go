package journal

import (
	"context"
	"errors"
	"fmt"

	"familiar/actors/erasing"
	"familiar/cmd/familiar/command"
	"familiar/messages"
)

// journalPersonCommand prints what is kept about one person.
type journalPersonCommand struct {
	command.Configured
	Person messages.PersonID
	Linked bool
}

// Declare implements [command.Command].
func (c *journalPersonCommand) Declare(l *command.Line) {
	c.Configured.Declare(l)
	command.Argument(l, &c.Person, "person", "A person's id as the network gives it.")
	command.Switch(l, &c.Linked, "--linked", "Also those of the accounts that they have linked, a document each.")
}

// Help is shown by familiar journal person --help.
func (*journalPersonCommand) Help() string {
	return `Prints one JSON document: in each channel the person's lines with their edits, reactions, commands, what is remembered of
them, roles, the accounts they linked, credits, who leaves them alone, decisions about their lines, and quotes in dead letters. Of others it has the
ids of lines that the person answered. The decisions are without what a judge wrote, which may quote anybody. familiar
forget erases it all. Earlier backups, and what the audit has under a pseudonym (familiar audit --person), are not in it.`
}

// Run implements [command.Command].
func (c *journalPersonCommand) Run(ctx context.Context, std command.Streams) (err error) {
	j, err := c.VisitStore(ctx, std)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	show, clear := command.MessagesBar(std)
	defer clear()
	all, err := linkedWith(ctx, j, c.Person, c.Linked)
	if err != nil {
		return err
	}
	for _, person := range all {
		step, err := counted(ctx, j, show)
		if err != nil {
			return err
		}
		known, err := erasing.About(ctx, j, person, step)
		if err != nil {
			return err
		}
		if known == nil {
			return fmt.Errorf("the journal has nothing by a person with the id %s", command.Quoted(string(person)))
		}
		clear()
		if err := command.PrintJSON(std.Out, known); err != nil {
			return err
		}
	}
	return nil
}
