package document

import (
	"encoding"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"familiar/internal/shorten"
)

// Written returns a knob's value as a file says it: "10s", 0.5, true.
func Written(value any) string { return WrittenValue(reflect.ValueOf(value)) }

// longest is how much of a text is shown, in characters.
const longest = 100

// WrittenValue returns a value as a file would say it.
func WrittenValue(v reflect.Value) string {
	if d, ok := v.Interface().(time.Duration); ok {
		return strconv.Quote(Brief(d))
	}
	if text, ok := v.Interface().(encoding.TextMarshaler); ok {
		b, err := text.MarshalText()
		if err == nil {
			return strconv.Quote(string(b))
		}
	}
	switch v.Kind() {
	case reflect.String:
		return strconv.Quote(shorten.Ellipsis(v.String(), longest))
	case reflect.Slice:
		items := make([]string, v.Len())
		for i := range items {
			items[i] = WrittenValue(v.Index(i))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case reflect.Map:
		items := make([]string, 0, v.Len())
		for _, key := range slices.Sorted(maps.Keys(texts(v))) {
			items = append(items, Inside("", key)+" = "+texts(v)[key])
		}
		return "{" + strings.Join(items, ", ") + "}"
	case reflect.Struct:
		var items []string
		EachKnob(v, "", func(key string, value reflect.Value) { items = append(items, key+" = "+WrittenValue(value)) })
		return "{" + strings.Join(items, ", ") + "}"
	default:
		return fmt.Sprint(v.Interface())
	}
}

// texts returns the entries of a map as a file would say them.
func texts(v reflect.Value) map[string]string {
	all := map[string]string{}
	for it := v.MapRange(); it.Next(); {
		all[it.Key().String()] = WrittenValue(it.Value())
	}
	return all
}

// Brief returns a duration without the units that are zero at its end.
func Brief(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// EachKnob visits every knob below a struct, in the order of its fields.
func EachKnob(v reflect.Value, path string, visit func(key string, value reflect.Value)) {
	for i := range v.NumField() {
		field, key := v.Type().Field(i), v.Type().Field(i).Tag.Get("toml")
		switch value := v.Field(i); {
		case field.Anonymous:
			EachKnob(value, path, visit)
		case key == "" || key == "-":
		case value.Kind() == reflect.Struct && !IsText(value.Type()):
			EachKnob(value, Inside(path, key), visit)
		default:
			visit(Inside(path, key), value)
		}
	}
}

var textType = reflect.TypeFor[encoding.TextUnmarshaler]()

// IsText reports whether a file says a value of the type as one text.
func IsText(t reflect.Type) bool { return reflect.PointerTo(t).Implements(textType) }
