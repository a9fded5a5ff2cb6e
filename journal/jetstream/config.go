package jetstream

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/embedded"
	"familiar/journal/jetstream/layout"
)

// Config is the journal's knobs. A zero field takes its value from [Default].
type Config struct {
	// Folder is where the embedded server keeps its files. It belongs to one
	// process at a time. Not used with URL.
	Folder string
	// URL is an outside NATS server's, such as nats://127.0.0.1:4222; "": one
	// is embedded.
	URL string
	// Credentials is a NATS credentials file for URL; "": none.
	Credentials string
	// Prefix begins the names of all streams and subjects, so that several
	// programs can share an outside NATS. Letters, digits, '-' and '_'.
	Prefix string
	// Partitions is how many the log has. It is fixed when the store is made, until
	// [Repartition] makes them more; 0: as many as the store has, and in a new one 4,
	// or 8 where processes can share it.
	Partitions int
	// Replicas is how many servers of an outside cluster keep each stream: 1, 3 or
	// 5. Opening raises it and never lowers it; 0: as many as the store has, and
	// one for a new store.
	Replicas int
	// Sync has every write reach the disk before it is acknowledged. Without
	// it a power cut may cost the writes of the last two minutes; a killed
	// process costs none. Only for the embedded server.
	Sync bool
	// StartDamaged has Open and Visit go on with a store of which something was
	// lost other than by a kill or a power cut: what can't be read is put aside.
	// Without it they fail with a [DamagedError]. Only for the embedded server.
	StartDamaged bool

	MaxBytes      int64         // what the log of all partitions may take on disk
	MaxAge        time.Duration // how long events, posts and letters are kept
	MaxNotes      time.Duration // how long notes are kept, except those that observe
	MaxObserved   time.Duration // how long those that observe are kept
	ObservedBytes int64         // what those that observe may take
	// Reserve is how much of the disk must stay free; with less, lines are
	// refused: a full disk would stop the server. Only for the embedded one.
	Reserve int64

	// Within is how long a write may take before it fails.
	Within time.Duration

	// StateVersion is the newest form of a state this program can read. A
	// store in which a newer one has written is refused; 0: not asked.
	StateVersion int

	// Shared has Open take over no partition: several processes have the store at the
	// same time, and each claims those that are its own, see [Journal.Claim]. Who opens
	// without it is alone. Only with URL.
	Shared bool
	// Leave is called as the journal closes and writes nothing more. It has this process
	// leave those that share the store, and then reports whether nobody else is left;
	// nil: nobody knows, and who would have it alone waits some seconds. Only with Shared.
	Leave func() (last bool)

	// StandBy is told which process has the store before Open waits for it to stop
	// or to be gone. nil: Open fails with [ErrInUse]. Only with URL.
	StandBy func(who string)

	generation int           // of the partitions, as the store has it: see [layout.Names]
	countStale bool          // tests only: what a former owner writes counts
	renewEvery time.Duration // tests only: of the lease; 0: leaseEvery

	Clock      func() time.Time // of an append; default: time.Now
	Generation func() int       // the configuration's, at an append; default: 0
	Log        *slog.Logger     // default: slog.Default()
}

// embeddedPartitions is how many a new store of the embedded server has: one process has
// them all, and the server keeps a block of each of their streams in memory.
const embeddedPartitions = 4

// Default returns 20 GiB of log for 30 days, notes for 7 days, observing ones for 48
// hours in 1 GiB, 512 MiB of reserve and 5 seconds.
func Default() Config {
	return Config{
		Prefix:        "familiar",
		MaxBytes:      20 << 30,
		MaxAge:        30 * 24 * time.Hour,
		MaxNotes:      7 * 24 * time.Hour,
		MaxObserved:   48 * time.Hour,
		ObservedBytes: 1 << 30,
		Reserve:       512 << 20,
		Within:        5 * time.Second,
		Clock:         time.Now,
		Generation:    func() int { return 0 },
		Log:           slog.Default(),
	}
}

// Validate says what can't be. A zero field is right: it takes the default.
func (c Config) Validate() error {
	var problems []error
	bad := func(is bool, format string, args ...any) {
		if is {
			problems = append(problems, fmt.Errorf(format, args...))
		}
	}
	bad(c.Folder == "" && c.URL == "", "want a folder or the URL of a NATS server")
	bad(c.Partitions < 0 || c.Partitions > journal.MaxPartitions, "partitions: want 1 to %d", journal.MaxPartitions)
	bad(!slices.Contains([]int{0, 1, 3, 5}, c.Replicas) || c.Replicas != 0 && c.URL == "", "replicas: want 1, 3 or 5, and the URL of a NATS server")
	bad(c.Shared && c.URL == "", "shared: want the URL of a NATS server")
	bad(c.Prefix != "" && layout.Token(c.Prefix) != c.Prefix, "prefix: want letters, digits, - and _")
	bad(c.MaxBytes < 0 || c.ObservedBytes < 0 || c.Reserve < 0, "bytes must not be negative")
	bad(c.MaxAge < 0 || c.MaxNotes < 0 || c.MaxObserved < 0 || c.Within < 0, "durations must not be negative")
	if len(problems) > 0 {
		return fmt.Errorf("journal: %w", errors.Join(problems...))
	}
	return nil
}

func (c Config) withDefaults() Config {
	d := Default()
	c.Prefix = cmp.Or(c.Prefix, d.Prefix)
	c.MaxBytes = cmp.Or(c.MaxBytes, d.MaxBytes)
	c.MaxAge = cmp.Or(c.MaxAge, d.MaxAge)
	c.MaxNotes = cmp.Or(c.MaxNotes, d.MaxNotes)
	c.MaxObserved = cmp.Or(c.MaxObserved, d.MaxObserved)
	c.ObservedBytes = cmp.Or(c.ObservedBytes, d.ObservedBytes)
	c.Reserve = cmp.Or(c.Reserve, d.Reserve)
	c.Within = cmp.Or(c.Within, d.Within)
	c.Log = cmp.Or(c.Log, d.Log)
	if c.Clock == nil {
		c.Clock = d.Clock
	}
	if c.Generation == nil {
		c.Generation = d.Generation
	}
	return c
}

// share is what one partition of the log may take on disk.
func (c Config) share() int64 { return max(1, c.MaxBytes/int64(max(1, c.Partitions))) }

func (c Config) names() layout.Names {
	return layout.Names{Prefix: c.Prefix, Generation: c.generation}
}

// plan returns how the store's streams are to be made.
func (c Config) plan() layout.Plan {
	return layout.Plan{
		Names: c.names(), Partitions: c.Partitions, Outside: c.URL != "", Replicas: c.Replicas,
		Share: c.share(), MaxAge: c.MaxAge, MaxNotes: c.MaxNotes, MaxObserved: c.MaxObserved, ObservedBytes: c.ObservedBytes,
	}
}

// embedded returns how the server of a folder is started.
func (c Config) embedded() embedded.Config {
	return embedded.Config{Folder: c.Folder, Sync: c.Sync, StartDamaged: c.StartDamaged, Fleeting: c.fleeting, Log: c.Log}
}

// fleeting reports whether a stream has keys: those that were replaced are
// overwritten at once, and unlock knows what has to be there.
func (c Config) fleeting(stream string) bool {
	return layout.IsKeys(c.names().Word(stream))
}

// ours fails where a store would get files that the user whose folder it is can't read.
func (c Config) ours() error {
	if c.URL != "" {
		return nil
	}
	return embedded.Ours(c.Folder)
}
