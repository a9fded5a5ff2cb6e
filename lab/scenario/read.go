package scenario

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Open reads the file at path: rows of a public data set if its name ends in
// .jsonl, else our own form.
func Open(path string) (*Set, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("scenarios: %w", err)
	}
	defer f.Close()
	if filepath.Ext(path) == ".jsonl" {
		return readRows(f, path)
	}
	return Read(f, path)
}

// Read reads our own form. name is what errors call the file; they say in which
// line a scenario begins, and which field of it is wrong.
func Read(r io.Reader, name string) (*Set, error) {
	text, err := io.ReadAll(io.LimitReader(r, mostBytes+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case len(text) > mostBytes:
		return nil, fmt.Errorf("%s: more than %d bytes", name, mostBytes)
	}
	f := reading{name: name, text: bytes.TrimPrefix(text, []byte("\uFEFF"))}
	f.decoder = json.NewDecoder(bytes.NewReader(f.text))
	f.decoder.DisallowUnknownFields()
	if err := f.file(); err != nil {
		return nil, err
	}
	return f.checked()
}

// A reading is a file of our own form on its way.
type reading struct {
	name      string
	text      []byte
	decoder   *json.Decoder
	schema    string
	assistant string // of scenarios that name none
	set       Set
	lines     []int // in which each scenario begins
}

// file reads the one object of a file.
func (f *reading) file() error {
	if err := f.delimiter('{'); err != nil {
		return err
	}
	for f.decoder.More() {
		key, err := f.decoder.Token()
		if err != nil {
			return f.at(err)
		}
		switch key {
		case "schema":
			err = f.at(f.decoder.Decode(&f.schema))
		case "assistant":
			err = f.at(f.decoder.Decode(&f.assistant))
		case "source":
			err = f.at(f.decoder.Decode(new(string))) // for who reads the file
		case "scenarios":
			err = f.scenarios()
		default:
			err = f.at(fmt.Errorf("unknown field %.40q: want schema, source, assistant and scenarios", key))
		}
		if err != nil {
			return err
		}
	}
	if err := f.delimiter('}'); err != nil {
		return err
	}
	if _, err := f.decoder.Token(); !errors.Is(err, io.EOF) {
		return f.at(errors.New("something follows the end: want one JSON object"))
	}
	return nil
}

func (f *reading) scenarios() error {
	if err := f.delimiter('['); err != nil {
		return err
	}
	for f.decoder.More() {
		if len(f.set.Scenarios) == mostScenarios {
			return f.at(fmt.Errorf("more than %d scenarios", mostScenarios))
		}
		f.lines = append(f.lines, f.line())
		var s Scenario
		if err := f.decoder.Decode(&s); err != nil {
			return f.of(len(f.set.Scenarios), err)
		}
		f.set.Scenarios = append(f.set.Scenarios, s)
	}
	return f.delimiter(']')
}

// checked checks what was read, once all of it is known.
func (f *reading) checked() (*Set, error) {
	switch {
	case f.schema != Schema:
		return nil, fmt.Errorf("%s: schema %.40q: want %q", f.name, f.schema, Schema)
	case len(f.set.Scenarios) == 0:
		return nil, fmt.Errorf("%s: no scenarios", f.name)
	}
	for i := range f.set.Scenarios {
		s := &f.set.Scenarios[i]
		if s.Assistant == "" {
			s.Assistant = f.assistant
		}
		if err := s.check(); err != nil {
			return nil, f.of(i, err)
		}
	}
	return &f.set, nil
}

func (f *reading) delimiter(want json.Delim) error {
	got, err := f.decoder.Token()
	if err == nil && got != want {
		err = fmt.Errorf("want %v", want)
	}
	return f.at(err)
}

// line is the one in which what comes next begins.
func (f *reading) line() int {
	read := int(f.decoder.InputOffset())
	next := read + len(f.text[read:]) - len(bytes.TrimLeft(f.text[read:], ", \t\r\n"))
	return 1 + bytes.Count(f.text[:next], []byte("\n"))
}

// at says in which line of the file an error came up; nil stays.
func (f *reading) at(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s:%d: %w", f.name, f.line(), plain(err))
}

// of says of which scenario an error is.
func (f *reading) of(i int, err error) error {
	return fmt.Errorf("%s:%d: scenario %d: %w", f.name, f.lines[i], i+1, plain(err))
}

// plain says what package json found wrong without its words for Go.
func plain(err error) error {
	if wrong, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		return fmt.Errorf("field %s: a %s is not what belongs there", wrong.Field, wrong.Value)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the file ends too early")
	}
	return errors.New(strings.TrimPrefix(err.Error(), "json: "))
}
