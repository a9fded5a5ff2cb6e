package jetstream

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/journal"
	"familiar/journal/jetstream/blocks"
	"familiar/journal/jetstream/embedded"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/messages"
)

var (
	damages = flag.Int("damages", 12, "how many times TestDamage damages a store; .ci/run asks for 40")
	damage0 = flag.Int("damage", 0, "with which one TestDamage begins")
)

// TestDamage damages real stores at random, closed and killed ones. Each time
// verify tells of it, or what is read back is as before. Opened all the same, a
// store has everything but what is named as missing.
func TestDamage(t *testing.T) {
	long.Test(t)
	t.Parallel()
	closed, killed, marked := damageable(t)
	was := map[string]map[string]string{closed: raws(t, closed), killed: raws(t, killed)}
	told := make(map[string]int)
	for n := *damage0; n < *damage0+*damages; n++ {
		random := rand.New(rand.NewPCG(7, uint64(n)))
		image := []string{closed, killed}[random.IntN(2)]
		folder := filepath.Join(t.TempDir(), "store") // no part of its name says which test it is
		if err := os.CopyFS(filepath.Join(folder, "store"), os.DirFS(filepath.Join(image, "store"))); err != nil {
			t.Fatal(err)
		}
		kind, what := harm(t, random, filepath.Join(folder, "store"))
		where := fmt.Sprintf("damage %d of %s, %s: %s", n, filepath.Base(image), kind, what)
		noticed := tellsOf(t, folder)
		if noticed {
			told[kind]++
		} else {
			told[kind+", harmless"]++
		}
		missing, altered, cut, hurt := startsWith(t, where, folder)
		is := raws(t, folder)
		if !noticed && !maps.Equal(is, was[image]) {
			t.Errorf("%s: nothing was told, and what is read differs: %s", where, differs(is, was[image]))
		}
		for at := range was[image] {
			stream, seq := placeOf(at)
			late := image == killed && seq > marked[stream] && cut[stream] // nothing knows what was there
			mended := noticed && stream == "familiar-due"                  // it has the deadlines of the snapshots that are left
			if _, there := is[at]; !there && !missing[at] && !late && !mended && !keys(stream) {
				t.Errorf("%s: %s is gone and not named", where, at)
			}
		}
		for at, text := range is {
			stream, _ := placeOf(at)
			older := hurt[stream] && stream == "familiar-dead" || noticed && stream == "familiar-due" // of which the newest of a subject is kept
			if was[image][at] != text && !altered && !older && !keys(stream) {
				t.Errorf("%s: %s is another one", where, at)
			}
		}
		if err := os.RemoveAll(folder); err != nil {
			t.Fatal(err)
		}
		if t.Failed() {
			return
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(told)) {
		t.Logf("%4d %s", told[kind], kind)
	}
}

// keys reports whether a stream has keys, which a start makes anew where they are
// damaged: they are another's then, and open the same.
func keys(stream string) bool { return layout.IsKeys(strings.TrimPrefix(stream, "familiar-")) }

// damageable makes two stores with several blocks of the log and of observing
// notes: one that was closed, and what a kill left of one some time after it
// was written down how far it had come, which is marked.
func damageable(t *testing.T) (closed, killed string, marked map[string]uint64) {
	t.Helper()
	closed, killed = filepath.Join(t.TempDir(), "closed"), filepath.Join(t.TempDir(), "killed")
	j := opened(t, Config{Folder: closed, Partitions: 1, ObservedBytes: 512 << 10, Log: quiet})
	fill(t, j)
	bulk(t, j, 700)
	await.Until(t, "a mark with nothing written meanwhile", func() bool { // nobody waits for a deadline that a save moves back
		marked = newestOf(t, j)
		if err := j.store.Server.Mark(t.Context()); err != nil {
			t.Fatal(err)
		}
		return maps.Equal(marked, newestOf(t, j))
	})
	bulk(t, j, 20)
	if err := os.CopyFS(filepath.Join(killed, "store"), os.DirFS(filepath.Join(closed, "store"))); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return closed, killed, marked
}

// newestOf returns the newest sequence of each stream.
func newestOf(t *testing.T, j *Journal) map[string]uint64 {
	t.Helper()
	newest := make(map[string]uint64)
	for _, s := range j.config.plan().Streams() {
		last, err := j.store.NewestIn(t.Context(), s.Name)
		if err != nil {
			t.Fatal(err)
		}
		newest[s.Name] = last
	}
	return newest
}

// bulk writes so many lines of 8 KiB, and a tenth as many snapshots and notes.
func bulk(t *testing.T, j *Journal, lines int) {
	const hex = "0123456789abcdef"
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	noise := func(size int) string {
		b := make([]byte, size)
		for i := range b {
			b[i] = hex[random.IntN(len(hex))]
		}
		return string(b)
	}
	for n := range lines {
		channel := messages.ChannelID(fmt.Sprintf("test/w/room%d", n%7))
		line := said(channel, n).(messages.Heard)
		line.Line.Text = noise(8 << 10)
		r, err := j.Append(t.Context(), 0, channel, line)
		if err != nil {
			t.Fatal(err)
		}
		if n%10 == 0 {
			save(t, j, journal.Snapshot{Channel: channel, Seq: r.Seq, Due: messages.Instant(1<<41 + n), Body: []byte(noise(900))})
			note := &messages.Note{Channel: channel, Line: messages.LineID(noise(600)), At: r.At, Act: messages.Observe, Rung: "rest"}
			for range 32 {
				if err := j.Note(t.Context(), note); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// harm damages one thing in a store.
func harm(t *testing.T, random *rand.Rand, store string) (kind, what string) {
	t.Helper()
	var files, folders []string
	err := filepath.WalkDir(store, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && !strings.HasSuffix(path, "extent") {
			files = append(files, path)
		}
		if err == nil && e.IsDir() && filepath.Base(filepath.Dir(path)) == "streams" {
			folders = append(folders, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if random.IntN(3) == 0 { // those that matter most
		files = slices.DeleteFunc(files, func(path string) bool { return !strings.HasSuffix(path, ".blk") })
	}
	file := files[random.IntN(len(files))]
	what, _ = filepath.Rel(store, file)
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(b) == 0 {
		return "an empty file", what
	}
	at := random.IntN(len(b))
	what += fmt.Sprint(" at ", at)
	switch n := random.IntN(20); {
	case n < 12:
		kind = "a bit flipped"
		b[at] ^= 1 << random.IntN(8)
	case n < 15:
		kind = "cut off"
		b = b[:at]
	case n < 16:
		kind = "a piece cut out"
		b = slices.Delete(b, at, min(len(b), at+1+random.IntN(5000)))
	case n < 17:
		kind = "a sector of zeros"
		clear(b[at/512*512 : min(len(b), at/512*512+512)])
	case n < 19:
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		return "a file lost", what
	default:
		folder := folders[random.IntN(len(folders))]
		if err := os.RemoveAll(folder); err != nil {
			t.Fatal(err)
		}
		return "a stream lost", filepath.Base(folder)
	}
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return kind, what
}

// tellsOf reports whether verify says that something is wrong.
func tellsOf(t *testing.T, folder string) bool {
	t.Helper()
	j, err := Visit(t.Context(), Config{Folder: folder, Log: quiet})
	if err != nil {
		if !errors.Is(err, embedded.ErrDamaged) && !errors.Is(err, ErrNoStore) {
			t.Logf("told otherwise: %v", err)
		}
		return true
	}
	defer j.Close()
	problems, err := j.Verify(t.Context(), nil, nil)
	return err != nil || len(problems) > 0
}

// placeOf takes apart where a message is.
func placeOf(at string) (stream string, seq uint64) {
	stream, number, _ := strings.Cut(at, " ")
	_, _ = fmt.Sscan(number, &seq)
	return stream, seq
}

// startsWith opens a store whatever it lost, and gives what is named as
// missing, whether records may be other ones, which streams lost their end, and
// which anything.
func startsWith(t *testing.T, where, folder string) (missing map[string]bool, altered bool, cut, hurt map[string]bool) {
	t.Helper()
	j, err := Open(t.Context(), Config{Folder: folder, StartDamaged: true, Log: quiet})
	if err != nil {
		t.Fatalf("%s: open: %v", where, err)
	}
	missing, cut, hurt = make(map[string]bool), make(map[string]bool), make(map[string]bool)
	for _, loss := range j.Losses() {
		altered = altered || loss.Finding.Kind == blocks.Altered
		hurt[loss.Finding.Stream] = true
		cut[loss.Finding.Stream] = cut[loss.Finding.Stream] || loss.Finding.Kind == blocks.Unfinished || loss.Finding.Kind == blocks.NoStream || loss.Finding.Kind == blocks.Missing
		for _, span := range loss.Finding.Missing {
			for seq := span[0]; seq <= span[1]; seq++ {
				missing[fmt.Sprint(loss.Finding.Stream, " ", seq)] = true
			}
		}
	}
	if err := j.Close(); err != nil {
		t.Fatalf("%s: close: %v", where, err)
	}
	return missing, altered, cut, hurt
}

// raws reads all that is in a store but its meta stream, which every opening
// writes to.
func raws(t *testing.T, folder string) map[string]string {
	t.Helper()
	copied := t.TempDir()
	if err := os.CopyFS(filepath.Join(copied, "store"), os.DirFS(filepath.Join(folder, "store"))); err != nil {
		t.Fatal(err)
	}
	j, err := Open(t.Context(), Config{Folder: copied, StartDamaged: true, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = j.Close(); _ = os.RemoveAll(copied) }()
	all := make(map[string]string)
	for _, s := range j.config.plan().Streams() {
		err := j.store.Scan(context.Background(), store.Reading{Stream: s.Name}, func(m store.Message) error {
			all[fmt.Sprint(s.Name, " ", m.Seq)] = fmt.Sprint(m.Subject, m.Header, m.At.UnixNano(), string(m.Data))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// differs names the first few messages that do.
func differs(is, was map[string]string) string {
	var names []string
	for at, text := range was {
		if is[at] != text {
			names = append(names, at)
		}
	}
	for at := range is {
		if _, there := was[at]; !there {
			names = append(names, at+" is new")
		}
	}
	slices.Sort(names)
	return fmt.Sprintf("%d of %d: %v", len(names), len(was), names[:min(5, len(names))])
}
