package feishu

import (
	"os"
	"strings"
	"testing"
)

// TestPage keeps docs/networks/feishu.md and the code equal: the scopes with
// what doesn't work without each, and the events to subscribe to.
func TestPage(t *testing.T) {
	text, err := os.ReadFile("../../../docs/networks/feishu.md")
	if err != nil {
		t.Fatal(err)
	}
	page := strings.Join(strings.Fields(string(text)), " ")
	for _, r := range rights {
		if row := "| `" + r.any[0] + "` | " + r.what; !strings.Contains(page, row) {
			t.Errorf("the page has no %q", row)
		}
	}
	if n := strings.Count(string(text), "\n   | `"); n != len(rights) {
		t.Errorf("the page asks for %d scopes, the code for %d", n, len(rights))
	}
	events := []string{eventReceived, eventRecalled, eventReacted, eventUnreacted}
	list := "`" + strings.Join(events[:3], "`, `") + "` and `" + events[3] + "`"
	if !strings.Contains(page, "subscribe to "+list) {
		t.Errorf("the page doesn't subscribe to %s", list)
	}
}
