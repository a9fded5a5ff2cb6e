package eval

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"familiar/lab/corpus"
	"familiar/messages"
)

// scenes are short group chats, one in each language, in which it is marked
// what a familiar is expected to answer. They say the same, so that what
// differs is the language. Each file has the form familiar-replay/1; beside it is
// its gold. What a line shows by its words stands in the field cues.
//
//go:embed languages/*.jsonl
var scenes embed.FS

// A scene is the chat of one language.
type scene struct {
	code   string // of the language, as in ISO 639-1
	corpus *corpus.Corpus
	golds  []corpus.Gold
	marks  map[messages.LineID][]cue
}

// A cue is what a line shows by its words.
type cue string

// The cues.
const (
	question cue = "question" // it asks, or asks for something
	thanks   cue = "thanks"
	nod      cue = "nod"  // it begins with a yes, no, ok, laugh or greeting
	name     cue = "name" // it speaks of the familiar by name
	call     cue = "call" // it speaks to the familiar by name
)

// cuesOf are all cues, in the order of the table's columns.
var cuesOf = []cue{question, thanks, nod, name, call}

// openScene reads the chat of a language.
func openScene(code string) (*scene, error) {
	text, err := scenes.ReadFile("languages/" + code + ".jsonl")
	if err != nil {
		return nil, fmt.Errorf("scene %s: %w", code, err)
	}
	s := &scene{code: code}
	if s.corpus, err = corpus.Read(bytes.NewReader(text), code, corpus.Options{}); err != nil {
		return nil, fmt.Errorf("scene %s: %w", code, err)
	}
	gold, err := scenes.ReadFile("languages/" + code + ".gold.jsonl")
	if err != nil {
		return nil, fmt.Errorf("scene %s: %w", code, err)
	}
	if s.golds, err = corpus.ReadGold(bytes.NewReader(gold), code); err != nil {
		return nil, fmt.Errorf("scene %s: %w", code, err)
	}
	if s.marks, err = readCues(text); err != nil {
		return nil, fmt.Errorf("scene %s: %w", code, err)
	}
	return s, nil
}

// readCues reads the field that only scenes have.
func readCues(text []byte) (map[messages.LineID][]cue, error) {
	marks := make(map[messages.LineID][]cue)
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		var w struct {
			ID   messages.LineID `json:"id"`
			Cues []cue           `json:"cues"`
		}
		if err := json.Unmarshal(lines.Bytes(), &w); err != nil {
			return nil, err
		}
		for _, c := range w.Cues {
			if !slices.Contains(cuesOf, c) {
				return nil, fmt.Errorf("line %s: unknown cue %q", w.ID, c)
			}
		}
		if slices.Contains(w.Cues, call) {
			w.Cues = append(w.Cues, name)
		}
		marks[w.ID] = w.Cues
	}
	return marks, lines.Err()
}

// sceneCodes returns the languages there are scenes in.
func sceneCodes() ([]string, error) {
	files, err := scenes.ReadDir("languages")
	if err != nil {
		return nil, err
	}
	var codes []string
	for _, f := range files {
		if code, _ := strings.CutSuffix(f.Name(), ".jsonl"); !strings.Contains(code, ".") {
			codes = append(codes, code)
		}
	}
	return codes, nil
}
