package mrkdwn

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestBlocksBounded: however much there is, so much is read.
func TestBlocksBounded(t *testing.T) {
	deep := strings.Repeat(`{"type":"rich_text_section","elements":[`, 500) + `{"type":"text","text":"x"}` + strings.Repeat(`]}`, 500)
	wide := strings.Repeat(`{"type":"section","text":{"type":"mrkdwn","text":"`+strings.Repeat("moth ", 200)+`"}},`, 5000) + `{"type":"divider"}`
	for _, raw := range []string{"[" + deep + "]", "[" + wide + "]"} {
		var blocks []Block
		if err := json.Unmarshal([]byte(raw), &blocks); err != nil {
			t.Fatal(err)
		}
		if got := len(OfBlocks(blocks)); got > 2*shownMost {
			t.Errorf("read %d bytes, want about %d at most", got, shownMost)
		}
	}
}
