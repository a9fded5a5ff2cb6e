package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"familiar/internal/long"
	"familiar/journal/jetstream"
	"familiar/messages"
)

// mostMemory is what a command may take of a store, however damaged, in KiB.
const mostMemory = 1 << 20

// TestDamagedStore: whatever was done to the files, verify and status end, run
// refuses and says what is lost, or starts if it is told to and ends when it is
// asked to, and none of them takes much memory.
func TestDamagedStore(t *testing.T) {
	long.Test(t)
	whole := filepath.Join(t.TempDir(), "whole")
	j, err := jetstream.Open(t.Context(), jetstream.Config{Folder: whole, Partitions: 1})
	if err != nil {
		t.Fatal(err)
	}
	const attic messages.ChannelID = "irc/elsewhere/attic" // nobody listens there
	for n := range 700 {                                   // two blocks
		line := &messages.Line{ID: messages.LineID(fmt.Sprint("l", n)), Channel: attic, Author: messages.Author{ID: "ana", Name: "Ana"}, Text: strings.Repeat("ein Garten ", 750)}
		if _, err := j.Append(t.Context(), j.Epoch(0), attic, messages.Heard{Line: line}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	const stream = "jetstream/$G/streams/familiar-lines-0"
	const block = stream + "/msgs/1.blk"
	for _, tt := range []struct {
		story string
		harm  func(t *testing.T, path string)
		says  string
	}{
		{"a sequence jumps by a trillion", at(block, func(b []byte) []byte { b[nth(b, 100)+9] ^= 1; return b }), `familiar-lines-0 .*1.blk: \d+ bytes from \d+ on are damaged: 101`},
		{"the last sequence of a block does", at(block, func(b []byte) []byte { b[nth(b, -1)+9] ^= 1; return b }), `1.blk: \d+ bytes`},
		{"a time is another one", at(block, func(b []byte) []byte { b[nth(b, 7)+18] ^= 64; return b }), `on are damaged: 8, the first of familiar.line.0.irc.elsewhere.attic`},
		{"a length is another one", at(block, func(b []byte) []byte { b[nth(b, 100)+2] ^= 32; return b }), `on are damaged: 101`},
		{"a subject is shorter", at(block, func(b []byte) []byte { b[nth(b, 100)+20] ^= 1; return b }), `1.blk`},
		{"half a block is gone", at(block, func(b []byte) []byte { return b[:len(b)/2] }), `damaged: \d+`},
		{"it ends between two records", at(block, func(b []byte) []byte { return b[:nth(b, 100)] }), `records that were in it are gone: 101–\d+`},
		{"a block is gone", func(t *testing.T, store string) { remove(t, store, block) }, `records that were in it are gone: 1–\d+`},
		{"zeros in the middle of it", at(block, func(b []byte) []byte { clear(b[20<<10 : 60<<10]); return b }), `on are damaged: 3–\d+`},
		{"it is nothing but noise", at(block, func(b []byte) []byte {
			for i := range b {
				b[i] = byte(i * i >> 3)
			}
			return b
		}), `on are damaged: 1–\d+`},
		{"the configuration of a stream", at(stream+"/meta.inf", func(b []byte) []byte { b[9] ^= 1; return b }), `its configuration is damaged`},
		{"a stream is gone", func(t *testing.T, store string) { remove(t, store, stream) }, `its folder is gone: 1–700`},
		{"what it held can't be read", at("extent", func(b []byte) []byte { b[99] ^= 1; return b }), `records that are gone can't be named`},
	} {
		t.Run(tt.story, func(t *testing.T) {
			t.Parallel()
			h := newTroubled(t, "[journal]\npartitions = 1\n")
			store := filepath.Join(h.folder, "data", "journal", "store")
			if err := os.CopyFS(store, os.DirFS(filepath.Join(whole, "store"))); err != nil {
				t.Fatal(err)
			}
			tt.harm(t, store)
			for _, args := range [][]string{{"journal", "verify", "-c", h.main()}, {"journal", "status", "-c", h.main()}, {"run", h.main()}} {
				command := exec.CommandContext(t.Context(), "familiar", args...)
				out, err := command.CombinedOutput()
				if err == nil || command.ProcessState.ExitCode() != 1 || !regexp.MustCompile(tt.says).Match(out) {
					t.Errorf("%v: got %v and\n%s\nwant exit code 1 and %s", args, err, out, tt.says)
				}
				if most := command.ProcessState.SysUsage().(*syscall.Rusage).Maxrss; most > mostMemory {
					t.Errorf("%v took %d KiB", args, most)
				}
			}
			h.change("familiar.toml", "partitions = 1\n", "partitions = 1\ndamaged = \"start\"\n")
			p := launch(t, "run", h.main())
			p.until(`journal lost part of its contents`, 1)
			v := visit(p)
			v.say("garden", "new", "@Aria t1")
			answered(v.listen("garden"), "t1")
			if most := highWater(t, p.process.Pid); most > mostMemory {
				t.Errorf("run took %d KiB", most)
			}
			if err := p.process.Signal(syscall.SIGTERM); err != nil {
				t.Error(err)
			}
			p.ends(0)
			out, err := exec.CommandContext(t.Context(), "familiar", "journal", "verify", "-c", h.main()).CombinedOutput()
			if leftOut := regexp.MustCompile(`(?m)^familiar-lines-0 record 101.*left out when read`); err != nil && !leftOut.Match(out) {
				t.Errorf("verify after it was started: %v\n%s", err, out)
			}
			out, _ = exec.CommandContext(t.Context(), "familiar", "journal", "status", "-c", h.main()).CombinedOutput()
			if !regexp.MustCompile("lost:\n.*" + tt.says).Match(out) {
				t.Errorf("status doesn't say what was lost:\n%s", out)
			}
		})
	}
}

// at returns what changes a file of a store.
func at(file string, change func([]byte) []byte) func(*testing.T, string) {
	return func(t *testing.T, store string) {
		path := filepath.Join(store, file)
		b, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path, change(b), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func remove(t *testing.T, store, file string) {
	if err := os.RemoveAll(filepath.Join(store, file)); err != nil {
		t.Fatal(err)
	}
}

// nth returns where a block's record begins; -1: the last one.
func nth(b []byte, n int) (at int) {
	for i := 0; i != n; i++ {
		next := at + int(binary.LittleEndian.Uint32(b[at:])&^(1<<31))
		if next >= len(b) {
			break
		}
		at = next
	}
	return at
}

// highWater is the most memory a process has had, in KiB.
func highWater(t *testing.T, pid int) (most int64) {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(b), "VmHWM:")
	if _, err := fmt.Sscan(after, &most); err != nil {
		t.Fatal(err)
	}
	return most
}
