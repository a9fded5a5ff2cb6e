package config

import (
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
	doc, problems := parse(name, text)
	if problems != nil {
		return nil, problems
	}
	book := lore.Default()
	if problems = doc.Into(&book, doc.Tree, ""); len(problems) > 0 {
		return nil, document.InOrder(problems)
	}
	made, err := lore.Compile(book)
	if err == nil {
		return made, nil
	}
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
