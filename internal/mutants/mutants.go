// Package mutants asks whether the tests of policy would notice a mistake: it
// makes every small wrong version of the decisions there, a rung deleted or
// swapped with its neighbour, a condition negated or left out, and runs the
// package's tests on each. A mutant that passes them is a survivor: a decision
// no test looks at.
//
// It knows Go's syntax and how policy/ladder writes its tables; it knows no
// rule. The files stay as they are: a mutant reaches the compiler by
// go test -overlay.
//
//	go test ./internal/mutants                a sample, drawn by a seed it prints
//	go test ./internal/mutants -args -all     every mutant; some minutes
//
// gremlins (0.6.0) knows conditions and operators only: of policy/ladder/rules.go
// it makes 32 mutants with everything switched on, here they are 116, and of the
// presets in config.go 10 where here they are 68; the rungs and columns of the tables
// are what is left. Nor can it be told of a mutant that decides as the original.
//
// Sources of the kinds: DeMillo, Lipton and Sayward, "Hints on test data
// selection" (1978); of those, the ones that change which rung answers.
package mutants

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// A Mutant is one file with one change.
type Mutant struct {
	File string // as it was given to [Of]
	Line int    // where the change is, from 1
	What string // "Decide: i < 0 becomes i <= 0": where it stands and what it does
	Text []byte // the whole changed file
}

// String returns "file:line: what".
func (m Mutant) String() string { return fmt.Sprintf("%s:%d: %s", m.File, m.Line, m.What) }

// A source is one file that is being changed.
type source struct {
	file    string
	text    []byte
	set     *token.FileSet
	inside  string // the declaration that is looked at
	mutants []Mutant
}

// Of returns every mutant of a Go file, in its order. The error is that of
// reading or parsing it.
func Of(file string) ([]Mutant, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	s := source{file: filepath.ToSlash(file), text: text, set: token.NewFileSet()}
	tree, err := parser.ParseFile(s.set, file, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, decl := range tree.Decls {
		s.inside = nameOf(decl)
		ast.Inspect(decl, func(n ast.Node) bool {
			s.conditions(n)
			s.facts(n)
			s.ladders(n)
			return true
		})
	}
	return s.mutants, nil
}

// nameOf returns the name by which people find a declaration.
func nameOf(decl ast.Decl) string {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		return d.Name.Name
	case *ast.GenDecl:
		if len(d.Specs) == 1 {
			if v, ok := d.Specs[0].(*ast.ValueSpec); ok {
				return v.Names[0].Name
			}
		}
	}
	return "file"
}

// of returns the source text of a node.
func (s *source) of(n ast.Node) string {
	return string(s.text[s.offset(n.Pos()):s.offset(n.End())])
}

func (s *source) offset(p token.Pos) int { return s.set.Position(p).Offset }

// replace makes the mutant in which the text from from to to is with.
func (s *source) replace(from, to token.Pos, with, what string) {
	a, b := s.offset(from), s.offset(to)
	text := append([]byte{}, s.text[:a]...)
	text = append(append(text, with...), s.text[b:]...)
	s.mutants = append(s.mutants, Mutant{s.file, s.set.Position(from).Line, s.inside + ": " + what, text})
}

// instead makes the mutant in which a node reads otherwise.
func (s *source) instead(n ast.Node, with string) {
	s.replace(n.Pos(), n.End(), with, fmt.Sprintf("%s becomes %s", flat(s.of(n)), flat(with)))
}

// flat returns source text on one line.
func flat(text string) string { return strings.Join(strings.Fields(text), " ") }
