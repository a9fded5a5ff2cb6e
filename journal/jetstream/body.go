package jetstream

import (
	"errors"
	"fmt"
	"sync"

	"github.com/klauspost/compress/s2"

	"familiar/journal/seal"
	"familiar/messages"
)

// The bodies of snapshots are compressed one by one: a cold state is read
// without unpacking its neighbours, and the server keeps the blocks it writes to
// in memory as they are.
const (
	plainBody = 0 // as it was saved; all of an older program are
	s2Body    = 1 // https://github.com/google/snappy's format, extended

	sealedBody = 2 // and more: one of these, sealed
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
var (
	rooms     = sync.Pool{New: func() any { return new([]byte) }}
	sealRooms = sync.Pool{New: func() any { return new([]byte) }}
)

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
		return unpackS2(written)
	}
	return nil, fmt.Errorf("snapshot's body has form %d, this program knows up to %d", form, sealedBody+s2Body)
}

// openBody gives a body back as it was saved.
func openBody(keys *seal.Keys, channel messages.ChannelID, written []byte, form int) ([]byte, error) {
	if form < sealedBody {
		return unpackBody(written, form)
	}
	packed, err := keys.Open(nil, channel, written, nil)
	if err != nil {
		return nil, err
	}
	return unpackBody(packed, form-sealedBody)
}
