package jetstream

import (
	"familiar/journal/seal"
	"familiar/messages"
)

// Posts, letters and notes are kept sealed: one byte for the form, as a
// snapshot's body has it in its header, then the body. What an older program
// wrote is none of these, but JSON or a pack, and stays readable.

// sealText returns what is kept of a text of a channel. A visitor's are kept as
// they are: only an owner may give out positions.
func (j *Journal) sealText(channel messages.ChannelID, kind seal.Kind, text []byte) ([]byte, error) {
	if j.epoch == 0 {
		return text, nil
	}
	kept, form, err := j.sealBody(make([]byte, 1, 1+len(text)+seal.Overhead), channel, kind, text)
	if err != nil {
		return nil, err
	}
	kept[0] = byte(form)
	return kept, nil
}

// openText is the way back. Of a text that was forgotten the error is
// [seal.ErrForgotten].
func (j *Journal) openText(channel messages.ChannelID, kept []byte) ([]byte, error) {
	if !isSealed(kept) {
		return kept, nil
	}
	return openBody(j.vault.keys, channel, kept[1:], int(kept[0]))
}

// isSealed reports whether a text is kept sealed.
func isSealed(kept []byte) bool {
	return len(kept) > 0 && (kept[0] == sealedBody+plainBody || kept[0] == sealedBody+s2Body)
}

// positionOf returns a kept text's position; false: it isn't sealed.
func positionOf(kept []byte) (seal.Position, bool) {
	if !isSealed(kept) {
		return 0, false
	}
	at, err := seal.PositionOf(kept[1:])
	return at, err == nil
}
