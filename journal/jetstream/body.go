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

// rooms are what bodies are packed and sealed into: the client copies what it is
// given to send.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

// packBody returns what is written of a body, and its form. It writes into room
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

// unpackBody returns the body back.
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
	return nil, fmt.Errorf("snapshot's body has form %d, this program knows up to %d", form, sealedBody+s2Body)
}

// sealBody appends what is written of a body of a channel, and gives its form.
// A visitor's isn't sealed: only an owner may give out positions.
func (j *Journal) sealBody(b []byte, channel messages.ChannelID, kind seal.Kind, body []byte) (written []byte, form int, err error) {
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	packed, form := packBody(room, body)
	if j.epoch == 0 {
		return append(b, packed...), form, nil
	}
	written, err = j.vault.keys.Seal(b, channel, kind, packed, nil)
	return written, sealedBody + form, err
}

// openBody returns a body back as it was saved.
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
