package importer

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"familiar/lab/corpus"
)

func TestZips(t *testing.T) {
	users, err := os.ReadFile("testdata/slack-export/users.json")
	if err != nil {
		t.Fatal(err)
	}
	const day = `[{"type":"message","user":"U0LAB0000","ts":"1741219200.000100","text":"hi"}]`
	for _, test := range []struct {
		says  string
		files map[string]string
		want  string // of the error; "": there is none
	}{
		{"an export as it is downloaded", map[string]string{"users.json": string(users), "general/2025-03-05.json": day, "__MACOSX/x.json": "{"}, ""},
		{"a name that climbs out", map[string]string{"users.json": "[]", "../general/2025-03-05.json": day}, `zip entry "../general/2025-03-05.json" points outside the zip`},
		{"a name from the root", map[string]string{"users.json": "[]", "/etc/2025-03-05.json": day}, "points outside the zip"},
		{"a name in Windows' manner", map[string]string{"users.json": "[]", `..\2025-03-05.json`: day}, "points outside the zip"},
		{"a bomb", map[string]string{"users.json": "[]", "general/2025-03-05.json": "[" + strings.Repeat(" ", bombBytes+1) + "]"}, "no chat compresses that well"},
	} {
		t.Run(test.says, func(t *testing.T) {
			var packed bytes.Buffer
			z := zip.NewWriter(&packed)
			for name, text := range test.files {
				w, err := z.Create(name)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := w.Write([]byte(text)); err != nil {
					t.Fatal(err)
				}
			}
			if err := z.Close(); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "export.zip")
			if err := os.WriteFile(path, packed.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
			lines := 0
			err := Read(t.Context(), path, Options{}, func(corpus.Entry) error { lines++; return nil })
			switch {
			case test.want == "" && (err != nil || lines != 1):
				t.Errorf("got %d lines, %v, want 1", lines, err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

// TestZipsThatLie: what a zip declares is one thing, what it holds another.
func TestZipsThatLie(t *testing.T) {
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	w, err := z.CreateHeader(&zip.FileHeader{Name: "a.jsonl", Method: zip.Deflate})
	if err != nil {
		t.Fatal(err)
	}
	text := `{"schema":"familiar-replay/1"}` + "\n" + strings.Repeat(" \n", 5000)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	lie := packed.Bytes()
	directory := bytes.LastIndex(lie, []byte("PK\x01\x02"))
	lie[directory+24], lie[directory+25] = 100, 0 // the size unpacked
	path := filepath.Join(t.TempDir(), "export.zip")
	if err := os.WriteFile(path, lie, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Read(t.Context(), path, Options{From: JSONL}, ignore); err == nil {
		t.Error("a zip that holds more than it declares is read")
	}
}

// TestLinksLeadNowhere: a folder from elsewhere may have links in it.
func TestLinksLeadNowhere(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.jsonl")
	if err := os.WriteFile(secret, []byte(`{"schema":"familiar-replay/1"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.Symlink(secret, filepath.Join(folder, "a.jsonl")); err != nil {
		t.Skipf("no links here: %v", err)
	}
	if err := Read(t.Context(), folder, Options{}, ignore); err == nil || !strings.Contains(err.Error(), "nothing to import") {
		t.Errorf("got %v, want nothing to import", err)
	}
}
