package seal

import (
	"crypto/rand"
	"fmt"

	"golang.org/x/crypto/chacha20poly1305"
)

// WrapKey is the size of a key that [Wrap] makes, in bytes.
const WrapKey = chacha20poly1305.KeySize

// Wrap seals what is kept of the keys under a key of its own: neither is
// any use without the other. name is what it is; it can't be unwrapped as another.
func Wrap(name string, text []byte) (secret [WrapKey]byte, wrapped []byte, err error) {
	rand.Read(secret[:]) // never fails
	cipher, err := chacha20poly1305.New(secret[:])
	if err != nil {
		return secret, nil, fmt.Errorf("wrap %s: %w", name, err)
	}
	return secret, cipher.Seal(nil, make([]byte, cipher.NonceSize()), text, []byte(name)), nil // the key is used once
}

// Unwrap is the way back. What is another than was wrapped is [ErrDamaged].
func Unwrap(name string, secret [WrapKey]byte, wrapped []byte) ([]byte, error) {
	cipher, err := chacha20poly1305.New(secret[:])
	if err != nil {
		return nil, fmt.Errorf("unwrap %s: %w", name, err)
	}
	text, err := cipher.Open(nil, make([]byte, cipher.NonceSize()), wrapped, []byte(name))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, ErrDamaged)
	}
	return text, nil
}
