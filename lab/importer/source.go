package importer

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Bounds of a source.
const (
	mostFiles   = 200_000
	longestPath = 1024     // bytes
	headBytes   = 16 << 10 // of a file are looked at to find its kind

	// A zip may not unpack to more, nor an entry of more than bombBytes to
	// bombRatio times its size: deflate reaches 1,000, chat some 30.
	mostUnpacked = 1 << 40
	bombBytes    = 64 << 20
	bombRatio    = 200
)

// A source is what is read: a file, a folder or a zip.
type source struct {
	name  string // as the user gave it
	tree  fs.FS
	files []*file // in the order of their paths
	free  func() error
}

// A file is one of a source.
type file struct {
	tree fs.FS
	name string // in the tree
	path string // for people, with the source's name
	size int64  // bytes, unpacked, as declared
}

func open(name string) (*source, error) {
	stat, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case stat.IsDir():
		root, err := os.OpenRoot(name) // links out of the folder lead nowhere
		if err != nil {
			return nil, err
		}
		s := &source{name: name, tree: root.FS(), free: root.Close}
		return s, s.walk()
	case !stat.Mode().IsRegular():
		return nil, fmt.Errorf("%s: neither a file nor a folder", name)
	}
	s := &source{name: name, tree: os.DirFS(filepath.Dir(name))}
	s.files = []*file{{s.tree, filepath.Base(name), name, stat.Size()}}
	head, err := s.files[0].head()
	if err != nil || !bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return s, err
	}
	return unpack(name)
}

// unpack reads a zip's directory. Nothing of it is ever written anywhere; names
// that lead out of it are refused all the same.
func unpack(name string) (*source, error) {
	z, err := zip.OpenReader(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	s := &source{name: name, tree: z, free: z.Close}
	if err := checkZip(&z.Reader); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), z.Close())
	}
	return s, s.walk()
}

func checkZip(z *zip.Reader) error {
	if len(z.File) > mostFiles {
		return fmt.Errorf("more than %d files", mostFiles)
	}
	var total uint64
	for _, f := range z.File {
		if !filepath.IsLocal(f.Name) || strings.Contains(f.Name, `\`) {
			return fmt.Errorf("zip entry %.200q points outside the zip", f.Name)
		}
		size := f.UncompressedSize64
		if size > bombBytes && size/bombRatio > f.CompressedSize64 {
			return fmt.Errorf("zip entry %.200q: %d bytes out of %d: no chat compresses that well", f.Name, size, f.CompressedSize64)
		}
		if total += size; size > mostUnpacked || total > mostUnpacked {
			return fmt.Errorf("unpacks to more than %d bytes", int64(mostUnpacked))
		}
	}
	return nil
}

// walk lists the files of the tree, but for hidden ones.
func (s *source) walk() error {
	return fs.WalkDir(s.tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch hidden := name != "." && strings.HasPrefix(d.Name(), "."); {
		case err != nil:
			return fmt.Errorf("%s: %w", s.name, err)
		case d.IsDir() && (hidden || d.Name() == "__MACOSX"):
			return fs.SkipDir
		case hidden || !d.Type().IsRegular():
			return nil
		case len(s.files) == mostFiles:
			return fmt.Errorf("%s: more than %d files", s.name, mostFiles)
		case len(name) > longestPath:
			return fmt.Errorf("%s: a path longer than %d bytes", s.name, longestPath)
		}
		stat, err := d.Info()
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		s.files = append(s.files, &file{s.tree, name, path.Join(filepath.ToSlash(s.name), name), stat.Size()})
		return nil
	})
}

func (s *source) close() {
	if s.free != nil {
		_ = s.free() // it was only read
	}
}

// head returns the file's first bytes, without a byte order mark.
func (f *file) head() ([]byte, error) {
	in, err := f.tree.Open(f.name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	head := make([]byte, headBytes)
	n, err := io.ReadFull(in, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, fmt.Errorf("%s: %w", f.path, err)
	}
	return bytes.TrimPrefix(head[:n], byteOrderMark), nil
}

var byteOrderMark = []byte("\xEF\xBB\xBF")
