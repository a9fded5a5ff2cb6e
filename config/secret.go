package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// maxSecret is the largest file a secret is read from, in bytes.
const maxSecret = 64 << 10

// A Secret is a key or token that doesn't stand in the configuration itself:
// "env:NAME" is the environment variable of that name, "file:PATH" the
// contents of a file without the white space round them. "" is no secret.
//
// Printed in whatever way, it shows where it comes from and never what it is.
type Secret struct {
	from   string
	reveal func() string // a function, since printing one shows nothing of it
}

var errSecret = errors.New(`a secret can't be written in this file: want "env:NAME" or "file:PATH"`)

// UnmarshalText takes where the secret comes from. Anything else is an error,
// which doesn't repeat the text: it may be the secret.
func (s *Secret) UnmarshalText(text []byte) error {
	from := string(text)
	way, name, _ := strings.Cut(from, ":")
	if from != "" && (name == "" || way != "env" && way != "file") {
		return errSecret
	}
	s.from = from
	return nil
}

// fetching gets a secret, whose relative path is one from the folder dir.
type fetching func(s *Secret, dir string) error

// resolve fetches the secret; a relative path is one from the folder dir.
func (s *Secret) resolve(dir string) error {
	way, name, _ := strings.Cut(s.from, ":")
	value := ""
	switch way {
	case "env":
		if value = os.Getenv(name); value == "" {
			return fmt.Errorf("the environment variable %s is not set", name)
		}
	case "file":
		text, err := readLimited(within(dir, filepath.FromSlash(name)), maxSecret)
		if err != nil {
			return err
		}
		if value = strings.TrimSpace(string(text)); value == "" {
			return fmt.Errorf("the file %s is empty", name)
		}
	}
	s.reveal = func() string { return value }
	return nil
}

// resolve fetches the secret that stands at path, and notes the file it is in.
func (v *validation) resolve(path string, s *Secret) {
	if err := v.fetch(s, v.dir); err != nil {
		v.wrong(path, "%v", err)
	}
	v.reads(s.file(v.dir))
}

// Reveal returns the secret itself; "" when there is none.
func (s Secret) Reveal() string {
	if s.reveal == nil {
		return ""
	}
	return s.reveal()
}

// String says where the secret comes from: "env:NAME", or "" for none.
func (s Secret) String() string { return s.from }

// Format prints [Secret.String], whatever the verb.
func (s Secret) Format(f fmt.State, _ rune) { io.WriteString(f, s.from) }

// MarshalText returns [Secret.String], so that no encoder shows more.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.from), nil }
