package jetstream

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"familiar/internal/long"
	"familiar/journal"
	"familiar/journal/jetstream/blocks"
	"familiar/journal/jetstream/store"
	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
)

var drawn = flag.Int("drawn", 4, "how many stores TestFilesOfDrawnStores draws")

// TestFilesOfDrawnStores: of stores to which anything happened that may happen to one, the
// files say what the server says: the same records, states and deadlines.
func TestFilesOfDrawnStores(t *testing.T) {
	long.Test(t)
	t.Parallel()
	read, placed := 0, 0
	for seed := range uint64(*drawn) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			d := &drawnStore{t: t, chance: rand.New(rand.NewPCG(seed, 57)), folder: t.TempDir(), revisions: map[int]uint64{}}
			d.open()
			for range 60 {
				d.step()
			}
			d.leave()
			read, placed = read+d.read, placed+d.placed
		})
	}
	if read == 0 || placed == 0 {
		t.Errorf("%d records and %d states were read from the files: they are to be of some use", read, placed)
	}
}

// A drawnStore is one of a partition to which things happen.
type drawnStore struct {
	t      *testing.T
	chance *rand.Rand
	folder string
	j      *Journal

	revisions    map[int]uint64 // of each channel's newest state
	bodies       int
	read, placed int // from the files
}

func (d *drawnStore) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *drawnStore) open() {
	var err error
	d.j, err = takeStore(d.t.Context(), Config{Folder: d.folder, Partitions: 1, Log: quiet}) // nothing is compacted by itself
	d.must(err)
	d.compare()
}

// leave closes the store, or kills who has it.
func (d *drawnStore) leave() {
	if d.chance.IntN(2) == 0 {
		d.must(d.j.Close())
		return
	}
	killed := d.t.TempDir()
	d.must(os.CopyFS(filepath.Join(killed, "store"), os.DirFS(filepath.Join(d.folder, "store"))))
	d.must(d.j.Close())
	d.folder = killed
}

const drawnChannels = 300

func (d *drawnStore) step() {
	ctx, lines, states := d.t.Context(), d.j.store.Names.Lines(0), d.j.store.Names.Snapshots(0)
	switch d.chance.IntN(12) {
	case 0, 1, 2:
		for range d.chance.IntN(1500) {
			_, err := d.j.Append(ctx, 0, numbered(d.chance.IntN(drawnChannels)), messages.TimerFired{N: d.chance.Uint64()})
			d.must(err)
		}
	case 3, 4, 5:
		for range d.chance.IntN(400) {
			d.save(d.chance.IntN(drawnChannels))
		}
	case 6:
		d.must(d.j.store.Server.Mark(ctx))
	case 7: // as where a line is forgotten that isn't sealed
		if state := d.state(lines); state.Msgs > 0 && d.chance.IntN(3) == 0 {
			d.must(d.j.store.Delete(ctx, lines, true, state.FirstSeq+d.chance.Uint64N(state.LastSeq-state.FirstSeq+1)))
		}
	case 8: // as where a partition is trimmed
		if state := d.state(lines); state.Msgs > 0 {
			d.must(d.j.store.Purge(ctx, lines, state.FirstSeq+d.chance.Uint64N(state.Msgs/2+1)))
		}
	case 9:
		if d.state(states).Msgs > 0 {
			d.must(compactNow(ctx, d.j, d.j.snapshots.parts[0]))
		}
	case 10: // as where a start finds the log behind the states
		state := d.state(lines)
		d.must(d.j.log.MoveOn(ctx, 0, state, state.LastSeq+d.chance.Uint64N(5)))
	default:
		d.leave()
		d.open()
	}
	d.compare()
}

func (d *drawnStore) state(stream string) jetstream.StreamState {
	d.t.Helper()
	state, err := d.j.store.State(d.t.Context(), stream)
	d.must(err)
	return state
}

func (d *drawnStore) save(n int) {
	s := journal.Snapshot{Channel: numbered(n), Revision: d.revisions[n], Seq: uint64(n + 1), Body: fmt.Appendf(nil, "state %d of %d", d.bodies, n)}
	if d.bodies++; d.chance.IntN(3) == 0 {
		s.Due = messages.Instant(1 + d.chance.IntN(1000))
	}
	revision, err := d.j.Save(d.t.Context(), 0, s)
	if errors.Is(err, journal.ErrConflict) { // a save that was killed
		is, err := d.j.Load(d.t.Context(), s.Channel)
		d.must(err)
		d.revisions[n] = is.Revision
		return
	}
	d.must(err)
	d.revisions[n] = revision
}

// compare holds what the files say against what the server says.
func (d *drawnStore) compare() {
	t, ctx := d.t, d.t.Context()
	t.Helper()
	lines := d.j.store.Names.Lines(0)
	state := d.state(lines)
	first := max(state.FirstSeq, 1)
	after := first - 1 + d.chance.Uint64N(state.LastSeq-first+2)
	has := map[uint64]string{}
	d.must(d.j.store.Scan(ctx, store.Reading{Stream: lines, After: after}, func(m store.Message) error {
		has[m.Seq] = fmt.Sprintf("%d %s %x", m.At.UnixNano(), m.Subject, m.Data)
		return nil
	}))
	next := after + 1
	last, err := d.j.store.Files(ctx, blocks.Part{Stream: lines, After: after, Until: math.MaxUint64}, func(r blocks.Record) error {
		for ; next < r.Seq; next++ {
			if has[next] != "" {
				t.Fatalf("record %d is not handed over", next)
			}
		}
		if got := fmt.Sprintf("%d %s %x", r.At.UnixNano(), r.Subject, r.Data); got != has[r.Seq] {
			t.Fatalf("record %d is %q in the files, and %q the server's", r.Seq, got, has[r.Seq])
		}
		d.read++
		next++
		return nil
	})
	d.must(err)
	if last > state.LastSeq {
		t.Fatalf("the files go to %d, the server to %d", last, state.LastSeq)
	}
	d.compareStates(ctx)
}

func (d *drawnStore) compareStates(ctx context.Context) {
	t := d.t
	t.Helper()
	due := map[messages.ChannelID]messages.Instant{}
	for s, err := range d.j.Due(ctx, math.MaxInt64) {
		d.must(err)
		due[s.Channel] = s.Due
	}
	for n := range drawnChannels {
		if d.chance.IntN(4) > 0 {
			continue
		}
		p, subject, err := d.j.snapshots.place(numbered(n))
		d.must(err)
		if _, is := p.places.read(subject); is {
			d.placed++
		}
		is, err := d.j.Load(ctx, numbered(n))
		d.must(err)
		m, st, err := d.j.snapshots.newestAt(ctx, p, subject)
		d.must(err)
		if m == nil {
			if is.Revision != 0 {
				t.Fatalf("%s has no state, and the files say revision %d", numbered(n), is.Revision)
			}
			continue
		}
		if is.Revision != m.Sequence && !st.CopyOf(is.Revision, m.Sequence) || is.Seq != st.Seq || is.Due != st.Due {
			t.Fatalf("%s is revision %d by the files, of %d and %d; the server has %d with %+v", numbered(n), is.Revision, is.Seq, is.Due, m.Sequence, st)
		}
		if st.Due != 0 && due[numbered(n)] != st.Due {
			t.Fatalf("%s is due at %d, want %d", numbered(n), due[numbered(n)], st.Due)
		}
	}
}
