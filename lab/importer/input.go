package importer

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// An input is a file while it is read: it counts, stops when the reading is to
// end, and never gives much more than was declared or than one value may have.
type input struct {
	r       *reading
	f       *file
	from    io.ReadCloser
	at      int64 // bytes given
	ceiling int64 // of at; see stream
}

var (
	errTooLong  = fmt.Errorf("a value longer than %d bytes", longestValue)
	errDeclared = errors.New("much longer than declared")
)

func (r *reading) open(f *file) (*input, error) {
	from, err := f.tree.Open(f.name)
	if err != nil {
		return nil, err
	}
	return &input{r: r, f: f, from: from}, nil
}

func (in *input) Read(p []byte) (int, error) {
	if err := in.r.ctx.Err(); err != nil {
		return 0, err
	}
	if in.ceiling > 0 {
		if in.at >= in.ceiling {
			return 0, errTooLong
		}
		p = p[:min(int64(len(p)), in.ceiling-in.at)]
	}
	n, err := in.from.Read(p)
	if in.at += int64(n); in.at > in.f.size+growth {
		return n, errDeclared
	}
	in.r.done += int64(n)
	in.r.reportProgress(false)
	return n, err
}

// growth is by how much a file may be longer than it was when it was listed: a
// log may be written to meanwhile.
const growth = 64 << 20

func (in *input) close() { _ = in.from.Close() } // it was only read

// An Error says where in which file something is wrong.
type Error struct {
	File   string
	Offset int64 // bytes from its start
	Line   int64 // from 1; 0: not known
	Err    error
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: byte %d: %.500v", e.File, e.Offset, e.Err)
	}
	return fmt.Sprintf("%s:%d: byte %d: %.500v", e.File, e.Line, e.Offset, e.Err)
}

// Unwrap returns what is wrong.
func (e *Error) Unwrap() error { return e.Err }

// lineAt counts the lines up to an offset; 0 when the file can't be read again.
func (f *file) lineAt(offset int64) int64 {
	from, err := f.tree.Open(f.name)
	if err != nil {
		return 0
	}
	defer from.Close()
	lines, buf := int64(1), make([]byte, 64<<10)
	in := bufio.NewReader(io.LimitReader(from, offset))
	for {
		n, err := in.Read(buf)
		lines += int64(bytes.Count(buf[:n], []byte{'\n'}))
		if err != nil {
			return lines
		}
	}
}
