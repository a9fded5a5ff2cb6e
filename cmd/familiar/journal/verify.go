package journal

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"familiar/cmd/familiar/command"
	"familiar/journal"
	"familiar/journal/jetstream"
	"familiar/policy/conversation"
)

// journalVerifyCommand reads everything in a store.
type journalVerifyCommand struct {
	command.Configured
}

// Help is shown by familiar journal verify --help.
func (*journalVerifyCommand) Help() string {
	return `Prints a line for each problem, with what to do about it; the exit code is then 1. If the store's files are damaged it
says what is missing. It changes nothing, and the program may keep running.`
}

// Run implements [command.Command].
func (c *journalVerifyCommand) Run(ctx context.Context, std command.Streams) (err error) {
	loaded, err := c.Load()
	if err != nil {
		return err
	}
	settings := command.Stored(loaded, command.Quietly(std))
	settings.StartDamaged = false
	j, err := jetstream.Visit(ctx, settings)
	if damaged, ok := errors.AsType[*jetstream.DamagedError](err); ok {
		return tellProblems(damaged.Problems(), std)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	show, clear := command.MessagesBar(std)
	var read uint64
	problems, err := j.Verify(ctx, readable, func(done, total uint64) { read = done; show(done, total) })
	clear()
	told := tellProblems(problems, std)
	if err != nil || told != nil {
		return cmp.Or(err, told)
	}
	fmt.Fprintf(std.Out, "%s read: no problems\n", command.Count(int(read), "message"))
	if stale := j.Stale(); stale > 0 {
		fmt.Fprintf(std.Out, "%s by former owners have no effect\n", command.Count(int(stale), "record"))
	}
	return nil
}

// tellProblems prints them; with any it fails.
func tellProblems(problems []jetstream.Problem, std command.Streams) error {
	for _, p := range problems {
		fmt.Fprintln(std.Out, command.Quoted(p.String()))
	}
	if len(problems) > 0 {
		return fmt.Errorf("the journal has %s", command.Count(len(problems), "problem"))
	}
	return nil
}

// readable says what is wrong with a snapshot's state.
func readable(s journal.Snapshot) error {
	state, err := conversation.Decode(s.Body, &conversation.Config{})
	if err == nil && state.Channel != s.Channel {
		err = fmt.Errorf("its state is of channel %q", state.Channel)
	}
	return err
}
