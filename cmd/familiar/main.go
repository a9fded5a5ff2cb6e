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
		NewDemoCommand(),
		NewChatCommand(),
		NewInitCommand(),
		NewRunCommand(),
		NewCheckCommand(),

		NewInspectCommand(),
		NewWhyCommand(),
		NewDecisionsCommand(),
		NewReportCommand(),
		NewLabelCommand(),

		NewImportCommand(),
		NewReplayCommand(),
		NewTuneCommand(),
		NewOddsCommand(),
		NewEvalCommand(),
		NewLoadCommand(),

		NewJournalCommand(),
		NewBackupCommand(),
		NewRestoreCommand(),
		NewClaimCommand(),
		NewForgetCommand(),
	}
}

func version() string {
	build, ok := debug.ReadBuildInfo()
	if !ok || build.Main.Version == "" {
		return "familiar (unknown version)"
	}
	return "familiar " + build.Main.Version + " " + build.GoVersion
}
