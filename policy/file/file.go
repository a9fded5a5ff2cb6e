// Package file says what a familiar may post as a file: a text it wrote, under
// a name that is a name and nothing else.
//
// It knows names and sizes. It doesn't know turns or networks, and writes no
// file. actors/agent cleans the name and refuses what [Check] does while the
// model can still do something else; policy/conversation, which trusts nothing
// that comes from outside, does both again.
package file

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/internal/shorten"
	"familiar/messages"
)

const (
	// Most is how many files one turn may post.
	Most = 3
	// MostText is how long one may be, in bytes of UTF-8.
	MostText = 256 << 10
	// MostTurn is how long the files of one turn may be together, in bytes as
	// JSON: they are journaled in one piece, and a NATS server takes 1 MiB
	// unless told otherwise.
	MostTurn = 512 << 10
	// MostName is how long a name may be, in characters.
	MostName = 64
)

// extensions are those a name may end with: texts that nobody's computer runs
// when it is opened.
var extensions = []string{
	".txt", ".md", ".csv", ".json", ".py", ".go", ".js", ".html", ".css", ".sql", ".sh", ".yaml", ".toml", ".diff",
}

const (
	fallback = "file"
	plain    = ".txt"
	edge     = "._-" // not at either end of a name
)

// Name makes a name of what a model wrote: the last segment of a path, of
// letters, digits, '.', '_', '-', '(' and ')', the rest being '_'; not hidden,
// at most [MostName] characters, ".txt" behind it unless its extension is one
// of those allowed. What is a name stays as it is.
func Name(text string) string {
	if k := strings.LastIndexAny(text, `/\`); k >= 0 {
		text = text[k+1:]
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), strings.ContainsRune("._-()", r):
			return r
		case unicode.IsMark(r), unicode.Is(unicode.Cf, r): // nothing to see by itself
			return -1
		}
		return '_'
	}, text)
	extension := plain
	for _, e := range extensions {
		if len(text) > len(e) && strings.EqualFold(text[len(text)-len(e):], e) {
			text, extension = text[:len(text)-len(e)], e
			break
		}
	}
	text = shorten.Runes(strings.TrimLeft(text, edge), MostName-len(extension))
	if text = strings.TrimRight(text, edge); text == "" {
		text = fallback
	}
	return text + extension
}

// Check returns why a text can't be a file; nil: it can.
func Check(text string) error {
	switch {
	case strings.TrimSpace(text) == "":
		return errors.New("there is nothing in the file")
	case len(text) > MostText:
		return fmt.Errorf("the file is too long: %d bytes, at most %d can be posted", len(text), MostText)
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		return errors.New("the file is no text")
	}
	return nil
}

// Shown is how the transcript shows a file: "[file notes.md, 120 characters]".
func Shown(f messages.File) string {
	return fmt.Sprintf("[file %s, %d characters]", f.Name, utf8.RuneCountInString(f.Text))
}

// Extensions lists those a name may end with.
func Extensions() []string { return slices.Clone(extensions) }
