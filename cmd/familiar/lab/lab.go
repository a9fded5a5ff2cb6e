// Package lab is the group of commands about recorded chat and load, which no
// running program needs: report, label, experiment, welcome, import, replay, tune, cost, odds, eval, load.
package lab

import (
	"github.com/spf13/cobra"

	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/lab/loading"
	"familiar/lab/replay"
)

// NewReportCommand returns familiar report.
func NewReportCommand() *cobra.Command {
	return command.New("report", "Report what familiars decided while the program ran, including those in shadow.", &reportCommand{})
}

// NewExperimentCommand returns familiar experiment.
func NewExperimentCommand() *cobra.Command {
	return command.New("experiment", "Tell how two settings of a familiar compare while the program runs, and take over the better one.", &experimentCommand{})
}

// NewCostCommand returns familiar cost.
func NewCostCommand() *cobra.Command {
	return command.New("cost", "Estimate what a familiar would cost a day, on recorded chat.", &costCommand{talk: talk{Least: 5}, Judge: string(replay.Noisy), ReplyTokens: 60})
}

// NewWelcomeCommand returns familiar welcome.
func NewWelcomeCommand() *cobra.Command {
	return command.New("welcome", "Tell how what familiars said unasked was taken, by channel and week.", &welcomeCommand{Weeks: 8})
}

// NewLabelCommand returns familiar label.
func NewLabelCommand() *cobra.Command {
	return command.New("label", "Label decisions as good or bad: recorded ones, or those of a replay.", &labelCommand{})
}

// NewImportCommand returns familiar import.
func NewImportCommand() *cobra.Command {
	return command.New("import", "Convert an export, log or journal to recorded chat in one common form.", &importCommand{})
}

// NewReplayCommand returns familiar replay.
func NewReplayCommand() *cobra.Command {
	return command.New("replay", "Try out on recorded chat when a familiar would speak. Nothing is posted, and no model is asked unless you choose one as the judge.", newReplay())
}

// NewTuneCommand returns familiar tune.
func NewTuneCommand() *cobra.Command {
	return command.New("tune", "Find the timing that suits recorded chat, and write it into a configuration.", &tuneCommand{talk: talk{Least: 5}, BudgetRuns: 240, Workers: 2})
}

// NewEvalCommand returns familiar eval.
func NewEvalCommand() *cobra.Command {
	return command.New("eval", "Compare the presets with simpler gates, on recorded chat for which it is known who answered, or in scenarios.", &evalCommand{Workers: 1, Least: 5, Communities: newCommunities(), judgeFlags: judgeFlags{Sample: 200}})
}

// NewLoadCommand returns familiar load.
func NewLoadCommand() *cobra.Command {
	return command.New("load", "Send many lines to a familiar, in this process or another, and report what became of each.", loading.New())
}

// NewOddsCommand returns familiar odds.
func NewOddsCommand() *cobra.Command {
	return command.Group("odds", "Fit the estimate of how likely an answer is expected to your own chat.",
		command.New("fit", "Fit the weights of the odds to recorded chat, and print how good they are.", &oddsFitCommand{talk: talk{Least: 5}}))
}
