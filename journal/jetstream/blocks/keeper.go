package blocks

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// A Keeper writes down what a store holds while its server runs, and at the
// end. Its methods may be called at the same time.
type Keeper struct {
	root  string
	steps *steps

	mu      sync.Mutex // a purge is announced while a mark is made
	extent  Extent
	streams map[string]*stream // as last read
	purged  map[string]uint64  // by stream's name: what was before is gone on purpose
}

// Keep begins to keep the extent of a store that was looked at, before the
// server starts over it: from here on it counts as not closed.
func (r *Report) Keep(ctx context.Context) (*Keeper, error) {
	k := &Keeper{root: r.root, steps: new(steps), streams: make(map[string]*stream), purged: make(map[string]uint64)}
	if r.extent != nil {
		k.extent = *r.extent
	}
	for _, folder := range r.passing {
		if err := os.RemoveAll(filepath.Join(r.root, folder)); err != nil {
			return nil, err
		}
	}
	k.extent.Passing = nil
	known := make(map[string]Known)
	var buffer []byte
	for _, s := range r.streams {
		if s.known != nil {
			k.purged[s.name] = s.known.Purged
		}
		kept := &s.stream
		if len(s.findings) > 0 { // it was mended since
			kept = &stream{folder: s.folder, name: s.name, blocks: make(map[uint32]*blockFile)}
			if _, err := kept.readAgain(ctx, k.root, &buffer); err != nil {
				return nil, err
			}
		}
		k.streams[s.folder] = kept
		known[s.folder] = kept.known(k.purged[s.name])
	}
	k.extent.Streams = known
	k.extent.At, k.extent.Clean, k.extent.Mended = time.Now().UTC(), false, false
	if err := os.MkdirAll(r.root, 0o700); err != nil {
		return nil, err
	}
	return k, k.extent.write(r.root)
}

// Mark writes down how far the store has come. It reads what has changed.
func (k *Keeper) Mark(ctx context.Context) error { return k.mark(ctx, false) }

// Close writes down what the store holds for good: its server has ended.
func (k *Keeper) Close(ctx context.Context) error { return k.mark(ctx, true) }

func (k *Keeper) mark(ctx context.Context, closed bool) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	folders, err := streamsOf(k.root)
	if err != nil {
		return err
	}
	folders = slices.DeleteFunc(folders, func(folder string) bool { return k.extent.passes(folder) })
	changed := closed || len(folders) != len(k.extent.Streams)
	streams := make(map[string]Known, len(folders))
	var buffer []byte // of 4 or 8 MiB: too much to be kept until the next mark
	for _, folder := range folders {
		s := k.streams[folder]
		if s == nil {
			s = &stream{folder: folder, name: filepath.Base(folder), blocks: make(map[uint32]*blockFile)}
			k.streams[folder] = s
		}
		before := maps.Clone(s.blocks)
		read, err := s.readAgain(ctx, k.root, &buffer)
		if err != nil {
			return err
		}
		changed = changed || read
		k.forgetSteps(s, before)
		known := s.known(k.purged[s.name])
		if closed {
			known.Caches = cachesOf(k.root, folder)
		}
		streams[folder] = known
	}
	if !changed {
		return nil
	}
	k.extent.Streams, k.extent.At, k.extent.Clean = streams, time.Now().UTC(), closed
	return k.extent.write(k.root)
}

// forgetSteps forgets where the records of a stream's blocks begin that are gone, or that
// the server has put others in the place of.
func (k *Keeper) forgetSteps(s *stream, before map[uint32]*blockFile) {
	for index, b := range before {
		if now := s.blocks[index]; now == nil || !os.SameFile(now.info, b.info) {
			k.steps.forget(filepath.Join(k.root, s.blockPath(index)))
		}
	}
}

// Mended says that what the streams had lost, each another part, is mended. A start that
// ends before leaves that to the next one, though it closes the store in order.
func (k *Keeper) Mended() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.extent.Mended = true
}

