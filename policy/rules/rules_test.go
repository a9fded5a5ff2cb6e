package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"familiar/messages"
	"familiar/policy/finish"
)

// TestEveryWordIsARule: the words that notes may name, as package messages
// declares them, are those of the list, once each.
func TestEveryWordIsARule(t *testing.T) {
	var listed []messages.Rung
	for _, r := range All() {
		listed = append(listed, r.Name)
		if Of(r.Name).Name != r.Name || Of(r.Name).Kind == 0 {
			t.Errorf("the rule %q isn't found by its name", r.Name)
		}
	}
	declared := declaredRungs(t)
	slices.Sort(listed)
	slices.Sort(declared)
	if !slices.Equal(listed, declared) {
		t.Errorf("the list has %q, package messages %q", listed, declared)
	}
	if of := Of("another program's"); of.Kind != 0 {
		t.Errorf("a word that is no rule is %+v", of)
	}
}

// TestPartsResultsAreRules: the word of a note on a part is what became of it.
func TestPartsResultsAreRules(t *testing.T) {
	for _, result := range []finish.Result{finish.Duplicate, finish.TurnCap, finish.SkipLocked, finish.Flood, finish.Aborted} {
		if Of(messages.Rung(result)).Kind == 0 {
			t.Errorf("the result %q is no rule", result)
		}
	}
}

// TestTheListIsInOrder: rungs first, then what keeps from what they say, then
// what settles; each says what it means in a clause of its own.
func TestTheListIsInOrder(t *testing.T) {
	for i, r := range All() {
		if i > 0 && r.Kind < All()[i-1].Kind {
			t.Errorf("%s stands behind %s", r.Name, All()[i-1].Name)
		}
		if r.Says == "" || strings.HasSuffix(r.Says, ".") {
			t.Errorf("%s says %q, want a clause", r.Name, r.Says)
		}
		if r.Kind == Rung && r.Glance == "" {
			t.Errorf("the page has no words for the rung %s", r.Name)
		}
	}
}

// declaredRungs returns the constants of type Rung.
func declaredRungs(t *testing.T) (all []messages.Rung) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../../messages/rung.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, is := n.(*ast.ValueSpec)
		if !is {
			return true
		}
		for _, value := range spec.Values {
			word, err := strconv.Unquote(value.(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, messages.Rung(word))
		}
		return true
	})
	return all
}
