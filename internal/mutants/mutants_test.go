package mutants

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	for _, tt := range []struct{ story, code, want string }{
		{"a condition is negated", `func f() { if a { } }`, "f: a becomes !(a)"},
		{"a negation is taken away", `func f() { if !a { } }`, "f: !a becomes a"},
		{"either operand goes, each is negated, and the whole", `func f() bool { return a && b }`, "f: a && b becomes !(a && b); f: a && b becomes a; f: a && b becomes b; f: a becomes !(a); f: b becomes !(b)"},
		{"a limit is moved", `func f() { x = a < b }`, "f: a < b becomes a <= b"},
		{"the cases of a switch without a tag are conditions", `func f() { switch { case a: } }`, "f: a becomes !(a)"},
		{"those of one with a tag are not", `func f() { switch x { case a: } }`, ""},
		{"facts are left out", `const f = a | b`, "f: a | b becomes a; f: a | b becomes b"},
		{"what is taken from facts stays", `const f = a &^ b`, "f: a &^ b becomes a"},
		{"rungs are deleted and swapped", `var f = []Rung{A, B}`, "f: [A B] without A; f: [A B] without B; f: [A B] with B before A"},
		{"other lists are not", `var f = []string{a, b}`, ""},
		{
			"a rule loses a condition, has it turned round, answers otherwise", `var f = []rule{{rung: A, all: x, answer: engage}}`,
			"f: [A] without A; f: A: without all: x; f: A: all: x becomes none; f: A: answer: engage becomes observe",
		},
	} {
		t.Run(tt.story, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "f.go")
			if err := os.WriteFile(file, []byte("package p\n\n"+tt.code+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			made, err := Of(file)
			if err != nil {
				t.Fatal(err)
			}
			var what []string
			for _, m := range made {
				what = append(what, m.What)
				if m.Line != 3 || string(m.Text) == "package p\n\n"+tt.code+"\n" {
					t.Errorf("%s changes nothing, or not line 3", m)
				}
			}
			if got := strings.Join(what, "; "); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestTry: the tests of policy/ladder notice that nothing is dropped any more,
// pass the file as it is, and do not compile what is no Go.
func TestTry(t *testing.T) {
	const file = "policy/ladder/rules.go"
	text, err := os.ReadFile(filepath.Join(module, file))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		story, from, to string
		want            Fate
	}{
		{"as it is", "", "", Survived},
		{"our own line is engaged", "messages.Drop }", "messages.Engage }", Killed},
		{"no Go", "func find(", "func (", Stillborn},
	} {
		t.Run(tt.story, func(t *testing.T) {
			changed := strings.Replace(string(text), tt.from, tt.to, 1)
			if !strings.Contains(string(text), tt.from) {
				t.Fatalf("%s has no %q", file, tt.from)
			}
			got, err := Try(t.Context(), module, Mutant{File: file, Text: []byte(changed)}, "Docs|Fold", "./policy/ladder")
			if err != nil || got != tt.want {
				t.Errorf("got %s, %v; want %s", got, err, tt.want)
			}
		})
	}
}
