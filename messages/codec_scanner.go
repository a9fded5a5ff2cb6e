package messages

import (
	"bytes"
	"strconv"
)

// A scanner reads a line that [appendLine] wrote: known fields in their order,
// numbers above zero, no spaces. At anything else it gives up, and encoding/json
// reads the line: an older or newer program's, or a damaged one.
type scanner struct {
	rest    []byte
	lost    bool
	repeats *Repeats
}

func scanText[S ~string](s *scanner, name string, into *S) {
	if s.has(name) {
		*into = S(s.text(nil))
		s.comma()
	}
}

// scanRepeated is scanText for values that many lines share.
func scanRepeated[S ~string](s *scanner, name string, into *S) {
	if s.has(name) {
		*into = S(s.text(s.repeats))
		s.comma()
	}
}

func scanTexts[S ~string](s *scanner, name string, into *[]S) {
	if !s.has(name) {
		return
	}
	for more := true; more && !s.lost; more = s.has(",") {
		*into = append(*into, S(s.text(s.repeats)))
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

func (s *scanner) text(repeats *Repeats) string {
	inside, escapes := s.quoted()
	if escapes {
		clean, ok := appendUnescaped(make([]byte, 0, 512), inside) // on the stack, unless it is longer
		s.lost = s.lost || !ok
		return repeats.Share(clean)
	}
	return repeats.Share(inside)
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

// has consumes word if it comes next.
func (s *scanner) has(word string) bool {
	if s.lost || len(s.rest) < len(word) || string(s.rest[:len(word)]) != word {
		return false
	}
	s.rest = s.rest[len(word):]
	return true
}

// take consumes word, which must come next.
func (s *scanner) take(word string) {
	if !s.has(word) {
		s.lost = true
	}
}

// comma consumes the comma between two fields; the last has none.
func (s *scanner) comma() {
	if len(s.rest) > 1 && s.rest[0] == ',' && s.rest[1] == '"' {
		s.rest = s.rest[1:]
	} else if len(s.rest) == 0 || s.rest[0] != '}' {
		s.lost = true
	}
}
