package config

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// values adds what the Validate of a package says about the table at path.
func (v *validation) values(path string, err error) {
	for _, message := range flatten(err) {
		v.wrong(v.blame(path, message), "%s", message)
	}
}

// blame returns the key a message is about: packages don't know where their
// knobs stand in the file, but name them. It is the deepest key of the table
// at path whose word stands in the message, the first word winning.
func (v *validation) blame(path, message string) string {
	words := strings.FieldsFunc(message, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) })
	best, bestDepth, bestWord := path, 0, 0
	for _, key := range slices.Sorted(maps.Keys(v.doc.Lines)) {
		below, ok := strings.CutPrefix(key, path+".")
		if !ok {
			continue
		}
		depth, last := strings.Count(below, ".")+1, below[strings.LastIndexByte(below, '.')+1:]
		word := slices.Index(words, last)
		if word >= 0 && (depth > bestDepth || depth == bestDepth && word < bestWord) {
			best, bestDepth, bestWord = key, depth, word
		}
	}
	return best
}

// flatten returns the messages of an error that joins others.
func flatten(err error) (messages []string) {
	for _, err := range apart(err) {
		messages = append(messages, strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	return messages
}

// apart returns the errors that one joins, or itself; nil for none.
func apart(err error) []error {
	if err == nil {
		return nil
	}
	joined, is := err.(interface{ Unwrap() []error }) //nolint:errorlint // it is not looked for further down
	if !is {
		return []error{err}
	}
	var all []error
	for _, one := range joined.Unwrap() {
		all = append(all, apart(one)...)
	}
	return all
}
