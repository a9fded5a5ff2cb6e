// Package journal is the group of commands about what a program keeps: why and
// decisions look decisions up, journal shows how it stands, backup, restore,
// claim and forget work on it. They need no running program, and most go on
// beside one.
package journal

import (
	"github.com/spf13/cobra"

	"familiar/cmd/familiar/command"
)

// NewWhyCommand returns familiar why.
func NewWhyCommand() *cobra.Command {
	return command.New("why", "Say why familiars spoke or kept quiet about a message.", &whyCommand{Last: 1})
}

// NewDecisionsCommand returns familiar decisions.
func NewDecisionsCommand() *cobra.Command {
	return command.New("decisions", "List what was decided, newest first, by channel, message, person, familiar, act and time.", &decisionsCommand{Limit: 50})
}

// NewBackupCommand returns familiar backup.
func NewBackupCommand() *cobra.Command {
	return command.New("backup", "Copy everything a program keeps into one file, while it runs.", &backupCommand{})
}

// NewRestoreCommand returns familiar restore.
func NewRestoreCommand() *cobra.Command {
	return command.New("restore", "Make what a program keeps of such a file.", &restoreCommand{})
}

// NewClaimCommand returns familiar claim.
func NewClaimCommand() *cobra.Command {
	return command.New("claim", "Make a code that gives a role to whoever says it in a chat.", &claimCommand{Role: "owner"})
}

// NewForgetCommand returns familiar forget.
func NewForgetCommand() *cobra.Command {
	return command.New("forget", "Erase a person, or a whole channel.", &forgetCommand{})
}

// NewJournalCommand returns familiar journal with what is in it.
func NewJournalCommand() *cobra.Command {
	return command.Group("journal", "Look into what a program keeps: how it stands, what was said, what was given up.",
		command.New("status", "How much is kept, and how far everything has come.", &journalStatusCommand{}),
		command.New("verify", "Read everything and say what is wrong with it.", &journalVerifyCommand{}),
		command.New("export", "Print what was said and decided, as JSON lines.", &journalExportCommand{}),
		command.New("dead", "Print the posts and events that were given up.", &journalDeadCommand{}),
	)
}
