package lab

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"familiar/lab/corpus"
	"familiar/lab/label"
	"familiar/messages"
)

// labelled returns what the labels of --labels make of the recording: with
// --familiar, those on that familiar only.
func (c *talk) labelled(recording *corpus.Corpus) ([]corpus.Gold, error) {
	return goldOfLabels(recording, c.Labels, c.Familiar)
}

// goldOfLabels returns what a file of labels makes of the recording; familiar is
// the only one whose labels count, "" all.
func goldOfLabels(recording *corpus.Corpus, file, familiar string) ([]corpus.Gold, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("labels: %w", err)
	}
	labels, err := label.Read(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	labels = slices.DeleteFunc(labels, func(l label.Label) bool {
		return familiar != "" && !strings.EqualFold(familiar, string(l.Familiar))
	})
	golds, _ := label.Gold(recording, labels, func(id messages.FamiliarID) messages.PersonID {
		for _, s := range recording.Slices {
			if uid, ok := person(s, string(id)); ok {
				return uid
			}
		}
		return messages.PersonID(id)
	})
	return golds, nil
}
