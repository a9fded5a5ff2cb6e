package sealed

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"familiar/messages"
)

// A state begins with its channel's name, which the subject has, too: some 40 bytes where
// a network counts with 18 digits, that don't become smaller. So the name is left out of
// what is sealed, and where it stood is the first byte.

// withoutName appends a body without its channel's name to b; false: that doesn't stand
// near its beginning.
func withoutName(b, body []byte, channel messages.ChannelID) (without []byte, is bool) {
	b = append(b, channel...)
	front := body[:min(len(body), math.MaxUint8+len(channel))]
	at := bytes.Index(front, b)
	if at < 0 || len(channel) == 0 {
		return nil, false
	}
	b = append(b[:0], byte(at))
	b = append(b, body[:at]...)
	return append(b, body[at+len(channel):]...), true
}

// withName is the way back, in the room of what is given if there is as much.
func withName(without []byte, channel messages.ChannelID) ([]byte, error) {
	if len(without) == 0 || int(without[0]) >= len(without) {
		return nil, fmt.Errorf("%w: its channel's name would stand behind its end", ErrBody)
	}
	at := int(without[0])
	behind := len(without) - 1 - at
	body := slices.Grow(without, len(channel))[:at+len(channel)+behind]
	copy(body[at+len(channel):], without[1+at:])
	copy(body, without[1:1+at])
	copy(body[at:], channel)
	return body, nil
}
