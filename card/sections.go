package card

import (
	"slices"
	"strings"
)

// A Section is one part of a text in the program's own form, as it stands there.
type Section struct {
	Part Part
	Head string // its heading and blank lines; "" for the description
	Text string // its words
	Tail string // blank lines behind them
}

// Sections takes a text apart. Joined, heads, texts and tails are the text. The
// description always comes first, and may have no words.
func Sections(text string) []Section {
	all, order := []Section{{Part: Description}}, 0
	for line := range strings.Lines(text) {
		next := slices.IndexFunc(Parts()[order:], func(p Part) bool { return headings[p] == strings.TrimRight(line, " \r\n") })
		if next < 0 { // no heading, or one that stands where a text wouldn't have it
			all[len(all)-1].Text += line
			continue
		}
		all = append(all, Section{Part: Parts()[order+next], Head: line})
		order += next + 1
	}
	for i := range all {
		s := &all[i]
		words := strings.TrimSpace(s.Text)
		before, after, _ := strings.Cut(s.Text, words)
		if words == "" {
			before, after = s.Text, ""
		}
		s.Head, s.Text, s.Tail = s.Head+before, words, after
	}
	return all
}

// Edit returns a text in the program's own form in which these parts say something
// else; with "" they go. Lines in them end with "\n". What says the same, and
// everything else, stays to the byte.
func Edit(text string, parts map[Part]string) string {
	eol := "\n"
	if strings.Contains(text, "\r\n") {
		eol = "\r\n"
	}
	sections := Sections(text)
	for _, p := range Parts() {
		if slices.ContainsFunc(sections, func(s Section) bool { return s.Part == p }) || strings.TrimSpace(parts[p]) == "" {
			continue
		}
		at := slices.IndexFunc(sections, func(s Section) bool { return slices.Index(Parts(), s.Part) > slices.Index(Parts(), p) })
		tail := eol + eol
		if at < 0 {
			at, tail = len(sections), eol
		}
		if before := &sections[at-1]; strings.Count(before.Tail, "\n") < 2 {
			before.Tail = eol + eol
		}
		sections = slices.Insert(sections, at, Section{Part: p, Head: headings[p] + eol + eol, Tail: tail})
	}
	var b strings.Builder
	for _, s := range sections {
		words, given := parts[s.Part]
		words = strings.TrimSpace(words)
		switch {
		case given && words == "":
			continue
		case given && words != strings.ReplaceAll(s.Text, "\r\n", "\n"):
			s.Text = strings.ReplaceAll(words, "\n", eol)
		}
		b.WriteString(s.Head + s.Text + s.Tail)
	}
	return b.String()
}
