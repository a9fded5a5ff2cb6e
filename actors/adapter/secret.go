package adapter

import (
	"fmt"
	"log/slog"
)

// A Secret is a token or a password. Printed, logged or encoded in whatever
// way, it doesn't show.
type Secret string

const hidden = "(hidden)"

// Format prints a stand-in, whatever the verb.
func (Secret) Format(f fmt.State, _ rune) { fmt.Fprint(f, hidden) }

// MarshalText returns a stand-in, so that no encoder shows more.
func (Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// LogValue logs a stand-in.
func (Secret) LogValue() slog.Value { return slog.StringValue(hidden) }
