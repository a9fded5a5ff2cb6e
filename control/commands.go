package control

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"familiar/control/access"
	"familiar/control/wire"
	"familiar/journal/audit"
	"familiar/messages"
)

var commands = []messages.Command{messages.Quiet, messages.Resume, messages.Wake, messages.Disengage, messages.Stop, messages.Clear, messages.Unlearn, messages.EngageHere, messages.Turns}

// command tells a channel's familiars, or one of them, to do something. Who
// gave it is the token's name unless the request says.
func (s *Server) command(w http.ResponseWriter, r *http.Request, k access.Key) error {
	var in struct {
		Command  messages.Command    `json:"command"`
		Text     string              `json:"text"`
		Familiar messages.FamiliarID `json:"familiar"`
		For      string              `json:"for"`
		By       *author             `json:"by"`
		Thread   *string             `json:"thread"`
		Prompt   string              `json:"prompt"`
		Timed    bool                `json:"timed"`
	}
	if err := wire.ReadJSON(w, r, s.Body, &in); err != nil {
		return err
	}
	if in.Thread == nil {
		if in.Command == messages.EngageHere {
			return wire.Bad(`thread: engage wants it said, "" for the channel itself`)
		}
		in.Thread = new(string)
	}
	at, err := s.place(r, k, *in.Thread)
	if err != nil {
		return err
	}
	if !slices.Contains(commands, in.Command) {
		return wire.Bad("command: want quiet, resume, wake, engage, disengage, stop, clear, unlearn or turns")
	}
	if err := checkWake(in.Command, in.Prompt, in.Timed); err != nil {
		return err
	}
	length, err := lasting(in.Command, in.For)
	if err != nil {
		return err
	}
	if in.Familiar != "" && member(s.Members(at.id), isFamiliar(in.Familiar)) == (Member{}) {
		return wire.Refuse(http.StatusNotFound, "familiar: there is none of that name in this channel")
	}
	by := author(holderOf(k))
	if in.By != nil {
		by = *in.By
	}
	if err := by.check("by"); err != nil {
		return err
	}
	if in.Command == messages.Wake {
		in.Text = in.Prompt
	}
	told := messages.Commanded{By: messages.Author(by), Familiar: in.Familiar, Command: in.Command, Text: in.Text, Timed: in.Timed, For: length}
	err = s.recorded(r.Context(), s.askerOf(r.Header, k, audit.ByHTTP), commandDeed(at.id, told), func() error { return s.Tell(r.Context(), at.id, told) })
	if err != nil {
		return err
	}
	wire.Answer(w, http.StatusAccepted, struct{}{})
	return nil
}

// holderOf returns who gives a command with a key, where nothing else is said.
func holderOf(k access.Key) messages.Author {
	return messages.Author{ID: messages.PersonID("token/" + k.Name), Name: k.Name}
}

// maxPrompt is how long what a familiar is woken for may be, in characters.
const maxPrompt = 4000

// checkWake says what is wrong with what a command wakes somebody for.
func checkWake(c messages.Command, prompt string, timed bool) error {
	switch n := utf8.RuneCountInString(prompt); {
	case c != messages.Wake && (prompt != "" || timed):
		return wire.Bad("prompt, timed: only the command wake takes them")
	case n > maxPrompt:
		return wire.Bad(fmt.Sprintf("prompt: got %d characters, want at most %d", n, maxPrompt))
	}
	return nil
}

// lasting reads how long quiet is to last, such as "30m"; "" leaves it to the
// configuration.
func lasting(c messages.Command, text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 || c != messages.Quiet {
		return 0, wire.Bad(`for: only with quiet, a duration such as "30m"`)
	}
	return d, nil
}

// printable is for strings.Map: a name that passes no network is one line.
func printable(r rune) rune {
	if !unicode.IsPrint(r) {
		return -1
	}
	return r
}

// typing lets streams know that somebody writes, or no longer does. It is kept
// nowhere.
func (s *Server) typing(w http.ResponseWriter, r *http.Request, k access.Key) error {
	var in struct {
		Author author `json:"author"`
		Thread string `json:"thread"`
		On     bool   `json:"on"`
	}
	if err := wire.ReadJSON(w, r, s.Body, &in); err != nil {
		return err
	}
	at, err := s.place(r, k, in.Thread)
	if err != nil {
		return err
	}
	if err := in.Author.check("author"); err != nil {
		return err
	}
	in.Author.Name = strings.Map(printable, in.Author.Name)
	s.Feed.SomebodyTypes(at.id, messages.Author(in.Author), in.On)
	wire.Answer(w, http.StatusAccepted, struct{}{})
	return nil
}
