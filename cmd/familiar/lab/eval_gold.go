package lab

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"familiar/lab/corpus"
)

// A goldFile is a record of who answered what.
type goldFile struct {
	file  string // its name
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
