//go:build unix

package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/klauspost/compress/s2"

	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/messages"
)

// files returns every file of the data folder as it is, and what can be unpacked of it
// behind that.
func (g *guild) files() map[string][]byte {
	g.t.Helper()
	all := map[string][]byte{}
	err := filepath.WalkDir(g.file("kept"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil // it went meanwhile
		}
		if b, err := os.ReadFile(path); err == nil {
			all[path] = unpacked(b)
		}
		return nil
	})
	if err != nil {
		g.t.Fatal(err)
	}
	return all
}

// unpacked returns bytes with those of every S2 stream in them behind them.
func unpacked(b []byte) []byte {
	begin := []byte("\xff\x06\x00\x00S2sTwO")
	for rest := b; ; rest = rest[1:] {
		at := bytes.Index(rest, begin)
		if at < 0 {
			return b
		}
		rest = rest[at:]
		more, _ := io.ReadAll(io.LimitReader(s2.NewReader(bytes.NewReader(rest), s2.ReaderIgnoreCRC()), 64<<20)) // as far as it goes
		b = append(b[:len(b):len(b)], more...)
	}
}

// inFiles returns which files have any of these bytes.
func (g *guild) inFiles(what ...string) (found []string) {
	for path, b := range g.files() {
		for _, w := range what {
			if bytes.Contains(b, []byte(w)) {
				found = append(found, path)
			}
		}
	}
	return found
}

// rootRecord is the beginning of a record in a block of the journal whose message leads to
// all keys.
var rootRecord = regexp.MustCompile(`[\w-]+\.key\.\d\.root`)

// roots returns the keys to all other keys that stand in any file.
func (g *guild) roots() (keys []string) {
	const head, checksum, root, key = 22, 8, 41, 32
	for _, b := range g.files() {
		for _, at := range rootRecord.FindAllIndex(b, -1) {
			if at[0] < head {
				continue
			}
			record := b[at[0]-head:]
			size, text := binary.LittleEndian.Uint32(record), at[1]-at[0]+head
			if header := size>>31 == 1; header && len(record) > text+4 {
				text += 4 + int(binary.LittleEndian.Uint32(record[text:]))
			}
			if end := int(size&(1<<31-1)) - checksum; end-text == root && end <= len(record) {
				keys = append(keys, string(record[end-key:end]))
			}
		}
	}
	return keys
}

// TestForgottenBytes: what Moth has learned in three channels, and has lent to a fourth, is
// gone once a person, a line and a channel are forgotten: no file of the program has a word
// of it, packed or not, and no key is left in any that would open one.
func TestForgottenBytes(t *testing.T) {
	long.Test(t)
	t.Parallel()
	g := newGuild(t, "")
	cellar, shed := g.discord.AddChannel(g.id, "cellar", 0), g.discord.AddChannel(g.id, "shed", 0)
	makers := []struct {
		name, place, makes string
		forget             func(person messages.PersonID, place string)
	}{
		{"Ana", g.garden, "zithers", func(person messages.PersonID, _ string) {
			ask(t, "forget", string(person), "--yes", "-c", g.main()).wants(0, `erased in \d`)
		}},
		{"Bo", cellar, "coracles", func(_ messages.PersonID, place string) { g.discord.Delete(place, "1") }},
		{"Cy", shed, "sundials", func(_ messages.PersonID, place string) {
			ask(t, "forget", string(g.channel(place)), "--yes", "-c", g.main()).wants(0, `erased`)
		}},
	}
	var words []string
	for _, m := range makers {
		g.learned(g.channel(m.place), messages.PersonID(g.discord.Person(m.name)), m.makes)
		words = append(words, m.makes)
		if in := g.words("a maker of " + m.makes); len(in) != 1 || in[0] != g.channel(m.place) {
			t.Fatalf("what was learned of %s is in %v", m.name, in)
		}
	}
	p := launch(t, "run", g.main())
	await.Until(t, "the bot on Discord", func() bool { return g.discord.Connected() == 1 })
	for _, m := range makers {
		await.Until(t, "that "+m.name+" is known in the kitchen", func() bool { return g.asks(m.name) })
	}
	if found := g.inFiles(words...); len(found) > 0 {
		t.Errorf("words stand as they were said in %v", found)
	}
	for _, m := range makers {
		before := g.roots()
		if len(before) < 2 {
			t.Fatalf("%d keys to all others are in the files, want those of two copies: this test doesn't find them", len(before))
		}
		m.forget(messages.PersonID(g.discord.Person(m.name)), m.place)
		await.Until(t, "that no key is left to what "+m.name+" said", func() bool { return len(g.inFiles(before...)) == 0 })
		if g.asks(m.name) {
			t.Errorf("%s is known though it is forgotten", m.name)
		}
	}
	p.quit()
	if found := g.inFiles(words...); len(found) > 0 {
		t.Errorf("words are in %v", found)
	}
	for k, m := range makers {
		for _, text := range []string{"a maker of " + m.makes, "I make " + m.makes + ", and this is my line 0"} {
			if in := g.words(text); len(in) > 0 {
				t.Errorf("%q can still be read in %v", text, in)
			}
		}
		if k != 1 { // of the others only a line went
			if in := g.words(m.makes); len(in) > 0 {
				t.Errorf("%q can still be read in %v", m.makes, in)
			}
		}
	}
}

// TestUnpackedIsSearched: a word in a packed block is found.
func TestUnpackedIsSearched(t *testing.T) {
	g := &guild{troubled: &troubled{house: &house{t, t.TempDir()}}, t: t}
	var packed bytes.Buffer
	w := s2.NewWriter(&packed)
	fmt.Fprint(w, strings.Repeat("zithers and more zithers, ", 100))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := g.file(filepath.Join("kept", "1.blk"))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append([]byte("cmp\x01"), packed.Bytes()...), 0o600); err != nil {
		t.Fatal(err)
	}
	if found := g.inFiles("more zithers, zithers and"); len(found) != 1 {
		t.Errorf("a packed word is found in %v, want it in one file", found)
	}
}
