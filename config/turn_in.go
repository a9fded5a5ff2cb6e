package config

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"familiar/config/document"
	"familiar/messages"
)

// Table returns a familiar's table with those knobs and nothing else.
func Table(familiar messages.FamiliarID, turned ...Turned) string {
	return tableOf(document.Inside("familiars", string(familiar)), turned)
}

func tableOf(path string, turned []Turned) string {
	var b strings.Builder
	fmt.Fprintf(&b, "[%s]\n", path)
	for _, t := range turned {
		fmt.Fprintf(&b, "%s = %s\n", t.Key, t.Value)
	}
	return b.String()
}

// TurnIn is [Turn] in the channels of a pattern: it turns the knobs in the last rule that
// has this very pattern, else in a new one at the file's end. The remark stands above the
// familiar's override.
func TurnIn(text []byte, match string, familiar messages.FamiliarID, remark []string, turned ...Turned) ([]byte, error) {
	return turnIn(text, match, document.Inside("override", string(familiar)), remark, turned)
}

// PutRoomIn is [PutRoom] in the channels of a pattern, in the same rule.
func PutRoomIn(text []byte, match string, turned ...Turned) ([]byte, error) {
	return turnIn(text, match, "room", nil, turned)
}

// turnIn turns knobs in a table of a pattern's rule.
func turnIn(text []byte, match, table string, remark []string, turned []Turned) ([]byte, error) {
	root := "channels." + table
	return inRule(text, match, "\n"+tableOf(root, turned), func(rule []byte) ([]byte, error) {
		for _, t := range slices.Backward(turned) {
			next, ok := t.in(rule, root)
			if !ok { // where the table has keys with dots, one more
				dotted := Turned{Key: table + "." + t.Key, Value: t.Value}
				next, ok = dotted.in(rule, "channels")
			}
			if !ok {
				return nil, fmt.Errorf("the rule for %s has no place where %s = %s can be written: set this knob by hand", match, t.Key, t.Value)
			}
			rule = next
		}
		return withRemark(rule, root, remark)
	})
}

// inRule changes the last rule that has this very pattern, else a new one at the file's
// end, which comes after all others and begins with these tables. By itself a rule is a
// table like any other, with the header [channels], and so change gets it.
func inRule(text []byte, match, tables string, change func(rule []byte) ([]byte, error)) ([]byte, error) {
	return behindMark(text, func(text []byte) ([]byte, error) { return inRuleOf(text, match, tables, change) })
}

func inRuleOf(text []byte, match, tables string, change func(rule []byte) ([]byte, error)) ([]byte, error) {
	if _, err := document.Parse("", text); err != nil {
		return nil, err
	}
	from, to, ok := ruleFor(text, match)
	if !ok {
		from, text = len(text), appended(text, "[[channels]]\nmatch = "+document.Written(match)+"\n"+tables)
		to = len(text)
	}
	rule, err := change(bytes.Replace(text[from:to], []byte("[[channels]]"), []byte("[channels]"), 1))
	if err != nil {
		return nil, err
	}
	rule = bytes.Replace(rule, []byte("[channels]"), []byte("[[channels]]"), 1)
	next := slices.Concat(text[:from], rule, text[to:])
	if _, err := document.Parse("", next); err != nil {
		return nil, fmt.Errorf("the rule for %s can't be written: %w", match, err)
	}
	return next, nil
}

// ruleFor returns where the last rule with a pattern stands: from its header to
// what comes after its tables. A header that is written otherwise than [[channels]]
// is not found.
func ruleFor(text []byte, match string) (from, to int, ok bool) {
	of := matches(text)
	n := -1
	var open bool
	for _, s := range sectionsOf(text) {
		if open && s.path != "channels" && strings.HasPrefix(s.path, "channels.") {
			to = s.to
			continue
		}
		open = false
		if s.path != "channels" {
			continue
		}
		if n++; n < len(of) && of[n] == match && bytes.HasPrefix(bytes.TrimLeft(text[s.head:], " \t"), []byte("[[channels]]")) {
			from, to, ok, open = s.head, s.to, true, true
		}
	}
	return from, beforeBlank(text, from, to), ok
}

// beforeBlank returns where a stretch of text ends without the blank lines at its end:
// they stay between it and what follows.
func beforeBlank(text []byte, from, to int) int {
	for to > from && bytes.HasSuffix(bytes.TrimRight(text[from:to], "\r"), []byte("\n")) {
		line := bytes.LastIndexByte(text[from:to-1], '\n') + from + 1
		if len(bytes.TrimSpace(text[line:to])) > 0 {
			break
		}
		to = line
	}
	return to
}

// matches returns the pattern of each rule, as the file writes them.
func matches(text []byte) (all []string) {
	var p unstable.Parser
	p.Reset(text)
	inside := false
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.ArrayTable, unstable.Table:
			if inside = isKey(e.Key(), "channels"); inside {
				all = append(all, "")
			}
		case unstable.KeyValue:
			if inside && isKey(e.Key(), "match") {
				all[len(all)-1] = string(e.Value().Data)
			}
		default: // nothing else stands at the top of a document
		}
	}
	return all
}

func isKey(key unstable.Iterator, name string) bool {
	return key.Next() && string(key.Node().Data) == name && key.IsLast()
}
