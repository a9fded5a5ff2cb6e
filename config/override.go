package config

import "reflect"

// An Override is a table of knobs to be laid over settings that are known
// later: a rule's over those of a familiar. The zero Override changes nothing.
type Override struct {
	table map[string]any
	path  string
}

// layOver lays o over the settings that to points to, and says what in it is
// wrong. What is right is laid over all the same.
func (o Override) layOver(to any, doc *document) []Problem {
	if o.table == nil {
		return nil
	}
	r := reader{doc: doc}
	r.read(reflect.ValueOf(to).Elem(), o.table, o.path)
	return r.problems
}
