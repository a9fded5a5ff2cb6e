package main

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"familiar/config"
	"familiar/control"
)

// TestThePageGoesOnAfterARestart: the token that an open page has opens the
// next run, too, and stands where only its owner reads it.
func TestThePageGoesOnAfterARestart(t *testing.T) {
	file := saved(t, steered)
	t.Setenv("GARDENER", "gardener-gardener-gardener")
	t.Setenv("READER", "reader-reader-reader")
	p := start(t, "run", file)
	v := visit(p)
	data := filepath.Join(filepath.Dir(file), "data")
	if stat, err := os.Stat(filepath.Join(data, "page-token")); err != nil || stat.Mode() != 0o600 {
		t.Errorf("the token's file is %v (%v), want it for its owner only", stat, err)
	}
	v.say("garden", "l1", "hello") // it is all there
	p.stop()
	p.ends(0)

	again := start(t, "run", file)
	base := again.until(`The page: (http://\S+)/ \(with the token of the run before; the whole address is in (\S+)\)`, 1)
	if base[2] != filepath.Join(data, "address") {
		t.Errorf("the address is said to be in %s, want the file in %s", base[2], data)
	}
	whole, err := os.ReadFile(base[2])
	if want := base[1] + "/#token=" + v.token + "\n"; err != nil || string(whole) != want {
		t.Errorf("the address left is %q (%v), want %q", whole, err, want)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base[1]+"/v1/channels", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+v.token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Errorf("the page's token is answered %s by the next run", answer.Status)
	}
	if strings.Contains(again.String(), v.token) {
		t.Errorf("the next run prints the token that pages have:\n%s", again)
	}
}

// TestATokenOthersMayKnowIsNotKept: one that isn't its owner's alone, or that
// is none, makes way for a new one, and the log says so without saying it.
func TestATokenOthersMayKnowIsNotKept(t *testing.T) {
	old := control.DrawSecret()
	for _, tt := range []struct {
		story string
		leave func(file string) error
		kept  bool
		warns string
	}{
		{"none is there", func(string) error { return nil }, false, ""},
		{"one of the run before", func(file string) error { return os.WriteFile(file, []byte(old+"\n"), 0o600) }, true, ""},
		{"one the group may read", func(file string) error {
			return errors.Join(os.WriteFile(file, []byte(old), 0o600), os.Chmod(file, 0o640))
		}, false, "others may read it"},
		{"half of one", func(file string) error { return os.WriteFile(file, []byte(old[:20]), 0o600) }, false, "it holds no token"},
		{"an empty file", func(file string) error { return os.WriteFile(file, nil, 0o600) }, false, "it holds no token"},
		{"a folder", func(file string) error { return os.Mkdir(file, 0o700) }, false, "it is no file"},
		{"a link to one elsewhere", func(file string) error {
			elsewhere := file + ".elsewhere"
			return errors.Join(os.WriteFile(elsewhere, []byte(old), 0o600), os.Symlink(elsewhere, file))
		}, false, "too many levels of symbolic links"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c := config.Default()
			c.Data = t.TempDir()
			file := tokenFile(&c)
			if err := tt.leave(file); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			token, kept := pageToken(&c, slog.New(slog.NewTextHandler(&out, nil)))
			if kept != tt.kept || kept != (token == old) || len(token) != len(old) {
				t.Errorf("kept %t, the old one %t, of %d characters; want it kept: %t", kept, token == old, len(token), tt.kept)
			}
			if log := out.String(); (log == "") != (tt.warns == "") || !strings.Contains(log, tt.warns) || strings.Contains(log, token) || strings.Contains(log, old) {
				t.Errorf("the log says %q, want %q and no token", log, tt.warns)
			}
			if stat, err := os.Lstat(file); tt.story != "a folder" && (err != nil || stat.Mode() != 0o600) {
				t.Errorf("the file is %v (%v), want it for its owner only", stat, err)
			}
			if left, err := filepath.Glob(file + ".[0-9]*"); err != nil || len(left) > 0 {
				t.Errorf("%v is left (%v)", left, err)
			}
			again, kept := pageToken(&c, slog.New(slog.DiscardHandler))
			if tt.story != "a folder" && (!kept || again != token) {
				t.Errorf("the next run has another token (kept: %t)", kept)
			}
		})
	}
	c := config.Default()
	c.Data, c.Control.Listen = t.TempDir(), "0.0.0.0:7077"
	if token, _ := pageToken(&c, slog.New(slog.DiscardHandler)); token != "" {
		t.Error("a listener that others reach has a token of its own")
	}
}
