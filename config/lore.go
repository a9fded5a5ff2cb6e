package config

import (
	"bytes"
	"fmt"
	"path/filepath"

	"familiar/config/document"
	"familiar/policy/lore"
)

// maxLoreProblems is how many problems of a lorebook are told: one mistake of
// whoever made it stands in every entry.
const maxLoreProblems = 20

// lorebook reads a familiar's, which stands beside the configuration; nil for none.
// Its problems are told after those of the configuration, with its own lines.
func (v *validation) lorebook(path, file string) *lore.Lore {
	if file == "" {
		return nil
	}
	at := within(v.dir, filepath.FromSlash(file))
	v.reads(at)
	text, err := readLimited(at, MaxLorebook)
	if err != nil {
		v.wrong(path, "%v", err)
		return nil
	}
	made, problems := ParseLorebook(at, text)
	if n := len(problems); n > maxLoreProblems {
		problems = append(problems[:maxLoreProblems:maxLoreProblems], document.Problem{File: at, Message: fmt.Sprintf("and %d more problems", n-maxLoreProblems)})
	}
	v.elsewhere = append(v.elsewhere, problems...)
	return made
}

// ParseLorebook reads a lorebook; name stands for its file in what is wrong with it.
func ParseLorebook(name string, text []byte) (*lore.Lore, []document.Problem) {
	text = bytes.TrimPrefix(text, []byte("\uFEFF")) // some editors begin files with it
	if line := badLine(text); line > 0 {
		return nil, []document.Problem{{File: name, Line: line, Message: "not UTF-8: save the file as UTF-8"}}
	}
	doc, err := document.Parse(name, text)
	if err != nil {
		return nil, []document.Problem{problemOf(name, err)}
	}
	book := lore.Default()
	if problems := doc.Into(&book, doc.Tree, ""); len(problems) > 0 {
		return nil, document.InOrder(problems)
	}
	made, err := lore.Compile(book)
	if err == nil {
		return made, nil
	}
	var problems []document.Problem
	for _, err := range apart(err) {
		key, of := "", err
		if wrong, is := err.(*lore.Wrong); is { //nolint:errorlint // apart has unwrapped it
			key, of = document.Item("entries", wrong.Entry+1), wrong.Err
		}
		for _, message := range flatten(of) {
			problems = append(problems, doc.Problem(key, message))
		}
	}
	return nil, document.InOrder(problems)
}

func problemOf(name string, err error) document.Problem {
	if p, ok := err.(document.Problem); ok { //nolint:errorlint // Parse returns it as it is
		return p
	}
	return document.Problem{File: name, Message: err.Error()}
}

// apart returns the errors that one joins, or itself.
func apart(err error) []error {
	if joined, is := err.(interface{ Unwrap() []error }); is { //nolint:errorlint // it is not looked for further down
		var all []error
		for _, one := range joined.Unwrap() {
			all = append(all, apart(one)...)
		}
		return all
	}
	return []error{err}
}
