package notices

import (
	"slices"
	"strings"
)

// A licence is known by phrases of its text. All of them have to be there, in
// lower case and with single spaces, and none of without.
type licence struct {
	name    string // as SPDX writes it
	phrases []string
	without string // "": nothing
}

// permissive is what may be linked: each asks for no more than that its text
// goes along.
var permissive = []licence{
	{"Apache-2.0", []string{"apache license version 2.0, january 2004"}, ""},
	{"Apache-2.0", []string{`licensed under the apache license, version 2.0 (the "license")`}, "apache license version 2.0, january 2004"},
	{"BSD-2-Clause", []string{"redistribution and use in source and binary forms", "provided that the following conditions are met"}, "may be used to endorse"},
	{"BSD-3-Clause", []string{"redistribution and use in source and binary forms", "may be used to endorse"}, ""},
	{"CC0-1.0", []string{"cc0 1.0 universal"}, ""},
	{"ISC", []string{"permission to use, copy, modify, and/or distribute this software for any purpose with or without fee"}, ""},
	{"ISC", []string{"permission to use, copy, modify, and distribute this software for any purpose with or without fee"}, ""},
	{"MIT", []string{"permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files"}, ""},
	{"Unlicense", []string{"this is free and unencumbered software released into the public domain"}, ""},
}

// copyleft is what may not: phrases of licences that ask for more. A text that
// only offers one of them as a choice is refused too, to be looked at.
var copyleft = []string{
	"gnu general public license", "gnu lesser general public license", "gnu library general public license", "gnu affero general public license",
	"mozilla public license", "eclipse public license", "common development and distribution license",
	"european union public licence", "server side public license", "business source license",
}

// recognize returns the permissive licences that a text grants, by name, and
// the phrase of a copyleft one; both empty: it knows none of it.
func recognize(text string) (names []string, refused string) {
	text = strings.ReplaceAll(strings.ToLower(text), "\n>", "\n") // one quotes its licence
	text = strings.Join(strings.Fields(text), " ")
	for _, phrase := range copyleft {
		if strings.Contains(text, phrase) {
			return nil, phrase
		}
	}
	for _, l := range permissive {
		missing := func(phrase string) bool { return !strings.Contains(text, phrase) }
		if slices.ContainsFunc(l.phrases, missing) || l.without != "" && strings.Contains(text, l.without) {
			continue
		}
		if !slices.Contains(names, l.name) {
			names = append(names, l.name)
		}
	}
	return names, ""
}
