package simulation

import (
	"fmt"

	"familiar/journal"
	"familiar/messages"
)

// handled is a message as a trace shows it.
func handled(msg any) string {
	if r, ok := msg.(journal.Record); ok {
		return fmt.Sprintf("record %d", r.Seq)
	}
	return fmt.Sprintf("%T", msg)
}

// eventText is an event as a trace shows it.
func eventText(e messages.Event) string {
	switch e := e.(type) {
	case messages.Heard:
		return toldLine("Heard", e.Line)
	case messages.AlsoHeard:
		return toldLine("AlsoHeard", e.Line)
	case messages.Edited:
		return fmt.Sprintf("Edited %s: %q", e.Line.ID, e.Line.Text)
	default:
		return fmt.Sprintf("%T%+v", e, e)
	}
}

func toldLine(what string, l *messages.Line) string {
	return fmt.Sprintf("%s %s by %s from %s: %q", what, l.ID, l.Account, l.Author.ID, l.Text)
}
