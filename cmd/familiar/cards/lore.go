package cards

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"familiar/card"
	"familiar/policy/lore"
)

// charactersAToken is how many characters of a budget stand for one of its tokens.
const charactersAToken = 4

// roundsOfRecursion is how often texts bring in others where a book only says that
// they do.
const roundsOfRecursion = 2

// A taken is what a familiar's lorebook takes of a card's book.
type taken struct {
	book  lore.Book
	notes []note // by entry of the card
}

// A fate is what becomes of an entry.
type fate uint8

// The fates.
const (
	unused fate = iota // it is left out, or switched off
	inText             // it is part of the card: it always holds
	inBook             // it is part of the lorebook
)

var fates = [...]string{inText: "part of the card", inBook: "part of the lorebook"}

// A note is what becomes of an entry, and what there is to tell of that: why it isn't used,
// or what of it isn't.
type note struct {
	fate fate
	told []string
}

// isWhole reports whether the entry is used as it stands.
func (n note) isWhole() bool { return n.fate != unused && len(n.told) == 0 }

// String returns the note as people read it.
func (n note) String() string {
	if n.fate == unused {
		return strings.Join(n.told, "; ")
	}
	return strings.Join(append([]string{fates[n.fate]}, n.told...), "; ")
}

// count returns how many entries that becomes of.
func (t *taken) count(is fate) (n int) {
	for _, note := range t.notes {
		if note.fate == is {
			n++
		}
	}
	return n
}

// take makes a lorebook of the entries that aren't part of the card's text. Texts and
// keys have their macros filled in, as the text has.
func take(c *card.Card, user string) taken {
	return takeUnless(c, user, (*card.Entry).Always)
}

// takeAll makes one of all entries: there is no text beside them.
func takeAll(c *card.Card, user string) taken {
	return takeUnless(c, user, func(*card.Entry) bool { return false })
}

func takeUnless(c *card.Card, user string, except func(*card.Entry) bool) taken {
	t := taken{book: lore.Default()}
	leave := func(why string) { t.notes = append(t.notes, note{unused, []string{"left out: " + why}}) }
	if c.Book == nil {
		return t
	}
	t.book.Match = lore.Part // as the programs do that such books are written for
	if c.Book.ScanDepth > 0 {
		t.book.Depth = min(c.Book.ScanDepth, lore.MaxDepth)
	}
	if c.Book.TokenBudget > 0 {
		t.book.Budget = charactersAToken * min(c.Book.TokenBudget, lore.MaxBudget/charactersAToken)
	}
	if c.Book.Recursive {
		t.book.Rounds = roundsOfRecursion
	}
	ids, keys, patterns := map[string]bool{}, 0, 0
	for i := range c.Book.Entries {
		from := &c.Book.Entries[i]
		if except(from) {
			t.notes = append(t.notes, note{fate: inText})
			continue
		}
		e, told := made(c, from, i, user)
		keys += len(e.Keys) + len(e.Secondary)
		patterns += patternsOf(e.Keys) + patternsOf(e.Secondary)
		e.ID = cmp.Or(e.ID, "entry-"+strconv.Itoa(i+1))
		switch err := e.Validate(); {
		case strings.TrimSpace(e.Text) == "":
			leave("it says nothing")
			continue
		case err != nil:
			leave(oneLine(err.Error()))
			continue
		case len(t.book.Entries) == lore.MaxEntries || keys > lore.MaxKeys || patterns > lore.MaxPatterns:
			leave(fmt.Sprintf("a lorebook has at most %d entries, %d keys and %d regular expressions", lore.MaxEntries, lore.MaxKeys, lore.MaxPatterns))
			continue
		}
		e.ID = free(ids, e.ID)
		t.book.Entries = append(t.book.Entries, e)
		t.notes = append(t.notes, told)
	}
	return t
}

