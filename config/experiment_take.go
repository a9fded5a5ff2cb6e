package config

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"familiar/config/document"
	"familiar/messages"
)

// TakeArm returns the text of a configuration file in which an experiment is over:
// its tables are gone, and what arm b changes is a rule of its own at the end, for
// the experiment's channels. Arm a changes nothing. Everything else stays to the
// byte; comments within the table b go with its knobs. It reads nothing and writes
// nothing.
//
// What comes out is sound TOML; [Load] has to say whether its values are. It is an
// error when the experiment has no table of its own that could be taken out.
func TakeArm(text []byte, name string, side messages.Side) ([]byte, error) {
	return behindMark(text, func(text []byte) ([]byte, error) { return takeArm(text, name, side) })
}

func takeArm(text []byte, name string, side messages.Side) ([]byte, error) {
	doc, err := document.Parse("", text)
	if err != nil {
		return nil, err
	}
	at := document.Inside("experiments", name)
	table, _ := tableIn(doc.Tree, "experiments")
	table, ok := tableIn(table, name)
	if !ok {
		return nil, fmt.Errorf("there is no experiment %q", name)
	}
	rest, b := cutOut(text, at)
	left, err := document.Parse("", rest)
	if err != nil {
		return nil, err
	}
	if all, _ := tableIn(left.Tree, "experiments"); all[name] != nil {
		return nil, fmt.Errorf("%s: it has no table of its own: write it below a header [%s] first", at, at)
	}
	if side == messages.SideB {
		rest = append(rest, ruleOf(table, name, b, eolOf(text))...)
	}
	if _, err := document.Parse("", rest); err != nil {
		return nil, fmt.Errorf("%s: what arm b changes can't be written as a rule: %w", at, err)
	}
	return rest, nil
}

func tableIn(table map[string]any, key string) (map[string]any, bool) {
	below, ok := table[key].(map[string]any)
	return below, ok
}

func eolOf(text []byte) string {
	if bytes.Contains(text, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// A section is a table as it stands in a file, with the comments right above its
// header.
type section struct {
	path           string
	from, head, to int
}

// sectionsOf returns the tables of a file that have a header, in their order. The text
// is known to be sound.
func sectionsOf(text []byte) (all []section) {
	var p unstable.Parser
	p.Reset(text)
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind != unstable.Table && e.Kind != unstable.ArrayTable {
			continue
		}
		path, first := "", -1
		for key := e.Key(); key.Next(); {
			path = document.Inside(path, string(key.Node().Data))
			if first < 0 {
				first = int(key.Node().Raw.Offset)
			}
		}
		head := bytes.LastIndexByte(text[:first], '\n') + 1
		from := head
		for from > 0 {
			line := bytes.LastIndexByte(text[:from-1], '\n') + 1
			if !bytes.HasPrefix(bytes.TrimLeft(text[line:from], " \t"), []byte("#")) {
				break
			}
			from = line
		}
		if n := len(all); n > 0 {
			all[n-1].to = from
		}
		all = append(all, section{path, from, head, len(text)})
	}
	return all
}

// A moved table gets another header.
type moved struct {
	above string // comments
	below string // its path inside the table that moves
	body  string // with what stands behind the header
}

// cutOut returns the text without the tables at a path and below it, and of these
// its table b and the ones below that.
func cutOut(text []byte, at string) (rest []byte, b []moved) {
	end := 0
	for _, t := range sectionsOf(text) {
		if t.path != at && !strings.HasPrefix(t.path, at+".") {
			continue
		}
		rest, end = append(rest, text[end:t.from]...), t.to
		if below, is := strings.CutPrefix(t.path, at+".b"); is && (below == "" || below[0] == '.') {
			line := endOfLine(text, t.head)
			header := text[t.head:line]
			closed := bytes.LastIndexByte(header[:commentIn(header)], ']') + 1
			b = append(b, moved{string(text[t.from:t.head]), below, string(header[closed:]) + string(text[line:t.to])})
		}
	}
	return append(rest, text[end:]...), b
}

// commentIn returns where the comment of a header begins: outside quotes.
func commentIn(header []byte) int {
	quote := byte(0)
	for i, c := range header {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote == 0 && c == '#':
			return i
		}
	}
	return len(header)
}

// ruleOf returns a rule that changes what arm b of an experiment does: its own
// tables, else the knobs that it has inline.
func ruleOf(table map[string]any, name string, b []moved, eol string) string {
	familiar, _ := table["familiar"].(string)
	match, _ := table["match"].(string)
	override := document.Inside("channels.override", familiar)
	text := strings.Join([]string{"", "# Arm b of the experiment " + name + ".", "[[channels]]", "match = " + document.Written(match), "", ""}, eol)
	if len(b) == 0 {
		knobs, _ := tableIn(table, "b")
		return text + strings.Join(append([]string{"[" + override + "]"}, knobsIn(knobs, "")...), eol) + eol
	}
	for _, t := range b {
		text += t.above + "[" + override + t.below + "]" + strings.TrimRight(t.body, "\r\n") + eol
	}
	return text
}
