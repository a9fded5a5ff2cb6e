package console

import (
	"context"
	"fmt"
	"strings"

	"familiar/actors/adapter/terminal"
	"familiar/app"
	"familiar/config"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/turns"
)

// A prompt is the channel of familiar chat: it shows what is decided between
// the lines that are said, and takes the one command that isn't said.
type prompt struct {
	config   *config.Config
	terminal *terminal.Terminal
	app      *app.App
}

// print shows a line of the program's own. Should the screen be gone, there
// is nobody to tell.
func (p *prompt) print(text string) { _ = p.terminal.Print("  · " + text) }

// show prints decisions, one a line.
func (p *prompt) show(notes []*messages.Note) {
	for _, n := range notes {
		if n.Act != messages.Drop {
			p.print(p.describe(n))
		}
	}
}

// describe puts a decision in words: whose, about which line, act and rung.
func (p *prompt) describe(n *messages.Note) string {
	var b strings.Builder
	if f, ok := p.config.Familiars[n.Familiar]; ok {
		b.WriteString(f.Name + ": ")
	}
	fmt.Fprintf(&b, "%s (%s)", n.Act, n.Rung)
	if n.Line != "" {
		fmt.Fprintf(&b, " line %s", n.Line)
	}
	if n.Trigger != "" {
		fmt.Fprintf(&b, " after %s", n.Trigger)
	}
	if n.Bar != 0 {
		fmt.Fprintf(&b, ", odds %.3f of %.3f", n.Odds, n.Bar)
	}
	if n.Due != 0 {
		fmt.Fprintf(&b, ", thinks in %v (%s)", n.Due.Sub(n.At), n.Term)
	}
	if n.Reason != nil {
		b.WriteString(": " + because.Written(n.Reason))
	}
	return b.String()
}

// turns tells the channel who answers for it, as "/turns" and what follows say.
func (p *prompt) turns(by messages.Author, line string) {
	_, text, _ := strings.Cut(line, " ")
	_, err := turns.Parse(text)
	if err == nil {
		err = p.app.Tell(context.Background(), terminal.Channel, messages.Commanded{By: by, Command: messages.Turns, Text: text})
	}
	if err != nil {
		p.print(err.Error())
	}
}
