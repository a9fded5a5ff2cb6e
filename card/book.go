package card

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Book is lore about a character's world: entries that belong into a prompt when
// the chat mentions one of their keys.
type Book struct {
	Name, Description string
	ScanDepth         int     // how many of the newest lines are searched for keys; 0: not said
	TokenBudget       int     // of all entries in a prompt; 0: not said
	Recursive         bool    // entries may bring in others by their content
	Entries           []Entry // in the file's order
}

// An Entry is one piece of lore. Content is as the file has it, macros and
// decorators included; for what those say see [Entry.Settled].
type Entry struct {
	ID, Name, Comment string
	Content           string
	Keys              []string // one of them brings it in
	Secondary         []string // with Selective: Logic says what of these must come up, too
	Selective         bool
	Logic             Logic
	Constant          bool // it belongs into every prompt, whatever comes up
	Enabled           bool // false: it belongs into none
	Regex             bool // the keys are regular expressions
	CaseSensitive     bool // of the keys
	Words             Words
	ScanDepth         int  // how many of the newest lines are searched for its keys; 0: as the book has it
	Chance            int  // percent: how often it is used when its keys come up; 0: not said, which is always
	Unwoken           bool // other entries can't bring it in
	Unwaking          bool // it brings in no others
	Order             int  // lower ones stand earlier in the prompt
	Priority          int  // lower ones go first when the budget is spent; 0: not said, and Order counts
	Position          Position
	Depth             int // of [InChat]: how many lines stand behind it
}

// Logic is what must come up of an entry's secondary keys.
type Logic string

// The logics.
const (
	AndAny Logic = "" // one of them; also when it isn't said
	AndAll Logic = "and_all"
	NotAny Logic = "not_any"
	NotAll Logic = "not_all"
)

// Words is whether keys are found within words.
type Words string

// The ways.
const (
	Unsaid Words = ""
	Whole  Words = "whole"
	Within Words = "within"
)

// A Position is where an entry stands in a prompt.
type Position string

// The positions.
const (
	BeforeCharacter Position = "before_char"
	AfterCharacter  Position = "after_char"
	InChat          Position = "in_chat" // among the lines; other programs say so by an extension
	Anywhere        Position = ""        // not said
)

// bookJSON is a book; some programs write entries as an object by id.
type bookJSON struct {
	Name        text            `json:"name"`
	Description text            `json:"description"`
	ScanDepth   number          `json:"scan_depth"`
	TokenBudget number          `json:"token_budget"`
	Recursive   flag            `json:"recursive_scanning"`
	Entries     json.RawMessage `json:"entries"`
	Extensions  object          `json:"extensions"`
}

type entryJSON struct {
	ID            text   `json:"id"`
	Name          text   `json:"name"`
	Comment       text   `json:"comment"`
	Content       text   `json:"content"`
	Keys          texts  `json:"keys"`
	Secondary     texts  `json:"secondary_keys"`
	Selective     flag   `json:"selective"`
	Constant      flag   `json:"constant"`
	Enabled       flag   `json:"enabled"`
	Regex         flag   `json:"use_regex"`
	CaseSensitive flag   `json:"case_sensitive"`
	Order         number `json:"insertion_order"`
	Priority      number `json:"priority"`
	Position      text   `json:"position"`
	Mode          text   `json:"mode"` // RisuAI's
	Extensions    object `json:"extensions"`
}

// ReadBook reads a lorebook that is a file of its own, as JSON: SillyTavern's world
// info, RisuAI's export, or V3's lorebook. It returns a card that has that name and
// nothing but the book. Errors are those of [Read]; a file without entries is an
// [ErrNoCard].
func ReadBook(r io.Reader, name string) (*Card, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxJSON+1))
	if err != nil {
		return nil, fmt.Errorf("lorebook: %w", err)
	}
	text, err := plainJSON(data)
	if err != nil {
		return nil, fmt.Errorf("lorebook: %w", err)
	}
	var file struct {
		Entries json.RawMessage `json:"entries"`
		Data    json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, fmt.Errorf("lorebook: %w: %w", ErrNoCard, err)
	}
	c := &Card{Version: V3, Name: name}
	var entries list
	switch {
	case len(file.Entries) > 0:
		c.readBook(text)
	case isObject(file.Data):
		c.readBook(file.Data)
	case json.Unmarshal(file.Data, &entries) == nil: // RisuAI's
		c.Book = &Book{}
		c.addEntries(entries)
	}
	if c.Book == nil || len(c.Book.Entries) == 0 {
		return nil, fmt.Errorf("lorebook: %w: the file has no entries", ErrNoCard)
	}
	return c, nil
}

// readBook takes a card's book in. What is no book leaves it without one.
func (c *Card) readBook(from json.RawMessage) {
	var b bookJSON
	if !isObject(from) {
		return
	}
	if json.Unmarshal(from, &b) != nil {
		c.leave("character_book", "it is not a book")
		return
	}
	c.Book = &Book{
		Name: string(b.Name), Description: string(b.Description),
		ScanDepth: max(b.ScanDepth.n, 0), TokenBudget: max(b.TokenBudget.n, 0), Recursive: b.Recursive.is,
	}
	if isObject(b.Entries) {
		c.addEntries(ofObject(b.Entries))
		c.extensions("character_book.", b.Extensions)
		return
	}
	var entries list
	if len(b.Entries) > 0 && json.Unmarshal(b.Entries, &entries) != nil {
		return
	}
	c.addEntries(entries)
	c.extensions("character_book.", b.Extensions)
}

// addEntries takes in the entries of a book, as many as there may be.
func (c *Card) addEntries(entries list) {
	if len(entries) > MaxEntries {
		c.leave("character_book.entries", fmt.Sprintf("only the first %d are kept", MaxEntries))
		entries = entries[:MaxEntries]
	}
	for _, raw := range entries {
		var e entryJSON
		if !isObject(raw) || json.Unmarshal(renamed(raw), &e) != nil {
			c.leave("character_book.entries", "some are not entries")
			continue
		}
		c.Book.Entries = append(c.Book.Entries, c.entry(&e))
	}
}

// entry makes an entry, and lists what of it isn't known here.
func (c *Card) entry(e *entryJSON) Entry {
	made := Entry{
		ID: string(e.ID), Name: string(e.Name), Comment: string(e.Comment), Content: string(e.Content),
		Keys: c.bounded("character_book keys", e.Keys), Secondary: c.bounded("character_book keys", e.Secondary),
		Selective: e.Selective.is, Constant: e.Constant.is, Enabled: e.Enabled.is || !e.Enabled.said, Regex: e.Regex.is, CaseSensitive: e.CaseSensitive.is,
		Order: e.Order.n, Priority: e.Priority.n,
	}
	switch p := Position(strings.ToLower(string(e.Position))); p {
	case BeforeCharacter, AfterCharacter, Anywhere:
		made.Position = p
	default:
		c.leave("character_book position "+short(string(e.Position)), "the entry may stand anywhere")
	}
	c.extend(&made, e.Extensions)
	if mode := strings.ToLower(string(e.Mode)); mode == "folder" || mode == "child" {
		c.leave("character_book mode "+mode, "entries stand side by side")
	}
	if _, unknown := made.Settled(); len(unknown) > 0 {
		for _, name := range unknown {
			c.leave("decorator "+short(name), "an order to another program")
		}
	}
	c.extensions("character_book.entries.", e.Extensions)
	return made
}
