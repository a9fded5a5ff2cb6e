package language

import "testing"

func TestPlaces(t *testing.T) {
	for _, tt := range []struct {
		what   string
		places Places
		text   string
		want   string // of Validate
		filled string
	}{
		{"every place", Places{"familiar", "person"}, "{person} and {familiar}", "", "Ana and Mira"},
		{"a place twice", Places{"familiar"}, "{familiar}, {familiar}", "", "Mira, Mira"},
		{"none", Places{"familiar"}, "nobody", "", "nobody"},
		{"a place without a value is empty", Places{"familiar", "person", "next"}, "{familiar}{next}.", "", "Mira."},
		{"a place there isn't", Places{"familiar"}, "{who}", `words.x = "{who}": allowed in braces are familiar`, "{who}"},
		{"of two", Places{"familiar", "person"}, "{who}", `words.x = "{who}": allowed in braces are familiar or person`, "{who}"},
		{"of three", Places{"familiar", "person", "next"}, "{", `words.x = "{": allowed in braces are familiar, person or next`, "{"},
	} {
		got := ""
		if err := tt.places.Validate("words.x", tt.text); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.what, got, tt.want)
		}
		if got := tt.places.Fill(tt.text, "Mira", "Ana"); got != tt.filled {
			t.Errorf("%s: filled %q, want %q", tt.what, got, tt.filled)
		}
	}
}
