package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"familiar/cmd/familiar/command"
	"familiar/lab/corpus"
	"familiar/messages"
)

// A talk is recorded chat, whose place is taken in it, and what is known of what
// they really did.
type talk struct {
	File string

	All      bool
	Familiar string
	Channel  string
	Gold     string
	Labels   string
	Least    int
	Replies  bool

	recording
}

// Declare implements [command.Command].
func (c *talk) Declare(l *command.Line) {
	command.Argument(l, &c.File, "file", "The recorded chat: an export, a log, JSON lines in the form familiar-replay/1, or journal:DIR; see familiar import.")
	command.Switch(l, &c.All, "--all", "Put a familiar in the place of everybody who answered others, one after another. The default.")
	command.Text(l, &c.Familiar, "--familiar NAME", "Put it in the place of this person only.")
	command.Text(l, &c.Channel, "--channel NAME", "Only in this channel of the recording.")
	command.Text(l, &c.Gold, "--gold FILE", "Who really answered what, as JSON lines; by default the recording's own notes are used.")
	command.Text(l, &c.Labels, "--labels FILE", "Labelled decisions to use instead of --gold: a bad wake-up is an interruption, a bad silence a miss; see familiar label.")
	command.Whole(l, &c.Least, "--least", "Without --gold, leave out people who answered fewer times than this.")
	command.Switch(l, &c.Replies, "--replies", "Treat noted answers as replies that the network showed.")
	c.recording.Declare(l)
	l.Exclude("all", "familiar")
}

// files are what open reads.
func (c *talk) files() []string { return []string{c.File, c.Gold, c.Labels} }

// open reads the recording, and who really answered what in it.
func (c *talk) open(ctx context.Context, std command.Streams) (*corpus.Corpus, []corpus.Gold, error) {
	recorded, err := c.read(ctx, std, c.File, c.Channel, corpus.Options{Replies: c.Replies})
	if err != nil {
		return nil, nil, err
	}
	golds, err := c.golds(recorded)
	return recorded, golds, err
}

// golds returns whose place is taken, and what they really did.
func (c *talk) golds(recording *corpus.Corpus) ([]corpus.Gold, error) {
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
func (c *talk) nobody() string {
	where := c.File
	if c.Channel != "" {
		where += ", channel " + c.Channel
	}
	switch {
	case c.Familiar != "":
		return fmt.Sprintf("%s: there is nobody called %s whose place it could take", where, c.Familiar)
	case c.Gold != "":
		return fmt.Sprintf("%s: %s names nobody in it", where, c.Gold)
	case c.Labels != "":
		return fmt.Sprintf("%s: %s labels nothing in it", where, c.Labels)
	}
	return fmt.Sprintf("%s: nobody answered %d times or more: try a lower --least", where, c.Least)
}
