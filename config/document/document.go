// Package document reads TOML: a file as a tree with the line of each key, and
// from there into structs by their toml tags, strictly. What is wrong is a
// [Problem] with file, line and key. It knows no knob; config reads with it.
package document

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// A Document is a TOML file as a tree, with the line of every key.
type Document struct {
	File  string
	Tree  map[string]any
	Lines map[string]int // by path, such as channels[1].override.aria
}

// Parse reads TOML. Its error is a [Problem]: a file is read up to its first
// mistake in grammar, since what follows can't be trusted.
func Parse(file string, text []byte) (*Document, error) {
	d := &Document{File: file, Lines: map[string]int{}}
	if err := toml.Unmarshal(text, &d.Tree); err != nil {
		p := Problem{File: file, Message: strings.TrimPrefix(err.Error(), "toml: ")}
		if at, ok := errors.AsType[*toml.DecodeError](err); ok {
			p.Line, _ = at.Position()
			p.Key = strings.Join(at.Key(), ".")
			if key := worthless(p.Message, text, p.Line); key != "" {
				p.Key, p.Message = key, "want text in quotes, a number, true or false"
			}
		}
		return nil, p
	}
	d.index(text)
	return d, nil
}

// assigned is a line that gives a key something that doesn't begin with quotes.
var assigned = regexp.MustCompile(`^\s*([\w.-]+)\s*=\s*([^"'\s].*)?$`)

// worthless returns the key of the line if the parser stumbled there over what is
// no value, most often text without quotes; else "". The parser names a
// character, and the value itself may be a secret.
func worthless(message string, text []byte, line int) string {
	if !strings.HasSuffix(message, "at start of value") && !strings.HasPrefix(message, "expected newline") && message != "strings must be quoted" {
		return ""
	}
	if found := assigned.FindStringSubmatch(strings.TrimSuffix(strings.Split(string(text), "\n")[line-1], "\r")); found != nil {
		return found[1]
	}
	return ""
}

// index notes where keys stand. The text is known to be sound.
func (d *Document) index(text []byte) {
	var p unstable.Parser
	p.Reset(text)
	counts := map[string]int{} // tables so far in each array of tables
	table := ""
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table:
			table = d.mark(&p, e.Key(), "", counts)
		case unstable.ArrayTable:
			array := d.mark(&p, e.Key(), "", counts)
			counts[array]++
			table = Item(array, counts[array])
			d.Lines[table] = lineOf(&p, e.Key())
		case unstable.KeyValue:
			d.pair(&p, e, table)
		default: // nothing else stands at the top of a document
		}
	}
}

// mark notes every part of a key that stands in the table at path, and gives
// the path of the whole.
func (d *Document) mark(p *unstable.Parser, key unstable.Iterator, path string, counts map[string]int) string {
	line := lineOf(p, key)
	for key.Next() {
		path = Inside(path, string(key.Node().Data))
		if key.IsLast() {
			d.Lines[path] = line
			break
		}
		if _, known := d.Lines[path]; !known { // said on the way to something else
			d.Lines[path] = line
		}
		if n := counts[path]; n > 0 { // the newest of an array of tables
			path = Item(path, n)
		}
	}
	return path
}

func (d *Document) pair(p *unstable.Parser, kv *unstable.Node, table string) {
	d.value(p, kv.Value(), d.mark(p, kv.Key(), table, nil))
}

// value notes the keys of an inline table and the items of a list.
func (d *Document) value(p *unstable.Parser, v *unstable.Node, path string) {
	n := 0
	for it := v.Children(); it.Next(); {
		switch child := it.Node(); {
		case v.Kind == unstable.InlineTable:
			d.pair(p, child, path)
		case v.Kind == unstable.Array:
			n++
			d.Lines[Item(path, n)] = d.Lines[path]
			d.value(p, child, Item(path, n))
		}
	}
}

// Line returns the line of the path, or of the nearest table round it; 0 when
// not even that stands in the file.
func (d *Document) Line(path string) int {
	for path != "" {
		if line, ok := d.Lines[path]; ok {
			return line
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	return 0
}

// Problem makes one about the key at path.
func (d *Document) Problem(path, message string) Problem {
	return Problem{File: d.File, Line: d.Line(path), Key: path, Message: message}
}

func lineOf(p *unstable.Parser, key unstable.Iterator) int {
	key.Next()
	return p.Shape(key.Node().Raw).Start.Line
}

var bare = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// Inside returns the path of a key in the table at path; of several keys each is in the
// table of the one before it.
func Inside(path string, keys ...string) string {
	for _, key := range keys {
		if !bare.MatchString(key) {
			key = strconv.Quote(key)
		}
		if path != "" {
			key = path + "." + key
		}
		path = key
	}
	return path
}

// Item returns the path of the nth item of a list, from 1.
func Item(path string, n int) string { return path + "[" + strconv.Itoa(n) + "]" }
