// Package sealed is how texts and states are kept: compressed, and sealed under
// keys of journal/seal. Where the keys are kept is the vault's business.
package sealed

import (
	"familiar/journal/seal"
	"familiar/messages"
)

// Posts, letters and notes are kept sealed: one byte for the form, as a
// snapshot's body has it in its header, then the body. What an older program
// wrote is none of these, but JSON or a pack, and stays readable.

// Texts seals and opens what a store keeps of channels.
type Texts struct {
	Keys    *seal.Keys
	Visitor bool // what is written is not sealed: only an owner may give out positions
}

// Seal returns what is kept of a text of a channel. A visitor's are kept as
// they are: only an owner may give out positions.
func (t *Texts) Seal(channel messages.ChannelID, kind seal.Kind, text []byte) ([]byte, error) {
	if t.Visitor {
		return text, nil
	}
	kept, form, err := t.SealBody(make([]byte, 1, 1+len(text)+seal.Overhead), channel, kind, text)
	if err != nil {
		return nil, err
	}
	kept[0] = byte(form)
	return kept, nil
}

// Open is the way back. Of a text that was forgotten the error is
// [seal.ErrForgotten].
func (t *Texts) Open(channel messages.ChannelID, kept []byte) ([]byte, error) {
	if !Is(kept) {
		return kept, nil
	}
	return OpenBody(t.Keys, channel, kept[1:], int(kept[0]))
}

// Is reports whether a text is kept sealed.
func Is(kept []byte) bool {
	return len(kept) > 0 && (kept[0] == SealedForm+plainBody || kept[0] == SealedForm+s2Body)
}

// PositionOf returns a kept text's position; false: it isn't sealed.
func PositionOf(kept []byte) (seal.Position, bool) {
	if !Is(kept) {
		return 0, false
	}
	at, err := seal.PositionOf(kept[1:])
	return at, err == nil
}
