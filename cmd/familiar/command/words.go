package command

import (
	"strconv"
	"strings"
	"unicode"

	"familiar/messages"
)

// Quoted returns a text with its control characters escaped: a network's words must
// not reach the terminal as commands.
func Quoted(text string) string {
	q := strconv.Quote(text)
	if q == `"`+text+`"` {
		return text
	}
	return q
}

// Printable returns a name that neither ends its line nor moves a terminal's cursor.
func Printable(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, name)
}

// Names returns ids with commas between them.
func Names(ids []messages.FamiliarID) string {
	all := make([]string, len(ids))
	for i, id := range ids {
		all[i] = string(id)
	}
	return strings.Join(all, ", ")
}

// TomlKey returns an id as a table's name: only ASCII may go without quotes.
func TomlKey(id string) string {
	if strings.IndexFunc(id, func(r rune) bool { return r > unicode.MaxASCII }) < 0 {
		return id
	}
	return strconv.Quote(id)
}
