package blocks

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Mend makes the store such that the server reads all that is whole and
// nothing else. Each file that it changes is copied to aside first. What is
// missing stays missing, and the numbers of what is lost aren't given again
// where it was damage. The report's losses are then in the store's extent. It
// gives the folder with the copies; "": none was needed.
func (r *Report) Mend(ctx context.Context, aside string) (string, error) {
	m := &mending{root: r.root, aside: aside}
	for _, s := range r.streams {
		if len(s.findings) == 0 {
			continue
		}
		if err := m.stream(ctx, s, r.clean); err != nil {
			return "", fmt.Errorf("repair %s: %w", s.name, err)
		}
	}
	if !m.copied {
		aside = ""
	}
	if r.extent == nil {
		r.extent = &Extent{}
		if len(r.Findings) > 0 && r.Findings[0].Kind == NoExtent {
			if err := m.copy(extentFile); err != nil {
				return "", err
			}
		}
	}
	for _, f := range r.Findings {
		if f.Kind != Cache {
			r.extent.Losses = append(r.extent.Losses, Loss{At: time.Now().UTC(), Finding: f, Aside: aside})
		}
	}
	return aside, nil
}

// A mending copies what it changes.
type mending struct {
	root, aside string
	copied      bool
	buffer      []byte
}

func (m *mending) stream(ctx context.Context, s *examined, clean bool) error {
	damaged := false
	for _, f := range s.findings {
		damaged = damaged || f.Damage()
	}
	if err := m.settings(s); err != nil {
		return err
	}
	for _, index := range s.sorted() {
		if b := s.blocks[index]; len(b.holes) > 0 || b.altered || b.long {
			if err := m.block(ctx, s, index); err != nil {
				return err
			}
		} else if known := s.knownBlock(index); known != nil && clean && known.Sum != b.sum {
			if err := m.copy(s.blockPath(index)); err != nil {
				return err
			}
		}
	}
	for _, name := range caches {
		path := filepath.Join(s.folder, blocksDir, name)
		if err := m.copy(path); err != nil {
			return err
		}
		if err := os.Remove(filepath.Join(m.root, path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if s.known == nil {
		return nil
	}
	return m.addTombstones(s, damaged)
}

// settings writes a stream's configuration as it is known to have been. Where
// nobody knows it the server makes the stream anew over its blocks.
func (m *mending) settings(s *examined) error {
	for _, file := range []struct {
		name string
		is   []byte
	}{{metaFile, s.meta}, {sumFile, s.sum}} {
		path := filepath.Join(s.folder, file.name)
		was, err := os.ReadFile(filepath.Join(m.root, path))
		switch {
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return err
		case err == nil && file.is != nil && string(was) == string(file.is):
			continue
		case err == nil:
			if err := m.copy(path); err != nil {
				return err
			}
		}
		if file.is == nil {
			if err := os.Remove(filepath.Join(m.root, path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			continue
		}
		if err := os.MkdirAll(filepath.Join(m.root, s.folder), 0o700); err != nil {
			return err
		}
		if err := replace(filepath.Join(m.root, path), file.is); err != nil {
			return err
		}
	}
	return nil
}

// block writes one with only the records that are whole.
func (m *mending) block(ctx context.Context, s *examined, index uint32) error {
	path := s.blockPath(index)
	if err := m.copy(path); err != nil {
		return err
	}
	file, err := os.Open(filepath.Join(m.root, path))
	if err != nil {
		return err
	}
	b := &blockFile{}
	if b.info, err = file.Stat(); err == nil {
		var data []byte
		if data, err = b.load(file, &m.buffer); err == nil {
			data, _ = inflate(data)
			if err = b.walk(ctx, newReader(s.name, index, s.settings.beginnings()), data); err == nil {
				err = replace(filepath.Join(m.root, path), b.whole(data))
			}
		}
	}
	return errors.Join(err, file.Close())
}

// addTombstones writes a block of tombstones after the others: of what is
// there again though it had been taken out, and of the newest sequence that the
// stream ever gave, so that the server goes on after it. The server itself
// leaves one where it takes the newest record out.
func (m *mending) addTombstones(s *examined, goOn bool) error {
	index, last := uint32(1), uint64(0)
	for at, b := range s.blocks {
		index, last = max(index, at+1), max(last, b.last)
	}
	for at := range s.known.Blocks {
		index = max(index, at+1)
	}
	r := newReader(s.name, index, nil)
	var tombstones []byte
	for _, span := range s.back {
		for seq := span[0]; seq <= span[1]; seq++ {
			tombstones = append(tombstones, r.tombstone(seq, s.known.LastAt)...)
		}
	}
	if goOn && last < s.known.Last {
		tombstones = append(tombstones, r.tombstone(s.known.Last, s.known.LastAt)...)
	}
	if len(tombstones) == 0 {
		return nil
	}
	path := filepath.Join(m.root, s.blockPath(index))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return replace(path, tombstones)
}

// copy puts a file of the store aside; one that isn't there is no error.
func (m *mending) copy(path string) (err error) {
	from, err := os.Open(filepath.Join(m.root, path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer from.Close()
	to := filepath.Join(m.aside, path)
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	m.copied = true
	_, err = io.Copy(file, from)
	return errors.Join(err, file.Sync(), file.Close())
}
