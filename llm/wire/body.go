package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"familiar/llm"
)

// maxLine and maxAnswer bound a line of a stream and all of it, in bytes.
const (
	maxLine   = 1 << 20
	maxAnswer = 32 << 20
)

// A bounded body ends with llm.ErrMalformed where it gets too long.
type bounded struct {
	io.ReadCloser
	line, all int // bytes so far
}

func (b *bounded) Read(into []byte) (int, error) {
	n, err := b.ReadCloser.Read(into)
	b.all += n
	first := true
	for part := range bytes.SplitSeq(into[:n], []byte("\n")) {
		if !first {
			b.line = 0
		}
		first = false
		if b.line += len(part); b.line > maxLine || b.all > maxAnswer {
			return 0, fmt.Errorf("%w: it is too long", llm.ErrMalformed)
		}
	}
	return n, err
}

// Broken returns one of llm's errors for a stream that ended without its last
// event: with err, or nil for an end that came too early. It is nil if the
// answer had given a reason to finish: then it is whole, and what broke behind
// it was only the connection. A stream that ended in order and of which nothing
// was known has begun no answer.
func (p Provider) Broken(begun bool, finish string, err error) error {
	switch {
	case finish != "" && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded):
		return nil
	case err == nil && !begun:
		return fmt.Errorf("%w: there is nothing of an answer in it", llm.ErrForeign)
	case err == nil:
		return llm.ErrCut
	case errors.Is(err, llm.ErrMalformed):
		return err
	}
	return fmt.Errorf("%w: %s", llm.ErrCut, p.Clean(err.Error()))
}

// Decode reads a piece of an answer, of which there is something. What has another type
// than it should is left out, as servers have their own ideas of these APIs; what is no
// object is an error.
func Decode[Piece any](data []byte) (p Piece, err error) {
	err = json.Unmarshal(data, &p)
	if _, odd := errors.AsType[*json.UnmarshalTypeError](err); odd && data[0] == '{' {
		err = nil
	}
	return p, err
}

// Unreadable is for a piece of an answer that isn't what it should be.
func (p Provider) Unreadable(err error) error {
	return fmt.Errorf("%w: %s", llm.ErrMalformed, p.Clean(err.Error()))
}

// Arguments returns a call's arguments from their text; none are {}, which some
// models write as null. It is llm.ErrMiscalled when they are no JSON.
func (p Provider) Arguments(tool, text string) (json.RawMessage, error) {
	if text = strings.TrimSpace(text); text == "" || text == "null" {
		return json.RawMessage("{}"), nil
	}
	if !json.Valid([]byte(text)) {
		return nil, fmt.Errorf("%w: arguments of %s are no JSON", llm.ErrMiscalled, p.Clean(tool))
	}
	return json.RawMessage(text), nil
}
