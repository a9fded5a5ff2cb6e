package command

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// PrintJSON prints a value as JSON that people can read.
func PrintJSON(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// Outputs are the files a command writes, buffered. One that wasn't requested is
// nil.
type Outputs []*output

type output struct {
	file   *os.File
	buffer *bufio.Writer
}

// CreateAll opens a file for each path; "" opens none. A new one is readable only by its
// owner: most have what people said. An input file is refused. If
// one fails, those opened are closed. Once there is one, a reader of the standard
// output that leaves, as head does, doesn't end the command: the file still has to
// be written.
func CreateAll(read []string, paths ...string) (Outputs, error) {
	if err := Unread(read, paths...); err != nil {
		return nil, err
	}
	all := make(Outputs, len(paths))
	for i, path := range paths {
		if path == "" {
			continue
		}
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("output: %w", err), all.Close())
		}
		signal.Ignore(syscall.SIGPIPE)
		all[i] = &output{f, bufio.NewWriterSize(f, 1<<16)}
	}
	return all, nil
}

// Unread refuses to overwrite an input file: it would be truncated before it is read.
func Unread(read []string, written ...string) error {
	for _, in := range read {
		was, err := os.Stat(in)
		if err != nil {
			continue // it wasn't requested, or reading it will say what is wrong
		}
		for _, out := range written {
			if now, err := os.Stat(out); err == nil && os.SameFile(was, now) {
				return fmt.Errorf("output: %s is the input: give another name", out)
			}
		}
	}
	return nil
}

// Replaceable returns an error unless a new file may replace the one of that name:
// a folder, a device or a pipe must not be lost.
func Replaceable(name string) error {
	stat, err := os.Stat(name)
	if err == nil && !stat.Mode().IsRegular() {
		return fmt.Errorf("output: %s exists and is not a regular file", name)
	}
	return nil // it doesn't exist, most likely; writing will say what else is wrong
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

// ReplaceFile writes a file beside its place, readable only by its owner, and moves
// it there once it is complete and on disk.
func ReplaceFile(name string, write func(io.Writer) error) (bytes int64, err error) {
	if err := Replaceable(name); err != nil {
		return 0, err
	}
	staged, bytes, err := stage(name, 0o600, write)
	if err != nil {
		return 0, err
	}
	if err := os.Rename(staged, name); err != nil {
		return 0, errors.Join(err, os.Remove(staged))
	}
	return bytes, nil
}
