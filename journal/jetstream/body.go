package jetstream

import (
	"errors"
	"fmt"
	"sync"

	"github.com/klauspost/compress/s2"
)

// The bodies of snapshots are compressed one by one: a cold state is read
// without unpacking its neighbours, and the server keeps the blocks it writes to
// in memory as they are.
const (
	plainBody = 0 // as it was saved; all of an older program are
	s2Body    = 1 // https://github.com/google/snappy's format, extended
)

// Bodies below leastPacked are kept as they are. mostUnpacked bounds what a
// damaged one can ask for.
const (
	leastPacked  = 256
	mostUnpacked = 64 << 20
)

// errBody says that a body can't be unpacked.
var errBody = errors.New("snapshot's body is damaged")

// rooms are what bodies are packed into: the client copies what it is given to
// send.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

// packBody gives what is written of a body, and its form. It writes into room
// and may put a larger one in its place.
func packBody(room *[]byte, body []byte) (written []byte, form int) {
	if len(body) < leastPacked {
		return body, plainBody
	}
	packed := s2.Encode(*room, body)
	if cap(packed) <= mostKept {
		*room = packed
	}
	if len(packed) < len(body) {
		return packed, s2Body
	}
	return body, plainBody
}

// unpackBody gives the body back.
func unpackBody(written []byte, form int) ([]byte, error) {
	switch form {
	case plainBody:
		return written, nil
	case s2Body:
		if n, err := s2.DecodedLen(written); err == nil && n > mostUnpacked {
			return nil, fmt.Errorf("%w: it would have %d bytes", errBody, n)
		}
		body, err := s2.Decode(nil, written)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errBody, err)
		}
		return body, nil
	}
	return nil, fmt.Errorf("snapshot's body has form %d, this program knows %d and %d", form, plainBody, s2Body)
}
