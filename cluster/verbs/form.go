package verbs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Most bounds what is sent at a time, in bytes: NATS takes 1 MiB.
const Most = 512 << 10

// ErrLarge says that something is longer than [Most].
var ErrLarge = errors.New("that is too large for one message")

func write(what any) ([]byte, error) {
	b, err := json.Marshal(what)
	if err == nil && len(b) > Most {
		err = ErrLarge
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// read reads one value and nothing after it. Exact reading refuses unknown fields.
func read[What any](b []byte, exact bool) (what What, err error) {
	if len(b) > Most {
		return what, ErrLarge
	}
	d := json.NewDecoder(bytes.NewReader(b))
	if exact {
		d.DisallowUnknownFields()
	}
	err = d.Decode(&what)
	if err == nil {
		if _, after := d.Token(); !errors.Is(after, io.EOF) {
			err = errors.New("there is more than one value")
		}
	}
	if err != nil {
		var none What
		return none, fmt.Errorf("not understood: %w", err)
	}
	return what, nil
}
