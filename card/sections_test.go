package card

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const sectioned = "# Mira\n\nMira keeps a lighthouse.\n\n\n## Personality\n\nDry.\n\n## Example dialogue\n\nAda: ship?\nMira: Blue.\n"

func TestEdit(t *testing.T) {
	for _, tt := range []struct {
		story, text string
		parts       map[Part]string
		want        string
	}{
		{"nothing", sectioned, nil, sectioned},
		{"the same words", sectioned, map[Part]string{Personality: "Dry.\n", Examples: "Ada: ship?\nMira: Blue."}, sectioned},
		{"other words", sectioned, map[Part]string{Personality: "Wet.\n\nVery."}, strings.Replace(sectioned, "Dry.", "Wet.\n\nVery.", 1)},
		{"another description", sectioned, map[Part]string{Description: "# Mira\n\nShe left."}, strings.Replace(sectioned, "Mira keeps a lighthouse.", "She left.", 1)},
		{"a part goes", sectioned, map[Part]string{Personality: " "}, strings.Replace(sectioned, "## Personality\n\nDry.\n\n", "", 1)},
		{"a part comes between two", sectioned, map[Part]string{Scenario: "An island."}, strings.Replace(sectioned, "Dry.\n\n", "Dry.\n\n## Scenario\n\nAn island.\n\n", 1)},
		{"a part comes to the end", sectioned, map[Part]string{Last: "Keep quiet."}, sectioned + "\n## Remember\n\nKeep quiet.\n"},
		{"the first of a plain card", "You are Aria.\n", map[Part]string{Examples: "No."}, "You are Aria.\n\n## Example dialogue\n\nNo.\n"},
		{"without a line's end", "You are Aria.", map[Part]string{Description: "You are Zed."}, "You are Zed."},
		{"lines end as the text's do", "You are Aria.\r\nYes.\r\n", map[Part]string{Last: "No.\nNo."}, "You are Aria.\r\nYes.\r\n\r\n## Remember\r\n\r\nNo.\r\nNo.\r\n"},
		{"the same words with other line ends", "You are Aria.\r\nYes.\r\n", map[Part]string{Description: "You are Aria.\nYes."}, "You are Aria.\r\nYes.\r\n"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := Edit(tt.text, tt.parts); got != tt.want {
				t.Errorf("got\n%q\nwant\n%q", got, tt.want)
			}
		})
	}
}

// TestSections: whatever the text, its sections are all of it, and writing back what
// they say changes nothing.
func TestSections(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOf(rapid.SampledFrom([]string{"## Personality", "## Scenario ", "## Remember", "", "  ", "# Mira", "words", "## World", "more  "})).Draw(t, "lines")
		text := strings.Join(lines, rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "end"))
		whole, same := "", map[Part]string{}
		for _, s := range Sections(text) {
			whole += s.Head + s.Text + s.Tail
			if s.Text != "" {
				same[s.Part] = strings.ReplaceAll(s.Text, "\r\n", "\n")
			}
		}
		if whole != text {
			t.Fatalf("got %q of %q", whole, text)
		}
		if got := Edit(text, same); got != text {
			t.Fatalf("got %q, want %q", got, text)
		}
	})
}
