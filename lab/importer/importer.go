package importer

import (
	"context"
	"fmt"
	"time"

	"familiar/lab/corpus"
	"familiar/messages"
)

// Options are what an export can't tell. The zero Options looks what kind it
// is, takes the times of IRC logs as UTC, and wants their days in their paths.
type Options struct {
	From Kind           // what kind it is; "": found by looking
	Zone *time.Location // of times that have none (IRC, old Telegram exports); nil: UTC
	Day  time.Time      // of IRC logs that say no day, neither inside nor in their path; zero: that is an error

	Bots []messages.PersonID                     // who is a bot, besides those the export calls one
	Same map[messages.PersonID]messages.PersonID // ids that mean another one, such as a Telegram @username

	// Heard returns a line as a configuration would have it heard, such as one that a
	// relay brings; false: not at all. nil: every line as it is.
	Heard func(*messages.Line) (*messages.Line, bool)

	// Only says which channels are wanted, by what the recording calls them;
	// nil: all.
	Only func(channel string) bool
	// Progress is told how many bytes of how many are read, at every MiB and
	// at the end; nil: nobody is told.
	Progress func(done, total int64)
}

// named returns the options with the ids in them as id writes them.
func (o Options) named(id func(messages.PersonID) messages.PersonID) Options {
	bots, same := make([]messages.PersonID, len(o.Bots)), make(map[messages.PersonID]messages.PersonID, len(o.Same))
	for i, bot := range o.Bots {
		bots[i] = id(bot)
	}
	for one, other := range o.Same {
		same[id(one)] = id(other)
	}
	o.Bots, o.Same = bots, same
	return o
}

// Read reads the export at path, a file, a folder or a zip, and gives emit
// each line, the lines of one channel and file in their order. emit's error
// ends it, and so does the end of ctx.
func Read(ctx context.Context, path string, o Options, emit func(corpus.Entry) error) error {
	s, err := open(path)
	if err != nil {
		return fmt.Errorf("import: %w", err)
	}
	defer s.close()
	return read(ctx, s, o, emit)
}

func read(ctx context.Context, s *source, o Options, emit func(corpus.Entry) error) error {
	f, files, err := find(s, o.From)
	if err != nil {
		return fmt.Errorf("import: %w", err)
	}
	r := newReading(ctx, o, emit)
	for _, file := range files {
		r.total += file.size * f.passes
	}
	if err := f.read(r, files); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	r.reportProgress(true)
	if !r.any {
		return fmt.Errorf("import: %s: a %s without lines", s.name, f.says)
	}
	return nil
}
