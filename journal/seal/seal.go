package seal

import (
	"crypto/sha256"
	"fmt"

	"golang.org/x/crypto/chacha20poly1305"

	"familiar/messages"
)

// Overhead is how much longer a text is sealed at most: it is a head, and what
// ChaCha20-Poly1305 (RFC 8439) makes of the text under its own key.
const Overhead = headSize + chacha20poly1305.Overhead

// Seal appends the sealed text to b. beside is what stands beside it in the
// clear: changed, the text can't be opened. b must not overlap with text.
func (k *Keys) Seal(b []byte, channel messages.ChannelID, kind Kind, text, beside []byte) ([]byte, error) {
	at, leaf, nonce, err := k.next(channel, kind)
	if err != nil {
		return b, fmt.Errorf("seal a text: %w", err)
	}
	b, h := k.appendHead(b, at, nonce)
	secret := leaf.secret(h.salt)
	cipher, err := chacha20poly1305.New(secret[:])
	if err != nil {
		return b, fmt.Errorf("seal a text: %w", err)
	}
	return cipher.Seal(b, h.nonce, text, beside), nil
}

// secret is a leaf's key for the cipher.
func (k key) secret(salt []byte) [chacha20poly1305.KeySize]byte {
	var in [keySize + 1 + saltSize]byte
	copy(in[:], k[:])
	in[keySize] = 0xff // no child's
	n := copy(in[keySize+1:], salt)
	return sha256.Sum256(in[:keySize+1+n])
}

// Open appends the text that [Keys.Seal] sealed to b. A text that is forgotten
// is [ErrForgotten], one that is another than was sealed [ErrDamaged].
func (k *Keys) Open(b []byte, channel messages.ChannelID, sealed, beside []byte) ([]byte, error) {
	h, sealed, err := cutHead(sealed)
	if err != nil {
		return b, err
	}
	leaf, ok := k.leaf(channel, h.at)
	if !ok {
		return b, ErrForgotten
	}
	secret := leaf.secret(h.salt)
	cipher, err := chacha20poly1305.New(secret[:])
	if err != nil {
		return b, fmt.Errorf("open a text: %w", err)
	}
	text, err := cipher.Open(b, h.nonce, sealed, beside)
	if err != nil {
		return b, fmt.Errorf("text at %s: %w", h.at, ErrDamaged)
	}
	return text, nil
}

// PositionOf returns the position of a sealed text.
func PositionOf(sealed []byte) (Position, error) {
	h, _, err := cutHead(sealed)
	return h.at, err
}