// made makes an entry of the lorebook of one of the card's; its id isn't the only
// one yet.
func made(c *card.Card, from *card.Entry, i int, user string) (lore.Entry, note) {
	settled, unknown := from.Settled()
	var e lore.Entry
	e.Start(nil)
	if lore.IsID(settled.ID) && strings.ContainsFunc(settled.ID, unicode.IsLetter) {
		e.ID = settled.ID
	} else {
		e.ID = screenID(name(&settled, i))
	}
	e.Name = oneLine(cmp.Or(settled.Name, settled.Comment))
	if e.Name == e.ID {
		e.Name = ""
	}
	e.Text = c.Plain(settled.Content, user)
	var told []string
	e.Keys, told = keysOf(c, settled.Keys, user, told)
	if settled.Selective {
		var lost []string
		e.Secondary, lost = keysOf(c, settled.Secondary, user, nil)
		told = append(told, lost...)
	}
	e.Logic = logicOf[settled.Logic]
	e.Match = matchOf[settled.Words]
	e.CaseSensitive, e.Constant, e.Off = settled.CaseSensitive, settled.Constant, !settled.Enabled
	e.Depth = min(settled.ScanDepth, lore.MaxDepth)
	if settled.Chance > 0 {
		e.Chance = min(settled.Chance, 100)
	}
	e.Wakes, e.Woken = !settled.Unwaking, !settled.Unwoken
	e.Priority, e.Order = settled.Priority, settled.Order
	if settled.Position == card.InChat {
		e.Place = lore.Last
	}
	if len(unknown) > 0 {
		told = append(told, "without "+strings.Join(cleaned(unknown), ", "))
	}
	switch {
	case e.Off:
		return e, note{unused, []string{"kept, but switched off in the file"}}
	case len(e.Keys) == 0 && !e.Constant:
		e.Off = true
		return e, note{unused, append([]string{"kept, but switched off: it has no key that can be looked for"}, told...)}
	}
	return e, note{inBook, told}
}

// keysOf returns the keys that can be looked for, and tells which can't.
func keysOf(c *card.Card, from []string, user string, told []string) (keys, all []string) {
	for _, key := range from {
		key = strings.Join(strings.Fields(c.Plain(key, user)), " ")
		if err := lore.CheckKey(key); err != nil {
			told = append(told, "without "+oneLine(err.Error()))
			continue
		}
		keys = append(keys, key)
	}
	return keys, told
}

func patternsOf(keys []string) (n int) {
	for _, key := range keys {
		if _, is, _ := lore.Pattern(key); is {
			n++
		}
	}
	return n
}

// free returns an id that isn't taken yet, and takes it.
func free(ids map[string]bool, id string) string {
	made := id
	for n := 2; ids[made]; n++ {
		made = id + "-" + strconv.Itoa(n)
	}
	ids[made] = true
	return made
}

// What a card and a lorebook call the same.
var (
	logicOf = map[card.Logic]lore.Logic{card.AndAny: lore.Any, card.AndAll: lore.All, card.NotAny: lore.NotAny, card.NotAll: lore.NotAll}
	matchOf = map[card.Words]lore.Match{card.Unsaid: lore.AsBook, card.Whole: lore.Word, card.Within: lore.Part}
)

// given returns a lorebook as a card's book.
func given(b lore.Book) *card.Book {
	book := &card.Book{ScanDepth: b.Depth, TokenBudget: max(b.Budget/charactersAToken, 1), Recursive: b.Rounds > 0}
	for i := range b.Entries {
		e := &b.Entries[i]
		made := card.Entry{
			ID: e.ID, Name: cmp.Or(e.Name, e.ID), Content: e.Text, Keys: e.Keys, Secondary: e.Secondary, Selective: len(e.Secondary) > 0,
			Constant: e.Constant, Enabled: !e.Off && e.Chance > 0, CaseSensitive: e.CaseSensitive || b.CaseSensitive, ScanDepth: e.Depth,
			Unwoken: !e.Woken, Unwaking: !e.Wakes, Order: e.Order, Priority: e.Priority,
			Regex: patternsOf(e.Keys)+patternsOf(e.Secondary) > 0,
		}
		if e.Chance < 100 {
			made.Chance = e.Chance
		}
		for of, logic := range logicOf {
			if logic == e.Logic {
				made.Logic = of
			}
		}
		for of, match := range matchOf {
			if match == cmp.Or(e.Match, b.Match) {
				made.Words = of
			}
		}
		if e.Place == lore.Last {
			made.Position = card.InChat
		}
		book.Entries = append(book.Entries, made)
	}
	return book
}
