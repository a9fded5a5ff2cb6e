package config

import (
	"net/url"
	"regexp"
	"slices"
	"time"

	"familiar/internal/bounds"
	"familiar/journal"
)

// Journal is where everything that happens is kept.
type Journal struct {
	URL         string `toml:"url"`         // an outside NATS server's; default "": one is embedded, with its files in the data folder
	Credentials string `toml:"credentials"` // NATS credentials file for url, relative to the configuration; default none
	Prefix      string `toml:"prefix"`      // begins the names of its streams, for a NATS shared with others; default familiar
	Partitions  int    `toml:"partitions"`  // of the log; default 0: as many as the store has, in a new one 4, with url 8
	Replicas    int    `toml:"replicas"`    // servers that keep each of its streams: 1, 3 or 5; default 0: as many as do, one in a new store; only with url
	Sync        bool   `toml:"sync"`        // every write reaches the disk before it counts; default false; only embedded
	Damaged     string `toml:"damaged"`     // what a start does with a damaged store: refuse or start; default refuse; only embedded

	Keep         time.Duration `toml:"keep"`          // how long lines are kept; default 30 days
	KeepNotes    time.Duration `toml:"keep_notes"`    // how long decisions to speak or deny are; default 7 days
	KeepObserved time.Duration `toml:"keep_observed"` // how long decisions to keep quiet are; default 48 h

	MaxMB      int `toml:"max_mb"`      // MiB the log may take; default 20480
	ObservedMB int `toml:"observed_mb"` // MiB the decisions to keep quiet may take; default 1024
	ReserveMB  int `toml:"reserve_mb"`  // MiB of the disk that stay free; default 512; only embedded
}

// What a start does with a store of which something is lost that no kill and
// no power cut takes.
const (
	RefuseDamaged = "refuse" // it ends and says what is lost
	StartDamaged  = "start"  // it says so and goes on with the rest
)

// leastKeep bounds what a typing error can ask for.
const leastKeep = time.Hour

// subjectToken is what NATS takes as a part of a name.
var subjectToken = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// defaultJournal is an embedded one.
func defaultJournal() Journal {
	return Journal{
		Prefix: "familiar", Damaged: RefuseDamaged,
		Keep: 30 * 24 * time.Hour, KeepNotes: 7 * 24 * time.Hour, KeepObserved: 48 * time.Hour,
		MaxMB: 20 << 10, ObservedMB: 1 << 10, ReserveMB: 512,
	}
}

// Validate says what is wrong, all of it.
func (j Journal) Validate() error {
	address := []bounds.Field{
		bounds.Must(j.Credentials == "", "credentials: only used with url, which is not set"),
		bounds.Must(j.Replicas == 0, "replicas = %d: only used with url, which is not set", j.Replicas),
	}
	if j.URL != "" {
		u, err := url.Parse(j.URL)
		address = []bounds.Field{
			bounds.Must(err == nil && u.Host != "" && slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme), "url = %q: want nats://HOST:PORT, tls://, ws:// or wss://", j.URL),
			bounds.Must(err != nil || isPort(u.Port()), "url = %q: want a port of 1 to 65535", j.URL),
			bounds.Must(err != nil || u.User == nil, "url: want the address only; user and password belong in the credentials file"),
			bounds.Must(!j.Sync, "sync = true: an external NATS server has its own setting for that"),
		}
	}
	return bounds.Check(append(address,
		bounds.Either("damaged", j.Damaged, RefuseDamaged, StartDamaged),
		bounds.Must(subjectToken.MatchString(j.Prefix), "prefix = %q: want ASCII letters, digits, - and _", j.Prefix),
		bounds.Between("partitions", j.Partitions, 0, journal.MaxPartitions),
		bounds.Must(slices.Contains([]int{0, 1, 3, 5}, j.Replicas), "replicas = %d: want 1, 3 or 5, or 0 for what is there", j.Replicas),
		bounds.OrMore("keep", j.Keep, leastKeep),
		bounds.OrMore("keep_notes", j.KeepNotes, leastKeep),
		bounds.OrMore("keep_observed", j.KeepObserved, leastKeep),
		bounds.OrMore("max_mb", j.MaxMB, 64),
		bounds.OrMore("observed_mb", j.ObservedMB, 1),
		bounds.OrMore("reserve_mb", j.ReserveMB, 0),
	)...)
}
