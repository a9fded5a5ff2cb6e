package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"familiar/config/document"
)

// The exit codes besides 0.
const (
	ExitFailure = 1 // something failed
	ExitUsage   = 2 // the line isn't understood
)

// errVersion ends a line that asks for the version.
var errVersion = errors.New("version")

// failure is the error of a command that ran.
type failure struct{ error }

// Unwrap returns what failed.
func (f failure) Unwrap() error { return f.error }

func asksVersion(c *cobra.Command) bool {
	asked, err := c.Flags().GetBool("version")
	return err == nil && asked
}

// A Program is all commands together.
type Program struct {
	Name, Description string
	Version           string                  // as --version prints it
	Commands          func() []*cobra.Command // makes them, in the order in which help lists them
}

// Run carries out one command line and returns the exit code. A command whose output was
// lost, as on a full disk, has failed, whether it looked or not.
func (p *Program) Run(ctx context.Context, args []string, std Streams) int {
	var out watched
	if !IsTerminal(std.Out) {
		out.to, std.Out = std.Out, &out
	}
	code := p.execute(ctx, args, std)
	if err := out.failed(); err != nil && code == 0 {
		fmt.Fprintf(std.Err, "%s: %v\n", p.Name, err)
		return ExitFailure
	}
	return code
}

// execute carries out one command line and returns the exit code.
func (p *Program) execute(ctx context.Context, args []string, std Streams) int {
	root := p.root()
	root.SetArgs(append([]string{}, args...)) // of nil cobra would take the process's own
	root.SetOut(std.Out)
	root.SetErr(std.Err)
	at, err := root.ExecuteContextC(ctx)
	if errors.Is(err, errVersion) {
		fmt.Fprintln(std.Out, p.Version)
		return 0
	}
	if failed, ok := errors.AsType[failure](err); ok {
		fmt.Fprintf(std.Err, "%s: %s\n", p.Name, tell(Stopped(ctx, failed.error, ""), std.Err))
		return ExitFailure
	}
	if err != nil {
		if m, ok := errors.AsType[misdirected](err); ok {
			at = m.at
		}
		fmt.Fprintf(std.Err, "%s: %v; try %s --help\n", p.Name, err, at.CommandPath())
		return ExitUsage
	}
	return 0
}

// asListed makes cobra show commands in the order they are mounted, a setting of
// the whole process.
var asListed = sync.OnceFunc(func() { cobra.EnableCommandSorting = false })

// root mounts the commands.
func (p *Program) root() *cobra.Command {
	asListed()
	root := &cobra.Command{
		Use: p.Name, Short: p.Description, Long: p.Description,
		SilenceErrors: true, SilenceUsage: true,
		Args: func(c *cobra.Command, words []string) error {
			if asksVersion(c) {
				return errVersion
			}
			if len(words) > 0 {
				return unexpected(c, words[0])
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() }, // called alone
	}
	root.PersistentFlags().Bool("version", false, "Print the version and exit.")
	root.CompletionOptions.DisableDefaultCmd = true // ours is one command, not four
	root.AddCommand(p.Commands()...)
	root.AddCommand(append(forPackagers(p), completions(p))...)
	setUp(root, nil)
	root.SetHelpCommand(helpCommand())
	return root
}

// misdirected is a mistake about a command other than the one called.
type misdirected struct {
	error
	at *cobra.Command
}

// helpCommand is the word help before a command.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use: "help", Hidden: true,
		RunE: func(c *cobra.Command, words []string) error {
			at := c.Root()
			for _, word := range words {
				next, _, err := at.Find([]string{word})
				if err != nil || next == at {
					return misdirected{unexpected(at, word), at}
				}
				at = next
			}
			at.InitDefaultHelpFlag()
			return at.Help()
		},
	}
}

// tell returns the one line that says what failed. The problems of a
// configuration are printed before it, one a line.
func tell(err error, w io.Writer) string {
	problems, ok := errors.AsType[document.Problems](err)
	if !ok {
		return strings.ReplaceAll(err.Error(), "\n", "; ")
	}
	for _, p := range problems {
		fmt.Fprintln(w, p)
	}
	return fmt.Sprintf("%s has %s", problems[0].File, Count(len(problems), "problem"))
}

// Stopped returns the error of a command that was told to stop, with what it left;
// "": nothing. Other errors are returned unchanged.
func Stopped(ctx context.Context, err error, left string) error {
	if ctx.Err() == nil || !errors.Is(err, context.Canceled) {
		return err
	}
	if left == "" {
		return errors.New("stopped")
	}
	return errors.New("stopped: " + left)
}

// Count returns "1 thing" or "n things".
func Count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
