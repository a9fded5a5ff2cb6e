package split

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// torso returns the length of a line without the link, mention, tag or inline
// code at its end of which only half is there.
func torso(line string) int {
	for at := 0; at < len(line); {
		r, size := utf8.DecodeRuneInString(line[at:])
		switch n := atomLen(line[at:], r); {
		case r == '@' || r == 'h' || n == 0 && !half(line[at:], r):
			at += size
		case n == 0:
			return at
		default:
			at += n
		}
	}
	return len(line)
}

// half reports whether what begins a text with r, and isn't whole, is half of
// something.
func half(text string, r rune) bool {
	text = text[:min(len(text), atomMost)]
	switch r {
	case '`':
		return true
	case '<':
		next, _ := utf8.DecodeRuneInString(text[1:])
		return (unicode.IsLetter(next) || strings.ContainsRune("/@#:!", next)) && !strings.Contains(text, ">")
	case '[':
		label := strings.IndexByte(text, ']')
		return label < 0 || strings.HasPrefix(text[label:], "](") && !strings.Contains(text[label:], ")")
	}
	return false
}

// marks are those of emphasis, the longer ones first.
var marks = []string{"**", "__", "~~", "||", "*", "_"}

// closers returns the marks that close the emphasis which is open at the end of a
// line.
func closers(line string) string {
	var open []string
	for at := 0; at < len(line); {
		r, size := utf8.DecodeRuneInString(line[at:])
		if n := atomLen(line[at:], r); n > 0 {
			at += n
			continue
		}
		mark := markAt(line[at:])
		before, _ := utf8.DecodeLastRuneInString(line[:at])
		after, _ := utf8.DecodeRuneInString(line[at+len(mark):])
		switch n := len(open); {
		case mark == "":
		case n > 0 && open[n-1] == mark && !unicode.IsSpace(before):
			open = open[:n-1]
		case !letter(before) && letter(after):
			open = append(open, mark)
		}
		at += max(size, len(mark))
	}
	all := ""
	for _, mark := range open {
		all = mark + all
	}
	return all
}

func markAt(text string) string {
	for _, mark := range marks {
		if strings.HasPrefix(text, mark) {
			return mark
		}
	}
	return ""
}

func letter(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("*_~|\"“'", r)
}
