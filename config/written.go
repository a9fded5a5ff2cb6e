package config

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
func Written(value any) string { return written(reflect.ValueOf(value)) }

// longest is how much of a text is shown, in characters.
const longest = 100

// written returns a value as a file would say it.
func written(v reflect.Value) string {
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
			items[i] = written(v.Index(i))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case reflect.Map:
		items := make([]string, 0, v.Len())
		for _, key := range slices.Sorted(maps.Keys(texts(v))) {
			items = append(items, inside("", key)+" = "+texts(v)[key])
		}
		return "{" + strings.Join(items, ", ") + "}"
	case reflect.Struct:
		var items []string
		each(v, "", func(key string, value reflect.Value) { items = append(items, key+" = "+written(value)) })
		return "{" + strings.Join(items, ", ") + "}"
	default:
		return fmt.Sprint(v.Interface())
	}
}

// texts returns the entries of a map as a file would say them.
func texts(v reflect.Value) map[string]string {
	all := map[string]string{}
	for it := v.MapRange(); it.Next(); {
		all[it.Key().String()] = written(it.Value())
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
