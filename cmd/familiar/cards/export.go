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
)

// exportCommand makes a card of a familiar's.
type exportCommand struct {
	Who string
	To  string

	Config   string
	Name     string
	Template string
	Force    bool
}

// Declare implements [command.Command].
func (c *exportCommand) Declare(l *command.Line) {
	command.Argument(l, &c.Who, "familiar", "A familiar of the configuration, or a card of one: a file that ends with .md.")
	command.Argument(l, &c.To, "file", "The file to write: it ends with .json or .png.")
	command.Text(l, &c.Config, "-c, --config FILE", "The configuration; by default familiar.toml in the working directory.")
	command.Text(l, &c.Name, "--name NAME", "What the character is called; by default as the configuration has it, or as the card's first heading.")
	command.Text(l, &c.Template, "--template PICTURE", "The PNG that is to hold the card; by default a grey square.")
	command.Switch(l, &c.Force, "--force", "Overwrite the file.")
}

// Help is shown by familiar card export --help.
func (*exportCommand) Help() string {
	return `Writes a card of V3; in a picture one of V2, too. Sections that familiar card import wrote become what they were, the rest is
the description. Nothing of when a familiar speaks is in it: no such card has a place for that.

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
	name, text, err := c.source()
	if err != nil {
		return err
	}
	if err := errors.Join(vacant(c.To, "name", c.Force), command.Unread([]string{c.Who, c.Template}, c.To)); err != nil {
		return err
	}
	made := card.FromText(name, text)
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
	if err := command.ReplaceChecked(c.To, file, 0o644, func(string) error { return nil }); err != nil {
		return err
	}
	fmt.Fprintf(std.Err, "wrote %s\n", c.To)
	return nil
}

// source returns whose card is to be written, and its text.
func (c *exportCommand) source() (name, text string, err error) {
	if strings.EqualFold(filepath.Ext(c.Who), ".md") {
		read, err := limited(c.Who, config.MaxCard)
		if err != nil {
			return "", "", err
		}
		if !utf8.Valid(read) {
			return "", "", fmt.Errorf("%s is not UTF-8: save it as UTF-8", c.Who)
		}
		first, _, _ := strings.Cut(strings.TrimSpace(string(read)), "\n")
		heading, _ := strings.CutPrefix(first, "# ")
		if heading == first {
			heading = ""
		}
		if name = oneLine(cmp.Or(c.Name, heading)); name == "" {
			return "", "", fmt.Errorf("%s begins with no heading that says who it is: give --name", c.Who)
		}
		return name, string(read), nil
	}
	file, err := command.ConfigFile(c.Config)
	if err != nil {
		return "", "", err
	}
	loaded, err := config.LoadSealed(file)
	if err != nil {
		return "", "", err
	}
	f, ok := loaded.Familiars[messages.FamiliarID(c.Who)]
	if !ok {
		return "", "", fmt.Errorf("%s has no familiar %s; for a card's file give a name that ends with .md", file, screen.Clean(c.Who))
	}
	return oneLine(cmp.Or(c.Name, f.Name)), f.Persona, nil
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
