// Package lab is the group of commands about recorded chat and load, which no
// running program needs: import, replay, tune, odds, eval, report, label, load.
package lab

import (
	"github.com/spf13/cobra"

	"familiar/cmd/familiar/command"
)

// NewReportCommand returns familiar report.
func NewReportCommand() *cobra.Command {
	return command.New("report", "Report what familiars decided while they ran, those in shadow among them.", &reportCommand{})
}

// NewLabelCommand returns familiar label.
func NewLabelCommand() *cobra.Command {
	return command.New("label", "Say of decisions which were good: recorded ones, or those of a replay.", &labelCommand{})
}

// NewImportCommand returns familiar import.
func NewImportCommand() *cobra.Command {
	return command.New("import", "Make one form of recorded chat of any export, log or journal.", &importCommand{})
}

// NewReplayCommand returns familiar replay.
func NewReplayCommand() *cobra.Command {
	return command.New("replay", "Try out when a familiar would speak, on recorded chat. Nothing is posted; a model is asked only where you want one to judge.", newReplay())
}

// NewTuneCommand returns familiar tune.
func NewTuneCommand() *cobra.Command {
	return command.New("tune", "Look for the timing that suits recorded chat, and write it into a configuration.", &tuneCommand{talk: talk{Least: 5}, BudgetRuns: 240, Workers: 2})
}

// NewEvalCommand returns familiar eval.
func NewEvalCommand() *cobra.Command {
	return command.New("eval", "Lay the presets beside simpler gates, on recorded chat of which it is known who answered.", &evalCommand{Workers: 1})
}

// NewLoadCommand returns familiar load.
func NewLoadCommand() *cobra.Command {
	return command.New("load", "Say many lines to a familiar, in this process or elsewhere, and report what became of each.", newLoad())
}

// NewOddsCommand returns familiar odds.
func NewOddsCommand() *cobra.Command {
	return command.Group("odds", "Fit the estimate of how likely an answer is expected to your own chat.",
		command.New("fit", "Fit the weights of the odds to recorded chat, and say what they are worth.", &oddsFitCommand{talk: talk{Least: 5}}))
}
