package ladder

import (
	"strings"
	"testing"
)

func TestFoldShortIsToLower(t *testing.T) {
	all := make([]byte, 0x80)
	for i := range all {
		all[i] = byte(i)
	}
	for _, test := range []struct{ name, text string }{
		{"nothing", ""},
		{"every character of ASCII", string(all)},
		{"the same, not at the start of eight", "abc" + string(all)},
		{"capitals behind the last eight", "01234567ABC"},
		{"neighbours of the letters", "@AZ[`az{@AZ[`az{"},
		{"as long as it may be", strings.Repeat("Ab", short/2)},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, ok := foldShort(test.text)
			if want := strings.ToLower(test.text); !ok || got != want {
				t.Errorf("foldShort(%q) = %q, %v, want %q", test.text, got, ok, want)
			}
		})
	}
	for _, test := range []struct{ name, text string }{
		{"too long", strings.Repeat("A", short+1)},
		{"a letter beyond ASCII among eight", "Aé345678"},
		{"a letter beyond ASCII behind them", "01234567Aé"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got, ok := foldShort(test.text); ok {
				t.Errorf("foldShort(%q) = %q, want it left to others", test.text, got)
			}
		})
	}
}
