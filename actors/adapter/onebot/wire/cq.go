package wire

import "strings"

// codeMost is how long a CQ code may be, in bytes; what is longer is text.
const codeMost = 64 << 10

var (
	plain   = strings.NewReplacer("&amp;", "&", "&#91;", "[", "&#93;", "]", "&#44;", ",")
	escapes = strings.NewReplacer("&", "&amp;", "[", "&#91;", "]", "&#93;")
	inCode  = strings.NewReplacer("&", "&amp;", "[", "&#91;", "]", "&#93;", ",", "&#44;")
)

// ReadCQ reads a string of CQ codes, such as "hello [CQ:at,qq=10001]". What is no code
// is text.
func ReadCQ(text string) (all Content) {
	said := 0 // where the text began that is not yet a segment
	take := func(upto int) {
		if said < upto {
			all = append(all, Text(plain.Replace(text[said:upto])))
		}
	}
	for at := 0; len(all) < segmentsMost; {
		begin := strings.Index(text[at:], "[CQ:")
		if begin < 0 {
			break
		}
		begin += at
		length := strings.IndexByte(text[begin:min(len(text), begin+codeMost)], ']')
		if length < 0 {
			break
		}
		end := begin + length
		code, ok := readCode(text[begin+len("[CQ:") : end])
		at = begin + len("[CQ:")
		if !ok {
			continue
		}
		take(begin)
		all = append(all, code)
		at, said = end+1, end+1
	}
	take(len(text))
	return all
}

// readCode reads the inside of a code: its type, and names with values.
func readCode(code string) (Segment, bool) {
	parts := strings.Split(code, ",")
	if parts[0] == "" || strings.Trim(parts[0], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") != "" {
		return Segment{}, false
	}
	s := Segment{parts[0], Data{}}
	for _, part := range parts[1:] {
		if name, value, ok := strings.Cut(part, "="); ok {
			s.Data[strings.TrimSpace(name)] = plain.Replace(value)
		}
	}
	return s, true
}

// EscapeCQ returns a text as it stands in a string of CQ codes: [ReadCQ] gives it back.
func EscapeCQ(text string) string { return escapes.Replace(text) }

// EscapeValue returns a text as it stands inside a code.
func EscapeValue(text string) string { return inCode.Replace(text) }
