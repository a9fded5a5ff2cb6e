package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"familiar/cmd/familiar/command"
	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/llm"
	"familiar/llm/llmtest/server"
	"familiar/llm/quote"
)

// packaging/fixture sets these to have a program of another commit write a store.
var (
	fixtureProgram = flag.String("fixture-program", "", "the program that is to write the store of -fixture-file")
	fixtureFile    = flag.String("fixture-file", "", "where TestWriteFixture packs the store of -fixture-program")
)

// aged keeps everything for ten years, the most there is, and lets a line be
// answered however old it is.
const aged = `
[journal]
partitions = 2
keep = "87600h"
keep_notes = "87600h"
keep_observed = "87600h"

[room]
answer_within = "87600h"
`

// TestWriteFixture has a program of another commit take part in a chat, kills it
// while a turn is under way, and packs what it leaves. packaging/fixture runs it.
func TestWriteFixture(t *testing.T) {
	if *fixtureProgram == "" || *fixtureFile == "" {
		t.Skip("packaging/fixture writes them")
	}
	h := newTroubled(t, aged)
	p := launchBinary(t, *fixtureProgram, "run", h.main())
	v := visit(p)
	garden := v.listen("garden")
	v.say("garden", "l1", "@Aria t1, the first lamp is lit")
	answered(garden, "t1")
	v.say("garden", "l2", "@Aria t2, and the second")
	answered(garden, "t2")
	v.say("garden", "l3", "@Aria t999, and this one waits")
	await.Until(t, "the model is asked", func() bool { return len(asked(h.model, "t999")) > 0 })
	if err := p.process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-p.code
	close(h.silent)
	if err := pack(*fixtureFile, h.folder, "data/journal"); err != nil {
		t.Fatal(err)
	}
}

// asked returns the requests whose current lines hold a word.
func asked(model *server.Server, word string) (found []server.Request) {
	for _, r := range model.Requests() {
		if slices.ContainsFunc(r.Messages, func(m llm.Message) bool {
			return m.Role == llm.User && slices.ContainsFunc(quote.Read(m.Text), func(p quote.Passage) bool {
				return p.Mark == quote.Current && strings.Contains(p.Text, word)
			})
		}) {
			found = append(found, r)
		}
	}
	return found
}

// pack writes a folder's files into a tar.gz, without sockets.
func pack(file, root, folder string) (err error) {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	zipped, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	to := tar.NewWriter(zipped)
	err = fs.WalkDir(os.DirFS(root), folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			return err
		}
		if err := to.WriteHeader(&tar.Header{Name: path, Mode: 0o600, Size: int64(len(text))}); err != nil {
			return err
		}
		_, err = to.Write(text)
		return err
	})
	return errors.Join(err, to.Close(), zipped.Close())
}

// unpack is the reverse, in a folder of its own.
func unpack(t *testing.T, file, folder string) {
	t.Helper()
	packed, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unzipped, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	for in := tar.NewReader(unzipped); ; {
		head, err := in.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(folder, filepath.FromSlash(head.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err == nil {
			err = os.WriteFile(path, text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// mostFixture bounds a fixture, in bytes: it is in the repository for good.
const mostFixture = 300 << 10

// TestUpgrade opens the stores that earlier programs wrote: what was said, decided
// and known is there, and the turn that was under way is taken once, also
// when the program is started again.
func TestUpgrade(t *testing.T) {
	long.Test(t)
	t.Parallel()
	files, err := filepath.Glob("testdata/upgrade/*.tar.gz")
	if err != nil || len(files) < 2 {
		t.Fatalf("there are %d stores of earlier programs: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".tar.gz"), func(t *testing.T) {
			t.Parallel()
			if at, err := os.Stat(file); err != nil || at.Size() > mostFixture {
				t.Errorf("it takes %d bytes, %v; want %d at most", at.Size(), err, mostFixture)
			}
			h := newTroubled(t, aged)
			close(h.silent)
			unpack(t, file, h.folder)
			h.kept("before it is opened", 0)

			p := launch(t, "run", h.main())
			garden := visit(p).listen("garden")
			await.Until(t, "the turn that was under way is taken", func() bool { return h.count("re t999") > 0 })
			visit(p).say("garden", "l4", "@Aria t4")
			answered(garden, "t4")
			p.quit()
			h.kept("after that", 1)
			if r := asked(h.model, "t999"); len(r) != 1 {
				t.Errorf("the model is asked %d times for the turn that was under way, want once", len(r))
			} else if whole, err := json.Marshal(r[0].Messages); err != nil || !bytes.Contains(whole, []byte("the first lamp is lit")) || !bytes.Contains(whole, []byte("re t1")) {
				t.Errorf("it isn't shown what was said before: %s, %v", whole, err)
			}

			p = launch(t, "run", h.main())
			garden = visit(p).listen("garden")
			visit(p).say("garden", "l5", "@Aria t5")
			answered(garden, "t5")
			p.quit()
			h.kept("and started again", 1)
			if n := len(asked(h.model, "t999")) + len(asked(h.model, "t1,")) + len(asked(h.model, "t2,")); n != 1 {
				t.Errorf("the model is asked %d times for earlier turns, want once", n)
			}
		})
	}
}

// kept reports what of the fixture's chat isn't in the store: lines, replies as
// often as they were given, and the decisions.
func (h *troubled) kept(when string, pending int) {
	h.t.Helper()
	var out bytes.Buffer
	if code := run(h.t.Context(), []string{"journal", "verify", "-c", h.main()}, command.Streams{Out: &out, Err: &out}); code != 0 {
		h.t.Errorf("%s: journal verify: %d, %s", when, code, &out)
	}
	for text, want := range map[string]int{"the first lamp is lit": 1, "and the second": 1, "and this one waits": 1, "re t1": 1, "re t2": 1, "re t999": pending} {
		if got := h.count(text); got != want {
			h.t.Errorf("%s: %q is in the store %d times, want %d", when, text, got, want)
		}
	}
	for _, line := range []string{"l1", "l2", "l3"} {
		out.Reset()
		if code := run(h.t.Context(), []string{"why", "web//garden", "-c", h.main(), "--last", "50"}, command.Streams{Out: &out, Err: &out}); code != 0 || !strings.Contains(out.String(), "Aria on "+line+" in") {
			h.t.Errorf("%s: why knows nothing of %s: %d, %s", when, line, code, &out)
		}
	}
}

// count is how often the journal has a text as a line that was heard: of what is
// posted on the web, that is the network's own.
func (h *troubled) count(text string) (n int) {
	h.t.Helper()
	var out, said bytes.Buffer
	if code := run(h.t.Context(), []string{"journal", "export", "-c", h.main(), "web//garden"}, command.Streams{Out: &out, Err: &said}); code != 0 {
		h.t.Fatalf("journal export: %d, %s", code, &said)
	}
	for line := range strings.Lines(out.String()) {
		if strings.Contains(line, `"kind":"heard"`) && strings.Contains(line, text) {
			n++
		}
	}
	return n
}
