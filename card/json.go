package card

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// fileJSON is a card's JSON. V1 has its fields at the top; V2 and V3 have them in
// data, and some programs write both.
type fileJSON struct {
	Spec        text            `json:"spec"`
	SpecVersion text            `json:"spec_version"`
	Data        json.RawMessage `json:"data"`
}

// fieldsJSON is the fields of all versions.
type fieldsJSON struct {
	Name        text `json:"name"`
	Nickname    text `json:"nickname"`
	Description text `json:"description"`
	Personality text `json:"personality"`
	Scenario    text `json:"scenario"`
	First       text `json:"first_mes"`
	Examples    text `json:"mes_example"`

	System    text  `json:"system_prompt"`
	Last      text  `json:"post_history_instructions"`
	Others    texts `json:"alternate_greetings"`
	ForGroups texts `json:"group_only_greetings"`

	Notes      text            `json:"creator_notes"`
	Comment    text            `json:"creatorcomment"` // V1, as SillyTavern wrote it
	Creator    text            `json:"creator"`
	Edition    text            `json:"character_version"`
	Tags       texts           `json:"tags"`
	Book       json.RawMessage `json:"character_book"`
	Translated object          `json:"creator_notes_multilingual"`
	Assets     list            `json:"assets"`
	Extensions object          `json:"extensions"`
}

// parse makes a card of its JSON.
func parse(from []byte) (*Card, error) {
	var file fileJSON
	if err := json.Unmarshal(from, &file); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoCard, err)
	}
	c := &Card{Version: V1}
	switch {
	case strings.EqualFold(string(file.Spec), "chara_card_v3"):
		c.Version = V3
	case file.Spec != "" || isObject(file.Data):
		c.Version = V2
	}
	if c.Version > V1 && isObject(file.Data) {
		from = file.Data
	}
	var f fieldsJSON
	if err := json.Unmarshal(from, &f); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoCard, err)
	}
	if c.Name = strings.TrimSpace(string(f.Name)); c.Name == "" {
		return nil, fmt.Errorf("%w: it has no name", ErrNoCard)
	}
	if newer(c.Version, string(file.SpecVersion)) {
		c.leave("spec_version "+short(string(file.SpecVersion)), "newer than what is known here: fields may be missing")
	}
	f.fill(c)
	return c, nil
}

// fill puts the fields into the card.
func (f *fieldsJSON) fill(c *Card) {
	c.Nickname = strings.TrimSpace(string(f.Nickname))
	c.Description, c.Personality, c.Scenario, c.Examples = string(f.Description), string(f.Personality), string(f.Scenario), string(f.Examples)
	c.Greetings = c.bounded("alternate_greetings", append([]string{string(f.First)}, f.Others...))
	c.GroupGreetings = c.bounded("group_only_greetings", f.ForGroups)
	c.System, c.Last = string(f.System), string(f.Last)
	c.Creator, c.Edition, c.Notes = string(f.Creator), string(f.Edition), string(f.Notes)
	if c.Notes == "" {
		c.Notes = string(f.Comment)
	}
	c.Tags = c.bounded("tags", f.Tags)
	book := f.Book
	if !isObject(book) && isObject(f.Extensions["character_book"]) { // where older programs had it
		book = f.Extensions["character_book"]
		delete(f.Extensions, "character_book")
	}
	c.readBook(book)
	if len(f.Translated) > 0 {
		c.leave("creator_notes_multilingual", "only creator_notes are read")
	}
	if len(f.Assets) > 0 {
		c.leave("assets", fmt.Sprintf("pictures and sounds are left out, %d of them", len(f.Assets)))
	}
	c.extensions("", f.Extensions)
	for _, t := range c.texts() {
		for _, name := range Macros(t) {
			why := "stays in the text as it stands"
			switch name {
			case "//", "comment":
				why = "a note of the author, which no prompt is to have"
			case "hidden_key":
				why = "left out: no text brings in entries by words that it doesn't show"
			}
			c.leave("macro {{"+name+"}}", why)
		}
	}
}

// maxExtensions is how many extensions are listed by name.
const maxExtensions = 50

