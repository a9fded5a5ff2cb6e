// Package blocks looks at the files of the embedded NATS server's streams
// before the server does. The server takes a block at its word until a record
// of it is asked for, fills a sequence that jumps with holes one by one, and
// cuts a block off where it can't read on. So every record of every block is
// read here first, within bounds, and compared with what the store is known to
// have held; what is gone is named, and what can't be read is put aside. While the
// server runs, what was there is read here too, past it: see [Keeper.Records].
//
// It knows the form of the server's files, version 2.15, and nothing of what
// subjects and messages mean. Package jetstream calls it.
package blocks

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"
)

// A Report is what a look at a store found.
type Report struct {
	Findings []Finding

	root     string
	fleeting func(stream string) bool
	extent   *Extent // nil: there is none
	clean    bool    // nothing may differ from it
	streams  []*examined
	passing  []string // folders that the next start removes
}

// examined is one stream of it.
type examined struct {
	stream
	known    *Known // nil: the extent doesn't have it
	findings []Finding
	gone     bool  // its folder is not there
	fleeting bool  // see [Check]
	back     Spans // taken out, and there again
}

// Damaged reports whether there is a finding that is no kill's doing.
func (r *Report) Damaged() bool { return slices.ContainsFunc(r.Findings, Finding.Damage) }

// AsClosed reports whether the store is as it was when a program closed it that had mended
// it, be it that the server has to make something anew.
func (r *Report) AsClosed() bool {
	return r.clean && r.extent.Mended && !slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Kind != Cache })
}

// mostReaders bounds how many blocks are in memory at a time.
const mostReaders = 4

// Check reads all blocks of the store at root, of which nobody may have the
// server running. It changes nothing. fleeting says of which streams whole
// blocks come and go faster than it is written down, and whose reader knows by
// itself what has to be there: of these nothing is missed after a kill. An
// error means that it could not look.
func Check(ctx context.Context, root string, fleeting func(stream string) bool) (*Report, error) {
	r := &Report{root: root, fleeting: fleeting}
	var err error
	if r.extent, err = readExtent(root); errors.Is(err, ErrExtent) {
		r.Findings = append(r.Findings, Finding{Kind: NoExtent})
	} else if err != nil {
		return nil, err
	}
	if err := r.find(); err != nil {
		return nil, err
	}
	if err := r.readAll(ctx); err != nil {
		return nil, err
	}
	r.clean = r.extent != nil && r.extent.Clean && !slices.ContainsFunc(r.streams, (*examined).grown)
	for _, s := range r.streams {
		s.judge(r.root, r.clean)
		r.Findings = append(r.Findings, s.findings...)
	}
	return r, nil
}

// find makes the list of streams: those that are there and those known.
func (r *Report) find() error {
	folders, err := streamsOf(r.root)
	if err != nil {
		return err
	}
	there := make(map[string]bool)
	for _, folder := range folders {
		there[folder] = true
	}
	if r.extent != nil {
		folders = slices.DeleteFunc(folders, func(folder string) bool {
			passes := r.extent.passes(folder)
			if passes {
				r.passing = append(r.passing, folder)
			}
			return passes
		})
		for folder := range r.extent.Streams {
			if !there[folder] {
				folders = append(folders, folder)
			}
		}
	}
	slices.Sort(folders)
	for _, folder := range folders {
		s := &examined{stream: stream{folder: folder, name: filepath.Base(folder), blocks: make(map[uint32]*blockFile)}, gone: !there[folder]}
		s.fleeting = r.fleeting(s.name)
		if r.extent != nil {
			if known, ok := r.extent.Streams[folder]; ok {
				s.known = &known
			}
		}
		if !s.readSettings(r.root, s.known) && !s.gone {
			s.findings = append(s.findings, Finding{Kind: NoSettings, Stream: s.name, File: filepath.Join(folder, metaFile)})
		}
		r.streams = append(r.streams, s)
	}
	return nil
}

