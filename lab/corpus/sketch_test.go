package corpus

import (
	"fmt"
	"strings"
	"testing"
)

func sliceOf(t *testing.T, name string, from, to int) *Slice {
	t.Helper()
	var file strings.Builder
	fmt.Fprintf(&file, `{"ch":%q,"kind":"channel","platform":"irc"}`+"\n", name)
	for i := from; i < to; i++ {
		fmt.Fprintf(&file, `{"ch":%q,"id":"%d","ts":"2024-05-04T10:00:00Z","kind":"message","author":"ana","uid":"ana","text":"The %d. thing that somebody said here at some length."}`+"\n", name, i, i)
		fmt.Fprintf(&file, `{"ch":%q,"id":"s%d","ts":"2024-05-04T10:00:00Z","kind":"message","author":"bob","uid":"bob","text":"please don't paste here, use the paste bin: it is there for that"}`+"\n", name, i)
	}
	c, err := Read(strings.NewReader(file.String()), "test", Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c.Slices[0]
}

// TestSketch: a slice is known again by its lines, also a part of it; a line
// that is said everywhere is none of those.
func TestSketch(t *testing.T) {
	sketches := []string{sliceOf(t, "garden/1", 0, 400).Sketch(32), sliceOf(t, "garden/2", 400, 800).Sketch(32)}
	if len(sketches[0]) != 32*hashDigits {
		t.Fatalf("a sketch of 32 lines is %q", sketches[0])
	}
	for _, tt := range []struct {
		what     string
		from, to int
		want     bool
	}{
		{"the same", 0, 400, true},
		{"a half", 200, 400, true},
		{"the end of one and the start of the next", 300, 500, true},
		{"another, with the same saying", 800, 1200, false},
	} {
		if got := sliceOf(t, "elsewhere", tt.from, tt.to).Holds(sketches); got != tt.want {
			t.Errorf("%s: known again: %v, want %v", tt.what, got, tt.want)
		}
	}
	if sliceOf(t, "elsewhere", 0, 400).Holds(nil) || sliceOf(t, "elsewhere", 0, 400).Holds([]string{""}) {
		t.Error("nothing holds an empty sketch")
	}
}
