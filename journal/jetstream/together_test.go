package jetstream

import (
	"fmt"
	"sync"
	"testing"

	"familiar/journal"
	"familiar/messages"
)

// TestLoadedTogether: who asks for a snapshot while many do gets its own channel's
// newest, or none where there is none, be it asked for twice.
func TestLoadedTogether(t *testing.T) {
	j := openTest(t, Config{Folder: t.TempDir(), Partitions: 2})
	const saved, asked = 400, 500
	channel := func(n int) messages.ChannelID { return messages.ChannelID(fmt.Sprint("test/w/", n)) }
	body := func(n, save int) string { return fmt.Sprint("state ", save, " of channel ", n) }
	for n := range saved {
		var revision uint64
		for save := range 2 {
			s := journal.Snapshot{Channel: channel(n), Revision: revision, Seq: uint64(save + 1), Body: []byte(body(n, save))}
			var err error
			if revision, err = j.Save(t.Context(), j.Epoch(0), s); err != nil {
				t.Fatal(err)
			}
		}
	}
	var asking sync.WaitGroup
	for i := range 2 * asked {
		n := i % asked
		asking.Go(func() {
			s, err := j.Load(t.Context(), channel(n))
			switch {
			case err != nil:
				t.Error(err)
			case n >= saved && (s.Revision != 0 || s.Channel != channel(n)):
				t.Errorf("%s has revision %d of %s, and was never saved", channel(n), s.Revision, s.Channel)
			case n < saved && (string(s.Body) != body(n, 1) || s.Seq != 2):
				t.Errorf("%s is %q with sequence %d, want %q with 2", channel(n), s.Body, s.Seq, body(n, 1))
			}
		})
	}
	asking.Wait()
}
