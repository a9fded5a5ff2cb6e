package config

import (
	"path/filepath"
	"slices"
	"strings"
)

// Files returns what the configuration was read from, as seen from the working
// directory: the file itself first, then cards and the files of secrets.
// Should one of them change, [Load] may give another configuration. One that
// [Parse] made has no file of its own.
func (c *Config) Files() []string { return slices.Clone(c.files) }

// reads notes a file the configuration depends on; "" is none.
func (v *validation) reads(file string) {
	if file != "" && !slices.Contains(v.files, file) {
		v.files = append(v.files, file)
	}
}

// file returns where the secret is read from; "" when that is no file.
func (s Secret) file(dir string) string {
	if name, ok := strings.CutPrefix(s.from, "file:"); ok {
		return within(dir, filepath.FromSlash(name))
	}
	return ""
}
