package cards

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"familiar/card"
	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/config/document"
	"familiar/messages"
)

// A familiar is what a card becomes.
type familiar struct {
	id      messages.FamiliarID
	name    string
	aliases []string
	card    string // its file, from the configuration's folder
	text    string
	lore    string // the same of its lorebook; "": it has none
	book    []byte // what is in that
	from    string // whose card it was, for a comment
}

// maxID is how many characters an id has that is made of a name.
const maxID = 40

func screenID(name string) string {
	if r := []rune(command.FileName(name)); len(r) > maxID {
		return strings.Trim(string(r[:maxID]), "-_")
	}
	return command.FileName(name)
}

// sizes lists the parts by size, so that one knows what to leave out.
func sizes(c *card.Card) string {
	var all []string
	for _, p := range card.Parts() {
		if n := c.Size(p); n > 0 {
			all = append(all, fmt.Sprintf("%s %d", p, n))
		}
	}
	return strings.Join(all, ", ") + " characters"
}

// table returns the familiar's table of the configuration.
func (f *familiar) table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s, by familiar card import.\n[familiars.%s]\nname = %s\n", f.from, command.TomlKey(string(f.id)), document.Written(f.name))
	if len(f.aliases) > 0 {
		all := make([]string, len(f.aliases))
		for i, a := range f.aliases {
			all[i] = document.Written(a)
		}
		fmt.Fprintf(&b, "aliases = [%s]\n", strings.Join(all, ", "))
	}
	fmt.Fprintf(&b, "card = %s\n", document.Written(f.card))
	if f.lore != "" {
		fmt.Fprintf(&b, "lorebook = %s\n", document.Written(f.lore))
	}
	return b.String()
}

// joined returns a configuration with a table behind it.
func joined(before []byte, table string) []byte {
	return fmt.Appendf(nil, "%s\n\n%s", strings.TrimRight(string(before), "\n"), table)
}

// tried checks that the configuration would load with the familiar, beside the
// others it refers to.
func (f *familiar) tried(file string, before []byte) error {
	trial, err := os.CreateTemp(filepath.Dir(file), ".familiar-card-*.toml")
	if err != nil {
		return fmt.Errorf("output: %w", err)
	}
	defer os.Remove(trial.Name())
	_, err = trial.Write(joined(before, f.table()))
	if err = errors.Join(err, trial.Close()); err != nil {
		return err
	}
	return f.loads(trial.Name())
}

// loads checks that a configuration has the familiar.
func (f *familiar) loads(file string) error {
	loaded, err := config.LoadSealed(file)
	if err != nil {
		return err
	}
	if got := loaded.Familiars[f.id]; got.Persona != f.text || got.Name != f.name || got.Lorebook != f.lore {
		return errors.New("the familiar doesn't read back as it was written; the configuration was left unchanged")
	}
	return nil
}
