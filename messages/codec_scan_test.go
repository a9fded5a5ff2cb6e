package messages

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
	"unsafe"

	"pgregory.net/rapid"
)

func TestScanLineKnowsWhatItReads(t *testing.T) {
	for _, tt := range []struct {
		story, in string
		known     bool
	}{
		{"every field", string(appendLine(nil, fullLine())), true},
		{"only the id", `{"id":"1"}`, true},
		{"no field", `{}`, true},
		{"escapes", `{"id":"a\"\\\/\b\f\n\r\t\u003c\u2028"}`, true},
		{"an empty author", `{"id":"1","author":{}}`, true},
		{"another order", `{"text":"x","id":"1"}`, false},
		{"a field of a newer program", `{"id":"1","mood":"sad"}`, false},
		{"a name in capitals", `{"ID":"1"}`, false},
		{"a field twice", `{"id":"1","id":"2"}`, false},
		{"spaces", `{"id": "1"}`, false},
		{"null", `{"id":null}`, false},
		{"a comma too many", `{"id":"1",}`, false},
		{"a comma too few", `{"id":"1""text":"x"}`, false},
		{"an author with a comma too many", `{"id":"1","author":{"id":"u",}}`, false},
		{"a list with a comma too many", `{"id":"1","mentions":["u",]}`, false},
		{"an empty list", `{"id":"1","mentions":[]}`, false},
		{"something behind", `{"id":"1"}{}`, false},
		{"cut inside a text", `{"id":"1`, false},
		{"cut inside an escape", `{"id":"1\`, false},
		{"an escape there isn't", `{"id":"\x"}`, false},
		{"an escape of three digits", `{"id":"\u123"}`, false},
		{"half a pair", `{"id":"\ud83e"}`, false},
		{"a control character", "{\"id\":\"\n\"}", false},
		{"no UTF-8", "{\"id\":\"\xff\"}", false},
		{"a false flag", `{"id":"1","dm":false}`, false},
		{"a number with a sign", `{"id":"1","at":+1}`, false},
		{"a number that begins with 0", `{"id":"1","at":01}`, false},
		{"a number with a point", `{"id":"1","at":1.5}`, false},
		{"a number of 19 digits", `{"id":"1","at":1111111111111111111}`, false},
		{"no trace", `{"id":"1","meta":"00-xyz 1 1"}`, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := sameAsJSON(t, []byte(tt.in), nil); got != tt.known {
				t.Errorf("scanned: %v, want %v", got, tt.known)
			}
		})
	}
}

// sameAsJSON reports whether the scanner read b, which then encoding/json must
// read as the same.
func sameAsJSON(tb rapid.TB, b []byte, repeats *Repeats) bool {
	got := scanLine(b, repeats)
	if got == nil {
		return false
	}
	var w writtenLine
	if err := json.Unmarshal(b, &w); err != nil {
		tb.Fatalf("scanned %s, encoding/json says %v", b, err)
	}
	if want := w.line(); !reflect.DeepEqual(got, want) {
		tb.Fatalf("%s\ngot  %#v\nwant %#v", b, got, want)
	}
	return true
}

// TestLinesAreScanned: what is written is scanned, but for numbers that no
// network has.
func TestLinesAreScanned(t *testing.T) {
	repeats := new(Repeats)
	rapid.Check(t, func(t *rapid.T) {
		l := anyLine().Draw(t, "line")
		l.At = max(l.At, 0) % 1e18
		for i := range l.Attachments {
			l.Attachments[i].Bytes = max(l.Attachments[i].Bytes, 0) % 1e18
		}
		if b := appendLine(nil, l); !sameAsJSON(t, b, repeats) {
			t.Errorf("not scanned: %s", b)
		}
	})
}

// FuzzScanLine: what is scanned at all is what encoding/json reads.
func FuzzScanLine(f *testing.F) {
	f.Add(appendLine(nil, fullLine()))
	f.Add(appendLine(nil, plainLine().(Heard).Line))
	f.Add([]byte(`{"id":"\u00e9\ud83e","mentions":["a","b"],"attachments":[{},{"bytes":1}],"pane":true}`))
	repeats := new(Repeats)
	f.Fuzz(func(t *testing.T, b []byte) {
		if sameAsJSON(t, b, repeats) && !utf8.Valid(b) {
			t.Errorf("scanned %q", b)
		}
	})
}

func TestRepeatsAreKeptOnce(t *testing.T) {
	encoded, err := EncodeEvent(plainLine())
	if err != nil {
		t.Fatal(err)
	}
	var repeats Repeats
	read := func() *Line {
		e, err := repeats.DecodeEvent(encoded)
		if err != nil {
			t.Fatal(err)
		}
		return e.(Heard).Line
	}
	kept := func(l *Line) []*byte {
		return []*byte{unsafe.StringData(string(l.Channel)), unsafe.StringData(string(l.Account)), unsafe.StringData(string(l.Author.ID)), unsafe.StringData(l.Author.Name)}
	}
	first, second := read(), read()
	for tries := 0; !slices.Equal(kept(first), kept(second)) && tries < 20; tries++ { // two may have one place, by the seed
		repeats = Repeats{}
		first, second = read(), read()
	}
	for _, tt := range []struct {
		story, a, b string
		same        bool
	}{
		{"the channel", string(first.Channel), string(second.Channel), true},
		{"the account", string(first.Account), string(second.Account), true},
		{"who wrote it", string(first.Author.ID), string(second.Author.ID), true},
		{"their name", first.Author.Name, second.Author.Name, true},
		{"not the text", first.Text, second.Text, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := unsafe.StringData(tt.a) == unsafe.StringData(tt.b); got != tt.same || tt.a != tt.b {
				t.Errorf("%q and %q are one: %v, want %v", tt.a, tt.b, got, tt.same)
			}
		})
	}
	t.Run("nothing long", func(t *testing.T) {
		long := []byte(strings.Repeat("x", repeatsLength+1))
		if a, b := repeats.Share(long), repeats.Share(long); unsafe.StringData(a) == unsafe.StringData(b) {
			t.Error("it is kept")
		}
	})
}

func BenchmarkRepeatsDecodeEvent(b *testing.B) {
	encoded, err := EncodeEvent(plainLine())
	if err != nil {
		b.Fatal(err)
	}
	var repeats Repeats
	b.ReportAllocs()
	for b.Loop() {
		if _, err := repeats.DecodeEvent(encoded); err != nil {
			b.Fatal(err)
		}
	}
}
