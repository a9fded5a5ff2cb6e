// Package card reads character cards as SillyTavern and others write them: V1, V2
// and V3, as JSON, within a PNG, or as a CHARX archive.
//
// A [Card] is what such a file says, as typed values: who the character is, how
// it greets, and its book, which is lore that belongs into a prompt when its keys
// come up. Nothing here decides what a model is shown. What the file has and the
// card hasn't is listed in Unsupported, so that whoever imports it can be told.
//
// [Card.Text] is the card in the program's own form and [FromText] the way back;
// [Card.JSON] and [Card.PNG] write it for other programs.
//
// Files come from strangers: everything read is bounded, nothing is fetched, and
// no path of an archive is opened but card.json.
//
//	card.go   what a card is, and Read
//	file.go   JSON, PNG, CHARX: where the card is in the file
//	json.go   the card's JSON, which every program writes a little differently
//	book.go   the character's book
//	extend.go what SillyTavern and RisuAI say of its entries beyond the specification
//	decorator.go what entries say by lines that begin with @@
//	macro.go  {{char}}, {{user}}
//	text.go   the card as the program has its own, which is Markdown
//	sections.go such a text by its parts, and with other words in them
//	write.go  the same way back, and a card as a file of V3
package card

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Version is the specification that a card follows.
type Version int

// The versions.
const (
	V1 Version = 1 + iota // six texts, side by side
	V2                    // "chara_card_v2": greetings, book, notes, extensions
	V3                    // "chara_card_v3": nickname, assets, greetings for groups
)

// Card is a character. Texts are as the file has them, macros included: see
// [Card.Expand]. A text that isn't given is "".
type Card struct {
	Version  Version
	Name     string // never ""
	Nickname string // what {{char}} stands for; "": Name

	Description string // who it is
	Personality string // the same in a few words
	Scenario    string // where it and the user are
	Examples    string // dialogues, each after <START>

	Greetings      []string // first the one it begins with, then others to choose from
	GroupGreetings []string // for groups alone

	System string // what the author wants for a system prompt; {{original}} in it is the program's own
	Last   string // what the author wants behind the chat ("post-history instructions")

	Book *Book // nil: none

	Creator, Edition, Notes string // whose it is, which edition, what the creator tells its users
	Tags                    []string

	Unsupported []Unsupported // in the order of the file's fields
}

// Unsupported is something of the file that the card leaves out, or keeps as text
// without knowing what it means.
type Unsupported struct {
	What string // "assets", "extensions.depth_prompt", "macro {{random}}"
	Why  string // one clause
}

// Bounds of what is read.
const (
	MaxFile        = 64 << 20 // bytes of a file, pictures included
	MaxJSON        = 8 << 20  // bytes of the card itself
	MaxEntries     = 5_000    // entries of a book; further ones are left out, and listed
	MaxList        = 1_000    // greetings, tags, keys of an entry; further ones are left out, and listed
	MaxUnsupported = 200      // of what is listed, and one that says so
)

// Errors of [Read]; each is wrapped with what was found.
var (
	ErrTooLarge = errors.New("too large")
	ErrNoCard   = errors.New("no character card")
)

// Read reads a card from a file of any of the forms, which it tells by how the
// file begins. It reads all of r, up to [MaxFile]. A file that is larger is
// [ErrTooLarge]; one that holds no card, or a card without a name, [ErrNoCard].
func Read(r io.Reader) (*Card, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxFile+1))
	if err != nil {
		return nil, fmt.Errorf("card: %w", err)
	}
	if len(data) > MaxFile {
		return nil, fmt.Errorf("card: the file is %w: want %d bytes at most", ErrTooLarge, MaxFile)
	}
	text, beside, err := find(data)
	if err != nil {
		return nil, fmt.Errorf("card: %w", err)
	}
	c, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("card: %w", err)
	}
	for _, u := range beside {
		if u.What == moduleFile && c.Book == nil {
			u.Why = "scripts of RisuAI, and a book if it has one: export the character as JSON or PNG to have it read"
		}
		c.leave(u.What, u.Why)
	}
	return c, nil
}

// leave lists something as unsupported, once, while there is room.
func (c *Card) leave(what, why string) {
	u := Unsupported{what, why}
	switch n := len(c.Unsupported); {
	case n > MaxUnsupported || slices.Contains(c.Unsupported, u):
	case n == MaxUnsupported:
		c.Unsupported = append(c.Unsupported, Unsupported{"more", "only the first are listed"})
	default:
		c.Unsupported = append(c.Unsupported, u)
	}
}

// bounded returns the texts that aren't blank, at most [MaxList] of them.
func (c *Card) bounded(what string, all []string) []string {
	all = slices.DeleteFunc(all, func(s string) bool { return strings.TrimSpace(s) == "" })
	if len(all) > MaxList {
		c.leave(what, fmt.Sprintf("only the first %d are kept", MaxList))
		all = all[:MaxList:MaxList]
	}
	if len(all) == 0 {
		return nil
	}
	return all
}
