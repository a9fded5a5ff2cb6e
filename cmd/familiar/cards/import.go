package cards

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"familiar/card"
	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/config/document"
	"familiar/demo/screen"
	"familiar/messages"
)

// importCommand makes a card a familiar's.
type importCommand struct {
	File string

	Config  string
	Name    string
	ID      string
	User    string
	Without []card.Part
	NoLore  bool
	Write   bool
	Yes     bool
	Force   bool
}

// Declare implements [command.Command].
func (c *importCommand) Declare(l *command.Line) {
	command.Argument(l, &c.File, "file", "The card: JSON, a PNG that holds one, or CHARX.")
	command.Text(l, &c.Config, "-c, --config FILE", "The configuration, beside which cards/ID.md is written; by default familiar.toml in the working directory. Without --write it need not exist.")
	command.Text(l, &c.Name, "--name NAME", "What the familiar is called; by default as the card has it.")
	command.Text(l, &c.ID, "--id ID", "The familiar's id in the configuration and the name of its card; by default made of its name.")
	command.Text(l, &c.User, "--user WORD", "What {{user}} becomes: whoever talks to the familiar.")
	command.Choices(l, &c.Without, "--without PART", "Leave a part of the card out: personality, scenario, instructions, world, examples or last. May be repeated.", card.Parts()...)
	command.Switch(l, &c.NoLore, "--no-lorebook", "Leave out the entries of the book that have keys.")
	command.Switch(l, &c.Write, "--write", "Add the familiar's table to the configuration, after showing it.")
	command.Switch(l, &c.Yes, "-y, --yes", "Write without confirmation.")
	command.Switch(l, &c.Force, "--force", "Overwrite a card of that name.")
}

// Help is shown by familiar card import --help.
func (*importCommand) Help() string {
	return `Writes cards/ID.md beside the configuration, and cards/ID.lore.toml if the card has a book with keys, and prints the table
[familiars.ID] to paste into it; --write adds the table itself. What of the card isn't used is listed; docs/cards.md says why. Read the text before you let it talk: it is
a stranger's, and models follow it.

  familiar card import mira.png
  familiar card import mira.png --write --user "the visitor" --without examples`
}

// Validate implements [command.Validator].
func (c *importCommand) Validate() error {
	switch {
	case strings.TrimSpace(screen.Clean(c.User)) == "":
		return errors.New("--user: want a word for whoever talks to the familiar")
	case c.ID != "" && command.FileName(c.ID) != c.ID:
		return fmt.Errorf("--id %s: want lower-case letters, digits, - and _", screen.Clean(c.ID))
	}
	return nil
}

// Run implements [command.Command].
func (c *importCommand) Run(ctx context.Context, std command.Streams) error {
	read, err := read(c.File)
	if err != nil {
		return err
	}
	made, err := c.familiar(read)
	if err != nil {
		return err
	}
	file := cmp.Or(c.Config, command.Standard)
	at := filepath.Join(filepath.Dir(file), filepath.FromSlash(made.card))
	if err := vacant(at, "--id", c.Force); err != nil {
		return err
	}
	beside := ""
	if made.lore != "" {
		beside = filepath.Join(filepath.Dir(file), filepath.FromSlash(made.lore))
		if err := vacant(beside, "--id", c.Force); err != nil {
			return err
		}
	}
	before, mode, err := c.before(file, made.id)
	if err != nil {
		return err
	}
	fmt.Fprint(std.Out, made.table())
	tellUnused(std, read, c.Without)
	if c.NoLore && len(take(read, c.User).book.Entries) > 0 {
		fmt.Fprintln(std.Err, "left out: the lorebook")
	}
	if c.Write {
		if err := command.ConfirmWriting(ctx, std, file, c.Yes); err != nil {
			return err
		}
	}
	if err := c.writeAll(made, at, beside, file, before, mode); err != nil {
		return err
	}
	for _, wrote := range []string{at, beside} {
		if wrote != "" {
			fmt.Fprintf(std.Err, "wrote %s\n", wrote)
		}
	}
	if !c.Write {
		fmt.Fprintf(std.Err, "Read it, paste the table into %s, and name %s in a [[channels]] rule.\n", file, made.id)
		return nil
	}
	fmt.Fprintf(std.Err, "added %s to %s\nRead the card, name %s in a [[channels]] rule, and run familiar check.\n", made.id, file, made.id)
	return nil
}

