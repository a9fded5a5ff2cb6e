// Command familiar keeps LLM characters in group chats. This package is the
// command line only: it reads arguments, calls the packages that do the work
// and prints what they say. Each command has a file of its own.
//
// It exits with 0 when all went well, 1 when something failed and 2 when it
// was called in a way it doesn't understand.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	_ "time/tzdata" // so that hours mean the same where the machine has no zones

	"github.com/alecthomas/kong"

	"familiar/config"
	"familiar/journal"
)

// The exit codes.
const (
	exitFailure = 1
	exitUsage   = 2
)

// cli is every command and flag, as kong reads them.
type cli struct {
	Version kong.VersionFlag `help:"Print the version and exit."`

	Demo  demoCommand  `cmd:"" help:"See it at once: an invented community talks, familiars decide, a page shows it. Needs no key and no file."`
	Chat  chatCommand  `cmd:"" help:"Talk with familiars at the prompt and see what each of them decides."`
	Init  initCommand  `cmd:"" help:"Ask a few questions and write a first configuration."`
	Run   runCommand   `cmd:"" help:"Connect every account of a configuration, until stopped."`
	Check checkCommand `cmd:"" help:"Read a configuration and say what is in it, or everything that is wrong with it."`

	Inspect   inspectCommand   `cmd:"" help:"Look on while a program runs: its channels, or decisions as they are made."`
	Why       whyCommand       `cmd:"" help:"Say why familiars spoke or kept quiet about a message."`
	Decisions decisionsCommand `cmd:"" help:"List what was decided, newest first, by channel, message, person, familiar, act and time."`
	Report    reportCommand    `cmd:"" help:"Report what familiars decided while they ran, those in shadow among them."`
	Label     labelCommand     `cmd:"" help:"Say of decisions which were good: recorded ones, or those of a replay."`

	Import importCommand `cmd:"" help:"Make one form of recorded chat of any export, log or journal."`
	Replay replayCommand `cmd:"" help:"Try out when a familiar would speak, on recorded chat. Nothing is posted; a model is asked only where you want one to judge."`
	Tune   tuneCommand   `cmd:"" help:"Look for the timing that suits recorded chat, and write it into a configuration."`
	Odds   oddsCommand   `cmd:"" help:"Fit the estimate of how likely an answer is expected to your own chat."`
	Eval   evalCommand   `cmd:"" help:"Lay the presets beside simpler gates, on recorded chat of which it is known who answered."`
	Load   loadCommand   `cmd:"" help:"Say many lines to a familiar, in this process or elsewhere, and report what became of each."`

	Journal journalCommand `cmd:"" help:"Look into what a program keeps: how it stands, what was said, what was given up."`
	Backup  backupCommand  `cmd:"" help:"Copy everything a program keeps into one file, while it runs."`
	Restore restoreCommand `cmd:"" help:"Make what a program keeps of such a file."`
	Claim   claimCommand   `cmd:"" help:"Make a code that gives a role to whoever says it in a chat."`
	Forget  forgetCommand  `cmd:"" help:"Erase a person, or a whole channel."`
}

// streams is where commands write: out for what was asked for, err for
// progress and trouble.
type streams struct{ out, err io.Writer }

func main() {
	giveCollectorAThread()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], streams{os.Stdout, os.Stderr}))
}

// run carries out one command line and gives the exit code.
func run(ctx context.Context, args []string, std streams) int {
	parser, err := kong.New(&cli{},
		kong.Name("familiar"),
		kong.Description("LLM characters that live in your group chats and know when to speak."),
		kong.Vars{"version": version(), "partitions": strconv.Itoa(journal.DefaultPartitions)},
		kong.Writers(std.out, std.err),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(std),
	)
	if err != nil {
		panic(err) // cli is malformed
	}
	command, err := parser.Parse(helped(args))
	if err != nil {
		fmt.Fprintf(std.err, "familiar: %v; try %s --help\n", err, asked(err))
		return exitUsage
	}
	if err := stopped(ctx, command.Run(), ""); err != nil {
		fmt.Fprintf(std.err, "familiar: %s\n", tell(err, std.err))
		return exitFailure
	}
	return 0
}

// helped has the program called alone, and the word help, ask for help.
func helped(args []string) []string {
	switch {
	case len(args) == 0:
		return []string{"--help"}
	case args[0] == "help":
		return append(args[1:len(args):len(args)], "--help")
	}
	return args
}

// asked gives the command that a line which isn't understood was meant for, as
// far as it is known.
func asked(err error) string {
	if at, ok := errors.AsType[*kong.ParseError](err); ok && at.Context.Selected() != nil {
		return at.Context.Selected().FullPath()
	}
	return "familiar"
}

// tell gives the one line that says what failed. The problems of a
// configuration are printed before it, one a line.
func tell(err error, w io.Writer) string {
	problems, ok := errors.AsType[config.Problems](err)
	if !ok {
		return strings.ReplaceAll(err.Error(), "\n", "; ")
	}
	for _, p := range problems {
		fmt.Fprintln(w, p)
	}
	return fmt.Sprintf("%s has %s", problems[0].File, count(len(problems), "problem"))
}

// stopped gives the error of a command that was told to stop, with what is left
// of it; "": nothing is. Another error stays.
func stopped(ctx context.Context, err error, left string) error {
	if ctx.Err() == nil || !errors.Is(err, context.Canceled) {
		return err
	}
	if left == "" {
		return errors.New("stopped")
	}
	return errors.New("stopped: " + left)
}

// count gives "1 thing" or "n things".
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

func version() string {
	build, ok := debug.ReadBuildInfo()
	if !ok || build.Main.Version == "" {
		return "familiar (unknown version)"
	}
	return "familiar " + build.Main.Version + " " + build.GoVersion
}
