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
