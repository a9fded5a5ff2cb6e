// Command familiar keeps LLM characters in group chats. This package is the
// command line only: it reads arguments, calls the packages that do the work
// and prints what they say. Each command has a file of its own.
//
// It exits with 0 when all went well, 1 when something failed and 2 when it
// was called in a way it doesn't understand.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	_ "time/tzdata" // so that hours mean the same where the machine has no zones

	"github.com/spf13/cobra"

	"familiar/cmd/familiar/command"
)

func main() {
	giveCollectorAThread()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], command.Streams{Out: os.Stdout, Err: os.Stderr}))
}

// run carries out one command line and returns the exit code.
func run(ctx context.Context, args []string, std command.Streams) int {
	program := command.Program{
		Name:        "familiar",
		Description: "LLM characters that live in your group chats and know when to speak.",
		Version:     version(),
		Commands:    commands,
	}
	return program.Run(ctx, args, std)
}

// commands are all of them, in the order in which help lists them.
func commands() []*cobra.Command {
	return []*cobra.Command{
		command.New("demo", "See it at once: an invented community talks, familiars decide, a page shows it. Needs no key and no file.", &demoCommand{Listen: "127.0.0.1:7077", Speed: 1, Seed: 1, Color: "auto"}),
		command.New("chat", "Talk with familiars at the prompt and see what each of them decides.", &chatCommand{As: "you"}),
		command.New("init", "Ask a few questions and write a first configuration.", &initCommand{Folder: "."}),
		command.New("run", "Connect every account of a configuration, until stopped.", &runCommand{}),
		command.New("check", "Read a configuration and say what is in it, or everything that is wrong with it.", &checkCommand{}),

		command.New("inspect", "Look on while a program runs: its channels, or decisions as they are made.", &inspectCommand{Color: "auto"}),
		command.New("why", "Say why familiars spoke or kept quiet about a message.", &whyCommand{Last: 1}),
		command.New("decisions", "List what was decided, newest first, by channel, message, person, familiar, act and time.", &decisionsCommand{Limit: 50}),
		command.New("report", "Report what familiars decided while they ran, those in shadow among them.", &reportCommand{}),
		command.New("label", "Say of decisions which were good: recorded ones, or those of a replay.", &labelCommand{}),

		command.New("import", "Make one form of recorded chat of any export, log or journal.", &importCommand{}),
		command.New("replay", "Try out when a familiar would speak, on recorded chat. Nothing is posted; a model is asked only where you want one to judge.", newReplay()),
		command.New("tune", "Look for the timing that suits recorded chat, and write it into a configuration.", &tuneCommand{talk: talk{Least: 5}, BudgetRuns: 240, Workers: 2}),
		command.Group("odds", "Fit the estimate of how likely an answer is expected to your own chat.",
			command.New("fit", "Fit the weights of the odds to recorded chat, and say what they are worth.", &oddsFitCommand{talk: talk{Least: 5}})),
		command.New("eval", "Lay the presets beside simpler gates, on recorded chat of which it is known who answered.", &evalCommand{Workers: 1}),
		command.New("load", "Say many lines to a familiar, in this process or elsewhere, and report what became of each.", newLoad()),

		command.Group("journal", "Look into what a program keeps: how it stands, what was said, what was given up.",
			command.New("status", "How much is kept, and how far everything has come.", &journalStatusCommand{}),
			command.New("verify", "Read everything and say what is wrong with it.", &journalVerifyCommand{}),
			command.New("export", "Print what was said and decided, as JSON lines.", &journalExportCommand{}),
			command.New("dead", "Print the posts and events that were given up.", &journalDeadCommand{})),
		command.New("backup", "Copy everything a program keeps into one file, while it runs.", &backupCommand{}),
		command.New("restore", "Make what a program keeps of such a file.", &restoreCommand{}),
		command.New("claim", "Make a code that gives a role to whoever says it in a chat.", &claimCommand{Role: "owner"}),
		command.New("forget", "Erase a person, or a whole channel.", &forgetCommand{}),
	}
}

func version() string {
	build, ok := debug.ReadBuildInfo()
	if !ok || build.Main.Version == "" {
		return "familiar (unknown version)"
	}
	return "familiar " + build.Main.Version + " " + build.GoVersion
}
