package memory

import (
	"cmp"
	"errors"
	"time"

	"familiar/journal"
)

// Config is the journal's knobs. A zero field takes its value from [Default].
type Config struct {
	// Partitions is how many the log has.
	Partitions int
	// MaxRecords is how many records a partition keeps that no snapshot or
	// checkpoint covers; one more is journal.ErrFull. About as many covered
	// ones may linger beside them.
	MaxRecords int
	// MaxNotes is how many notes the ledger keeps; the oldest go.
	MaxNotes int
	// MaxPostIDs is how many ids of removed outbox entries are remembered, 16
	// bytes each in a set and once more in their order: about 60 MB at the
	// default. Beyond it the oldest is forgotten and could be enqueued again.
	MaxPostIDs int
	// Recent is how many of a partition's newest records stay although they
	// are covered, for people who look back.
	Recent int
	// Keep keeps all covered records, for tests and for replaying; memory then
	// grows for as long as the journal lives.
	Keep bool

	// Clock gives the time of an append. Default: time.Now.
	Clock func() time.Time
	// Generation gives the configuration's generation at an append. It is
	// called with a lock held and must not call the journal. Default: 0.
	Generation func() int
}

// Default returns 8 partitions of 131,072 records, 4,096 of them recent, 100,000
// notes and 1,000,000 remembered post ids.
func Default() Config {
	return Config{
		Partitions: journal.DefaultPartitions,
		MaxRecords: 131_072,
		Recent:     4096,
		MaxNotes:   100_000,
		MaxPostIDs: 1_000_000,
		Clock:      time.Now,
		Generation: func() int { return 0 },
	}
}

// Validate refuses negative numbers.
func (c Config) Validate() error {
	if c.Partitions < 0 || c.MaxRecords < 0 || c.Recent < 0 || c.MaxNotes < 0 || c.MaxPostIDs < 0 {
		return errors.New("memory journal: partitions, max_records, recent, max_notes and max_post_ids must not be negative")
	}
	return nil
}

func (c Config) withDefaults() Config {
	d := Default()
	c.Partitions = cmp.Or(c.Partitions, d.Partitions)
	c.MaxRecords = cmp.Or(c.MaxRecords, d.MaxRecords)
	c.Recent = cmp.Or(c.Recent, d.Recent)
	c.MaxNotes = cmp.Or(c.MaxNotes, d.MaxNotes)
	c.MaxPostIDs = cmp.Or(c.MaxPostIDs, d.MaxPostIDs)
	if c.Clock == nil {
		c.Clock = d.Clock
	}
	if c.Generation == nil {
		c.Generation = d.Generation
	}
	return c
}
