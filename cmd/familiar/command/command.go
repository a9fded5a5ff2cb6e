// Package command is what the groups of commands share: how a command declares its
// arguments and flags, how mistakes are reported, and how help is printed. It knows
// cobra and no particular command. Its other files are what several groups need on a
// terminal: output files, a progress bar, sizes as people read them, the
// configuration to open.
package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
)

// Streams is where commands write: Out for what was asked for, Err for
// progress and trouble.
type Streams struct{ Out, Err io.Writer }

// A Command is one that can be run. The value's fields hold the defaults until the
// line is read.
type Command interface {
	// Declare says which arguments and flags there are.
	Declare(l *Line)
	// Help is shown by --help, after the line that says what it is for.
	Help() string
	// Run runs the command; its error ends the program with [ExitFailure].
	Run(ctx context.Context, std Streams) error
}

// A Validator is a command that checks its arguments and flags together before it
// runs; its error ends the program with [ExitUsage].
type Validator interface{ Validate() error }

// A Line is the arguments and flags that a command takes.
type Line struct {
	command   *cobra.Command
	arguments []argument
	required  []string
	exclusive [][]string
	variables map[string]string // by flag
}

// An argument is a word of the line other than a flag.
type argument struct {
	name, help     string
	take           func(word string)
	optional, rest bool
}

// New makes the cobra command of c.
func New(name, short string, c Command) *cobra.Command {
	l := &Line{command: &cobra.Command{Short: short}, variables: map[string]string{}}
	c.Declare(l)
	l.command.Use = name
	for _, a := range l.arguments {
		l.command.Use += " " + a.usage()
	}
	for _, name := range l.required {
		l.command.Use += " --" + name + "=" + l.command.Flags().Lookup(name).Value.Type()
	}
	l.command.Long = short + "\n\n" + c.Help()
	l.command.Args = func(cmd *cobra.Command, words []string) error {
		if asksVersion(cmd) {
			return errVersion
		}
		return l.read(words)
	}
	l.command.RunE = func(cmd *cobra.Command, _ []string) error {
		if v, ok := c.(Validator); ok {
			if err := v.Validate(); err != nil {
				return fmt.Errorf("%s: %w", strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" "), err)
			}
		}
		if err := c.Run(cmd.Context(), Streams{cmd.OutOrStdout(), cmd.ErrOrStderr()}); err != nil {
			return failure{err}
		}
		return nil
	}
	setUp(l.command, l.arguments)
	return l.command
}

// Group makes a command that only holds others.
func Group(name, short string, commands ...*cobra.Command) *cobra.Command {
	g := &cobra.Command{
		Use: name, Short: short, Long: short,
		Args: func(cmd *cobra.Command, words []string) error {
			if asksVersion(cmd) {
				return errVersion
			}
			if len(words) > 0 {
				return unexpected(cmd, words[0])
			}
			return expected(cmd)
		},
		RunE: func(*cobra.Command, []string) error { return nil }, // so that cobra asks Args
	}
	g.AddCommand(commands...)
	setUp(g, nil)
	return g
}

// Over makes a command that runs by itself hold others as well.
func Over(c *cobra.Command, commands ...*cobra.Command) *cobra.Command {
	c.AddCommand(commands...)
	c.Annotations = map[string]string{runsItself: ""}
	return c
}

// runsItself marks a command that holds others and isn't only a group.
const runsItself = "runs itself"

// setUp sets up help and flag errors as all commands have them.
func setUp(c *cobra.Command, arguments []argument) {
	c.Flags().SortFlags = false
	c.Flags().BoolP("help", "h", false, "Show help for this command.")
	c.SetHelpFunc(func(cmd *cobra.Command, _ []string) { printHelp(cmd.OutOrStdout(), cmd, arguments) })
	c.SetFlagErrorFunc(flagError)
}

func (a argument) usage() string {
	usage := "<" + a.name + ">"
	if a.rest {
		usage += " ..."
	}
	if a.optional || a.rest {
		usage = "[" + usage + "]"
	}
	return usage
}

// read takes the words and says what is missing or too much.
func (l *Line) read(words []string) error {
	flags := l.command.Flags()
	if err := l.readVariables(); err != nil {
		return err
	}
	var missing []string
	for _, name := range l.required {
		if f := flags.Lookup(name); !f.Changed {
			missing = append(missing, "--"+name+"="+f.Value.Type())
		}
	}
	if missing != nil {
		return fmt.Errorf("missing flags: %s", strings.Join(missing, ", "))
	}
	for _, a := range l.arguments {
		if len(words) == 0 && !a.optional && !a.rest {
			return fmt.Errorf("expected %q", "<"+a.name+">")
		}
		for taken := false; len(words) > 0 && (a.rest || !taken); taken = true {
			a.take(words[0])
			words = words[1:]
		}
	}
	if len(words) > 0 {
		return fmt.Errorf("unexpected argument %s", words[0])
	}
	for _, names := range l.exclusive {
		var given []string
		for _, name := range names {
			if flags.Changed(name) {
				given = append(given, "--"+name)
			}
		}
		if len(given) > 1 {
			return fmt.Errorf("%s can't be used together", strings.Join(given, " and "))
		}
	}
	return nil
}

// readVariables takes values from the environment that the line doesn't give.
func (l *Line) readVariables() error {
	for name, variable := range l.variables {
		if value, ok := os.LookupEnv(variable); ok && !l.command.Flags().Changed(name) {
			if err := l.command.Flags().Lookup(name).Value.Set(value); err != nil {
				return err
			}
		}
	}
	return nil
}
