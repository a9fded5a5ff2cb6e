package cards

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"familiar/card"
	"familiar/cmd/familiar/command"
	"familiar/demo/screen"
)

// showCommand prints what a card has.
type showCommand struct {
	File string
	JSON bool
}

// Declare implements [command.Command].
func (c *showCommand) Declare(l *command.Line) {
	command.Argument(l, &c.File, "file", "The card: JSON, a PNG that holds one, or CHARX.")
	command.Switch(l, &c.JSON, "--json", "Print one JSON object, with texts.")
}

// Help is shown by familiar card show --help.
func (*showCommand) Help() string {
	return `Cards of SillyTavern and programs that write the same (V1, V2, V3) are read. Everything in the file is listed, with what
familiar card import makes of it or why it doesn't use it. Nothing is written and nothing fetched.

  familiar card show mira.png`
}

// Run implements [command.Command].
func (c *showCommand) Run(_ context.Context, std command.Streams) error {
	read, err := read(c.File)
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(std.Out, read)
	}
	fmt.Fprintln(std.Out, title(read))
	if err := printParts(std.Out, inventory(read)); err != nil {
		return err
	}
	if err := printEntries(std.Out, entries(read)); err != nil {
		return err
	}
	return printUnsupported(std.Out, read.Unsupported)
}

// title says in a line whose card it is: Mira (V2, by ana, edition 1.2).
func title(c *card.Card) string {
	of := fmt.Sprintf("V%d", c.Version)
	if c.Creator != "" {
		of += ", by " + oneLine(c.Creator)
	}
	if c.Edition != "" {
		of += ", edition " + oneLine(c.Edition)
	}
	name := oneLine(c.Name)
	if c.Nickname != "" && c.Nickname != c.Name {
		name += ", called " + oneLine(c.Nickname)
	}
	return name + " (" + of + ")"
}

// maxShown is how many characters of a name are printed.
const maxShown = 64

func oneLine(text string) string {
	return screen.Cut(strings.Join(strings.Fields(screen.Clean(text)), " "), maxShown)
}

func printParts(out io.Writer, all []used) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "\nPART\tSIZE\tUSED\tAS WHAT, OR WHY NOT\n")
	for _, u := range all {
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\n", u.What, u.Size, yes(u.Used), u.Note)
	}
	return w.Flush()
}

// maxEntries is how many entries of a book are printed; --json has all.
const maxEntries = 200

func printEntries(out io.Writer, all []entry) error {
	if len(all) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "\nBOOK ENTRY\tKEYS\tSIZE\tUSED\tAS WHAT, OR WHY NOT\n")
	for _, e := range all[:min(len(all), maxEntries)] {
		keys := "-"
		if len(e.Keys) > 0 {
			keys = screen.Cut(strings.Join(e.Keys, ", "), 40)
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\n", e.Name, keys, e.Size, yes(e.Used), e.Note)
	}
	if more := len(all) - maxEntries; more > 0 {
		fmt.Fprintf(w, "and %d more: --json lists them\n", more)
	}
	return w.Flush()
}

func printUnsupported(out io.Writer, all []card.Unsupported) error {
	if len(all) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "\nNOT READ, OR NOT UNDERSTOOD\tWHY\n")
	for _, u := range all {
		fmt.Fprintf(w, "%s\t%s\n", screen.Clean(u.What), screen.Clean(u.Why))
	}
	return w.Flush()
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// printJSON prints everything; what comes from the file is cleaned, and each of its
// texts is one line.
func printJSON(out io.Writer, c *card.Card) error {
	type unsupported struct {
		What string `json:"what"`
		Why  string `json:"why"`
	}
	shown := struct {
		Version     int           `json:"version"`
		Name        string        `json:"name"`
		Nickname    string        `json:"nickname,omitempty"`
		Creator     string        `json:"creator,omitempty"`
		Edition     string        `json:"edition,omitempty"`
		Notes       string        `json:"notes,omitempty"`
		Tags        []string      `json:"tags,omitempty"`
		Parts       []used        `json:"parts"`
		Entries     []entry       `json:"entries,omitempty"`
		Greetings   []string      `json:"greetings,omitempty"`
		ForGroups   []string      `json:"group_greetings,omitempty"`
		Unsupported []unsupported `json:"unsupported,omitempty"`
		Text        string        `json:"text"` // of the familiar's card
	}{
		Version: int(c.Version), Name: screen.Clean(c.Name), Nickname: screen.Clean(c.Nickname),
		Creator: screen.Clean(c.Creator), Edition: screen.Clean(c.Edition), Notes: screen.Clean(c.Notes), Tags: cleaned(c.Tags),
		Parts: inventory(c), Entries: entries(c), Greetings: cleaned(c.Greetings), ForGroups: cleaned(c.GroupGreetings),
		Text: c.Text(defaultUser),
	}
	for _, u := range c.Unsupported {
		shown.Unsupported = append(shown.Unsupported, unsupported{screen.Clean(u.What), screen.Clean(u.Why)})
	}
	return command.PrintJSON(out, shown)
}
