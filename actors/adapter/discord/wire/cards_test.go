package wire

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestCardsBounded: however much stands beside a text, so much is read.
func TestCardsBounded(t *testing.T) {
	long := strings.Repeat("moth ", 1000)
	deep := strings.Repeat(`{"type":17,"components":[`, 500) + `{"type":10,"content":"x"}` + strings.Repeat(`]}`, 500)
	for _, raw := range []string{
		`{"embeds":[` + strings.Repeat(`{"type":"rich","description":"`+long+`"},`, 500) + `{}]}`,
		`{"components":[` + strings.Repeat(`{"type":10,"content":"`+long+`"},`, 500) + `{"type":14}]}`,
		`{"components":[` + deep + `]}`,
		`{"poll":{"question":{"text":"` + long + `"},"answers":[` + strings.Repeat(`{"poll_media":{"text":"`+long+`"}},`, 500) + `{}]}}`,
	} {
		var b Body
		if err := json.Unmarshal([]byte(raw), &b); err != nil {
			t.Fatal(err)
		}
		if got := len(b.Written()) + len(b.Embedded(true)); got > shownMost || strings.Contains(b.Written(), "x") {
			t.Errorf("read %d bytes of %.40s, want %d at most, and nothing so deep", got, raw, shownMost)
		}
	}
}
