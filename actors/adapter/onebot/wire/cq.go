package wire

import "strings"

// codeMost is how long a CQ code may be, in bytes; what is longer is text.
const codeMost = 64 << 10

var plain = strings.NewReplacer("&amp;", "&", "&#91;", "[", "&#93;", "]", "&#44;", ",")

// readCQ reads a string of CQ codes, such as "hello [CQ:at,qq=10001]". What is no code
// is text.
func readCQ(text string) (all Content) {
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
		at = begin + len("[CQ:")
		length := strings.IndexAny(text[at:min(len(text), at+codeMost)], "[]") // a bracket inside is escaped
		if length < 0 {
			break
		}
		end := at + length
		if text[end] == '[' {
			at = end
			continue
		}
		code, ok := readCode(text[at:end])
		if at = end; !ok {
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
