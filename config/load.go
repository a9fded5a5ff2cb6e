package config

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"familiar/config/document"
)

// The largest files that are read, in bytes: a larger one is a mistake.
const (
	MaxSize = 1 << 20   // the configuration
	MaxCard = 256 << 10 // a character card

	MaxLorebook = 2 << 20 // a lorebook
)

// Load reads the configuration file at path and everything it refers to:
// cards, lorebooks and secrets. Relative paths in it start at its own folder.
//
// The error is [Problems] with everything that is wrong, in the order of the
// file; or, when the file can't be read at all, what the system says about it.
func Load(path string) (*Config, error) { return loadWith(path, (*Secret).resolve) }

// LoadSealed does the same for who connects to nothing: secrets are neither
// fetched nor asked for, and each is "" to Reveal.
func LoadSealed(path string) (*Config, error) {
	return loadWith(path, func(*Secret, string) error { return nil })
}

func loadWith(path string, fetch fetching) (*Config, error) {
	text, err := readLimited(path, MaxSize)
	if err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	c, err := read(path, filepath.Dir(path), text, fetch)
	if err != nil {
		return nil, err
	}
	c.files = slices.Insert(c.files, 0, path)
	digest := sha256.Sum256(text)
	c.digest = hex.EncodeToString(digest[:6])
	return c, nil
}

// read makes a configuration of the text of the file called name, whose
// relative paths start at dir.
func read(name, dir string, text []byte, fetch fetching) (*Config, error) {
	doc, problems := parse(name, text)
	if problems != nil {
		return nil, problems
	}
	c := Default()
	c.doc = doc
	v := validation{Config: &c, dir: dir, fetch: fetch, problems: doc.Into(&c, doc.Tree, "")}
	v.all()
	if len(v.problems)+len(v.elsewhere) > 0 {
		return nil, document.Problems(append(document.InOrder(v.problems), v.elsewhere...))
	}
	c.Warnings = document.InOrder(v.warnings)
	c.Data = within(v.dir, c.Data)
	if c.Journal.Credentials != "" {
		c.Journal.Credentials = within(v.dir, c.Journal.Credentials)
	}
	return &c, nil
}

// parse reads a file's TOML, or says why that can't be done.
func parse(name string, text []byte) (*document.Document, document.Problems) {
	text = bytes.TrimPrefix(text, byteOrderMark)
	if line := badLine(text); line > 0 {
		return nil, document.Problems{{File: name, Line: line, Message: "not UTF-8: save the file as UTF-8"}}
	}
	doc, err := document.Parse(name, text)
	if p, is := errors.AsType[document.Problem](err); is {
		return nil, document.Problems{p}
	}
	return doc, nil
}

// readLimited reads a file of at most limit bytes.
func readLimited(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(text)) > limit {
		return nil, fmt.Errorf("%s is too large: want at most %d KiB", path, limit>>10)
	}
	return text, nil
}

// within returns path as seen from outside, when it is meant from dir.
func within(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// badLine returns the first line that isn't UTF-8; 0 for none.
func badLine(text []byte) int {
	n := 0
	for line := range bytes.Lines(text) {
		n++
		if !utf8.Valid(line) {
			return n
		}
	}
	return 0
}

// Parse is [Load] of a text that stands in no file; name stands for it in
// problems, and relative paths start at the working directory.
func Parse(name string, text []byte) (*Config, error) {
	return read(name, ".", text, (*Secret).resolve)
}

// Files returns what the configuration was read from, as seen from the working
// directory: the file itself first, then cards, lorebooks and the files of secrets.
// Should one of them change, [Load] may give another configuration. One that
// [Parse] made has no file of its own.
func (c *Config) Files() []string { return slices.Clone(c.files) }

// Digest returns 12 characters by which the file's text can be told from another; "" for
// a configuration that [Parse] made. Cards and whatever else the file names don't count.
func (c *Config) Digest() string { return c.digest }

// Beside returns where a file is that the configuration names, as [Config.Files] has it.
// One that [Parse] made has it in the working directory.
func (c *Config) Beside(file string) string {
	dir := "."
	if len(c.files) > 0 {
		dir = filepath.Dir(c.files[0])
	}
	return within(dir, filepath.FromSlash(file))
}

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
