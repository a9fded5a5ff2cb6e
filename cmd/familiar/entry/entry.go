// Package entry is familiar as a main calls it: its own, or one of somebody's who adds
// networks to it ([process.Added], docs/outside.md). Each group of commands has a folder
// beside this one, each command a file there; this package only mounts them.
//
// It exits with 0 on success, 1 when something failed and 2 when it was called in a way
// it doesn't understand.
package entry

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

// A Build is which program it is.
type Build struct {
	Version string // "v1.2.0"
	Line    string // what --version prints
}

// Main is a whole main: it carries out the process's command line, with the networks
// given besides familiar's own, and exits.
func Main(b Build, networks ...process.Added) {
	for _, n := range networks {
		process.Add(n)
	}
	command.ReadyConsole()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the second signal ends the program at once
	os.Exit(Run(ctx, b, os.Args[1:], command.Streams{Out: os.Stdout, Err: os.Stderr}))
}

// Run carries out one command line and returns the exit code.
func Run(ctx context.Context, b Build, args []string, std command.Streams) int {
	p := command.Program{
		Name:        "familiar",
		Description: "LLM characters that live in your group chats and know when to speak.",
		Version:     b.Line,
		Commands:    func() []*cobra.Command { return Commands(b) },
	}
	return p.Run(ctx, args, std)
}

// Commands returns all commands, in the order in which help lists them.
func Commands(b Build) []*cobra.Command {
	return []*cobra.Command{
		console.NewDemoCommand(),
		console.NewChatCommand(),
		operate.NewInitCommand(),
		operate.NewRunCommand(b.Version),
		operate.NewCheckCommand(),
		operate.NewHealthCommand(),
		operate.NewNodesCommand(),
		operate.NewDoctorCommand(b.Line),
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
		journal.NewPersonsCommand(),
		journal.NewForgetCommand(),
		journal.NewHoldCommand(),
		journal.NewAuditCommand(),
	}
}
