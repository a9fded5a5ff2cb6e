package importer

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
)

// locate says where an error came up: of broken JSON the very byte, of a value
// that is wrong where it begins.
func (s *stream) locate(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	var at int64
	var broken *json.SyntaxError
	switch {
	case errors.As(err, &broken) && s.whole:
		at = s.again()
	case broken != nil:
		at = broken.Offset
	case errors.Is(err, io.ErrUnexpectedEOF):
		at = s.in.at
	default:
		at = s.start()
	}
	return &Error{File: s.in.f.path, Offset: at, Line: s.in.f.lineAt(at), Err: err}
}

// reopen returns the file as the decoder saw it, from the value that was being
// read, and where that begins.
func (s *stream) reopen() (from io.ReadCloser, shown *bufio.Reader, at int64) {
	from, err := s.in.f.tree.Open(s.in.f.name)
	if err != nil {
		return nil, nil, s.from
	}
	shown, at = bufio.NewReader(s.shown(from)), s.from
	if _, err := io.CopyN(io.Discard, shown, at); err != nil {
		return from, shown, at
	}
	for {
		switch b, err := shown.ReadByte(); {
		case err != nil:
			return from, shown, at
		case b != ' ' && b != '\t' && b != '\n' && b != '\r' && b != ',' && b != ':':
			_ = shown.UnreadByte() // it was just read
			return from, shown, at
		}
		at++
	}
}

func (s *stream) start() int64 {
	from, _, at := s.reopen()
	if from != nil {
		_ = from.Close()
	}
	return at
}

// again reads the broken value once more: the decoder that met it can't say
// where it is, one that begins there can.
func (s *stream) again() int64 {
	from, shown, at := s.reopen()
	if from == nil {
		return at
	}
	defer from.Close()
	var value json.RawMessage
	var broken *json.SyntaxError
	if err := json.NewDecoder(io.LimitReader(shown, longestValue)).Decode(&value); errors.As(err, &broken) {
		at += max(0, broken.Offset-1)
	}
	return at
}
