package shorten

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestShorten(t *testing.T) {
	for _, tt := range []struct {
		what                   string
		text                   string
		most                   int
		bytes, runes, ellipsis string
	}{
		{"nothing", "", 3, "", "", ""},
		{"what fits stays", "abc", 3, "abc", "abc", "abc"},
		{"one letter too many", "abcd", 3, "abc", "abc", "ab…"},
		{"characters are whole", "größer", 3, "gr", "grö", "gr…"},
		{"also the first", "世界", 1, "", "世", "…"},
		{"also the last that fits", "世界", 3, "世", "世界", "世界"},
		{"four bytes", "a🎉b", 3, "a", "a🎉b", "a🎉b"},
		{"what is no UTF-8 is not gone through", "ab" + strings.Repeat("\x80", 8), 8, "ab\x80\x80", "ab" + strings.Repeat("\x80", 6), "ab" + strings.Repeat("\x80", 5) + "…"},
	} {
		if got := Bytes(tt.text, tt.most); got != tt.bytes {
			t.Errorf("%s: %q in %d bytes is %q, want %q", tt.what, tt.text, tt.most, got, tt.bytes)
		}
		if got := Runes(tt.text, tt.most); got != tt.runes {
			t.Errorf("%s: %d characters of %q are %q, want %q", tt.what, tt.most, tt.text, got, tt.runes)
		}
		if got := Ellipsis(tt.text, tt.most); got != tt.ellipsis {
			t.Errorf("%s: %q in %d characters is %q, want %q", tt.what, tt.text, tt.most, got, tt.ellipsis)
		}
	}
}

func FuzzShorten(f *testing.F) {
	f.Add("größer", 3)
	f.Add("\xff\x80世", 2)
	f.Fuzz(func(t *testing.T, text string, most int) {
		if most < 1 || most > 1000 {
			t.Skip()
		}
		bytes, runes, ellipsis := Bytes(text, most), Runes(text, most), Ellipsis(text, most)
		if len(bytes) > most || !strings.HasPrefix(text, bytes) || len(text) > most && len(bytes) <= most-utf8.UTFMax-1 {
			t.Errorf("Bytes(%q, %d) = %q", text, most, bytes)
		}
		if utf8.RuneCountInString(runes) > most || !strings.HasPrefix(text, runes) {
			t.Errorf("Runes(%q, %d) = %q", text, most, runes)
		}
		if utf8.RuneCountInString(ellipsis) > most || ellipsis != text && !strings.HasSuffix(ellipsis, "…") {
			t.Errorf("Ellipsis(%q, %d) = %q", text, most, ellipsis)
		}
		if utf8.ValidString(text) && !utf8.ValidString(bytes+runes+ellipsis) {
			t.Errorf("%q is cut within a character: %q, %q, %q", text, bytes, runes, ellipsis)
		}
	})
}
