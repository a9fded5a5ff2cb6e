package lab

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/journal/jetstream"
	"familiar/lab/corpus"
	"familiar/lab/importer"
	"familiar/messages"
)

// recording is what a command that takes recorded chat may be told about it.
type recording struct {
	From string
	Zone string
	Day  string
	Bots []string
	Same []string

	Relays string
}

// Declare implements [command.Command].
func (r *recording) Declare(l *command.Line) {
	command.Text(l, &r.From, "--from KIND", "The kind of recording: discord, slack, telegram, element, irc or jsonl. By default it is detected.")
	command.Text(l, &r.Zone, "--zone ZONE", "The time zone of times that have none, such as those of IRC logs: Europe/Berlin. By default UTC.")
	command.Text(l, &r.Day, "--day DAY", "The day of an IRC log that doesn't say, such as 2025-03-05.")
	command.List(l, &r.Bots, "--bot ID", "The id of a bot that the export doesn't mark as one. May be repeated.")
	command.Text(l, &r.Relays, "--relays FILE", "A configuration whose relays, puppets and mirrors say whose a relay's lines are.")
	command.List(l, &r.Same, "--same ID=ID", "An id and the one it stands for, such as @moth_bot=700000004. May be repeated.")
}

// journalPrefix begins the name of what isn't a file: the data folder of a
// program, or its journal.
const journalPrefix = "journal:"

// options reads the flags.
func (r *recording) options() (o importer.Options, err error) {
	o.From = importer.Kind(r.From)
	if o.From != "" && !slices.Contains(importer.Kinds(), o.From) {
		return o, fmt.Errorf("--from %q: want one of %v", r.From, importer.Kinds())
	}
	if o.Zone, err = time.LoadLocation(r.Zone); err != nil {
		return o, fmt.Errorf("--zone: %w", err)
	}
	if r.Day != "" {
		if o.Day, err = time.Parse(time.DateOnly, r.Day); err != nil {
			return o, fmt.Errorf("--day %q: want a day such as 2025-03-05", r.Day)
		}
	}
	for _, id := range r.Bots {
		o.Bots = append(o.Bots, messages.PersonID(id))
	}
	o.Same = make(map[messages.PersonID]messages.PersonID)
	for _, pair := range r.Same {
		id, means, ok := strings.Cut(pair, "=")
		if !ok || id == "" || means == "" {
			return o, fmt.Errorf("--same %q: want ID=ID", pair)
		}
		o.Same[messages.PersonID(id)] = messages.PersonID(means)
	}
	if r.Relays != "" {
		c, err := config.LoadSealed(r.Relays)
		if err != nil {
			return o, fmt.Errorf("--relays: %w", err)
		}
		o.Heard = heardBy(c)
	}
	return o, nil
}

// heardBy returns how lines would be heard with a configuration.
func heardBy(c *config.Config) func(*messages.Line) (*messages.Line, bool) {
	unknown := func(messages.AccountID) string { return "" } // nobody has asked the networks
	return func(l *messages.Line) (*messages.Line, bool) {
		if _, mirrored := c.HomeOf(l.Channel); mirrored {
			return nil, false
		}
		line, own := c.Relaying().Line(l, func(name string) bool { return c.IsOurs(l.Channel, name, unknown) })
		return line, !own
	}
}

// each hands over the lines of a recording of any kind, of the channels that
// only lets through; nil: of all.
func (r *recording) each(ctx context.Context, std command.Streams, what string, only func(channel string) bool, emit func(corpus.Entry) error) error {
	o, err := r.options()
	if err != nil {
		return err
	}
	b := command.NewBar(std.Err)
	b.Thing = "MiB read"
	defer b.Clear()
	o.Only = only
	o.Progress = func(done, total int64) { b.Show(int(done>>20), int(total>>20)) }
	folder, isJournal := strings.CutPrefix(what, journalPrefix)
	if !isJournal {
		return importer.Read(ctx, what, o, emit)
	}
	j, err := visitFolder(ctx, std, folder)
	if err != nil {
		return err
	}
	err = importer.ReadJournal(ctx, j.Records(ctx, 0), o, emit)
	return errors.Join(err, j.Close())
}

// visitFolder opens the store of a data folder for looking at.
func visitFolder(ctx context.Context, std command.Streams, folder string) (*jetstream.Journal, error) {
	return jetstream.Visit(ctx, jetstream.Config{Folder: storeIn(folder), Log: command.Quietly(std)})
}

// storeIn returns the journal's folder in a program's data folder, or the folder
// itself when it is the journal's.
func storeIn(folder string) string {
	if _, err := os.Stat(filepath.Join(folder, "store")); errors.Is(err, fs.ErrNotExist) {
		return filepath.Join(folder, "journal")
	}
	return folder
}

// read reads a whole recording into memory, for a replay; channel is the only
// one that is wanted, "" all.
func (r *recording) read(ctx context.Context, std command.Streams, what, channel string, o corpus.Options) (*corpus.Corpus, error) {
	var met channelsMet
	if channel != "" {
		met.wanted = []string{channel}
	}
	b := corpus.NewBuilder(o)
	err := r.each(ctx, std, what, met.lets, func(e corpus.Entry) error {
		met.heard(e.Place.Name)
		return b.Take(e)
	})
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("stopped: %s was not read to the end", what)
	case err != nil:
		return nil, err
	}
	if err := met.missing(what); err != nil {
		return nil, err
	}
	return b.Corpus(), nil
}
