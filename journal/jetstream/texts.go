package jetstream

import (
	"fmt"
	"strings"

	"github.com/klauspost/compress/s2"

	"familiar/journal/seal"
	"familiar/messages"
)

// Posts, letters and notes are kept sealed: one byte for the form, then the
// sealed text. What an older program wrote is none of these, but JSON or a pack,
// and stays readable.
const (
	sealedText = 0x02 // as it is
	packedText = 0x03 // compressed before, in s2's format
)

// sealText gives what is kept of a text of a channel. A visitor's are kept as
// they are: only an owner may give out positions.
func (j *Journal) sealText(channel messages.ChannelID, kind seal.Kind, text []byte) ([]byte, error) {
	if j.epoch == 0 {
		return text, nil
	}
	form := byte(sealedText)
	if len(text) >= leastPacked {
		if packed := s2.Encode(nil, text); len(packed) < len(text) {
			form, text = packedText, packed
		}
	}
	kept := append(make([]byte, 0, 1+len(text)+seal.Overhead), form)
	return j.vault.keys.Seal(kept, channel, kind, text, nil)
}

// openText is the way back. Of a text that was forgotten the error is
// [seal.ErrForgotten].
func (j *Journal) openText(channel messages.ChannelID, kept []byte) ([]byte, error) {
	if !isSealed(kept) {
		return kept, nil
	}
	text, err := j.vault.keys.Open(nil, channel, kept[1:], nil)
	if err != nil || kept[0] == sealedText {
		return text, err
	}
	return unpackS2(text)
}

// isSealed reports whether a text is kept sealed.
func isSealed(kept []byte) bool {
	return len(kept) > 0 && (kept[0] == sealedText || kept[0] == packedText)
}

// positionOf gives a kept text's position; false: it isn't sealed.
func positionOf(kept []byte) (seal.Position, bool) {
	if !isSealed(kept) {
		return 0, false
	}
	at, err := seal.PositionOf(kept[1:])
	return at, err == nil
}

// unpackS2 gives what was compressed.
func unpackS2(packed []byte) ([]byte, error) {
	if n, err := s2.DecodedLen(packed); err == nil && n > mostUnpacked {
		return nil, fmt.Errorf("%w: it would have %d bytes", errBody, n)
	}
	text, err := s2.Decode(nil, packed)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errBody, err)
	}
	return text, nil
}

// channelBetween reads the channel that stands in a subject after so many tokens
// and before so many.
func channelBetween(subject string, before, after int) (messages.ChannelID, error) {
	all := strings.Split(subject, ".")
	if len(all) <= before+after {
		return "", fmt.Errorf("subject %q names no channel", subject)
	}
	return channelOf(all[before : len(all)-after])
}
