package lab

import (
	"context"

	"familiar/cmd/familiar/command"
	"familiar/lab/corpus"
	"familiar/lab/eval"
)

// cascade prints what a second judge is worth, by each record of who answered.
func (c *evalCommand) cascade(ctx context.Context, std command.Streams, recording *corpus.Corpus, golds []goldFile) error {
	bar := command.NewBar(std.Err)
	bar.Thing = "rows"
	defer bar.Clear()
	o := eval.Options{Workers: c.Workers, Progress: bar.Show}
	var table *eval.Cascades
	for i, g := range golds {
		if i > 0 {
			o.Fit = golds[0].golds
		}
		other, err := eval.Cascade(ctx, recording, g.golds, o)
		if err != nil {
			bar.Clear()
			return command.Stopped(ctx, err, "not every row was done")
		}
		if len(golds) > 1 || g.file != "gold.jsonl" {
			other.Gold = g.file
		}
		if table == nil {
			table = other
		} else {
			table.Beside = append(table.Beside, other)
		}
	}
	bar.Clear()
	return c.print(std, table)
}
