package seal

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"golang.org/x/crypto/chacha20poly1305"

	"familiar/messages"
)

// A sealed text is its position, the nonce of the process that sealed it and
// what ChaCha20-Poly1305 (RFC 8439) makes of it under its own key.
const headSize = 8 + chacha20poly1305.NonceSize

// Overhead is how much longer a text is sealed.
const Overhead = headSize + chacha20poly1305.Overhead

// Seal appends the sealed text to b. beside is what stands beside it in the
// clear: changed, the text can't be opened. b must not overlap with text.
func (k *Keys) Seal(b []byte, channel messages.ChannelID, kind Kind, text, beside []byte) ([]byte, error) {
	at, leaf, err := k.next(channel, kind)
	if err != nil {
		return b, fmt.Errorf("seal a text: %w", err)
	}
	b = binary.BigEndian.AppendUint64(b, uint64(at))
	b = append(b, k.nonce[:]...)
	secret := leaf.secret()
	cipher, err := chacha20poly1305.New(secret[:])
	if err != nil {
		return b, fmt.Errorf("seal a text: %w", err)
	}
	return cipher.Seal(b, k.nonce[:], text, beside), nil
}

// secret is a leaf's key for the cipher.
func (k key) secret() [chacha20poly1305.KeySize]byte {
	var in [keySize + 1]byte
	copy(in[:], k[:])
	in[keySize] = 0xff // no child's
	return sha256.Sum256(in[:])
}

// Open appends the text that [Keys.Seal] sealed to b. A text that is forgotten
// is [ErrForgotten], one that is another than was sealed [ErrDamaged].
func (k *Keys) Open(b []byte, channel messages.ChannelID, sealed, beside []byte) ([]byte, error) {
	at, err := PositionOf(sealed)
	if err != nil {
		return b, err
	}
	leaf, ok := k.leaf(channel, at)
	if !ok {
		return b, ErrForgotten
	}
	secret := leaf.secret()
	cipher, err := chacha20poly1305.New(secret[:])
	if err != nil {
		return b, fmt.Errorf("open a text: %w", err)
	}
	text, err := cipher.Open(b, sealed[8:headSize], sealed[headSize:], beside)
	if err != nil {
		return b, fmt.Errorf("text at %s: %w", at, ErrDamaged)
	}
	return text, nil
}

// PositionOf returns the position of a sealed text.
func PositionOf(sealed []byte) (Position, error) {
	if len(sealed) < Overhead {
		return 0, fmt.Errorf("sealed text is truncated: %w", ErrDamaged)
	}
	return Position(binary.BigEndian.Uint64(sealed)), nil
}
