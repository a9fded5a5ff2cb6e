package document

import (
	"encoding"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"
)

// A reader fills structs from a document by their toml tags. What a document
// doesn't name keeps its value, so defaults are filled in beforehand.
type reader struct {
	doc      *Document
	problems []Problem
}

// A Starter fills in its defaults, which may depend on a key of its table.
type Starter interface{ Start(table map[string]any) }

// Into fills the struct that to points to from a table of the document that
// stands at path, and says what in it is wrong. What is right is filled in all
// the same.
func (d *Document) Into(to any, table map[string]any, path string) []Problem {
	r := reader{doc: d}
	r.read(reflect.ValueOf(to).Elem(), table, path)
	return r.problems
}

func (r *reader) complain(path, format string, args ...any) {
	r.problems = append(r.problems, r.doc.Problem(path, fmt.Sprintf(format, args...)))
}

// read puts the value from, which stands at path, into to.
func (r *reader) read(to reflect.Value, from any, path string) {
	switch into := to.Addr().Interface().(type) {
	case *Override:
		*into = Override{Path: path}
		into.Table, _ = r.table(from, path)
	case *time.Duration:
		r.duration(into, from, path)
	case encoding.TextUnmarshaler:
		r.text(into, from, path)
	default:
		r.plain(to, from, path)
	}
}

func (r *reader) plain(to reflect.Value, from any, path string) {
	switch to.Kind() {
	case reflect.Struct:
		r.structure(to, from, path)
	case reflect.Map:
		r.mapping(to, from, path)
	case reflect.Slice:
		r.list(to, from, path)
	default:
		r.scalar(to, from, path)
	}
}

// structure reads a table whose keys are the knobs of a struct.
func (r *reader) structure(to reflect.Value, from any, path string) {
	table, ok := r.table(from, path)
	if !ok {
		return
	}
	if s, ok := to.Addr().Interface().(Starter); ok {
		s.Start(table)
	}
	knobs := KnobsOf(to)
	for _, key := range slices.Sorted(maps.Keys(table)) {
		if knob, ok := knobs[key]; ok {
			r.read(knob, table[key], Inside(path, key))
			continue
		}
		allowed := slices.Sorted(maps.Keys(knobs))
		r.complain(Inside(path, key), "there is no such key%s; allowed here: %s", meant(key, allowed), strings.Join(allowed, ", "))
	}
}

// mapping reads a table whose keys are names the operator chose.
func (r *reader) mapping(to reflect.Value, from any, path string) {
	table, ok := r.table(from, path)
	if !ok {
		return
	}
	to.Set(reflect.MakeMapWithSize(to.Type(), len(table)))
	for _, key := range slices.Sorted(maps.Keys(table)) {
		elem := reflect.New(to.Type().Elem()).Elem()
		r.read(elem, table[key], Inside(path, key))
		to.SetMapIndex(reflect.ValueOf(key).Convert(to.Type().Key()), elem)
	}
}

func (r *reader) list(to reflect.Value, from any, path string) {
	items, ok := from.([]any)
	if !ok {
		r.complain(path, "want a list in square brackets, got %s", word(from))
		return
	}
	read := reflect.MakeSlice(to.Type(), 0, len(items))
	for i, from := range items {
		elem, known := reflect.New(to.Type().Elem()).Elem(), len(r.problems)
		r.read(elem, from, Item(path, i+1))
		if _, text := elem.Addr().Interface().(encoding.TextUnmarshaler); text && len(r.problems) > known {
			continue // it is nothing, and nothing more is wrong with it
		}
		read = reflect.Append(read, elem)
	}
	to.Set(read)
}

func (r *reader) table(from any, path string) (map[string]any, bool) {
	table, ok := from.(map[string]any)
	if !ok {
		r.complain(path, "want a table, got %s", word(from))
	}
	return table, ok
}

// KnobsOf returns the fields of a struct by their key. Those of an embedded
// struct stand beside its own.
func KnobsOf(v reflect.Value) map[string]reflect.Value {
	knobs := map[string]reflect.Value{}
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if field.Anonymous {
			maps.Copy(knobs, KnobsOf(v.Field(i)))
		} else if key := field.Tag.Get("toml"); key != "" && key != "-" {
			knobs[key] = v.Field(i)
		}
	}
	return knobs
}
