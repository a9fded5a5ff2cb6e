package split

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/internal/script"
)

// ellipsis shows that a text is not all that was meant.
const ellipsis = "…"

// End returns a text that broke off anywhere an end that reads well: behind its
// last sentence or line, if that leaves more than half of it, else behind a
// word. What doesn't end with a sentence gets an ellipsis. A code fence is
// closed behind its last whole line, emphasis behind the last word; half of a
// link, a mention, a tag or inline code goes. It is "" when nothing is left.
func End(text string) string {
	text = strings.TrimRight(text, "\ufffd\u200d")
	open, begun, opened := fence{}, 0, 0
	for line := range strings.SplitAfterSeq(text, "\n") {
		if begun+len(line) == len(text) && !strings.HasSuffix(line, "\n") {
			break
		}
		if after := open.after(line); after != open {
			open, opened = after, begun
		}
		begun += len(line)
	}
	last := text[begun:]
	switch after := open.after(last); {
	case after != open && open.mark != "": // it closes the fence
		return text
	case after != open: // it opens one, of which nothing came
		return ended(text[:begun])
	case open.mark != "" && strings.Count(text[opened:begun], "\n") == 1:
		return ended(text[:opened])
	case open.mark != "":
		return text[:begun] + open.tail(text[:begun]) + "\n" + ellipsis
	}
	return endLine(text[:begun], last, len(text)/2)
}

// endLine ends a text whose last line broke off; before are the lines before
// that. Less than half a text is kept only where there is no other end.
func endLine(before, last string, half int) string {
	last = last[:torso(last)]
	if n := sentences(last); len(before)+n > half && n > 0 {
		return before + last[:n] + closers(last[:n])
	}
	if lines := ended(before); len(before) > half {
		return lines
	}
	if said := strings.TrimRight(last[:words(last)], " \t,;:([—–-"); said != "" {
		return before + said + ellipsis + closers(said)
	}
	return ended(before)
}

// ended ends a text of whole lines.
func ended(lines string) string {
	lines = strings.TrimRightFunc(lines, unicode.IsSpace)
	last := lines[strings.LastIndexByte(lines, '\n')+1:]
	if lines == "" || sentences(last) == len(last) || (fence{}).after(last) != (fence{}) {
		return lines
	}
	return lines + "\n" + ellipsis
}

// sentences returns where the last whole sentence of a line ends; 0: there is
// none. A number in front of a list's item is no sentence, and what goes on in
// small letters has not ended; nor may a number at the very end, which may be
// half of one.
func sentences(line string) int {
	end, past := 0, 0
	for at, r := range line {
		if at < past || !strings.ContainsRune(".!?…。！？", r) {
			continue
		}
		past = at + utf8.RuneLen(r)
		past += len(line[past:]) - len(strings.TrimLeft(line[past:], ".!?…。！？\"'”’»」』）)]*_~`"))
		rest := strings.TrimLeft(line[past:], " \t")
		spaced := len(rest) < len(line)-past || rest == ""
		next, _ := utf8.DecodeRuneInString(rest)
		digit := r == '.' && at > 0 && line[at-1] >= '0' && line[at-1] <= '9'
		switch {
		case !spaced && r < utf8.RuneSelf, unicode.IsLower(next):
		case digit && (rest == "" || strings.Trim(line[:at], " \t-*>0123456789") == ""):
		default:
			end = past
		}
	}
	return end
}

// words returns where the last whole word of a line ends; 0: there is none. What
// stands at the line's very end may be half a word, unless it closes something
// or its script has no spaces.
func words(line string) int {
	end, atom := 0, 0
	for at, r := range line {
		if n := atomLen(line[at:], r); n > 0 {
			atom = max(atom, at+n)
		}
		past := at + utf8.RuneLen(r)
		next, _ := utf8.DecodeRuneInString(line[past:])
		switch {
		case past < atom || unicode.IsSpace(r):
		case past == len(line) && !strings.ContainsRune(")]}>\"”»`*_~", r) && !script.IsUnspaced(r):
		case past == len(line), unicode.IsSpace(next), (script.IsUnspaced(r) || script.IsUnspaced(next)) && !joined(r, next):
			end = past
		}
	}
	return end
}
