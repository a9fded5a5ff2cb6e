package split

import "strings"

// A fence is a block of code that is open: the zero one is none.
type fence struct {
	mark string // "```" or longer, or of tildes
	info string // what stands behind the mark: a language
}

// head opens the fence again at the start of a part.
func (f fence) head() string {
	if f.mark == "" {
		return ""
	}
	return f.mark + f.info + "\n"
}

// tail closes the fence behind a part.
func (f fence) tail(part string) string {
	if strings.HasSuffix(part, "\n") {
		return f.mark
	}
	return "\n" + f.mark
}

// after returns the fence that is open behind a line, when f was before it.
func (f fence) after(line string) fence {
	line = strings.TrimRight(line, "\r\n")
	text := strings.TrimLeft(line, " ")
	if len(line)-len(text) > 3 || text == "" || text[0] != '`' && text[0] != '~' {
		return f
	}
	rest := strings.TrimLeft(text, text[:1])
	mark := text[:len(text)-len(rest)]
	switch {
	case len(mark) < 3:
		return f
	case f.mark == "" && text[0] == '`' && strings.Contains(rest, "`"):
		return f // inline code
	case f.mark == "":
		return fence{mark: mark, info: rest}
	case mark[0] == f.mark[0] && len(mark) >= len(f.mark) && strings.TrimSpace(rest) == "":
		return fence{}
	}
	return f
}

// turns reports whether a line that ended here would open or close a fence: it
// is not cut there.
func (f fence) turns(line string, l Limit) bool {
	after := f.after(line)
	return after != f && (after == fence{} || after.fits(l))
}

// fits reports whether the fence leaves at least half of a part to the text:
// one with an endless language is not kept.
func (f fence) fits(l Limit) bool {
	return 2*l.Unit.Len(f.mark)+l.Unit.Len(f.info)+2 <= l.Max/2
}
