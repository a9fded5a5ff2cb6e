package config

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"familiar/config/document"
	"familiar/internal/shorten"
	"familiar/messages"
)

// A Turned is a knob of a familiar with a value.
type Turned struct {
	Key   string `json:"key"`   // its way inside the familiar's table: chattiness.lull
	Value string `json:"value"` // as a file writes it; see [Written]
}

// remarked begins each line of a remark, so that the next one takes its place.
const remarked = "# tuned: "

// Turn returns the text of a configuration file in which knobs of one familiar
// are turned and a remark stands above the familiar. Everything else stays to
// the byte: comments, order, other keys. Each knob is turned once. It reads
// nothing and writes nothing.
//
// What comes out is sound TOML, and no more is promised: [Load] has to say
// whether the values are. It is an error when the text isn't TOML, or writes
// the familiar in a way that has no room for a key.
func Turn(text []byte, familiar messages.FamiliarID, remark []string, turned ...Turned) ([]byte, error) {
	root := document.Inside("familiars", string(familiar))
	return behindMark(text, func(text []byte) ([]byte, error) {
		text, err := put(text, root, turned)
		if err != nil {
			return nil, err
		}
		return withRemark(text, root, remark)
	})
}

// Put does the same and leaves remarks as they are.
func Put(text []byte, familiar messages.FamiliarID, turned ...Turned) ([]byte, error) {
	return putMarked(text, document.Inside("familiars", string(familiar)), turned)
}

// PutBudget is [Put] in the table of the budget.
func PutBudget(text []byte, turned ...Turned) ([]byte, error) {
	return putMarked(text, "budget", turned)
}

// PutRoom is [Put] in the table of what all familiars of a channel share.
func PutRoom(text []byte, turned ...Turned) ([]byte, error) {
	return putMarked(text, "room", turned)
}

func putMarked(text []byte, root string, turned []Turned) ([]byte, error) {
	return behindMark(text, func(text []byte) ([]byte, error) { return put(text, root, turned) })
}

func put(text []byte, root string, turned []Turned) ([]byte, error) {
	if _, err := document.Parse("", text); err != nil {
		return nil, err
	}
	for _, t := range slices.Backward(turned) { // each goes to the head of its table
		next, ok := t.in(text, root)
		if !ok {
			return nil, fmt.Errorf("%s.%s = %s: the file has no place where it can be written: set this knob by hand", root, t.Key, shorten.Ellipsis(t.Value, longestTold))
		}
		text = next
	}
	return text, nil
}

// turnItem turns knobs in one table of a list, given from its header on: by itself that is
// a table like any other, once its header says so. key is the one that has no place; "":
// all are turned.
func turnItem(item []byte, list string, turned []Turned) (_ []byte, key string) {
	header, alone := []byte("[["+list+"]]"), []byte("["+list+"]")
	item = bytes.Replace(item, header, alone, 1)
	for _, t := range slices.Backward(turned) {
		next, ok := t.in(item, list)
		if !ok {
			return nil, t.Key
		}
		item = next
	}
	return bytes.Replace(item, alone, header, 1), ""
}

// changes are what has to be written to make another of a table.
type changes []Turned

// add has a key written where its value differs.
func (c *changes) add(key string, differs bool, value string) {
	if differs {
		*c = append(*c, Turned{key, value})
	}
}

// longestTold is how much of a value is told that can't be written, in characters.
const longestTold = 100

// in returns the text with the knob turned: where it stands, else in the nearest
// table that is there, else in one of its own at the end.
func (t Turned) in(text []byte, root string) ([]byte, bool) {
	s := survey(text)
	if at, ok := s.values[root+"."+t.Key]; ok {
		return splice(text, int(at.Offset), int(at.Offset+at.Length), t.Value), true
	}
	path, rest, table := root+"."+t.Key, "", ""
	for path != root {
		cut := strings.LastIndexByte(path, '.')
		rest, path = strings.TrimPrefix(path[cut+1:]+"."+rest, "."), path[:cut]
		line := strings.TrimSuffix(rest, ".") + " = " + t.Value
		if table == "" {
			table = s.eol + "[" + path + "]" + s.eol + line + s.eol
		}
		var next []byte
		if at, ok := s.inlines[path]; ok {
			if text[at] != '}' {
				line += ","
			}
			next = splice(text, at, at, " "+line)
		} else if at, ok := s.headers[path]; ok {
			at = endOfLine(text, at)
			next = splice(text, at, at, s.eol+line)
		}
		if _, err := document.Parse("", next); err == nil && next != nil {
			return next, true
		}
	}
	if !bytes.HasSuffix(text, []byte("\n")) {
		table = s.eol + table
	}
	next := splice(text, len(text), len(text), table)
	_, err := document.Parse("", next)
	return next, err == nil
}

