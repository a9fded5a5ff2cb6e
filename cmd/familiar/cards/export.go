package cards

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"familiar/card"
	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/demo/screen"
	"familiar/messages"
	"familiar/policy/lore"
)

// exportCommand makes a card of a familiar's.
type exportCommand struct {
	Who string
	To  string

	Config   string
	Name     string
	Template string
	Lorebook string
	Force    bool
}

// Declare implements [command.Command].
func (c *exportCommand) Declare(l *command.Line) {
	command.Argument(l, &c.Who, "familiar", "A familiar of the configuration, or a card of one: a file that ends with .md.")
	command.Argument(l, &c.To, "file", "The file to write: it ends with .json or .png.")
	command.Text(l, &c.Config, "-c, --config FILE", "The configuration; by default familiar.toml in the working directory.")
	command.Text(l, &c.Name, "--name NAME", "What the character is called; by default as the configuration has it, or as the card's first heading.")
	command.Text(l, &c.Template, "--template PICTURE", "The PNG that is to hold the card; by default a grey square.")
	command.Text(l, &c.Lorebook, "--lorebook FILE", "The lorebook of a card's file; a familiar of the configuration has its own.")
	command.Switch(l, &c.Force, "--force", "Overwrite the file.")
}

// Help is shown by familiar card export --help.
func (*exportCommand) Help() string {
	return `Writes a card of V3; in a picture one of V2, too. Sections that familiar card import wrote become what they were, the rest is
the description, and a lorebook is the character's book. Nothing of when a familiar speaks is in it: no such card has a place for that.

  familiar card export mira mira.json
  familiar card export cards/mira.md mira.png --template portrait.png`
}

// Validate implements [command.Validator].
func (c *exportCommand) Validate() error {
	switch {
	case !c.wants(".json") && !c.wants(".png"):
		return fmt.Errorf("%s: want a name that ends with .json or .png", screen.Clean(c.To))
	case c.Template != "" && !c.wants(".png"):
		return errors.New("--template: give a file that ends with .png")
	}
	return nil
}

func (c *exportCommand) wants(ending string) bool {
	return strings.EqualFold(filepath.Ext(c.To), ending)
}

// Run implements [command.Command].
func (c *exportCommand) Run(_ context.Context, std command.Streams) error {
	name, text, known, err := c.source()
	if err != nil {
		return err
	}
	if err := errors.Join(vacant(c.To, "name", c.Force), command.Unread([]string{c.Who, c.Template, c.Lorebook}, c.To)); err != nil {
		return err
	}
	made := card.FromText(name, text)
	if entries := known.Book().Entries; len(entries) > 0 {
		book := given(known.Book())
		if made.Book != nil {
			book.Entries = append(made.Book.Entries, book.Entries...)
		}
		made.Book = book
	}
	var file []byte
	if c.wants(".png") {
		var template []byte
		if template, err = c.picture(); err == nil {
			file, err = made.PNG(template)
		}
	} else {
		file, err = made.JSON()
	}
	if err != nil {
		return err
	}
	if err := command.ReplaceChecked(c.To, file, 0o644, nil); err != nil {
		return err
	}
	fmt.Fprintf(std.Err, "wrote %s\n", c.To)
	return nil
}

// source returns whose card is to be written, its text and its lorebook.
func (c *exportCommand) source() (name, text string, known *lore.Lore, err error) {
	if strings.EqualFold(filepath.Ext(c.Who), ".md") {
		if c.Lorebook != "" {
			if known, err = readLorebook(c.Lorebook); err != nil {
				return "", "", nil, err
			}
		}
		read, err := limited(c.Who, config.MaxCard)
		if err != nil {
			return "", "", nil, err
		}
		if !utf8.Valid(read) {
			return "", "", nil, fmt.Errorf("%s is not UTF-8: save it as UTF-8", c.Who)
		}
		first, _, _ := strings.Cut(strings.TrimSpace(string(read)), "\n")
		heading, _ := strings.CutPrefix(first, "# ")
		if heading == first {
			heading = ""
		}
		if name = oneLine(cmp.Or(c.Name, heading)); name == "" {
			return "", "", nil, fmt.Errorf("%s begins with no heading that says who it is: give --name", c.Who)
		}
		return name, string(read), known, nil
	}
	if c.Lorebook != "" {
		return "", "", nil, errors.New("--lorebook: only for a card's file; a familiar of the configuration has its own")
	}
	file, err := command.ConfigFile(c.Config)
	if err != nil {
		return "", "", nil, err
	}
	loaded, err := config.LoadSealed(file)
	if err != nil {
		return "", "", nil, err
	}
	f, ok := loaded.Familiars[messages.FamiliarID(c.Who)]
	if !ok {
		return "", "", nil, fmt.Errorf("%s has no familiar %s; for a card's file give a name that ends with .md", file, screen.Clean(c.Who))
	}
	return oneLine(cmp.Or(c.Name, f.Name)), f.Persona, f.Lore, nil
}

func readLorebook(file string) (*lore.Lore, error) {
	text, err := limited(file, config.MaxLorebook)
	if err != nil {
		return nil, err
	}
	known, problems := config.ParseLorebook(file, text)
	return known, errors.Join(asErrors(problems)...)
}

// picture returns the one that is to hold the card.
func (c *exportCommand) picture() ([]byte, error) {
	if c.Template != "" {
		return limited(c.Template, card.MaxFile-4*card.MaxJSON) // with the card it can still be read
	}
	const side = 64 // pixels
	square := image.NewGray(image.Rect(0, 0, side, side))
	for i := range square.Pix {
		square.Pix[i] = 0x80
	}
	var b bytes.Buffer
	err := png.Encode(&b, square)
	return b.Bytes(), err
}

// limited reads a file of at most so many bytes.
func limited(file string, most int64) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("card: %w", err)
	}
	defer f.Close()
	read, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(read)) > most {
		err = fmt.Errorf("%s is too large: want at most %s", file, command.Size(most))
	}
	return read, err
}
