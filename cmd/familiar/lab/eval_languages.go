package lab

import (
	"context"
	"errors"

	"familiar/cmd/familiar/command"
	"familiar/lab/eval"
)

// validateLanguages says what doesn't go with --languages and --unknown-language.
func (c *evalCommand) validateLanguages() error {
	switch {
	case c.Languages && (c.Dir != "" || c.Labels || c.Unknown || c.Decisions != ""):
		return errors.New("--languages compares chats that come with the program: leave out the folder, --labels, --decisions and --unknown-language")
	case !c.Languages && !c.Communities.On && c.Dir == "":
		return errors.New("name a folder with corpus.jsonl and gold.jsonl, or give --languages or --communities")
	case c.Labels && c.Unknown:
		return errors.New("--unknown-language with --labels: labels read no words but names; leave one of them out")
	}
	return nil
}

// compareLanguages prints what the same chat comes to in each language.
func (c *evalCommand) compareLanguages(ctx context.Context, std command.Streams) error {
	table, err := eval.CompareLanguages(ctx)
	if err != nil {
		return command.Stopped(ctx, err, "not every language was done")
	}
	return c.print(std, table)
}
