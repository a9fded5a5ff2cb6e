package replay

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"familiar/lab/corpus"
)

// TestPageShowsWhatComesOut compares the transcript in docs/replay.md with a
// replay of the sample.
func TestPageShowsWhatComesOut(t *testing.T) {
	b, err := os.ReadFile("../../docs/replay.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(b)
	c, _ := sample(t)
	mira := c.Slice("garden/1").Gold("mira")
	for _, test := range []struct {
		preset    string
		summary   int // lines of it that the page shows
		decisions int
	}{
		{"ladder", 13, 0},
		{"social", 3, 2},
	} {
		var decisions bytes.Buffer
		o := with(t, test.preset, Oracle)
		o.Decisions = &decisions
		sum, err := Run(context.Background(), c, []corpus.Gold{mira}, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{first(sum.String(), test.summary), first(decisions.String(), test.decisions)} {
			if !strings.Contains(page, want) {
				t.Errorf("%s: docs/replay.md doesn't show\n%s", test.preset, want)
			}
		}
	}
}

// first returns the first n lines of text as the page indents them.
func first(text string, n int) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if n--; n < 0 {
			break
		}
		if line != "\n" {
			line = "    " + line
		}
		b.WriteString(line)
	}
	return b.String()
}
