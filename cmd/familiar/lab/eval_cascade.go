package lab

import (
	"context"

	"familiar/cmd/familiar/command"
	"familiar/lab/corpus"
	"familiar/lab/eval"
)

// cascade prints what a second judge is worth, by each record of who answered.
func (c *evalCommand) cascade(ctx context.Context, std command.Streams, recording *corpus.Corpus, golds []goldFile) error {
	tables, err := byGold(ctx, std, golds, eval.Options{Workers: c.Workers}, func(g goldFile, o eval.Options) (*eval.Cascades, error) {
		table, err := eval.Cascade(ctx, recording, g.golds, o)
		if err == nil {
			table.Gold = g.name
		}
		return table, err
	})
	if err != nil {
		return err
	}
	tables[0].Beside = tables[1:]
	return c.print(std, tables[0])
}
