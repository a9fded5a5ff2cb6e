package document

import (
	"fmt"
	"strings"
)

// Text returns a text as a file has it, whole: in quotes, and line by line if it has
// several.
func Text(text string) string {
	if !strings.Contains(text, "\n") {
		return `"` + escaped(text) + `"`
	}
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = escaped(lines[i])
	}
	return "\"\"\"\n" + strings.Join(lines, "\n") + "\"\"\""
}

// Texts returns several as a file has them.
func Texts(all []string) string {
	each := make([]string, len(all))
	for i := range all {
		each[i] = Text(all[i])
	}
	return "[" + strings.Join(each, ", ") + "]"
}

// escaped returns a line as it stands between quotes.
func escaped(line string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(line, "\uFFFD") {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
