package chain_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"familiar/messages"
)

// TestDocs holds the page's table of why a model is passed over to the words there
// are.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../../docs/models.md")
	if err != nil {
		t.Fatal(err)
	}
	_, chapter, _ := strings.Cut(string(page), "\n## A chain of models\n")
	chapter, _, _ = strings.Cut(chapter, "\n## ")
	var got []messages.Pass
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z]+)` \\|").FindAllStringSubmatch(chapter, -1) {
		got = append(got, messages.Pass(row[1]))
	}
	if want := messages.Passes(); !slices.Equal(got, want) {
		t.Errorf("the page has %q, want %q", got, want)
	}
}
