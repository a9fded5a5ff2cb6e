package lab

import (
	"errors"
	"fmt"

	"familiar/cmd/familiar/command"
)

// judgeFlags say which model is measured as the judge, and how.
type judgeFlags struct {
	Model  string
	Config string
	As     string
	Sample int
	Seed   uint64
	Cache  string
	Yes    bool
}

// Declare implements [command.Command].
func (c *judgeFlags) Declare(l *command.Line) {
	command.Text(l, &c.Model, "--model NAME", "Instead of gates, measure a model of --config as the judge, on a sample of the questions its familiar would ask. You confirm the cost first.")
	command.Text(l, &c.Config, "-c, --config FILE", "With --model: the configuration.")
	command.Text(l, &c.As, "--as NAME", "With --model: which familiar of --config; required if there are several.")
	command.Whole(l, &c.Sample, "--sample", "With --model: how many questions to put, half of them with each right answer.")
	command.Seed(l, &c.Seed, "--seed N", "With --model: seed for which questions are put; by default 0.")
	command.Text(l, &c.Cache, "--cache FILE", "With --model: where to cache its verdicts; by default in the user's cache folder.")
	command.Switch(l, &c.Yes, "-y, --yes", "Ask a model without confirmation, whatever it costs.")
}

// validate says what is wrong with them.
func (c *judgeFlags) validate() error {
	switch {
	case c.Model == "" && (c.Config != "" || c.As != "" || c.Cache != "" || c.Yes):
		return errors.New("--config, --as, --cache and --yes are about the model that --model names: give it")
	case c.Model == "":
		return nil
	case c.Config == "":
		return fmt.Errorf("--model %s: name the configuration it is in with --config", c.Model)
	case c.Sample < 2:
		return fmt.Errorf("--sample %d: want 2 or more", c.Sample)
	}
	return nil
}