// readAll reads the blocks, some at a time.
func (r *Report) readAll(ctx context.Context) error {
	type job struct {
		s     *examined
		index uint32
	}
	var jobs []job
	for _, s := range r.streams {
		indices, err := s.indices(r.root)
		if err != nil {
			return err
		}
		for _, index := range indices {
			jobs = append(jobs, job{s, index})
		}
	}
	next := make(chan job)
	var mu sync.Mutex // of the streams' blocks, and failed
	var failed error
	var readers sync.WaitGroup
	for range min(mostReaders, runtime.GOMAXPROCS(0)) {
		readers.Go(func() { // checksums take a processor each
			var buffer []byte
			for j := range next {
				b, err := j.s.readBlock(ctx, r.root, j.index, j.s.knownBlock(j.index), r.extent != nil && r.extent.Clean, &buffer)
				mu.Lock()
				if err != nil {
					failed = errors.Join(failed, err)
				} else {
					j.s.blocks[j.index] = b
				}
				mu.Unlock()
			}
		})
	}
	for _, j := range jobs {
		if ctx.Err() != nil {
			break
		}
		next <- j
	}
	close(next)
	readers.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return failed
}

// knownBlock returns what a block is known to have held; nil: nothing.
func (s *examined) knownBlock(index uint32) *KnownBlock {
	if s.known == nil {
		return nil
	}
	if known, ok := s.known.Blocks[index]; ok {
		return &known
	}
	return nil
}

// grown reports whether somebody has written to the stream since it was
// written down as closed: a program that doesn't write that down.
func (s *examined) grown() bool {
	return s.known != nil && s.last() > s.known.Last
}

func (s *stream) last() (last uint64) {
	for _, b := range s.blocks {
		last = max(last, b.last)
	}
	return last
}

func (s *stream) live() (all Spans) {
	for _, b := range s.blocks {
		all = append(all, b.live...)
	}
	return all.and(nil)
}

// taken returns the sequences that somebody took out: tombstones and erased
// records say so.
func (s *stream) taken() Spans {
	var all Spans
	for _, b := range s.blocks {
		all = append(append(all, b.tombs...), b.gone...)
	}
	return all.and(nil)
}

// judge says what is wrong with a stream that was read.
func (s *examined) judge(root string, clean bool) {
	if info, err := os.Stat(filepath.Join(root, s.folder, purgedDir)); err == nil && info.IsDir() && !clean {
		return // the server ends the purge
	}
	if s.gone {
		s.found(Finding{Kind: NoStream, Missing: s.known.live(), Clean: clean})
		return
	}
	missing := s.missing(clean)
	for _, index := range s.sorted() {
		missing = missing.without(s.judgeBlock(index, missing, clean))
	}
	if len(missing) > 0 {
		s.found(Finding{Kind: s.kindOf(missing, clean), Missing: missing, File: s.lostBlock(missing), Clean: clean})
	} else if s.known != nil && s.known.Last > s.last() && len(s.findings) == 0 {
		s.found(Finding{Kind: s.kindOf(nil, clean), Clean: clean}) // only marks of what was taken
	}
	if s.back = s.returned(); len(s.back) > 0 {
		s.found(Finding{Kind: Returned, Back: s.back, Clean: clean})
	}
	if clean && s.known != nil {
		s.judgeCaches(root)
	}
}

// returned returns the sequences that somebody had taken out and that are there
// again: the marks of that are lost.
func (s *examined) returned() Spans {
	if s.known == nil {
		return nil
	}
	return s.live().without(s.taken()).within(1, s.known.Last).without(s.known.live())
}

func (s *examined) found(f Finding) {
	f.Stream = s.name
	s.findings = append(s.findings, f)
}

// judgeBlock tells of one block's holes and gives the sequences that may have
// stood in them.
func (s *examined) judgeBlock(index uint32, missing Spans, clean bool) (in Spans) {
	b, path := s.blocks[index], s.blockPath(index)
	for _, h := range b.holes {
		lost := s.inHole(index, h, missing)
		kind := Unreadable
		if !clean && h.at+h.size == b.size && index == slices.Max(s.sorted()) {
			kind = Unfinished
		}
		s.found(Finding{Kind: kind, File: path, At: h.at, Size: h.size, Missing: lost, Subject: h.subject, Clean: clean})
		in = in.and(lost)
	}
	if b.long {
		s.found(Finding{Kind: Unreadable, File: path, At: mostBlock, Size: int(b.info.Size() - mostBlock), Clean: clean})
	}
	if s.known == nil {
		if b.altered && len(b.holes) == 0 {
			s.found(Finding{Kind: Altered, File: path})
		}
		return in
	}
	known, was := s.known.Blocks[index]
	differs := clean && was && !known.Damaged && (known.Size != b.info.Size() || known.Sum != b.sum)
	if (differs || b.altered) && len(b.holes) == 0 && len(missing.within(first(known.Live), known.Live.last())) == 0 {
		s.found(Finding{Kind: Altered, File: path, Clean: clean})
	}
	return in
}

