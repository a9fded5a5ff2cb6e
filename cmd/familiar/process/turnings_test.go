package process

import (
	"os"
	"path/filepath"
	"testing"

	"familiar/control"
)

func TestTurningTakesBack(t *testing.T) {
	for _, tt := range []struct{ story, old, text string }{
		{"a line is added", "a = 1\nb = 2\n", "a = 1\nc = 3\nb = 2\n"},
		{"a value is changed", "lull = \"10s\"\n", "lull = \"30s\"\n"},
		{"the end repeats what stands before", "x\nx\n", "x\nx\nx\n"},
		{"something goes", "aaa\n", "a\n"},
		{"nothing changes", "a\n", "a\n"},
		{"the file was empty", "", "a\n"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			made := turningOf(control.Turning{}, []byte(tt.old), []byte(tt.text))
			if got, ok := made.takeBack([]byte(tt.text)); !ok || string(got) != tt.old {
				t.Errorf("got %q, %v, want %q", got, ok, tt.old)
			}
			if got, ok := made.takeBack([]byte(tt.text + "# more\n")); ok {
				t.Errorf("a text that became something else gives %q", got)
			}
		})
	}
}

func TestTurningsAreBounded(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "data")
	for range mostTurnings + 2 {
		if err := addTurning(folder, turningOf(control.Turning{}, []byte("a"), []byte("b"))); err != nil {
			t.Fatal(err)
		}
	}
	all, err := readTurnings(folder)
	if err != nil || len(all) != mostTurnings || all[0].N != 3 || all[len(all)-1].N != mostTurnings+2 {
		t.Errorf("got %d, the last of them number %d, %v; want the newest %d", len(all), all[len(all)-1].N, err, mostTurnings)
	}
	stat, err := os.Stat(filepath.Join(folder, turningsFile))
	if err != nil || stat.Mode().Perm()&0o077 != 0 {
		t.Errorf("others may read it: %v, %v", stat.Mode(), err)
	}
}

func TestTurningsThatCantBeRead(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, turningsFile), []byte("["), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readTurnings(folder); err == nil {
		t.Error("half a file is read")
	}
	if err := addTurning(folder, turning{}); err == nil {
		t.Error("half a file is replaced")
	}
}