// withRemark puts the remark above the familiar's first table, in place of the
// last one.
func withRemark(text []byte, root string, remark []string) ([]byte, error) {
	s := survey(text)
	at := -1
	for path, header := range s.headers {
		if (path == root || strings.HasPrefix(path, root+".")) && (at < 0 || header < at) {
			at = header
		}
	}
	if at < 0 {
		at = s.starts[root]
	}
	at = bytes.LastIndexByte(text[:at], '\n') + 1
	from := at
	for from > 0 {
		line := bytes.LastIndexByte(text[:from-1], '\n') + 1
		if !bytes.HasPrefix(text[line:], []byte(remarked)) {
			break
		}
		from = line
	}
	var b strings.Builder
	for _, line := range remark {
		if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return nil, errors.New("a remark contains a control character")
		}
		b.WriteString(remarked + line + s.eol)
	}
	return splice(text, from, at, b.String()), nil
}

func splice(text []byte, from, to int, with string) []byte {
	return slices.Concat(text[:from], []byte(with), text[to:])
}

// appended returns a text with tables at its end, after an empty line if there is
// anything before them.
func appended(text []byte, tables string) []byte {
	if len(text) > 0 {
		tables = "\n" + tables
		if !bytes.HasSuffix(text, []byte("\n")) {
			tables = "\n" + tables
		}
	}
	return slices.Concat(text, []byte(strings.ReplaceAll(tables, "\n", eolOf(text))))
}

// endOfLine returns where the line ends, its line break not included.
func endOfLine(text []byte, from int) int {
	end := len(text)
	if n := bytes.IndexByte(text[from:], '\n'); n >= 0 {
		end = from + n
	}
	if end > from && text[end-1] == '\r' {
		end--
	}
	return end
}

// A surveyed text is where things stand in a file, by path, in bytes.
type surveyed struct {
	text    []byte
	values  map[string]unstable.Range // plain values and arrays
	inlines map[string]int            // behind the brace of an inline table
	headers map[string]int            // somewhere in the line of a table's header
	starts  map[string]int            // the first key that leads there
	eol     string
}

// survey looks where everything stands. The text is known to be sound.
func survey(text []byte) *surveyed {
	s := &surveyed{text, map[string]unstable.Range{}, map[string]int{}, map[string]int{}, map[string]int{}, eolOf(text)}
	var p unstable.Parser
	p.Reset(text)
	table := ""
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table:
			var at int
			table, at = s.way("", e.Key())
			s.headers[table] = at
		case unstable.ArrayTable:
			table = "[]" // no familiar is in one
		case unstable.KeyValue:
			s.pair(e, table)
		default: // nothing else stands at the top of a document
		}
	}
	return s
}

func (s *surveyed) pair(kv *unstable.Node, table string) {
	path, _ := s.way(table, kv.Key())
	v := kv.Value()
	switch v.Kind {
	case unstable.InlineTable:
		s.inlines[path] = int(v.Raw.Offset) + 1
		for it := v.Children(); it.Next(); {
			if it.Node().Kind == unstable.KeyValue {
				s.pair(it.Node(), path)
			}
		}
	case unstable.Array:
		s.values[path] = s.array(kv)
	default:
		s.values[path] = v.Raw
	}
}

// array returns where the array of a pair stands, which only the pair's own place
// tells: it begins behind the sign and ends with the pair.
func (s *surveyed) array(kv *unstable.Node) unstable.Range {
	at, end := 0, int(kv.Raw.Offset+kv.Raw.Length)
	for key := kv.Key(); key.Next(); {
		at = int(key.Node().Raw.Offset + key.Node().Raw.Length)
	}
	at += bytes.IndexByte(s.text[at:end], '[')
	return unstable.Range{Offset: uint32(at), Length: uint32(end - at)}
}

// way returns the path of a key in a table, and where the key begins.
func (s *surveyed) way(path string, key unstable.Iterator) (string, int) {
	first := -1
	for key.Next() {
		path = document.Inside(path, string(key.Node().Data))
		at := int(key.Node().Raw.Offset)
		if first < 0 {
			first = at
		}
		if _, known := s.starts[path]; !known {
			s.starts[path] = first
		}
	}
	return path, first
}
