package main

import (
	"context"
	"fmt"
	"strings"

	"familiar/actors/adapter/terminal"
	"familiar/app"
	"familiar/config"
	"familiar/messages"
	"familiar/policy/turns"
)

// A prompt is the channel of familiar chat: it shows what is decided between
// the lines that are said, and takes commands.
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
	if n.Reason != "" {
		b.WriteString(": " + n.Reason)
	}
	return b.String()
}

// commands is what may be typed after a slash.
var commands = map[string]messages.Command{
	"/quiet": messages.Quiet, "/resume": messages.Resume, "/disengage": messages.Disengage,
	"/stop": messages.Stop, "/wake": messages.Wake,
	"/engage": messages.EngageHere,
}

// command tells the channel what was typed, all familiars or the one named.
func (p *prompt) command(by messages.Author, line string) {
	word, name, _ := strings.Cut(strings.TrimSpace(line), " ")
	if word == "/turns" {
		p.turns(by, name)
		return
	}
	command, ok := commands[word]
	if !ok {
		p.print(fmt.Sprintf("%s is no command: want /quiet, /resume, /engage, /disengage, /stop or /wake, and perhaps a familiar's name, or /turns", word))
		return
	}
	familiar, ok := p.familiar(strings.TrimSpace(name))
	if !ok {
		p.print(fmt.Sprintf("no familiar is called %q", name))
		return
	}
	err := p.app.Tell(context.Background(), terminal.Channel, messages.Commanded{By: by, Familiar: familiar, Command: command})
	if err != nil {
		p.print(err.Error())
	}
}

// turns tells the channel who answers for it.
func (p *prompt) turns(by messages.Author, text string) {
	_, err := turns.Parse(text)
	if err == nil {
		err = p.app.Tell(context.Background(), terminal.Channel, messages.Commanded{By: by, Command: messages.Turns, Text: text})
	}
	if err != nil {
		p.print(err.Error())
	}
}

// familiar finds who is called so; "" is everybody.
func (p *prompt) familiar(name string) (messages.FamiliarID, bool) {
	if name == "" {
		return "", true
	}
	for id, f := range p.config.Familiars {
		if strings.EqualFold(f.Name, name) || strings.EqualFold(string(id), name) {
			return id, true
		}
	}
	return "", false
}
