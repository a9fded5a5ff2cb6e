package quote

import "strings"

// A Passage is one line of a page with its continuations.
type Passage struct {
	Mark Mark
	Head string // of a quoted line the author's name, of a fact its key, of a notice its kind
	Bot  bool   // of a quoted line: a program wrote it
	Own  bool   // of a quoted line: the reader wrote it
	Text string
}

// Read takes a page apart. Text that is not a page gives one Current passage
// that holds it all.
func Read(page string) []Passage {
	first, rest, _ := strings.Cut(page, "\n")
	tag, same, found := strings.Cut(first, "# ")
	if !found || tag == "" || tag != same {
		return []Passage{{Mark: Current, Head: nobody, Text: page}}
	}
	var read []Passage
	for line := range strings.SplitSeq(rest, "\n") {
		line, ok := strings.CutPrefix(line, tag)
		if !ok || len(line) < 2 {
			continue
		}
		mark, text := Mark(line[0]), line[2:]
		if mark == More && len(read) > 0 {
			read[len(read)-1].Text += "\n" + text
			continue
		}
		read = append(read, passage(mark, text))
	}
	return read
}

func passage(mark Mark, text string) Passage {
	p := Passage{Mark: mark, Text: text}
	switch mark {
	case Background, Current:
		if stamped, ok := strings.CutPrefix(text, "["); ok {
			stamp, rest, _ := strings.Cut(stamped, "] ")
			p.Bot, p.Own = strings.HasSuffix(stamp, "bot"), strings.HasSuffix(stamp, "you")
			text = rest
		}
		p.Head, p.Text, _ = strings.Cut(text, ": ")
	case Fact:
		p.Head, p.Text, _ = strings.Cut(text, ": ")
	case Notice:
		p.Head, p.Text, _ = strings.Cut(strings.TrimPrefix(text, "["), "] ")
	default: // headings and continuations are text alone
	}
	return p
}
