package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"familiar/cmd/familiar/command"
	"familiar/lab/eval"
	"familiar/lab/scenario"
)

// scenarios returns the file of scenarios that is meant: what was named, if it is
// a file, or the one in a folder without recorded chat; "": none is.
func (c *evalCommand) scenarios() string {
	at, err := os.Stat(c.Dir)
	if err != nil {
		return ""
	}
	if !at.IsDir() {
		return c.Dir
	}
	if exists(filepath.Join(c.Dir, "corpus.jsonl")) {
		return ""
	}
	for _, name := range []string{"scenarios.json", "scenarios.jsonl"} {
		if file := filepath.Join(c.Dir, name); exists(file) {
			return file
		}
	}
	return ""
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// play prints what gates do in a file of scenarios.
func (c *evalCommand) play(ctx context.Context, std command.Streams, file string) error {
	if c.Model != "" || c.Labels || c.Decisions != "" || c.Plot != "" {
		return errors.New("--model, --labels, --decisions and --plot are for recorded chat: leave them out for scenarios")
	}
	if filepath.Base(file) == "corpus.jsonl" {
		return fmt.Errorf("%s is recorded chat: name the folder it is in", file)
	}
	set, err := scenario.Open(file)
	if err != nil {
		return err
	}
	bar := command.NewBar(std.Err)
	bar.Thing = "scenarios by gate"
	defer bar.Clear()
	table, err := eval.Scenarios(ctx, set, eval.Options{Workers: c.Workers, Progress: bar.Show})
	bar.Clear()
	if err != nil {
		return command.Stopped(ctx, err, "not every scenario was played")
	}
	return c.print(std, table)
}
