//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/diagnosis"
	"familiar/journal/journaltest"
)

// A found is what doctor says of one thing.
type found struct {
	Topic  string
	Level  diagnosis.Level
	Says   string
	Remedy string
}

// doctor runs familiar doctor and gives what it found by topic.
func doctor(t *testing.T, config string, code int) map[string]found {
	t.Helper()
	var out, said bytes.Buffer
	if got := run(t.Context(), []string{"doctor", "--json", "-c", config}, command.Streams{Out: &out, Err: &said}); got != code {
		t.Errorf("doctor ends with %d, want %d: %s%s", got, code, &out, &said)
	}
	var all struct{ Findings []found }
	if err := json.Unmarshal(out.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	by := map[string]found{}
	for _, f := range all.Findings {
		by[f.Topic] = f
	}
	return by
}

func (f found) want(t *testing.T, level diagnosis.Level, says string) {
	t.Helper()
	if f.Level != level || !strings.Contains(f.Says, says) {
		t.Errorf("got %+v, want %s and %q", f, level, says)
	}
}

// TestDoctorBeside looks at a program that runs, and once more after it was
// killed: what it leaves behind isn't taken for its life.
func TestDoctorBeside(t *testing.T) {
	t.Parallel()
	h := newTroubled(t, "[journal]\npartitions = 1\n")
	p := launch(t, "run", h.main())
	v := visit(p)
	garden := v.listen("garden")
	v.say("garden", "l1", "@Aria t1")
	answered(garden, "t1")

	by := doctor(t, h.main(), 0)
	by["program"].want(t, diagnosis.Fine, "it runs, answers")
	by["listener"].want(t, diagnosis.Fine, "running program's")
	by["store"].want(t, diagnosis.Fine, "format 7")
	by["disk"].want(t, diagnosis.Unknown, "not enough to tell")
	by["clock"].want(t, diagnosis.Fine, "after the newest record")
	v.say("garden", "l2", "@Aria t2")
	answered(garden, "t2") // nothing was disturbed

	if err := p.process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-p.code
	before := h.records()
	by = doctor(t, h.main(), 0)
	by["program"].want(t, diagnosis.Fine, "none is running")
	by["store"].want(t, diagnosis.Fine, "format 7")
	if !maps.Equal(h.records(), before) {
		t.Error("doctor has changed the store")
	}
}

// records returns the files with the records of the store, and how its streams
// are made.
func (h *troubled) records() map[string]string {
	h.t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(h.file("data/journal"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".blk" && entry.Name() != "meta.inf" {
			return err
		}
		text, err := os.ReadFile(path)
		if len(text) > 0 { // the server begins an empty one when it likes
			files[path] = string(text)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		h.t.Fatalf("found %d files of records: %v", len(files), err)
	}
	return files
}

// TestDoctorDamaged: a damaged store is told and not mended, also where the program
// would start with it.
func TestDoctorDamaged(t *testing.T) {
	t.Parallel()
	h := newTroubled(t, strings.Replace(aged, "partitions = 2", "partitions = 2\ndamaged = \"start\"", 1))
	fixtures, err := filepath.Glob("testdata/upgrade/*.tar.gz")
	if err != nil || len(fixtures) == 0 {
		t.Fatalf("no store to damage: %v", err)
	}
	unpack(t, fixtures[0], h.folder)
	doctor(t, h.main(), 0)["store"].want(t, diagnosis.Fine, "format 2")
	damaged := 0
	for path, text := range h.records() {
		if !strings.Contains(path, "-lines-") || len(text) < 2000 {
			continue
		}
		damaged++
		if err := os.WriteFile(path, []byte(text[:700]+strings.Repeat("?", 40)+text[740:]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if damaged == 0 {
		t.Fatal("there is no block of lines to damage")
	}
	before := h.records()
	by := doctor(t, h.main(), 1)
	by["store"].want(t, diagnosis.Wrong, "damaged")
	by["disk"].want(t, diagnosis.Fine, "free at")
	if !maps.Equal(h.records(), before) {
		t.Error("doctor has changed the store")
	}
	if aside, err := filepath.Glob(h.file("data/journal/damaged-*")); err != nil || len(aside) > 0 {
		t.Errorf("doctor has put %v aside: %v", aside, err)
	}
}

// TestDoctorTaken: another program has the port.
func TestDoctorTaken(t *testing.T) {
	t.Parallel()
	other, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	h := newTroubled(t, "")
	text, err := os.ReadFile(h.main())
	if err != nil {
		t.Fatal(err)
	}
	h.write("familiar.toml", strings.Replace(string(text), "127.0.0.1:0", other.Addr().String(), 1))
	by := doctor(t, h.main(), 1)
	by["listener"].want(t, diagnosis.Wrong, other.Addr().String())
	by["program"].want(t, diagnosis.Fine, "none is running")
}

// TestDoctorFull: the disk has less than the reserve.
func TestDoctorFull(t *testing.T) {
	t.Parallel()
	h := newTroubled(t, "[journal]\npartitions = 1\nreserve_mb = 8\n")
	h.small()
	doctor(t, h.main(), 0)["disk"].want(t, diagnosis.Fine, "free at")
	room := h.crowd(4 << 20)
	by := doctor(t, h.main(), 1)
	by["disk"].want(t, diagnosis.Wrong, "lines are refused below 8.0 MiB")
	if by["disk"].Remedy == "" {
		t.Error("nothing is said of what to do")
	}
	room()
	doctor(t, h.main(), 0)["disk"].want(t, diagnosis.Fine, "free at")
}

// TestDoctorInodes: the file system can take few more files, however much space
// is free.
func TestDoctorInodes(t *testing.T) {
	t.Parallel()
	h := newTroubled(t, "[journal]\npartitions = 1\nreserve_mb = 1\n")
	if err := os.Mkdir(h.file("data"), 0o700); err != nil {
		t.Fatal(err)
	}
	mount(t, h.file("data"), "size=32m,nr_inodes=300")
	doctor(t, h.main(), 0)["inodes"].want(t, diagnosis.Soon, "more files of 300")
}

// TestDoctorOutside: the journal is on another NATS server, which is asked as well,
// and missed while it is away.
func TestDoctorOutside(t *testing.T) {
	t.Parallel()
	folder, port := t.TempDir(), journaltest.Port(t)
	stop := outside(t, folder, port)
	h := newTroubled(t, "[journal]\nurl = \"nats://127.0.0.1:"+strconv.Itoa(port)+"\"\npartitions = 1\n")
	doctor(t, h.main(), 0)["store"].want(t, diagnosis.Fine, "there is no journal yet in the NATS server")
	p := launch(t, "run", h.main())
	v := visit(p)
	garden := v.listen("garden")
	v.say("garden", "l1", "@Aria t1")
	answered(garden, "t1")
	by := doctor(t, h.main(), 0)
	by["program"].want(t, diagnosis.Fine, "it runs, answers")
	by["store"].want(t, diagnosis.Fine, "the NATS server, prefix familiar, format 7")
	by["version"].want(t, diagnosis.Fine, "NATS server 2.")
	by["disk"].want(t, diagnosis.Fine, "free at")
	by["clock"].want(t, diagnosis.Fine, "after the newest record")
	p.quit()
	doctor(t, h.main(), 0)["program"].want(t, diagnosis.Fine, "none is running")
	stop()
	by = doctor(t, h.main(), 1)
	by["store"].want(t, diagnosis.Wrong, "127.0.0.1:"+strconv.Itoa(port))
}
