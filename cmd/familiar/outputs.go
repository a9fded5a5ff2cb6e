package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
)

// outputs are files a command writes, buffered. One that wasn't asked for is
// nil.
type outputs []*output

type output struct {
	file   *os.File
	buffer *bufio.Writer
}

// createAll opens a file for each path; "" opens none. Should one fail, what
// was opened is closed.
func createAll(paths ...string) (outputs, error) {
	all := make(outputs, len(paths))
	for i, path := range paths {
		if path == "" {
			continue
		}
		f, err := os.Create(path)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("output: %w", err), all.close())
		}
		all[i] = &output{f, bufio.NewWriterSize(f, 1<<16)}
	}
	return all, nil
}

// writer gives the i-th output as a writer; nil when there is none.
func (o outputs) writer(i int) io.Writer {
	if o[i] == nil {
		return nil
	}
	return o[i].buffer
}

// close writes what is still in memory. Only then is a file complete.
func (o outputs) close() error {
	var errs []error
	for _, out := range o {
		if out != nil {
			errs = append(errs, out.buffer.Flush(), out.file.Close())
		}
	}
	return errors.Join(errs...)
}
