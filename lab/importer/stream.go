package importer

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

const (
	readAhead    = 256 << 10
	longestValue = 8 << 20 // bytes of one message, or of one value that is left out
	deepest      = 200     // values in values
)

var errDeep = fmt.Errorf("values nested deeper than %d", deepest)

// A stream is a JSON file read one value at a time. Whoever is given a key or
// an element reads its value: with value, object, array or skip.
type stream struct {
	in    *input
	wrap  func(io.Reader) io.Reader // see json
	dec   *json.Decoder
	from  int64 // where the decoder stood before what it reads
	whole bool  // it reads a whole value, not a token
}

// json opens a file of JSON. wrap, if not nil, is put between, and gives as
// many bytes as it takes.
func (r *reading) json(f *file, wrap func(io.Reader) io.Reader) (*stream, error) {
	in, err := r.open(f)
	if err != nil {
		return nil, err
	}
	s := &stream{in: in, wrap: wrap}
	s.dec = json.NewDecoder(s.shown(in))
	return s, nil
}

// shown returns a file as the decoder gets it.
func (s *stream) shown(from io.Reader) io.Reader {
	from = bufio.NewReaderSize(&unmarked{from: from}, readAhead)
	if s.wrap != nil {
		from = s.wrap(from)
	}
	return from
}

// read reads the file's one value by root, and its end.
func (s *stream) read(root func() error) error {
	defer s.in.close()
	err := root()
	if err == nil {
		s.begin()
		if _, err = s.dec.Token(); err == nil {
			err = errors.New("data after the end")
		} else if errors.Is(err, io.EOF) {
			return nil
		}
	}
	return s.locate(err)
}

func (s *stream) begin() {
	s.from, s.whole = s.dec.InputOffset(), false
	s.in.ceiling = s.from + longestValue
}

func (s *stream) token() (json.Token, error) {
	s.begin()
	t, err := s.dec.Token()
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return t, err
}

// value reads the next value into v.
func (s *stream) value(v any) error {
	s.begin()
	s.whole = true
	err := s.dec.Decode(v)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return err
}

func (s *stream) opens(want json.Delim, what string) error {
	t, err := s.token()
	if err == nil && t != want {
		return fmt.Errorf("want %s", what)
	}
	return err
}

// object reads an object: each is told a key and reads its value.
func (s *stream) object(each func(key string) error) error {
	if err := s.opens('{', "an object"); err != nil {
		return err
	}
	for s.more() {
		key, err := s.token()
		if err != nil {
			return err
		}
		if err := each(key.(string)); err != nil { //nolint:forcetypeassert // the decoder lets no other key through
			return err
		}
	}
	_, err := s.token()
	return err
}

// array reads an array: each reads an element.
func (s *stream) array(each func() error) error {
	if err := s.opens('[', "an array"); err != nil {
		return err
	}
	for s.more() {
		if err := each(); err != nil {
			return err
		}
	}
	_, err := s.token()
	return err
}

func (s *stream) more() bool {
	s.begin()
	return s.dec.More()
}

// skip leaves out the next value, however long it is.
func (s *stream) skip() error {
	for depth := 0; ; {
		t, err := s.token()
		if err != nil {
			return err
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			if depth++; depth > deepest {
				return errDeep
			}
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}
