package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// longestLine is how long a line of a file may be, in bytes.
const longestLine = 1 << 20

// longestError is how much of an error is shown.
const longestError = 500

var errEmpty = errors.New("no channel in it")

// Open reads the file at path; see [Read].
func Open(path string, o Options) (*Corpus, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("corpus: %w", err)
	}
	defer f.Close()
	return Read(f, path, o)
}

// Read reads a corpus; name is what errors call it. An error says in which
// line of the file what is wrong; a file without any channel is one.
func Read(r io.Reader, name string, o Options) (*Corpus, error) {
	b := NewBuilder(o)
	s := scan{begin: b.Begin, take: b.Take, places: make(map[string]*Place), known: make(map[string]string)}
	if err := EachLine(r, name, s.line); err != nil {
		return nil, err
	}
	if len(b.corpus.Slices) == 0 {
		return nil, fmt.Errorf("%s: %w", name, errEmpty)
	}
	b.corpus.Source, b.corpus.Licence = s.source, s.licence
	return b.Corpus(), nil
}

// Scan hands over the lines of talk in a file, in its order; name is what
// errors call it. It keeps the channels' names and no line. That ids are there
// once is for the caller to check. An error of take ends it.
func Scan(r io.Reader, name string, take func(Entry) error) error {
	s := scan{
		begin: func(*Place) error { return nil }, take: take,
		places: make(map[string]*Place), known: make(map[string]string),
	}
	if err := EachLine(r, name, s.line); err != nil {
		return err
	}
	if len(s.places) == 0 {
		return fmt.Errorf("%s: %w", name, errEmpty)
	}
	return nil
}

// EachLine hands over a file's lines that aren't blank, for as long as take returns. An
// error says in which line it came up, of the file that name is for.
func EachLine(r io.Reader, name string, take func(line []byte) error) error {
	scan := bufio.NewScanner(r)
	scan.Buffer(make([]byte, 64<<10), longestLine)
	n := 0
	for scan.Scan() {
		n++
		line := scan.Bytes()
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\uFEFF")) // some editors begin files with it
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		err := take(line)
		if err != nil && len(err.Error()) > longestError { // it quotes the line
			return fmt.Errorf("%s:%d: %.*v", name, n, longestError, err)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	switch err := scan.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("%s:%d: longer than %d bytes", name, n+1, longestLine)
	case err != nil:
		return fmt.Errorf("%s:%d: %w", name, n+1, err)
	}
	return nil
}
