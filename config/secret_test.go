package config

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSecret(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "key")
	if err := os.WriteFile(file, []byte("hunter2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("FAMILIAR_KEY", "hunter2")
	for _, tt := range []struct{ story, from, want string }{
		{"no secret", "", ""},
		{"from the environment", "env:FAMILIAR_KEY", "hunter2"},
		{"from a file beside the configuration", "file:key", "hunter2"},
		{"from a file anywhere", "file:" + file, "hunter2"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var s Secret
			if err := s.UnmarshalText([]byte(tt.from)); err != nil {
				t.Fatal(err)
			}
			if err := s.resolve(dir); err != nil {
				t.Fatal(err)
			}
			if s.Reveal() != tt.want || s.String() != tt.from {
				t.Errorf("got %q from %q, want %q from %q", s.Reveal(), s.String(), tt.want, tt.from)
			}
		})
	}
}

func TestSecretIsNeverPrinted(t *testing.T) {
	t.Setenv("FAMILIAR_KEY", "hunter2")
	c, err := load(t, "[models.a]\nkind = \"offline\"\nkey = \"env:FAMILIAR_KEY\"\n"+sound)
	if err != nil {
		t.Fatal(err)
	}
	m := c.Models["a"]
	if m.Key.Reveal() != "hunter2" {
		t.Fatalf("got %q, want the variable's value", m.Key.Reveal())
	}
	hidden := struct{ m Model }{m} // fmt calls no method of an unexported field
	var all strings.Builder
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
		fmt.Fprintf(&all, verb+verb+verb+"\n", m.Key, m, hidden)
	}
	encoded, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	all.Write(encoded)
	slog.New(slog.NewJSONHandler(&all, nil)).Info("x", "model", m, "key", m.Key)
	for _, form := range []string{"hunter2", fmt.Sprintf("%x", "hunter2")} {
		if strings.Contains(all.String(), form) {
			t.Errorf("%q is in\n%s", form, all.String())
		}
	}
	if !strings.Contains(all.String(), "env:FAMILIAR_KEY") {
		t.Errorf("where it comes from is not in\n%s", all.String())
	}
}

// TestLiteralSecretIsNotRepeated: the error may end in a log.
func TestLiteralSecretIsNotRepeated(t *testing.T) {
	for _, literal := range []string{"sk-12345", "env:", "file:", ":sk-12345", "ENV:sk-12345"} {
		var s Secret
		if err := s.UnmarshalText([]byte(literal)); err == nil || strings.Contains(err.Error(), "12345") || s.String() != "" {
			t.Errorf("%q: got %v and %q; want an error that keeps quiet about it", literal, err, s)
		}
	}
}

// TestASealedConfiguration is of use to who connects to nothing, wherever it
// is read; what is wrong with the rest of it is still said.
func TestASealedConfiguration(t *testing.T) {
	text := sound + `
[accounts.one]
network = "discord"
familiars = ["aria"]
token = "env:FAMILIAR_NOT_SET"

[models.paid]
kind = "openai"
model = "m"
key = "file:not-there"

[[control.tokens]]
name = "bridge"
secret = "env:FAMILIAR_NOT_SET"
scopes = ["read"]

[[control.tokens]]
name = "other"
secret = "env:FAMILIAR_NOT_SET"
scopes = ["read"]

[[tools.mcp]]
name = "library"
url = "https://library.example/mcp"
token = "env:FAMILIAR_NOT_SET"
tools = ["search"]
`
	file := filepath.Join(t.TempDir(), "f.toml")
	for _, tt := range []struct{ story, more, open, sealed string }{
		{"its secrets are not there", "", "FAMILIAR_NOT_SET is not set", ""},
		{"something else is wrong", "[room]\nno_such = 1\n", "FAMILIAR_NOT_SET is not set", "no such key"},
		{"a secret is not named", "[[control.tokens]]\nname = \"third\"\nscopes = [\"read\"]\n", "FAMILIAR_NOT_SET is not set", `want "env:NAME"`},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if err := os.WriteFile(file, []byte(text+tt.more), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := Load(file); err == nil || !strings.Contains(err.Error(), tt.open) {
				t.Errorf("Load: got %v, want %q", err, tt.open)
			}
			c, err := LoadSealed(file)
			switch {
			case tt.sealed == "" && err != nil:
				t.Errorf("LoadSealed: %v", err)
			case tt.sealed == "" && c.Models["paid"].Key.Reveal() != "":
				t.Error("LoadSealed: a secret is revealed")
			case tt.sealed != "" && (err == nil || !strings.Contains(err.Error(), tt.sealed) || strings.Contains(err.Error(), "FAMILIAR_NOT_SET")):
				t.Errorf("LoadSealed: got %v, want %q alone", err, tt.sealed)
			}
		})
	}
}