// familiar makes one of a card.
func (c *importCommand) familiar(read *card.Card) (familiar, error) {
	f := familiar{name: oneLine(cmp.Or(c.Name, read.Call()))}
	f.id = messages.FamiliarID(cmp.Or(c.ID, screenID(f.name)))
	if f.id == "" {
		return f, fmt.Errorf("%q can't name a file: give --id", f.name)
	}
	if whole := oneLine(read.Name); whole != f.name && whole != "" {
		f.aliases = append(f.aliases, whole)
	}
	f.card = path.Join("cards", string(f.id)+".md")
	f.text = read.Text(screen.Clean(c.User), c.Without...)
	if n := len(f.text); n > config.MaxCard {
		return f, fmt.Errorf("the card's text has %s: want at most %s; leave parts out with --without: %s",
			command.Size(int64(n)), command.Size(int64(config.MaxCard)), sizes(read))
	}
	f.from = fmt.Sprintf("%s, from %s", title(read), oneLine(filepath.Base(c.File)))
	if taken := take(read, screen.Clean(c.User)); len(taken.book.Entries) > 0 && !c.NoLore {
		f.lore = path.Join("cards", string(f.id)+".lore.toml")
		var err error
		if f.book, err = readable(taken.book, fmt.Sprintf("%s knows of things that come up: %s. See docs/lorebooks.md.", f.name, f.from)); err != nil {
			return f, fmt.Errorf("%w; leave it out with --no-lorebook", err)
		}
	}
	return f, nil
}

func asErrors(problems []document.Problem) (all []error) {
	for _, p := range problems {
		all = append(all, p)
	}
	return all
}

// vacant returns an error unless a file may be written there; other is what else
// to choose.
func vacant(at, other string, force bool) error {
	if err := command.Replaceable(at); err != nil {
		return err
	}
	if _, err := os.Lstat(at); err == nil && !force {
		return fmt.Errorf("%s already exists: choose another %s, or use --force to overwrite it", at, other)
	}
	return nil
}

// put writes a file of a card's, once check has found it good, in a folder that needn't
// be there.
func put(at string, text []byte, check func(staged string) error) error {
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		return err
	}
	return command.ReplaceChecked(at, text, 0o644, check)
}

// before returns the configuration as it is, which has no such familiar yet.
// Without --write there need not be one.
func (c *importCommand) before(file string, id messages.FamiliarID) ([]byte, fs.FileMode, error) {
	stat, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !c.Write && c.Config == "":
		return nil, 0, nil
	case err != nil:
		return nil, 0, fmt.Errorf("configuration: %w", err)
	case !c.Write:
		return nil, 0, nil
	}
	loaded, err := config.LoadSealed(file)
	if err != nil {
		return nil, 0, err
	}
	if _, taken := loaded.Familiars[id]; taken {
		return nil, 0, fmt.Errorf("%s has a familiar %s already: choose another --id, or leave out --write and paste the table over it", file, id)
	}
	text, err := os.ReadFile(file)
	return text, stat.Mode().Perm(), err
}

// writeAll puts the lorebook in its place, then the rest. If that fails, no file
// is left that wasn't there.
func (c *importCommand) writeAll(f familiar, at, beside, file string, before []byte, mode fs.FileMode) (err error) {
	for _, path := range []string{at, beside} {
		if _, was := os.Lstat(path); path != "" && errors.Is(was, fs.ErrNotExist) {
			defer func() {
				if err != nil {
					_ = os.Remove(path) // it may never have been written
				}
			}()
		}
	}
	if beside != "" {
		if err := put(beside, f.book, nil); err != nil {
			return err
		}
	}
	return c.write(f, at, file, before, mode)
}

// write puts the card in its place and, with --write, its table behind the
// configuration: only once both are known to load together.
func (c *importCommand) write(f familiar, at, file string, before []byte, mode fs.FileMode) error {
	if !c.Write {
		return put(at, []byte(f.text), nil)
	}
	err := put(at, []byte(f.text), func(staged string) error {
		tried := f
		tried.card = path.Join("cards", filepath.Base(staged))
		return tried.tried(file, before)
	})
	if err != nil {
		return err
	}
	return command.ReplaceChecked(file, joined(before, f.table()), mode, f.loads)
}
