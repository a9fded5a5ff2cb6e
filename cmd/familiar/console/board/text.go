package board

import (
	"strings"
	"time"

	"charm.land/lipgloss/v2"

	"familiar/demo/screen"
)

// clean takes out of text what could move the cursor, colour the screen or turn
// the direction: all that comes from the program goes through it.
func clean(text string) string { return screen.Clean(text) }

// fit makes text, which may be coloured, take exactly so many columns: it is
// cut with an ellipsis or filled up. A Chinese character takes two.
func fit(text string, columns int) string {
	switch {
	case columns <= 0:
		return ""
	case lipgloss.Width(text) <= columns:
	case columns == 1:
		return "…"
	default:
		text = lipgloss.NewStyle().MaxWidth(columns-1).Render(text) + "…"
	}
	return text + strings.Repeat(" ", max(0, columns-lipgloss.Width(text)))
}

// wrap breaks clean text into lines of so many columns, those after the first
// indented.
func wrap(text string, columns int, indent string) []string {
	lines := strings.Split(lipgloss.Wrap(text, max(1, columns-len(indent)), ""), "\n")
	for i := range lines[1:] {
		lines[i+1] = indent + lines[i+1]
	}
	return lines
}

// Look is how the board looks. The zero Look has no colour; what a colour means
// a word or sign says, too.
type Look struct {
	Colour bool
	Zone   *time.Location // of the times shown; nil: local
}

func (l Look) zone() *time.Location {
	if l.Zone == nil {
		return time.Local
	}
	return l.Zone
}

// A tint is a 16-colour ANSI code, which every terminal has and fits to its
// background.
type tint string

// The tints by what they mean.
const (
	plain   tint = ""
	soft    tint = "90" // nothing to see now
	strong  tint = "1"
	speaks  tint = "32" // somebody is about to speak
	doubts  tint = "33" // a judge is asked, or something wants attention
	waits   tint = "36"
	hushed  tint = "35" // somebody was silenced
	trouble tint = "31"
	inverse tint = "7"
)

// paint colours text that fits already.
func (l Look) paint(t tint, text string) string {
	if !l.Colour || t == plain || text == "" {
		return text
	}
	return "\x1b[" + string(t) + "m" + text + "\x1b[0m"
}
