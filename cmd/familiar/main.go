// Command familiar keeps LLM characters in group chats. It is only the command
// line: it reads arguments, calls the packages that do the work and prints their
// results. Each group of commands has a folder, each command a file there;
// this package only mounts them.
//
// It exits with 0 on success, 1 when something failed and 2 when it was called in
// a way it doesn't understand.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // so that hours mean the same where the machine has no zones

	"github.com/spf13/cobra"

	"familiar/cmd/familiar/cards"
	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/console"
	"familiar/cmd/familiar/journal"
	"familiar/cmd/familiar/lab"
	"familiar/cmd/familiar/operate"
	"familiar/cmd/familiar/process"
)

func main() {
	process.GiveCollectorAThread()
	command.ReadyConsole()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], command.Streams{Out: os.Stdout, Err: os.Stderr}))
}

// run carries out one command line and returns the exit code.
func run(ctx context.Context, args []string, std command.Streams) int {
	program := command.Program{
		Name:        "familiar",
		Description: "LLM characters that live in your group chats and know when to speak.",
		Version:     versionLine(),
		Commands:    commands,
	}
	return program.Run(ctx, args, std)
}

// commands returns all commands, in the order in which help lists them.
func commands() []*cobra.Command {
	return []*cobra.Command{
		console.NewDemoCommand(),
		console.NewChatCommand(),
		operate.NewInitCommand(),
		operate.NewRunCommand(versionName(version, buildInfo())),
		operate.NewCheckCommand(),
		operate.NewHealthCommand(),
		operate.NewNodesCommand(),
		operate.NewDoctorCommand(versionLine()),
		operate.NewBridgeCommand(),
		cards.NewCardCommand(),

		console.NewInspectCommand(),
		journal.NewWhyCommand(),
		journal.NewDecisionsCommand(),
		lab.NewReportCommand(),
		lab.NewLabelCommand(),
		lab.NewExperimentCommand(),
		lab.NewWelcomeCommand(),

		lab.NewImportCommand(),
		lab.NewReplayCommand(),
		lab.NewTuneCommand(),
		lab.NewCostCommand(),
		lab.NewOddsCommand(),
		lab.NewEvalCommand(),
		lab.NewLoadCommand(),

		journal.NewJournalCommand(),
		journal.NewBackupCommand(),
		journal.NewRestoreCommand(),
		journal.NewClaimCommand(),
		journal.NewForgetCommand(),
		journal.NewHoldCommand(),
		journal.NewAuditCommand(),
	}
}
