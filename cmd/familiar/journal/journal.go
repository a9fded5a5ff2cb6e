// Package journal is the group of commands about what a program keeps: why and
// decisions look decisions up, journal shows how it stands, backup, restore,
// claim, forget and hold work on it. They need no running program, and most go on
// beside one.
package journal

import (
	"github.com/spf13/cobra"

	"familiar/cmd/familiar/command"
)

// NewWhyCommand returns familiar why.
func NewWhyCommand() *cobra.Command {
	return command.New("why", "Explain why familiars spoke or kept quiet about a message.", &whyCommand{Last: 1})
}

// NewDecisionsCommand returns familiar decisions.
func NewDecisionsCommand() *cobra.Command {
	return command.New("decisions", "List decisions, newest first, filtered by channel, message, person, familiar, act or time.", &decisionsCommand{Limit: 50})
}

// NewBackupCommand returns familiar backup.
func NewBackupCommand() *cobra.Command {
	return command.New("backup", "Back up everything a program has stored into one file, while it runs.", &backupCommand{})
}

// NewRestoreCommand returns familiar restore.
func NewRestoreCommand() *cobra.Command {
	return command.New("restore", "Restore what a program had stored from a backup.", &restoreCommand{})
}

// NewClaimCommand returns familiar claim.
func NewClaimCommand() *cobra.Command {
	return command.New("claim", "Create a code that gives a role to the first person who says it in a chat.", &claimCommand{Role: "owner"})
}

// NewPersonsCommand returns familiar persons.
func NewPersonsCommand() *cobra.Command {
	return command.New("persons", "List the accounts that people have linked, or end a link.", &personsCommand{})
}

// NewForgetCommand returns familiar forget.
func NewForgetCommand() *cobra.Command {
	return command.New("forget", "Erase what a person said, or a whole channel.", &forgetCommand{})
}

// NewHoldCommand returns familiar hold and what is below it.
func NewHoldCommand() *cobra.Command {
	return command.Over(
		command.New("hold", "List where nothing may be erased, whoever asks for it, and why.", &holdCommand{}),
		command.New("add", "Keep everything of some channels from being erased.", &holdAddCommand{}),
		command.New("release", "Let what should have gone from some channels go.", &holdReleaseCommand{}),
	)
}

// NewAuditCommand returns familiar audit.
func NewAuditCommand() *cobra.Command {
	return command.New("audit", "List what people had the program do, and who they are.", &auditCommand{Limit: 100})
}

// NewJournalCommand returns familiar journal with what is in it.
func NewJournalCommand() *cobra.Command {
	return command.Group("journal", "Inspect what a program has stored: its state, what was said, what was given up.",
		command.New("status", "Print how much is stored and how far processing has got.", &journalStatusCommand{}),
		command.New("verify", "Read everything stored and report what is wrong with it.", &journalVerifyCommand{}),
		command.New("export", "Print what was said and decided, as JSON lines.", &journalExportCommand{}),
		command.New("person", "Print everything that is kept about one person, as JSON.", &journalPersonCommand{}),
		command.New("dead", "Print the dead letters: posts and events that were given up.", &journalDeadCommand{}),
		command.New("repartition", "Divide what is stored into more partitions, for more processes.", &repartitionCommand{}),
	)
}
