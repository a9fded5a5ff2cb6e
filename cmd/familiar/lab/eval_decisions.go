package lab

import (
	"errors"
	"io"
	"path/filepath"
	"strings"
	"unicode"

	"familiar/cmd/familiar/command"
)

// decisionFiles are files named after rows, opened one after the other.
type decisionFiles struct {
	folder string
	all    command.Outputs
	err    error // of opening one
}

// open returns the file of a row; nil when it can't be made, which close says.
func (f *decisionFiles) open(row string) io.Writer {
	opened, err := command.CreateAll(nil, filepath.Join(f.folder, plain(row)+".jsonl"))
	if err != nil {
		f.err = errors.Join(f.err, err)
		return nil
	}
	f.all = append(f.all, opened...)
	return opened.Writer(0)
}

func (f *decisionFiles) close() error { return errors.Join(f.err, f.all.Close()) }

// plain makes a file's name of a row's: letters and digits, joined by -.
func plain(row string) string {
	return strings.Join(strings.FieldsFunc(row, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), "-")
}