// extensions lists what programs added for themselves. What is empty says nothing.
func (c *Card) extensions(of string, e object) {
	names := slices.Sorted(maps.Keys(e))
	names = slices.DeleteFunc(names, func(name string) bool {
		v := string(bytes.TrimSpace(e[name]))
		return v == "null" || v == `""` || v == "[]" || v == "{}" || v == "false"
	})
	for i, name := range names {
		if i == maxExtensions {
			c.leave(of+"extensions", "and others")
			return
		}
		c.leave(of+"extensions."+short(name), "made for another program")
	}
}

// texts returns what of the card may reach a prompt.
func (c *Card) texts() []string {
	all := append([]string{c.Description, c.Personality, c.Scenario, c.Examples, c.System, c.Last}, c.Greetings...)
	all = append(all, c.GroupGreetings...)
	if c.Book != nil {
		for _, e := range c.Book.Entries {
			all = append(all, e.Content)
		}
	}
	return all
}

// newer reports whether a version is above the one that its specification began with.
func newer(v Version, said string) bool {
	n, err := strconv.ParseFloat(strings.TrimSpace(said), 64)
	return err == nil && v > V1 && n >= float64(v)+0.05
}

// short is a name that fits into a sentence.
func short(name string) string {
	const most = 60
	if r := []rune(strings.ToValidUTF8(name, "\uFFFD")); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return name
}

func isObject(from json.RawMessage) bool {
	return bytes.HasPrefix(bytes.TrimSpace(from), []byte("{"))
}

// The types below take what programs write for a field, and nothing for what
// makes no sense: a card isn't refused for a field of it.

// text is a string; a number or a truth is what it is written as.
type text string

// UnmarshalJSON implements json.Unmarshaler.
func (t *text) UnmarshalJSON(from []byte) error {
	var s string
	switch {
	case json.Unmarshal(from, &s) == nil:
		*t = text(s) // "" for null
	case from[0] != '{' && from[0] != '[':
		*t = text(from)
	default:
		*t = ""
	}
	return nil
}

// texts is a list of strings; one string is a list by commas.
type texts []string

// UnmarshalJSON implements json.Unmarshaler.
func (t *texts) UnmarshalJSON(from []byte) error {
	*t = nil
	var many []text
	if json.Unmarshal(from, &many) == nil {
		for _, s := range many {
			*t = append(*t, string(s))
		}
		return nil
	}
	var one text
	if json.Unmarshal(from, &one) == nil {
		for s := range strings.SplitSeq(string(one), ",") {
			*t = append(*t, strings.TrimSpace(s))
		}
	}
	return nil
}

// flag is a truth, however it is written.
type flag struct{ said, is bool }

// UnmarshalJSON implements json.Unmarshaler.
func (f *flag) UnmarshalJSON(from []byte) error {
	var t text
	if err := json.Unmarshal(from, &t); err != nil {
		return err
	}
	switch strings.ToLower(string(t)) {
	case "true", "1":
		*f = flag{true, true}
	case "false", "0":
		*f = flag{true, false}
	}
	return nil
}

// number is a whole number, however it is written, within what an int32 holds.
type number struct {
	said bool
	n    int
}

// UnmarshalJSON implements json.Unmarshaler.
func (n *number) UnmarshalJSON(from []byte) error {
	var t text
	if err := json.Unmarshal(from, &t); err != nil {
		return err
	}
	f, err := strconv.ParseFloat(strings.TrimSpace(string(t)), 64)
	if err != nil || math.IsNaN(f) {
		return nil //nolint:nilerr // no number is none said
	}
	*n = number{true, int(min(max(f, math.MinInt32), math.MaxInt32))}
	return nil
}

// object is an object of anything; something else is an empty one.
type object map[string]json.RawMessage

// UnmarshalJSON implements json.Unmarshaler.
func (o *object) UnmarshalJSON(from []byte) error {
	var m map[string]json.RawMessage
	if json.Unmarshal(from, &m) == nil {
		*o = m
	}
	return nil
}

// list is a list of anything; something else is an empty one.
type list []json.RawMessage

// UnmarshalJSON implements json.Unmarshaler.
func (l *list) UnmarshalJSON(from []byte) error {
	var all []json.RawMessage
	if json.Unmarshal(from, &all) == nil {
		*l = all
	}
	return nil
}
