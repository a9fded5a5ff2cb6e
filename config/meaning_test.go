package config

import (
	"reflect"
	"strings"
	"testing"

	"familiar/config/document"
)

// TestEveryKnobHasAMeaning: what the code has, the example explains.
func TestEveryKnobHasAMeaning(t *testing.T) {
	document.EachKnob(reflect.ValueOf(Familiar{}), "", func(key string, value reflect.Value) {
		if m, ok := Meanings()[key]; ok && m.Text != "" && (m.Default != "") == (value.Kind() != reflect.Map) {
			return
		}
		if top, _, _ := strings.Cut(key, "."); key != top {
			t.Errorf("%s has no meaning", key)
		}
	})
	if got, want := Meanings()["credit.window"], (Meaning{`"5m"`, "how long, 1ms to 24h"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := Meanings()["quiet"]; got.Text != "" {
		t.Errorf("a knob of another table: %+v", got)
	}
}
