package messages

import (
	"bytes"
	"strconv"
)

// A scanner reads a line that [appendLine] wrote: known fields in their order,
// nothing at its zero value, no space. At anything else it is lost, and
// encoding/json reads the line: an older or newer program's, or a damaged one.
type scanner struct {
	rest    []byte
	lost    bool
	repeats *Repeats
}

// scanLine reads a line's body; nil: it is not as this program writes it.
func scanLine(body []byte, repeats *Repeats) *Line {
	s, l := scanner{rest: body, repeats: repeats}, new(Line)
	s.take("{")
	if s.has(`"id":`) {
		l.ID = LineID(s.text())
		s.comma()
	}
	scanRepeated(&s, `"channel":`, &l.Channel)
	scanRepeated(&s, `"account":`, &l.Account)
	if s.has(`"author":{`) {
		scanRepeated(&s, `"id":`, &l.Author.ID)
		scanRepeated(&s, `"name":`, &l.Author.Name)
		s.flag(`"bot":`, &l.Author.Bot)
		s.take("}")
		s.comma()
	}
	scanText(&s, `"text":`, &l.Text)
	l.At = Instant(s.number(`"at":`))
	scanTexts(&s, `"mentions":[`, &l.Mentions)
	s.flag(`"everyone":`, &l.Everyone)
	scanTexts(&s, `"roles":[`, &l.Roles)
	if s.has(`"reply_to":{`) {
		scanText(&s, `"id":`, &l.ReplyTo.ID)
		scanRepeated(&s, `"author":`, &l.ReplyTo.Author)
		s.flag(`"thread_root":`, &l.ReplyTo.ThreadRoot)
		s.take("}")
		s.comma()
	}
	s.attachments(&l.Attachments)
	scanText(&s, `"nonce":`, &l.Nonce)
	s.flag(`"dm":`, &l.DM)
	s.flag(`"explicit_only":`, &l.ExplicitOnly)
	s.flag(`"lull_endpoint":`, &l.LullEndpoint)
	s.flag(`"backfilled":`, &l.Backfilled)
	s.flag(`"crowded":`, &l.Crowded)
	s.flag(`"pane":`, &l.Pane)
	s.meta(&l.Meta)
	if s.take("}"); s.lost || len(s.rest) > 0 {
		return nil
	}
	return l
}

func (s *scanner) attachments(list *[]Attachment) {
	if !s.has(`"attachments":[`) {
		return
	}
	for more := true; more && !s.lost; more = s.has(",") {
		var a Attachment
		s.take("{")
		scanText(s, `"id":`, &a.ID)
		scanText(s, `"name":`, &a.Name)
		scanRepeated(s, `"type":`, &a.Type)
		a.Bytes = s.number(`"bytes":`)
		s.take("}")
		*list = append(*list, a)
	}
	s.take("]")
	s.comma()
}

func (s *scanner) meta(m *Meta) {
	if !s.has(`"meta":`) {
		return
	}
	inside, escapes := s.quoted()
	if escapes || m.UnmarshalText(inside) != nil {
		s.lost = true
	}
	s.comma()
}

func scanText[S ~string](s *scanner, name string, into *S) {
	if s.has(name) {
		*into = S(s.text())
		s.comma()
	}
}

// scanRepeated is scanText of what many lines have the same.
func scanRepeated[S ~string](s *scanner, name string, into *S) {
	if s.has(name) {
		*into = S(s.repeated())
		s.comma()
	}
}

func scanTexts[S ~string](s *scanner, name string, into *[]S) {
	if !s.has(name) {
		return
	}
	for more := true; more && !s.lost; more = s.has(",") {
		*into = append(*into, S(s.repeated()))
	}
	s.take("]")
	s.comma()
}

// number reads a field of up to 18 digits, which can't overflow.
func (s *scanner) number(name string) int64 {
	if !s.has(name) {
		return 0
	}
	end := bytes.IndexAny(s.rest, ",}")
	if end < 1 || end > 18 || s.rest[0] < '1' || s.rest[0] > '9' {
		s.lost = true
		return 0
	}
	n, err := strconv.ParseInt(string(s.rest[:end]), 10, 64)
	s.lost = s.lost || err != nil
	s.rest = s.rest[end:]
	s.comma()
	return n
}

func (s *scanner) flag(name string, into *bool) {
	if s.has(name) {
		s.take("true")
		s.comma()
		*into = true
	}
}

func (s *scanner) text() string {
	inside, escapes := s.quoted()
	if escapes {
		inside = s.unescaped(inside)
	}
	return string(inside)
}

func (s *scanner) repeated() string {
	inside, escapes := s.quoted()
	if escapes {
		inside = s.unescaped(inside)
	}
	return s.repeats.of(inside)
}

func (s *scanner) unescaped(inside []byte) []byte {
	clean, ok := appendUnescaped(make([]byte, 0, len(inside)), inside)
	s.lost = s.lost || !ok
	return clean
}

func (s *scanner) quoted() (inside []byte, escapes bool) {
	inside, escapes, ok := quoted(s.rest)
	if !ok {
		s.lost = true
		return nil, false
	}
	s.rest = s.rest[len(inside)+2:]
	return inside, escapes
}

// has takes word off, if it comes next.
func (s *scanner) has(word string) bool {
	if s.lost || len(s.rest) < len(word) || string(s.rest[:len(word)]) != word {
		return false
	}
	s.rest = s.rest[len(word):]
	return true
}

// take takes off word, which must come next.
func (s *scanner) take(word string) {
	if !s.has(word) {
		s.lost = true
	}
}

// comma takes off what is between two fields; the last has none.
func (s *scanner) comma() {
	if len(s.rest) > 1 && s.rest[0] == ',' && s.rest[1] == '"' {
		s.rest = s.rest[1:]
	} else if len(s.rest) == 0 || s.rest[0] != '}' {
		s.lost = true
	}
}
