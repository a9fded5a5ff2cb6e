package lab

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"familiar/cmd/familiar/command"
	"familiar/lab/corpus"
	"familiar/lab/eval"
)

// mostSizes bounds how many tables one --together asks for: each is a minute or so.
const mostSizes = 8

// sizes reads how many familiars are to be in a channel: 2 to 32, with commas
// between. "" is none.
func sizes(text string) (all []int, err error) {
	if text == "" {
		return nil, nil
	}
	for one := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(one))
		if err != nil || n < 2 || n > 32 || len(all) == mostSizes {
			return nil, fmt.Errorf("--together %s: want at most %d numbers from 2 to 32 with commas between, such as 2,4", text, mostSizes)
		}
		all = append(all, n)
	}
	return all, nil
}

// together prints what several familiars in one channel come to.
func (c *evalCommand) together(ctx context.Context, std command.Streams, recording *corpus.Corpus, golds []corpus.Gold) error {
	bar := command.NewBar(std.Err)
	bar.Thing = "rows"
	defer bar.Clear()
	many, err := sizes(c.Together)
	if err != nil {
		return err
	}
	table, err := eval.Together(ctx, recording, golds, many, eval.Options{Progress: bar.Show})
	bar.Clear()
	if err != nil {
		return command.Stopped(ctx, err, "not every row was done")
	}
	return c.print(std, table)
}
