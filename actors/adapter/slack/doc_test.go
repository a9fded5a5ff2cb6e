package slack

import (
	"os"
	"strings"
	"testing"
)

// TestPage keeps docs/networks/slack.md and the code equal: the scopes in the
// manifest and in the table, and the commands.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../../../docs/networks/slack.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for _, s := range scopes {
		for _, want := range []string{"      - " + s.scope + "\n", "| `" + s.scope + "` | " + s.without + " |\n"} {
			if !strings.Contains(page, want) {
				t.Errorf("the page has no %q", want)
			}
		}
	}
	if hint := strings.Join(words(), " | "); !strings.Contains(page, hint) {
		t.Errorf("the page has no %q", hint)
	}
}
