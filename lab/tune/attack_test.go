package tune

import (
	"bytes"
	"testing"

	"familiar/config"
	"familiar/internal/markup/markuptest"
)

// TestAttacks: what a recording, a judge or a setting is called stays text.
func TestAttacks(t *testing.T) {
	markuptest.Refused(t, func(text string) string {
		r := Report{
			Recording: text, Judge: text,
			Rows: []Row{{Names: []string{text}, Turned: []config.Turned{{Key: text, Value: text}}}, {}},
		}
		var page bytes.Buffer
		if err := Page(&page, &r); err != nil {
			t.Fatal(err)
		}
		return page.String()
	})
}
