package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

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

// Broken makes an error that ended the reading of an answer one of llm's; nil
// stands for an end that came too early.
func (p Provider) Broken(err error) error {
	switch {
	case err == nil:
		return llm.ErrCut
	case errors.Is(err, llm.ErrMalformed):
		return err
	}
	return fmt.Errorf("%w: %s", llm.ErrCut, p.Clean(err.Error()))
}

// Unreadable is for a piece of an answer that isn't what it should be.
func (p Provider) Unreadable(err error) error {
	return fmt.Errorf("%w: %s", llm.ErrMalformed, p.Clean(err.Error()))
}

// Arguments gives a call's arguments from their text; none are {}. It is
// llm.ErrMalformed when they are no JSON.
func (p Provider) Arguments(tool, text string) (json.RawMessage, error) {
	if text == "" {
		return json.RawMessage("{}"), nil
	}
	if !json.Valid([]byte(text)) {
		return nil, fmt.Errorf("%w: arguments of %s are no JSON", llm.ErrMalformed, p.Clean(tool))
	}
	return json.RawMessage(text), nil
}