func first(s Spans) uint64 {
	if len(s) == 0 {
		return 0
	}
	return s[0][0]
}

// inHole returns the sequences that may have stood in a hole: what is known to
// be missing there, and beyond what is known all that isn't taken.
func (s *examined) inHole(index uint32, h hole, missing Spans) Spans {
	before := h.before
	for _, later := range s.sorted() {
		if b := s.blocks[later]; before == 0 && later > index {
			before = first(b.live.and(b.gone))
		}
	}
	if before == 0 && s.known != nil {
		return missing.within(h.after+1, s.known.Last)
	}
	h.before = before
	may := h.missing().without(s.taken())
	if s.known == nil {
		return may
	}
	unknown := may.within(s.known.Last+1, mostSequence)
	return missing.within(h.after+1, before).and(unknown)
}

// missing returns the sequences that were there, are not, and that nobody took.
func (s *examined) missing(clean bool) Spans {
	if s.known == nil {
		return nil
	}
	lost := s.known.live().without(s.live()).without(s.taken())
	if clean || len(lost) == 0 {
		return lost
	}
	if s.fleeting {
		return nil
	}
	if s.known.Purged > 0 {
		lost = lost.without(Spans{{0, s.known.Purged - 1}})
	}
	for _, index := range slices.Sorted(maps.Keys(s.known.Blocks)) {
		known, b := s.known.Blocks[index], s.blocks[index]
		if b == nil {
			lost = lost.without(s.explained(known, lost))
			continue
		}
		if len(b.holes) > 0 {
			continue
		}
		if s.replaced() {
			lost = lost.without(known.Live)
		} else if len(b.live) > 0 {
			// The server wrote it anew without what had been taken out of it, and
			// without the tombstones of that.
			lost = lost.without(Spans{{first(b.live), b.live.last()}})
			lost = lost.without(Spans{{first(known.Live), max(first(known.Live), first(b.live))}})
		}
	}
	return lost
}

// replaced reports whether newer records may be why others are gone; not where
// the newest are.
func (s *examined) replaced() bool { return s.settings.replaced() && s.last() >= s.known.Last }

// explained returns what of a block may be gone, without a trace, because the
// server took the block away.
func (s *examined) explained(known KnownBlock, lost Spans) Spans {
	aged := s.settings.MaxAge > 0 && time.Since(time.Unix(0, known.LastAt)) >= s.settings.MaxAge
	// A full stream gives up its oldest blocks, never its newest.
	full := s.settings.MaxBytes > 0 && known.Live.last() < first(s.live())
	if aged || full || s.replaced() {
		return known.Live
	}
	// Of a block of which all was taken, one by one, the last has no tombstone.
	if of := lost.within(first(known.Live), known.Live.last()); of.count() <= 1 && s.last() >= s.known.Last {
		return of
	}
	return nil
}

// kindOf tells a store that was closed, or of which something in the middle is
// gone, from one whose newest records didn't reach the disk.
func (s *examined) kindOf(missing Spans, clean bool) Kind {
	if !clean && first(missing) >= s.live().last() || !clean && len(missing) == 0 {
		return Unfinished
	}
	return Missing
}

// lostBlock returns the file in which the first of these stood; "": it isn't
// known.
func (s *examined) lostBlock(missing Spans) string {
	for index, b := range s.known.Blocks {
		if len(b.Live.within(first(missing), first(missing))) > 0 {
			return s.blockPath(index)
		}
	}
	return ""
}

func (s *examined) judgeCaches(root string) {
	for name, sum := range s.known.Caches {
		path := filepath.Join(s.folder, blocksDir, name)
		b, err := os.ReadFile(filepath.Join(root, path))
		if err != nil && !errors.Is(err, fs.ErrNotExist) || sumOf(b) != sum {
			s.found(Finding{Kind: Cache, File: path, Clean: true})
		}
	}
}
