package config

import (
	"fmt"
	"reflect"
	"strings"

	"familiar/config/document"
	"familiar/policy/conversation"
)

// A Knob is one knob in force.
type Knob struct {
	Key   string `json:"key"`   // its way inside the table: credit.window
	Value string `json:"value"` // as the file would say it; a long text is cut
	From  string `json:"from"`  // "preset NAME", "default", "file:line" or "file:line (PATTERN)"
}

// A layer is a table that was laid over the settings before it.
type layer struct {
	path string // where it stands in the document
	of   string // the title of its rule; "" for the file's own table
}

// knobs fills in every knob of the familiar and of the room.
func (c *Config) knobs(e *Explanation, f *Familiar, policy conversation.Policy, there *conversation.Config, rules []*Rule) {
	holds, presets := c.settle(e.Familiar, rules), c.presets(there.Seats, rules)
	mine := []layer{{path: document.Inside("familiars", string(e.Familiar))}}
	for _, rule := range holds.over {
		mine = append(mine, layer{rule.Override[e.Familiar].Path, rule.title()})
	}
	for _, rule := range holds.left {
		e.LeftOut = append(e.LeftOut, c.at(rule.Override[e.Familiar].Path))
	}
	shares := []layer{{path: "room"}}
	r := c.roomOf(presets)
	for _, rule := range rules {
		if laid(&r, rule.Room, c.doc) {
			shares = append(shares, layer{rule.Room.Path, rule.title()})
		} else if rule.Room.Table != nil {
			e.LeftOut = append(e.LeftOut, c.at(rule.Room.Path))
		}
	}
	own := *f
	own.Policy, own.Preset, e.Preset = policy, holds.preset, holds.preset
	if own.Card != "" {
		own.Persona = "" // it stands in the card
	}
	preset := document.KnobsOf(reflect.ValueOf(&policy).Elem())
	e.Knobs = c.list(reflect.ValueOf(own), mine, func(table string) string {
		if _, ok := preset[table]; ok {
			return "preset " + own.Preset
		}
		return "default"
	})
	e.Room = c.list(reflect.ValueOf(there.Room), shares, func(table string) string {
		if all := shared(presets); table == "guard" && all != "" {
			return "preset " + all
		}
		return "default"
	})
}

// ExplainBudget returns the knobs of the budget in force, for all familiars and channels.
func (c *Config) ExplainBudget() []Knob {
	return c.list(reflect.ValueOf(c.Budget), []layer{{path: "budget"}}, func(string) string { return "default" })
}

// laid lays a rule's table over settings that stay sound, as [Config.Channel]
// does, and reports whether it did.
func laid[T interface{ Validate() error }](on *T, o document.Override, doc *document.Document) bool {
	next := *on
	if o.Table == nil || len(o.LayOver(&next, doc)) > 0 || next.Validate() != nil {
		return false
	}
	*on = next
	return true
}

// list returns the knobs of a struct with the last layer that names each; where
// the others come from, start says by the first word of their key.
func (c *Config) list(of reflect.Value, layers []layer, start func(string) string) []Knob {
	var all []Knob
	document.EachKnob(of, "", func(key string, value reflect.Value) {
		table, _, _ := strings.Cut(key, ".")
		k := Knob{Key: key, Value: document.WrittenValue(value), From: start(table)}
		for _, l := range layers {
			line := c.doc.Lines[l.path+"."+key]
			if line == 0 {
				continue
			}
			k.From = fmt.Sprintf("%s:%d", c.doc.File, line)
			if l.of != "" {
				k.From += " (" + l.of + ")"
			}
		}
		all = append(all, k)
	})
	return all
}
