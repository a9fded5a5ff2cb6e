package sealed

import (
	"errors"
	"fmt"
	"sync"

	"github.com/klauspost/compress/s2"

	"familiar/journal"
	"familiar/journal/seal"
	"familiar/messages"
)

// The bodies of snapshots are compressed one by one: a cold state is read
// without unpacking its neighbours, and the server keeps the blocks it writes to
// in memory as they are.
const (
	plainBody = 0 // as it was saved; all of an older program are
	s2Body    = 1 // https://github.com/google/snappy's format, extended

	SealedForm = 2 // and more: one of these, sealed

	namelessBody = 4 // beside these: what is sealed is without its channel's name
)

// Bodies below leastPacked are kept as they are. mostUnpacked bounds what a
// damaged one can ask for.
const (
	leastPacked  = 256
	mostUnpacked = 64 << 20
)

// ErrBody says that a body can't be unpacked.
var ErrBody = errors.New("snapshot's body is damaged")

// Buffers are what bodies are packed and sealed into: the client copies what it is
// given to send.
var Buffers = sync.Pool{New: func() any { return new([]byte) }}

// MostKept bounds the room that is kept for the next draft or snapshot, in
// bytes: one that was far larger is left to the collector.
const MostKept = 64 << 10

// packBody returns what is written of a body, and its form. It writes into room
// and may put a larger one in its place.
func packBody(room *[]byte, body []byte) (written []byte, form int) {
	if len(body) < leastPacked {
		return body, plainBody
	}
	packed := s2.Encode(*room, body)
	if cap(packed) <= MostKept {
		*room = packed
	}
	if len(packed) < len(body) {
		return packed, s2Body
	}
	return body, plainBody
}

// unpackBody returns the body back, with room behind it for some more bytes if it is
// made anew.
func unpackBody(written []byte, form, room int) ([]byte, error) {
	switch form {
	case plainBody:
		return written, nil
	case s2Body:
		n, err := s2.DecodedLen(written)
		if err == nil && n > mostUnpacked {
			return nil, fmt.Errorf("%w: its size would be %d bytes", ErrBody, n)
		}
		var body []byte
		if err == nil {
			body, err = s2.Decode(make([]byte, 0, n+room), written)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrBody, err)
		}
		return body, nil
	}
	return nil, fmt.Errorf("snapshot's body has format %d, this program knows up to %d", form, namelessBody+SealedForm+s2Body)
}

// SealBody appends what is written of a body of a channel, and gives its form.
// A visitor's isn't sealed: only an owner may give out positions.
func (t *Texts) SealBody(b []byte, channel messages.ChannelID, kind seal.Kind, body []byte) (written []byte, form int, err error) {
	if kind == seal.State && !t.Visitor {
		room := Buffers.Get().(*[]byte)
		defer Buffers.Put(room)
		if without, is := withoutName((*room)[:0], body, channel); is {
			body, form = without, namelessBody
			if cap(without) <= MostKept {
				*room = without
			}
		}
	}
	room := Buffers.Get().(*[]byte)
	defer Buffers.Put(room)
	packed, pack := packBody(room, body)
	if t.Visitor {
		return append(b, packed...), pack, nil
	}
	written, err = t.Keys.Seal(b, channel, kind, packed, nil)
	return written, SealedForm + form + pack, Unsealed(err)
}

// Unsealed is why a text is not sealed, in the words that callers act on: who was not
// heard of for long can't reach the server.
func Unsealed(err error) error {
	if errors.Is(err, seal.ErrExpired) {
		return fmt.Errorf("%w: %w", journal.ErrAway, err)
	}
	return err
}

// OpenBody returns a body back as it was saved.
func OpenBody(keys *seal.Keys, channel messages.ChannelID, written []byte, form int) ([]byte, error) {
	if form < SealedForm {
		return unpackBody(written, form, 0)
	}
	packing, nameless := form-SealedForm, false
	if packing >= namelessBody {
		packing, nameless = packing-namelessBody, true
	}
	packed, err := keys.Open(make([]byte, 0, len(written)+len(channel)), channel, written, nil)
	if err != nil {
		return nil, err
	}
	body, err := unpackBody(packed, packing, len(channel))
	if err == nil && nameless {
		body, err = withName(body, channel)
	}
	return body, err
}
