package process

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"familiar/card"
	"familiar/config"
	"familiar/config/document"
	"familiar/control"
	"familiar/messages"
	"familiar/policy/lore"
)

// A character is who a familiar is, as its files say at one moment.
type character struct {
	config.Familiar
	id   messages.FamiliarID
	from *config.Config
	book []byte // text of its lorebook; nil: it has none
}

// characterOf returns a familiar's. A configuration without a file is as it is in force.
func (c cards) characterOf(id messages.FamiliarID) (*character, error) {
	from := c.App.Settings()
	if _, known := from.Familiars[id]; !known {
		return nil, fmt.Errorf("%w: %q", control.ErrNoFamiliar, id)
	}
	if c.changes != nil {
		read, err := config.LoadSealed(from.Files()[0])
		if err != nil {
			return nil, fmt.Errorf("%w: the configuration's file doesn't load: %w", control.ErrCard, err)
		}
		from = read
	}
	f, known := from.Familiars[id]
	if !known {
		return nil, fmt.Errorf("%w: %q is no longer in the configuration's file", control.ErrNoFamiliar, id)
	}
	made := &character{Familiar: f, id: id, from: from}
	if f.Lorebook != "" {
		var err error
		if made.book, err = os.ReadFile(from.Beside(f.Lorebook)); err != nil { // it was just read with its limit
			return nil, fmt.Errorf("%w: %w", control.ErrCard, err)
		}
	}
	return made, nil
}

// seen stands for all that an edit may change.
func (c *character) seen() string {
	sum := sha256.New()
	_ = json.NewEncoder(sum).Encode([]any{c.Name, c.Aliases, c.Persona, string(c.book)}) // of texts, into a sum: nothing can fail
	return hex.EncodeToString(sum.Sum(nil))
}

// with returns the character as an edit has it. Its book is compiled, too.
func (c *character) with(edit control.CardEdit) (*character, error) {
	next := *c
	if edit.Name != nil {
		next.Name = *edit.Name
	}
	if edit.Aliases != nil {
		next.Aliases = *edit.Aliases
	}
	parts := make(map[card.Part]string, len(edit.Parts))
	for name, text := range edit.Parts {
		if !slices.Contains(allParts(), card.Part(name)) {
			return nil, fmt.Errorf("%w: there is no part %q of a card", control.ErrCard, name)
		}
		parts[card.Part(name)] = strings.ReplaceAll(text, "\r\n", "\n")
	}
	next.Persona = card.Edit(c.Persona, parts)
	if len(edit.Entries) == 0 {
		return &next, nil
	}
	if c.Lorebook == "" {
		return nil, fmt.Errorf("%w: it has no lorebook: name a file as its lorebook in the configuration first", control.ErrCard)
	}
	var entries []lore.Entry
	for _, e := range edit.Entries {
		entries = append(entries, loreEntry(e))
	}
	text, err := config.EditLorebook(c.book, entries...)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", control.ErrCard, err)
	}
	made, problems := config.ParseLorebook(c.Lorebook, text)
	if len(problems) > 0 {
		return nil, fmt.Errorf("%w: %w", control.ErrCard, problems[0])
	}
	next.book, next.Lore = text, made
	return &next, nil
}

func allParts() []card.Part { return append([]card.Part{card.Description}, card.Parts()...) }

func loreEntry(e control.LoreEntry) lore.Entry {
	var made lore.Entry
	made.Start(nil)
	made.ID, made.Name, made.Keys, made.Secondary = e.ID, e.Name, e.Keys, e.Secondary
	made.Text, made.Constant, made.Off = strings.ReplaceAll(e.Text, "\r\n", "\n"), e.Constant, e.Off
	return made
}

// rewrites returns what has to be written to make another of a character, the
// configuration first: only that may still be refused.
func (c *character) rewrites(next *character) ([]rewrite, error) {
	var all []rewrite
	var turned []config.Turned
	if next.Name != c.Name {
		turned = append(turned, config.Turned{Key: "name", Value: document.Text(next.Name)})
	}
	if !slices.Equal(next.Aliases, c.Aliases) {
		turned = append(turned, config.Turned{Key: "aliases", Value: document.Texts(next.Aliases)})
	}
	if next.Persona != c.Persona && c.Card == "" {
		turned = append(turned, config.Turned{Key: "persona", Value: document.Text(next.Persona)})
	}
	if len(turned) > 0 {
		file := c.from.Files()[0]
		old, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		text, err := config.Put(old, c.id, turned...)
		if err != nil {
			return nil, err
		}
		all = append(all, rewrite{file, old, text, next.isIn})
	}
	add := func(name, old, text string) error {
		file := c.from.Beside(name)
		r := rewrite{file, []byte(old), []byte(text), soundOf(c.from, file, []byte(text))}
		all = append(all, r)
		return r.check("")
	}
	if next.Persona != c.Persona && c.Card != "" {
		if err := add(c.Card, c.Persona, next.Persona); err != nil {
			return nil, err
		}
	}
	if string(next.book) != string(c.book) {
		if err := add(c.Lorebook, string(c.book), string(next.book)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// isIn checks that a configuration has the character's name and words.
func (c *character) isIn(file string) error {
	loaded, err := config.LoadSealed(file)
	if err != nil {
		return err
	}
	f := loaded.Familiars[c.id]
	if f.Name != c.Name || !slices.Equal(f.Aliases, c.Aliases) || c.Card == "" && f.Persona != c.Persona {
		return fmt.Errorf("the file would not say of %s what it is to say: edit it by hand; it was left unchanged", c.id)
	}
	return nil
}
