package jetstream

import (
	"fmt"
	"testing"

	"familiar/internal/long"
	"familiar/journal"
	"familiar/journal/journaltest"
)

func TestJournal(t *testing.T) {
	t.Parallel()
	server := outside(t, t.TempDir(), -1).ClientURL()
	n := 0
	for _, tt := range []struct {
		story  string
		config func(*testing.T) Config
	}{
		{"embedded", func(t *testing.T) Config { return Config{Folder: t.TempDir()} }},
		{"with one partition, every write synced", func(t *testing.T) Config {
			long.Test(t)
			return Config{Folder: t.TempDir(), Partitions: 1, Sync: true}
		}},
		{"on an outside server", func(*testing.T) Config {
			n++
			return Config{URL: server, Prefix: fmt.Sprint("store-", n), Partitions: 2, MaxBytes: 1 << 20, ObservedBytes: 1 << 20}
		}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			t.Parallel()
			journaltest.Run(t, func(t *testing.T) journal.Journal { return openTest(t, tt.config(t)) })
		})
	}
}
