package lab

import (
	"errors"
	"fmt"
	"io"
	"os"

	"familiar/lab/label"
	"familiar/messages"
)

// A labelFile is the labels of a file, to which new ones are added at once. The
// last ones of this run can be taken back.
type labelFile struct {
	file  *os.File
	known map[labelled]bool
	ends  []int64 // where the file ended before each label of this run
}

// A labelled is what one label is about.
type labelled struct {
	channel  string
	line     messages.LineID
	familiar messages.FamiliarID
}

func openLabels(path string) (*labelFile, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("labels: %w", err)
	}
	before, err := label.Read(f)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	l := &labelFile{file: f, known: make(map[labelled]bool)}
	for i := range before {
		l.known[about(before[i])] = true
	}
	return l, nil
}

func about(l label.Label) labelled { return labelled{l.Channel, l.Line, l.Familiar} }

func (f *labelFile) has(l label.Label) bool { return f.known[about(l)] }

// made is how many labels this run has added.
func (f *labelFile) made() int { return len(f.ends) }

// add writes a label.
func (f *labelFile) add(l label.Label) error {
	end, err := f.file.Seek(0, io.SeekEnd)
	if err == nil {
		err = label.Write(f.file, l)
	}
	if err == nil {
		f.ends = append(f.ends, end)
	}
	return err
}

// undo takes the newest label of this run back; false: there is none.
func (f *labelFile) undo() (bool, error) {
	if len(f.ends) == 0 {
		return false, nil
	}
	end := f.ends[len(f.ends)-1]
	f.ends = f.ends[:len(f.ends)-1]
	return true, f.file.Truncate(end)
}

func (f *labelFile) close() error { return f.file.Close() }
