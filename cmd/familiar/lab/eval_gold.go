package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"familiar/cmd/familiar/command"
	"familiar/lab/corpus"
	"familiar/lab/eval"
)

// A goldFile is a record of who answered what.
type goldFile struct {
	name  string // its file's; "": it is gold.jsonl alone
	golds []corpus.Gold
}

// files are those of the folder that are read, where they are there.
func (c *evalCommand) files() []string {
	var all []string
	for _, file := range []string{"corpus.jsonl", "gold.jsonl", "gold-explicit.jsonl", "labels.jsonl"} {
		all = append(all, filepath.Join(c.Dir, file))
	}
	return all
}

// golds returns the folder's records of who answered what: gold.jsonl, and
// gold-explicit.jsonl if it is there, in which only what the network shows counts
// as answered. Your own channels have neither: what people said of decisions
// counts there, else the network's replies.
func (c *evalCommand) golds(recording *corpus.Corpus) ([]goldFile, error) {
	var all []goldFile
	for _, file := range []string{"gold.jsonl", "gold-explicit.jsonl"} {
		golds, err := corpus.OpenGold(filepath.Join(c.Dir, file))
		if errors.Is(err, os.ErrNotExist) {
			break
		}
		if err != nil {
			return nil, err
		}
		for i := range golds {
			if recording.Slice(golds[i].Slice) == nil {
				return nil, fmt.Errorf("%s: no channel %q in corpus.jsonl", file, golds[i].Slice)
			}
		}
		all = append(all, goldFile{file, golds})
	}
	if len(all) == 1 {
		all[0].name = ""
	}
	if len(all) > 0 {
		return all, nil
	}
	labels := filepath.Join(c.Dir, "labels.jsonl")
	if exists(labels) {
		golds, err := goldOfLabels(recording, labels, "")
		if err == nil && len(golds) == 0 {
			err = fmt.Errorf("%s: labels no line of corpus.jsonl", labels)
		}
		return []goldFile{{"labels.jsonl", golds}}, err
	}
	golds := recording.Golds(c.Least)
	if len(golds) == 0 {
		return nil, fmt.Errorf("%s has neither gold.jsonl nor labels.jsonl, and nobody in it replied %d times or more: label decisions with familiar label, or try a lower --least", c.Dir, c.Least)
	}
	return []goldFile{{"the network's replies", golds}}, nil
}

// byGold measures by each record of who answered, and returns what came out in
// their order. What is fitted is fitted to the first.
func byGold[T any](ctx context.Context, std command.Streams, golds []goldFile, o eval.Options, measure func(goldFile, eval.Options) (T, error)) ([]T, error) {
	bar := command.NewBar(std.Err)
	bar.Thing = "rows"
	defer bar.Clear()
	o.Progress = bar.Show
	var all []T
	for i, g := range golds {
		if i > 0 {
			o.Fit = golds[0].golds
		}
		one, err := measure(g, o)
		if err != nil {
			return nil, command.Stopped(ctx, err, "not every row was done")
		}
		all = append(all, one)
	}
	return all, nil
}
