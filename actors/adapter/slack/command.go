package slack

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"familiar/messages"
)

// commands are those a person may give. Whether this one may is judged by who
// hears it.
var commands = []messages.Command{
	messages.Quiet, messages.Resume, messages.Wake, messages.Stop,
	messages.EngageHere, messages.Disengage, messages.Clear, messages.Turns,
}

// reply is what only the person sees who gave a command.
type reply struct {
	Type string `json:"response_type"`
	Text string `json:"text"`
}

// commanded reads a slash command: the word is the command's own name, as in
// "/quiet", or stands first behind another, as in "/familiar quiet". Nil says
// that there is no such word; the answer lists those there are.
func (l *listener) commanded(c command) (*messages.Commanded, reply) {
	word, rest := strings.ToLower(strings.TrimPrefix(c.Command, "/")), strings.TrimSpace(c.Text)
	if !slices.Contains(commands, messages.Command(word)) {
		word, rest, _ = strings.Cut(rest, " ")
		word, rest = strings.ToLower(word), strings.TrimSpace(rest)
	}
	if !slices.Contains(commands, messages.Command(word)) {
		var known []string
		for _, command := range commands {
			known = append(known, string(command))
		}
		return nil, reply{"ephemeral", "Commands: " + strings.Join(known, ", ") + "."}
	}
	by := messages.Author{ID: messages.PersonID(c.User), Name: c.Handle}
	return &messages.Commanded{By: by, Command: messages.Command(word), Text: rest}, reply{"ephemeral", "Passed on: " + word + "."}
}

// by gives the command with the name that people see, not the handle.
func (l *listener) by(ctx context.Context, e messages.Commanded) messages.Commanded {
	ctx, done := context.WithTimeout(ctx, l.config.Names)
	defer done()
	known, _ := l.names.person(ctx, string(e.By.ID))
	e.By.Name, e.By.Bot = cmp.Or(known.name, e.By.Name), known.bot
	return e
}
