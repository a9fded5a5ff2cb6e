package messages

import (
	"strconv"
	"unicode/utf8"
)

// appendQuoted writes s as encoding/json writes a string, escaping the characters
// that mean something in HTML. Bytes that are not UTF-8 become U+FFFD.
func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0 // of what is written as it is
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&' {
				i++
				continue
			}
			b = appendEscaped(append(b, s[start:i]...), c)
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b = append(append(b, s[start:i]...), `\ufffd`...)
			start = i + size
		case r == '\u2028' || r == '\u2029': // they end a line in JavaScript
			b = append(append(b, s[start:i]...), `\u202`...)
			b = append(b, hexDigits[r&0xf])
			start = i + size
		}
		i += size
	}
	return append(append(b, s[start:]...), '"')
}

const hexDigits = "0123456789abcdef"

func appendEscaped(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, `\b`...)
	case '\f':
		return append(b, `\f`...)
	case '\n':
		return append(b, `\n`...)
	case '\r':
		return append(b, `\r`...)
	case '\t':
		return append(b, `\t`...)
	}
	return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xf])
}

// quoted finds the string that b begins with: what is between its quotes, and
// whether it has escapes. Text that encoding/json would repair or refuse is not ok.
func quoted(b []byte) (inside []byte, escapes, ok bool) {
	if len(b) == 0 || b[0] != '"' {
		return nil, false, false
	}
	wide := false
	for i := 1; i < len(b); i++ {
		switch c := b[i]; {
		case c == '"':
			inside = b[1:i]
			return inside, escapes, !wide || utf8.Valid(inside)
		case c == '\\':
			escapes = true
			i++
		case c < ' ':
			return nil, false, false
		case c >= utf8.RuneSelf:
			wide = true
		}
	}
	return nil, false, false
}

// appendUnescaped writes what [quoted] found with its escapes resolved. Surrogates
// are not ok.
func appendUnescaped(b, inside []byte) (_ []byte, ok bool) {
	for i := 0; i < len(inside); i++ {
		c := inside[i]
		if c != '\\' {
			b = append(b, c)
			continue
		}
		i++ // quoted has seen that something follows
		switch c = inside[i]; c {
		case '"', '\\', '/':
			b = append(b, c)
		case 'b':
			b = append(b, '\b')
		case 'f':
			b = append(b, '\f')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 't':
			b = append(b, '\t')
		case 'u':
			if len(inside) < i+5 {
				return b, false
			}
			r, err := strconv.ParseUint(string(inside[i+1:i+5]), 16, 16)
			if err != nil || !utf8.ValidRune(rune(r)) {
				return b, false
			}
			b = utf8.AppendRune(b, rune(r))
			i += 4
		default:
			return b, false
		}
	}
	return b, true
}
