package bounds

import (
	"errors"
	"math"
	"testing"
	"time"
)

type kind string

func TestCheck(t *testing.T) {
	broken := errors.New("broken")
	for _, tt := range []struct {
		what  string
		field Field
		want  string // "": in range
	}{
		{"the least is in range", OrMore("n", 1, 1), ""},
		{"below it isn't", OrMore("n", 0, 1), "n = 0: want 1 or more"},
		{"the least, in other words", AtLeast("d", 0, time.Second), "d = 0s: want at least 1s"},
		{"zero has no unit", OrMore("d", -time.Second, 0), "d = -1s: want 0 or more"},
		{"nothing isn't positive", Positive("d", 0*time.Second), "d = 0s: want more than 0"},
		{"the most is in range", AtMost("n", 3, 3), ""},
		{"above it isn't", AtMost("n", 4, 3), "n = 4: want at most 3"},
		{"both ends are in range", Between("n", 3, 3, 3), ""},
		{"past either end isn't", Between("x", 1.5, 0, 1), "x = 1.5: want 0 to 1"},
		{"a NaN is in no range", Between("x", math.NaN(), 0, 1), "x = NaN: want 0 to 1"},
		{"nor above one", OrMore("x", math.NaN(), 0), "x = NaN: want 0 or more"},
		{"nor is infinity", OrMore("x", math.Inf(1), 0), "x = +Inf: want 0 or more"},
		{"past the lower end", Within("n", 0, 1, 5), "n = 0: want 1 or more"},
		{"past the upper end", Within("n", 6, 1, 5), "n = 6: want at most 5"},
		{"a word of the set", OneOf("k", kind("a"), "a", "b"), ""},
		{"another word", OneOf("k", kind("c"), "a", "b"), `k = "c": want one of a, b`},
		{"none of two", Either("k", kind(""), "a", "b"), `k = "": want a or b`},
		{"none of three", Either("k", kind("d"), "a", "b", "c"), `k = "d": want a, b or c`},
		{"with a unit", OrMore("n", -1, 0).Of("lines"), "n = -1: want 0 or more lines"},
		{"in other words", Positive("n", 0).Want("more than %s", "nothing"), "n = 0: want more than nothing"},
		{"a unit of what is in range", OrMore("n", 0, 0).Of("lines"), ""},
		{"other words for what is in range", OrMore("n", 0, 0).Want("more"), ""},
		{"a condition that holds", Must(true, "n is %d", 1), ""},
		{"one that doesn't", Must(false, "n is %d", 1), "n is 1"},
		{"a part that is right", Under("part", nil), ""},
		{"a part that is wrong", Under("part", broken), "part: broken"},
		{"the same without a name", Err(broken), "broken"},
	} {
		got := ""
		if err := Check(tt.field); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.what, got, tt.want)
		}
	}
}

func TestForms(t *testing.T) {
	fields := []Field{OrMore("a", 0, 0), OrMore("n", -1, 0), Under("part", errors.ErrUnsupported), OneOf("k", "c", "a")}
	for _, tt := range []struct {
		form       Form
		all, first string
	}{
		{Equals, "n = -1: want 0 or more\npart: unsupported operation\nk = \"c\": want one of a", "n = -1: want 0 or more"},
		{Got, "n: want 0 or more, got -1\npart: unsupported operation\nk: want one of a, got \"c\"", "n: want 0 or more, got -1"},
		{Plain, "n -1: want 0 or more\npart: unsupported operation\nk \"c\": want one of a", "n -1: want 0 or more"},
		{"host: " + Is, "host: n is -1, want 0 or more\npart: unsupported operation\nhost: k is \"c\", want one of a", "host: n is -1, want 0 or more"},
	} {
		if got := tt.form.Check(fields...); got.Error() != tt.all || !errors.Is(got, errors.ErrUnsupported) {
			t.Errorf("%s: got %q, want %q", tt.form, got, tt.all)
		}
		if got := tt.form.First(fields...); got.Error() != tt.first {
			t.Errorf("%s: the first is %q, want %q", tt.form, got, tt.first)
		}
		if all, first := tt.form.Check(fields[0]), tt.form.First(fields[0]); all != nil || first != nil {
			t.Errorf("%s: in range, but %v and %v", tt.form, all, first)
		}
	}
}
