package split

import "strings"

// atomMost is how long something that stays whole can be, in bytes; it bounds
// the look ahead.
const atomMost = 1024

// atomLen returns the length of what begins at the start of text and should stay
// whole, or 0. r is its first rune.
func atomLen(text string, r rune) int {
	switch r {
	case '<', '[', '`', '@', 'h':
		text = text[:min(len(text), atomMost)]
	default:
		return 0
	}
	switch r {
	case '<': // <@1>, <#1>, <:moth:1>, <https://…|a label>
		return closed(text, 1, ">")
	case '[': // [a label](https://…)
		if label := closed(text, 1, "]("); label > 0 {
			return closed(text, label, ")")
		}
		return 0
	case '`':
		mark := len(text) - len(strings.TrimLeft(text, "`"))
		return closed(text, mark, text[:mark])
	case '@':
		return bare(text)
	}
	if strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") {
		return bare(text)
	}
	return 0
}

// closed returns the length up to and with the mark, looked for from there on in
// the same line, or 0.
func closed(text string, from int, mark string) int {
	text, _, _ = strings.Cut(text, "\n")
	if from > len(text) {
		return 0
	}
	i := strings.Index(text[from:], mark)
	if i < 0 {
		return 0
	}
	return from + i + len(mark)
}

// bare returns the length up to the first space.
func bare(text string) int {
	if i := strings.IndexAny(text, " \t\r\n"); i >= 0 {
		return i
	}
	return len(text)
}
