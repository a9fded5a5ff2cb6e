package jetstream

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"familiar/internal/long"
	"familiar/messages"
)

// unpackForm1 returns a folder with a store that a program from before texts were
// sealed has written: its tests' talkAbout in two channels, a post that waits
// and one that was delivered.
func unpackForm1(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	file, err := os.Open(filepath.Join("testdata", "form1.tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	for in := tar.NewReader(unzipped); ; {
		head, err := in.Next()
		if errors.Is(err, io.EOF) {
			return folder
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(folder, head.Name)
		if head.Typeflag == tar.TypeDir {
			if err := os.MkdirAll(path, 0o700); err != nil {
				t.Fatal(err)
			}
			continue
		}
		b, err := io.ReadAll(in)
		if err == nil {
			err = os.WriteFile(path, b, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestForm1: a store from before texts were sealed is read, gone on with and
// erased from, by overwriting what isn't sealed.
func TestForm1(t *testing.T) {
	long.Test(t)
	t.Parallel()
	const channel, other, text, kept = "test/w/c", "test/w/d", "what-was-said-in-form-one", "what-stays"
	for _, order := range []messages.Erase{{Line: "m1"}, {Person: "ana"}, {All: true}} {
		folder := unpackForm1(t)
		j := opened(t, Config{Folder: folder, MaxAge: ages, MaxNotes: ages, MaxObserved: ages})
		if problems, err := j.Verify(t.Context(), nil, nil); err != nil || len(problems) > 0 {
			t.Fatalf("verify: %v, %v", problems, err)
		}
		for _, words := range []string{text, kept} {
			if found := inStreams(t, j, words); len(found) < 8 {
				t.Errorf("%q is only in %v", words, found)
			}
		}
		if p := next(t, j); p.ID != "p2" {
			t.Errorf("%s is delivered, want what waited", p.ID)
		}
		talkAbout(t, j, channel, text) // sealed, beside what is not
		order.Channel = channel
		if err := j.Erase(t.Context(), order); err != nil {
			t.Fatal(err)
		}
		if found := inStreams(t, j, text); len(found) > 0 {
			t.Errorf("%+v: still in %v", order, found)
		}
		if found := inStreams(t, j, kept); len(found) < 8 {
			t.Errorf("%+v: another channel has it only in %v", order, found)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if problems, err := opened(t, Config{Folder: folder}).Verify(t.Context(), nil, nil); err != nil || len(problems) > 0 {
			t.Errorf("%+v: verify afterwards: %v, %v", order, problems, err)
		}
	}
}

// ages is longer than the store of [unpackForm1] is old.
const ages = 100 * 365 * 24 * time.Hour

// next returns the first post that is delivered.
func next(t *testing.T, j *Journal) (first messages.Post) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := j.Deliver(ctx, "felix", func(p messages.Post) {
		if first.ID == "" {
			first = p
		}
		cancel()
	})
	if err != nil || first.ID == "" {
		t.Fatalf("nothing is delivered: %v", err)
	}
	return first
}
