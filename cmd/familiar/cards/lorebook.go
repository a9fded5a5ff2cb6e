package cards

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strings"

	"familiar/card"
	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/config/document"
	"familiar/demo/screen"
	"familiar/policy/lore"
)

// lorebookCommand makes a lorebook a familiar's.
type lorebookCommand struct {
	File string
	Who  string

	Config string
	Name   string
	User   string
	Force  bool
}

// Declare implements [command.Command].
func (c *lorebookCommand) Declare(l *command.Line) {
	command.Argument(l, &c.File, "file", "The lorebook, as JSON: SillyTavern's world info, RisuAI's export, or one of V3.")
	command.Argument(l, &c.Who, "familiar", "Whose it is to be: its id in the configuration, which names the file.")
	command.Text(l, &c.Config, "-c, --config FILE", "The configuration, beside which cards/ID.lore.toml is written; by default familiar.toml in the working directory. It need not exist.")
	command.Text(l, &c.Name, "--name NAME", "What {{char}} becomes; by default the familiar's id.")
	command.Text(l, &c.User, "--user WORD", "What {{user}} becomes: whoever talks to the familiar.")
	command.Switch(l, &c.Force, "--force", "Overwrite a lorebook of that name.")
}

// Help is shown by familiar card lorebook --help.
func (*lorebookCommand) Help() string {
	return `Writes cards/ID.lore.toml beside the configuration and prints the line to put into the table [familiars.ID]. What of the
file isn't used is listed. Read the texts before they are used: they are a stranger's, and models follow them.

  familiar card lorebook garden.json mira --name Mira`
}

// Validate implements [command.Validator].
func (c *lorebookCommand) Validate() error {
	switch {
	case strings.TrimSpace(screen.Clean(c.User)) == "":
		return errors.New("--user: want a word for whoever talks to the familiar")
	case c.Who == "" || command.FileName(c.Who) != c.Who:
		return fmt.Errorf("%s: want the id of a familiar: lower-case letters, digits, - and _", screen.Clean(c.Who))
	}
	return nil
}

// Run implements [command.Command].
func (c *lorebookCommand) Run(_ context.Context, std command.Streams) error {
	read, err := c.read()
	if err != nil {
		return err
	}
	taken := takeAll(read, screen.Clean(c.User))
	tellEntries(std, listEntries(read, taken.notes))
	tellUnsupported(std, read)
	if len(taken.book.Entries) == 0 {
		return fmt.Errorf("%s: none of its entries can be used", c.File)
	}
	text, err := readable(taken.book, fmt.Sprintf("%s knows of things that come up, from %s. See docs/lorebooks.md.", c.Who, oneLine(filepath.Base(c.File))))
	if err != nil {
		return err
	}
	named := path.Join("cards", c.Who+".lore.toml")
	at := filepath.Join(filepath.Dir(cmp.Or(c.Config, command.Standard)), filepath.FromSlash(named))
	if err := errors.Join(vacant(at, "familiar", c.Force), command.Unread([]string{c.File}, at)); err != nil {
		return err
	}
	if err := put(at, text, nil); err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "lorebook = %s\n", document.Written(named))
	fmt.Fprintf(std.Err, "wrote %s with %d entries\nRead it, put the line into [familiars.%s], and run familiar check.\n", at, len(taken.book.Entries), c.Who)
	return nil
}

func (c *lorebookCommand) read() (*card.Card, error) {
	f, err := os.Open(c.File)
	if err != nil {
		return nil, fmt.Errorf("lorebook: %w", err)
	}
	defer f.Close()
	read, err := card.ReadBook(f, oneLine(cmp.Or(c.Name, c.Who)))
	if err != nil {
		return nil, fmt.Errorf("%s: %s", c.File, screen.Clean(err.Error())) // it may quote the file
	}
	return read, nil
}

// readable returns a lorebook's file, once it is known to say what the book does.
func readable(book lore.Book, from string) ([]byte, error) {
	text := []byte(written(book, from))
	if n := len(text); n > config.MaxLorebook {
		return nil, fmt.Errorf("the lorebook has %s: want at most %s", command.Size(int64(n)), command.Size(int64(config.MaxLorebook)))
	}
	if read, problems := config.ParseLorebook("lorebook", text); len(problems) > 0 || !reflect.DeepEqual(read.Book(), book) {
		return nil, errors.Join(append([]error{errors.New("the lorebook doesn't read back as it was written")}, asErrors(problems)...)...)
	}
	return text, nil
}