// Purging writes down that a stream's records before a sequence are about to
// be taken out.
func (k *Keeper) Purging(name string, before uint64) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if before <= k.purged[name] {
		return nil
	}
	k.purged[name] = before
	for folder, known := range k.extent.Streams {
		if filepath.Base(folder) == name {
			known.Purged = before
			k.extent.Streams[folder] = known
		}
	}
	return k.extent.write(k.root)
}

// Disregard says that a stream is worth nothing until Regard: it is being made out of
// others, or it is about to go. Should the program be killed meanwhile, the next start
// removes it, whatever state it is in.
func (k *Keeper) Disregard(name string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if slices.Contains(k.extent.Passing, name) {
		return nil
	}
	k.extent.Passing = append(k.extent.Passing, name)
	maps.DeleteFunc(k.extent.Streams, func(folder string, _ Known) bool { return filepath.Base(folder) == name })
	return k.extent.write(k.root)
}

// Regard ends Disregard. What the streams hold is written down with the next mark.
func (k *Keeper) Regard(names []string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.extent.Passing = slices.DeleteFunc(k.extent.Passing, func(name string) bool { return slices.Contains(names, name) })
	return k.extent.write(k.root)
}

// readAgain reads a stream's settings and those of its blocks that have
// changed, and reports whether any had.
func (s *stream) readAgain(ctx context.Context, root string, buffer *[]byte) (changed bool, err error) {
	changed = s.readAnew(root)
	indices, err := s.indices(root)
	if err != nil {
		return false, err
	}
	there := make(map[uint32]bool, len(indices))
	for _, index := range indices {
		if ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		there[index] = true
		if b := s.blocks[index]; b != nil && b.same(filepath.Join(root, s.blockPath(index))) {
			continue
		}
		b, err := s.readBlock(ctx, root, index, nil, false, buffer)
		if errors.Is(err, fs.ErrNotExist) { // it went meanwhile
			delete(there, index)
			continue
		}
		if err != nil {
			return false, err
		}
		s.blocks[index], changed = b, true
	}
	before := len(s.blocks)
	maps.DeleteFunc(s.blocks, func(index uint32, _ *blockFile) bool { return !there[index] })
	return changed || len(s.blocks) < before, nil
}

// readAnew reads the configuration. Between the server's two writes its
// checksum may be wrong: then it is as before.
func (s *stream) readAnew(root string) (changed bool) {
	now := stream{folder: s.folder, name: s.name}
	if !now.readSettings(root, nil) || string(now.meta) == string(s.meta) {
		return false
	}
	s.meta, s.sum, s.settings = now.meta, now.sum, now.settings
	return true
}

// settled is how long after a block's last change it is taken as it was read:
// a file system's clock may tick slowly.
const settled = 2 * time.Second

// same reports whether the file is still the one that was read.
func (b *blockFile) same(path string) bool {
	info, err := os.Stat(path)
	return err == nil && os.SameFile(info, b.info) && info.Size() == b.info.Size() &&
		info.ModTime().Equal(b.info.ModTime()) && b.read.Sub(info.ModTime()) > settled
}

func cachesOf(root, folder string) map[string]uint64 {
	sums := make(map[string]uint64)
	for _, name := range caches {
		if b, err := os.ReadFile(filepath.Join(root, folder, blocksDir, name)); err == nil {
			sums[name] = sumOf(b)
		}
	}
	return sums
}

// Look reads the blocks of a store whose server may run. It tells of records
// that can't be read; what is being written is none.
func Look(ctx context.Context, root string) ([]Finding, error) {
	folders, err := streamsOf(root)
	if err != nil {
		return nil, err
	}
	var found []Finding
	var buffer []byte
	for _, folder := range folders {
		s := &examined{stream: stream{folder: folder, name: filepath.Base(folder), blocks: make(map[uint32]*blockFile)}}
		s.readSettings(root, nil)
		if _, err := s.readAgain(ctx, root, &buffer); err != nil {
			return found, err
		}
		s.judge(root, false)
		for _, f := range s.findings {
			if f.Damage() {
				found = append(found, f)
			}
		}
	}
	return found, nil
}
