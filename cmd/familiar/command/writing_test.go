package command

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestReplaceCheckedFollowsALink: the file that a link leads to gets the text, which was
// checked where the link stands, and nothing else is left behind.
func TestReplaceCheckedFollowsALink(t *testing.T) {
	here, there := t.TempDir(), t.TempDir()
	link, file := filepath.Join(here, "familiar.toml"), filepath.Join(there, "kept.toml")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	wrong := errors.New("wrong")
	if err := ReplaceChecked(link, []byte("bad"), 0o600, func(string) error { return wrong }); !errors.Is(err, wrong) {
		t.Errorf("what doesn't hold: got %v", err)
	}
	for _, text := range []string{"new", "newer"} {
		err := ReplaceChecked(link, []byte(text), 0o600, func(staged string) error {
			if filepath.Dir(staged) != here {
				t.Errorf("it is checked in %s, and what it refers to is in %s", filepath.Dir(staged), here)
			}
			return nil
		})
		got, failed := os.ReadFile(file)
		if to, unlinked := os.Readlink(link); err != nil || failed != nil || unlinked != nil || to != file || string(got) != text {
			t.Errorf("got %q, the link leads to %q: %v", got, to, errors.Join(err, failed, unlinked))
		}
	}
	for _, folder := range []string{here, there} {
		if all, err := os.ReadDir(folder); err != nil || len(all) != 1 {
			t.Errorf("in %s there are %v, %v", folder, all, err)
		}
	}
}
