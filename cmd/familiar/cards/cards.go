// Package cards is the group of commands about character cards of other programs:
// card show tells what is in one, card import makes it a familiar's, card lorebook
// does that with a lorebook alone, card export makes one of a familiar's. They read files of strangers: nothing of those reaches
// the terminal or names a file without being cleaned first.
package cards

import (
	"cmp"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"familiar/card"
	"familiar/cmd/familiar/command"
	"familiar/demo/screen"
)

// NewCardCommand returns familiar card with what is in it.
func NewCardCommand() *cobra.Command {
	return command.Group("card", "Read character cards of SillyTavern and others, and make them a familiar's.",
		command.New("show", "Show what a character card has, and what of it a familiar would use.", &showCommand{}),
		command.New("import", "Make a character card a familiar's, and print or add its table of the configuration.", &importCommand{User: defaultUser}),
		command.New("lorebook", "Make a lorebook of SillyTavern's or RisuAI's a familiar's.", &lorebookCommand{User: defaultUser}),
		command.New("export", "Make a familiar's card one that SillyTavern and others read.", &exportCommand{}),
	)
}

// defaultUser stands for {{user}}: as a name it fits into most sentences, and the
// text says whom it means.
const defaultUser = "User"

// read reads a card from a file of any form.
func read(file string) (c *card.Card, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("card: %w", err)
	}
	defer f.Close()
	if c, err = card.Read(f); err != nil {
		return nil, fmt.Errorf("%s: %s", file, screen.Clean(err.Error())) // it may quote the file
	}
	return c, nil
}

// A used is something a card has, and what becomes of it.
type used struct {
	What string `json:"what"`
	Size int    `json:"size"` // characters of a text, or how many of a list
	Used bool   `json:"used"`
	Note string `json:"note"` // as what, or why not
}

// An entry is an entry of a card's book, and what becomes of it.
type entry struct {
	Name string   `json:"name"`
	Keys []string `json:"keys,omitempty"`
	Size int      `json:"size"` // characters
	Used bool     `json:"used"`
	Note string   `json:"note"`

	whole bool // it is used as it stands
}

// asWhat says what becomes of the parts that a familiar's card has.
var asWhat = map[card.Part]string{
	card.Description:  "how the card begins",
	card.Personality:  "part of the card",
	card.Scenario:     "part of the card",
	card.Instructions: "part of the card; the program's rules follow it",
	card.World:        "part of the card: entries of the book that always hold",
	card.Examples:     "part of the card",
	card.Last:         "the card's end",
}

// What the entries of a book are listed as that the text doesn't hold.
const (
	lorebook    = "lorebook"     // those that come up
	bookEntries = "book entries" // those that don't
)

// whyUnused is why entries don't come up.
const whyUnused = "switched off, empty or without keys"

// inventory lists what a card has, what is used first.
func inventory(c *card.Card) []used {
	var all []used
	for _, p := range append([]card.Part{card.Description}, card.Parts()...) {
		if n := c.Size(p); n > 0 {
			all = append(all, used{string(p), n, true, asWhat[p]})
		}
	}
	none := func(what string, n int, why string) {
		if n > 0 {
			all = append(all, used{what, n, false, why})
		}
	}
	book := take(c, defaultUser)
	if kept := book.count(inBook); kept > 0 {
		all = append(all, used{lorebook, kept, true, "part of the lorebook: used when their keys come up"})
	}
	none("greetings", len(c.Greetings), "a familiar joins a chat that goes on, and doesn't open one")
	none("group greetings", len(c.GroupGreetings), "the same")
	none(bookEntries, book.count(unused), whyUnused+": listed below")
	none("creator's notes", len([]rune(c.Notes)), "meant for you: see --json")
	none("tags", len(c.Tags), "no model is shown them")
	return all
}

// entries lists the book of a card.
func entries(c *card.Card) []entry { return listEntries(c, take(c, defaultUser).notes) }

// listEntries lists a book by what became of each entry.
func listEntries(c *card.Card, notes []note) []entry {
	if c.Book == nil {
		return nil
	}
	all := make([]entry, len(c.Book.Entries))
	for i := range c.Book.Entries {
		e := &c.Book.Entries[i]
		all[i] = entry{Name: name(e, i), Keys: cleaned(e.Keys), Size: len([]rune(e.Content)), Used: notes[i].fate != unused, Note: notes[i].String(), whole: notes[i].isWhole()}
	}
	return all
}

// name is what an entry is called: by its name, its comment, its first key or its
// number.
func name(e *card.Entry, i int) string {
	first := ""
	if len(e.Keys) > 0 {
		first = e.Keys[0]
	}
	return screen.Cut(screen.Clean(cmp.Or(e.Name, e.Comment, first, fmt.Sprintf("entry %d", i+1))), 40)
}

func cleaned(texts []string) []string {
	all := make([]string, len(texts))
	for i, t := range texts {
		all[i] = screen.Clean(t)
	}
	return all
}
