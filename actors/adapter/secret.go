package adapter

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"log/slog"
)

// A Secret is a token or a password. Printed, logged or encoded in whatever
// way, it doesn't show.
type Secret string

// Is reports whether a text is the secret, in a time that says nothing of it.
func (s Secret) Is(text string) bool {
	want, got := sha256.Sum256([]byte(s)), sha256.Sum256([]byte(text))
	return subtle.ConstantTimeCompare(want[:], got[:]) == 1
}

const hidden = "(hidden)"

// Format prints a stand-in, whatever the verb.
func (Secret) Format(f fmt.State, _ rune) { fmt.Fprint(f, hidden) }

// MarshalText returns a stand-in, so that no encoder shows more.
func (Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// LogValue logs a stand-in.
func (Secret) LogValue() slog.Value { return slog.StringValue(hidden) }
