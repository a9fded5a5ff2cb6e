package lab

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"familiar/cmd/familiar/command"
	"familiar/lab/corpus"
	"familiar/lab/label"
	"familiar/lab/report"
	"familiar/messages"
)

// How many lines a card shows around the one it is about.
const (
	linesBefore = 8
	linesAfter  = 4
)

// A card is one decision to be labelled.
type card struct {
	slice    *corpus.Slice
	familiar string
	report.Decision
}

// label returns a label on it that says bad.
func (c *card) label(by string) label.Label {
	return label.Label{
		Channel: c.slice.Name, Line: messages.LineID(c.Line), Familiar: messages.FamiliarID(c.familiar),
		Act: c.Act, At: time.Now().UTC().Truncate(time.Second), By: by,
	}
}

// A desk shows one card after the other; it implements tea.Model.
type desk struct {
	cards []card
	at    int
	file  *labelFile
	by    string
	marks []int // the cards labelled, the last one at the end
	err   error
}

// Init implements tea.Model.
func (d desk) Init() tea.Cmd { return nil }

// Update implements tea.Model.
func (d desk) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	press, is := msg.(tea.KeyPressMsg)
	if !is {
		return d, nil
	}
	switch press.String() {
	case "g", "b":
		l := d.cards[d.at].label(d.by)
		l.Good = press.String() == "g"
		if d.err = d.file.add(l); d.err != nil {
			return d, tea.Quit
		}
		d.marks = append(slices.Clone(d.marks), d.at)
		d.at++
	case "s":
		d.at++
	case "u":
		return d.back()
	case "q", "esc", "ctrl+c":
		return d, tea.Quit
	}
	if d.at == len(d.cards) {
		return d, tea.Quit
	}
	return d, nil
}

// back takes the last label back and shows its card again.
func (d desk) back() (tea.Model, tea.Cmd) {
	undone, err := d.file.undo()
	if err != nil {
		d.err = err
		return d, tea.Quit
	}
	if undone {
		d.at = d.marks[len(d.marks)-1]
		d.marks = d.marks[:len(d.marks)-1]
	}
	return d, nil
}

// View implements tea.Model.
func (d desk) View() tea.View {
	v := tea.NewView(d.text())
	v.AltScreen = true
	return v
}

func (d desk) text() string {
	if d.at >= len(d.cards) {
		return ""
	}
	c := &d.cards[d.at]
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", command.HeadingStyle.Render(fmt.Sprintf("%d of %d  %s  %s", d.at+1, len(d.cards), command.Quoted(c.slice.Name), command.Quoted(c.familiar))))
	c.around(&b)
	fmt.Fprintf(&b, "\n%s %s\n", command.HeadingStyle.Render(c.did()), command.Quoted(c.Why))
	if c.Says != "" {
		fmt.Fprintf(&b, "  %q\n", c.Says)
	}
	fmt.Fprintf(&b, "\n%s", command.FaintStyle.Render("g good  b bad  s skip  u undo  q quit"))
	return b.String()
}

// around writes the lines around the one the card is about.
func (c *card) around(b *strings.Builder) {
	records := c.slice.Records
	at := slices.IndexFunc(records, func(r corpus.Record) bool { return string(r.Line.ID) == c.Line })
	for i := max(0, at-linesBefore); i < min(len(records), at+linesAfter+1); i++ {
		l, sign := records[i].Line, "  "
		if i == at {
			sign = "> "
		}
		row := fmt.Sprintf("%s%s  %s: %s", sign, l.At.Time().UTC().Format("15:04:05"), command.Quoted(l.Author.Name), command.Quoted(l.Text))
		if i > at {
			row = command.FaintStyle.Render(row)
		}
		b.WriteString(row + "\n")
	}
}

// did says what was decided.
func (c *card) did() string {
	switch c.Act {
	case label.Woke:
		return "It spoke, or would have:"
	case "judge":
		return "Its judge said no:"
	default:
		return "It kept quiet:"
	}
}
