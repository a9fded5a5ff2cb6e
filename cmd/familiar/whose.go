package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"familiar/messages"
	"familiar/replay/corpus"
)

// golds gives whose place is taken, and what they really did.
func (c *replayCommand) golds(recording *corpus.Corpus) ([]corpus.Gold, error) {
	var golds []corpus.Gold
	var err error
	switch {
	case c.Labels != "":
		golds, err = c.labelled(recording)
	case c.Gold != "":
		golds, err = corpus.OpenGold(c.Gold)
		golds = slices.DeleteFunc(golds, func(g corpus.Gold) bool { // it calls people by id
			return c.Familiar != "" && !strings.EqualFold(c.Familiar, string(g.Familiar))
		})
	case c.Familiar != "":
		for _, s := range recording.Slices {
			if uid, ok := person(s, c.Familiar); ok {
				golds = append(golds, s.Gold(uid))
			}
		}
	default:
		golds = recording.Golds(c.Least)
	}
	if err != nil {
		return nil, err
	}
	golds = slices.DeleteFunc(golds, func(g corpus.Gold) bool { return c.Channel != "" && c.Channel != g.Slice })
	if len(golds) == 0 {
		return nil, errors.New(c.nobody())
	}
	return golds, nil
}

// person finds somebody who wrote in a slice, by id or name.
func person(s *corpus.Slice, name string) (messages.PersonID, bool) {
	for i := range s.Records {
		who := s.Records[i].Line.Author
		if strings.EqualFold(name, string(who.ID)) || strings.EqualFold(name, who.Name) {
			return who.ID, true
		}
	}
	return "", false
}

// nobody says why there is nobody whose place to take.
func (c *replayCommand) nobody() string {
	where := c.File
	if c.Channel != "" {
		where += ", channel " + c.Channel
	}
	switch {
	case c.Familiar != "":
		return fmt.Sprintf("%s: nobody called %s is there to take the place of", where, c.Familiar)
	case c.Gold != "":
		return fmt.Sprintf("%s: %s names nobody there", where, c.Gold)
	}
	return fmt.Sprintf("%s: nobody answered %d times or more: try a lower --least", where, c.Least)
}
