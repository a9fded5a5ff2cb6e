package report

import (
	"bytes"
	"testing"

	"familiar/internal/markup/markuptest"
)

// TestAttacks: what a recording, a setting or somebody in it says stays text on
// the page, and data in its script.
func TestAttacks(t *testing.T) {
	markuptest.Refused(t, func(text string) string {
		r := quietReport(t)
		r.Title = text
		for i := range r.Settings {
			r.Settings[i].Name, r.Settings[i].Notice = text, text
		}
		for i := range r.Channels {
			r.Channels[i].Name = text
		}
		var page bytes.Buffer
		if err := r.HTML(&page); err != nil {
			t.Fatal(err)
		}
		return page.String()
	})
}
