package jetstream

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/internal/long"
	"familiar/journal/jetstream/blocks"
	"familiar/journal/seal"
	"familiar/messages"
)

var forgetKills = flag.Int("forgetkills", 6, "how many times TestKilledWhileForgetting kills")

// forgettingFolder names the store of the process that is killed.
const forgettingFolder = "FAMILIAR_TEST_FORGETTING"

// TestKilledWhileForgetting kills a process that forgets one line after another,
// at random moments. Each time the store opens without a complaint, and nothing
// that is left in its files leads to what the process said it had forgotten.
func TestKilledWhileForgetting(t *testing.T) {
	long.Test(t)
	t.Parallel()
	if folder := os.Getenv(forgettingFolder); folder != "" {
		forgetUntilKilled(t, folder)
		return
	}
	random := rand.New(rand.NewPCG(1, uint64(*forgetKills)))
	folder, forgot := t.TempDir(), 0
	old := map[string]bool{} // root keys that were replaced
	for n := range *forgetKills {
		again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilledWhileForgetting$", "-test.v")
		again.Env = append(os.Environ(), forgettingFolder+"="+folder)
		out, err := again.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		var newest []string
		wait := time.Duration(0)
		for lines.Scan() {
			word, keys, _ := strings.Cut(lines.Text(), " ")
			if word != "roots" {
				continue
			}
			for _, key := range newest {
				old[key] = true
			}
			if newest = strings.Fields(keys); wait == 0 { // it is under way
				wait = time.Duration(random.Int64N(int64(300 * time.Millisecond)))
				time.AfterFunc(wait, func() { _ = again.Process.Kill() })
			}
			forgot++
		}
		_ = again.Wait() // it was killed
		j := opened(t, Config{Folder: folder, Log: quiet})
		cut := slices.DeleteFunc(slices.Clone(j.store.Server.Findings()), blocks.Finding.Damage) // a record that was being written
		if problems, err := j.Verify(t.Context(), nil, nil); err != nil || len(problems) > len(cut) {
			t.Fatalf("kill %d: verify says %v, %v", n, problems, err)
		}
		now := map[string]bool{}
		for _, key := range rootKeys(t, j) {
			now[fmt.Sprintf("%x", key)] = true
		}
		maps.DeleteFunc(old, func(key string, _ bool) bool { return now[key] })
		leadNowhere(t, folder, old)
		s, err := j.Load(t.Context(), "test/w/c")
		if err == nil {
			s.Seq, err = j.Last(t.Context(), 0)
		}
		if err == nil {
			_, err = j.Save(t.Context(), 0, s)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range unforgotten(t, j) { // it may not have come to that one
			if err := j.Erase(t.Context(), messages.Erase{Channel: "test/w/c", Line: line}); err != nil {
				t.Fatal(err)
			}
		}
		if left := unforgotten(t, j); len(left) > 0 {
			t.Errorf("kill %d: the lines %v are still there", n, left)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if t.Failed() {
			return
		}
	}
	if forgot < *forgetKills {
		t.Fatalf("only %d lines were forgotten in %d lives", forgot, *forgetKills)
	}
	t.Logf("%d lines were forgotten, %d roots replaced", forgot, len(old))
}

// forgetUntilKilled hears lines and forgets them, and says which roots there are
// after each.
func forgetUntilKilled(t *testing.T, folder string) {
	j := opened(t, Config{Folder: folder, Partitions: 1})
	for n := 0; ; n++ {
		line := &messages.Line{ID: messages.LineID(fmt.Sprint(j.Epoch(0), "-", n)), Channel: "test/w/c", Author: messages.Author{ID: "ana"}, Text: "secret"}
		r, err := j.Append(t.Context(), 0, "test/w/c", messages.Heard{Line: line})
		if err != nil {
			t.Fatal(err)
		}
		s, err := j.Load(t.Context(), "test/w/c")
		if err != nil {
			t.Fatal(err)
		}
		s.Seq, s.Body = r.Seq, []byte("state")
		if _, err := j.Save(t.Context(), 0, s); err != nil {
			t.Fatal(err)
		}
		if err := j.Erase(t.Context(), messages.Erase{Channel: "test/w/c", Line: line.ID}); err != nil {
			t.Fatal(err)
		}
		keys := rootKeys(t, j)
		fmt.Printf("roots %x %x\n", keys[0], keys[1])
	}
}

// unforgotten returns the lines that can still be read.
func unforgotten(t *testing.T, j *Journal) (lines []messages.LineID) {
	t.Helper()
	for r, err := range j.Replay(t.Context(), "test/w/c", 0) {
		if err != nil {
			t.Fatal(err)
		}
		if heard, is := r.Event.(messages.Heard); is {
			lines = append(lines, heard.Line.ID)
		}
	}
	return lines
}

// leadNowhere: where one of these keys stands in a file in spite of all, nothing
// in any file is the index that it opens.
func leadNowhere(t *testing.T, folder string, keys map[string]bool) {
	t.Helper()
	var files [][]byte
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		files = append(files, b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for key := range keys {
		var plain []byte
		if _, err := fmt.Sscanf(key, "%x", &plain); err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(files, func(b []byte) bool { return bytes.Contains(b, plain) }) {
			continue
		}
		t.Log("a root that was replaced is still in a file")
		for _, b := range files {
			for ; len(b) >= indexEntry*seal.Parts+16; b = b[1:] {
				if _, err := seal.Unwrap(indexName, [seal.WrapKey]byte(plain), b[:indexEntry*seal.Parts+16]); err == nil {
					t.Error("and opens an index in one")
					return
				}
			}
		}
	}
}
