package conversation

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// TestPageHasEveryWord keeps docs/turns.md and the words equal.
func TestPageHasEveryWord(t *testing.T) {
	page, err := os.ReadFile("../../docs/turns.md")
	if err != nil {
		t.Fatal(err)
	}
	var explained []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|").FindAllSubmatch(page, -1) {
		explained = append(explained, string(row[1]))
	}
	if !slices.Equal(explained, words) {
		t.Errorf("the page explains %q, the code says %q", explained, words)
	}
}
