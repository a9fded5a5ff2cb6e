package operate

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/diagnosis"
	"familiar/config"
	"familiar/journal/jetstream"
)

// lately is how far back the rate of growth is measured.
const lately = 7 * 24 * time.Hour

// A visit is what was seen of a store.
type visit struct {
	store    diagnosis.Store
	running  bool // a program has it
	owner    string
	server   string // version of the NATS server
	channels int    // that have a snapshot
	used     int64  // bytes
	kinds    []diagnosis.Kept
	seen     bool // kinds were measured
	newest   time.Time
}

// visitStore looks at the store as a visitor. One that is damaged is not mended,
// whatever the configuration says.
func visitStore(ctx context.Context, c *config.Config, log *slog.Logger, now time.Time) (v visit) {
	settings := command.Stored(c, log)
	settings.StartDamaged = false
	v.store.Where, v.store.At = storePlace(c), now
	j, err := jetstream.Visit(ctx, settings)
	if err != nil {
		v.store.None = errors.Is(err, jetstream.ErrNoStore)
		v.running = errors.Is(err, jetstream.ErrInUse)
		if !v.store.None {
			v.store.Refused = strings.TrimPrefix(oneLine(err.Error()), "journal: ")
		}
		return v
	}
	since := now.Add(-lately)
	if c.Journal.URL != "" {
		since = time.Time{} // its disk isn't ours, and older servers can't be asked by time
	}
	err = v.look(ctx, j, now, since)
	if err = errors.Join(err, j.Close()); err != nil {
		v.store.Refused = oneLine(err.Error())
	}
	return v
}

// storePlace names where the journal is.
func storePlace(c *config.Config) string {
	if c.Journal.URL != "" {
		return "the NATS server, prefix " + c.Journal.Prefix
	}
	return filepath.Join(c.Data, "journal")
}

func (v *visit) look(ctx context.Context, j *jetstream.Journal, now, since time.Time) error {
	s, err := j.Status(ctx)
	if err != nil {
		return err
	}
	v.running, v.owner, v.server = s.Running, s.Owner, j.ServerVersion()
	v.channels, v.used = int(s.Channels), s.Disk.Used
	v.store.Format, v.store.State = s.Format, s.State
	v.store.Letters, v.store.Waiting, v.store.Oldest, v.store.Losses = s.Letters.Records, s.Waiting, s.Oldest, len(s.Losses)
	held, err := j.Holds(ctx)
	if err != nil {
		return err
	}
	v.store.Holds = len(held.All)
	g, err := j.Growth(ctx, since)
	if err != nil {
		return err
	}
	v.newest, v.seen = g.Newest, true
	for _, k := range g.Kinds {
		age := max(0, now.Sub(k.Oldest))
		v.kinds = append(v.kinds, diagnosis.Kept{
			Bytes: int64(k.Bytes), Written: int64(k.Lately), Window: min(age, lately), Age: age, Keep: k.Keep, Limit: k.Limit,
		})
	}
	return nil
}

// lookAtDisk asks the data folder's file system.
func lookAtDisk(c *config.Config, v visit) []diagnosis.Finding {
	folder := dataFolder(c)
	disk := diagnosis.Disk{Folder: folder, Used: v.used}
	left, err := jetstream.SpaceAt(folder)
	if err != nil {
		disk.Error = "how much is free can't be told: " + err.Error()
		return []diagnosis.Finding{disk}
	}
	disk.Free = left.Bytes
	if c.Journal.URL == "" {
		disk.Reserve = command.Stored(c, nil).Reserve
		if v.seen {
			f := diagnosis.Foresee(left.Bytes-disk.Reserve, v.kinds)
			disk.Forecast = &f
		}
	}
	all := []diagnosis.Finding{disk}
	if left.AllFiles > 0 {
		all = append(all, diagnosis.Inodes{Free: left.Files, Total: left.AllFiles})
	}
	return all
}
