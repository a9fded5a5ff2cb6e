package command

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

// Outputs are files a command writes, buffered. One that wasn't asked for is
// nil.
type Outputs []*output

type output struct {
	file   *os.File
	buffer *bufio.Writer
}

// CreateAll opens a file for each path; "" opens none. One that is read is
// refused. Should one fail, what was opened is closed. Once there is one, a
// reader of what is printed that goes, as head does, ends nothing: the file is
// still to be written.
func CreateAll(read []string, paths ...string) (Outputs, error) {
	if err := Unread(read, paths...); err != nil {
		return nil, err
	}
	all := make(Outputs, len(paths))
	for i, path := range paths {
		if path == "" {
			continue
		}
		f, err := os.Create(path)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("output: %w", err), all.Close())
		}
		signal.Ignore(syscall.SIGPIPE)
		all[i] = &output{f, bufio.NewWriterSize(f, 1<<16)}
	}
	return all, nil
}

// Unread refuses to write over a file that is read: it would be empty before.
func Unread(read []string, written ...string) error {
	for _, in := range read {
		was, err := os.Stat(in)
		if err != nil {
			continue // it isn't asked for, or reading it will say what is wrong
		}
		for _, out := range written {
			if now, err := os.Stat(out); err == nil && os.SameFile(was, now) {
				return fmt.Errorf("output: %s is the input: give another name", out)
			}
		}
	}
	return nil
}

// Replaceable says whether a new file may take the place of what has that name: a
// folder, a device or a pipe may not be lost.
func Replaceable(name string) error {
	stat, err := os.Stat(name)
	if err == nil && !stat.Mode().IsRegular() {
		return fmt.Errorf("output: %s exists and is not a regular file", name)
	}
	return nil // not there, most likely; writing will say what else is wrong
}

// Writer returns the i-th output as a writer; nil when there is none.
func (o Outputs) Writer(i int) io.Writer {
	if o[i] == nil {
		return nil
	}
	return o[i].buffer
}

// Close writes what is still in memory. Only then is a file complete.
func (o Outputs) Close() error {
	var errs []error
	for _, out := range o {
		if out != nil {
			errs = append(errs, out.buffer.Flush(), out.file.Close())
		}
	}
	return errors.Join(errs...)
}

// ReplaceFile has a file written beside its place, which only its owner may
// read, and moves it there when it is complete and on the disk.
func ReplaceFile(name string, write func(io.Writer) error) (bytes int64, err error) {
	if err := Replaceable(name); err != nil {
		return 0, err
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*") // mode 0600
	if err != nil {
		return 0, err
	}
	err = write(f)
	if err == nil {
		bytes, err = f.Seek(0, io.SeekCurrent)
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return bytes, err
}
