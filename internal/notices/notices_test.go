package notices

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite THIRD_PARTY_NOTICES.txt")

// TestNotices: the file tells of exactly what is linked, at the versions in
// go.mod.
func TestNotices(t *testing.T) {
	modules, err := Linked(t.Context(), "familiar/cmd/familiar", Systems)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("..", "..", "THIRD_PARTY_NOTICES.txt")
	got := Text(modules)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != strings.ReplaceAll(string(want), "\r\n", "\n") {
		t.Errorf("%s is not what is linked: go test ./internal/notices -update\n%s", file, firstDifference(got, string(want)))
	}
	t.Logf("%d modules, %d bytes", len(modules), len(got))
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return "linked: " + g[i] + "\nfile:   " + w[i]
		}
	}
	return "one is longer"
}

func TestRecognize(t *testing.T) {
	const mit = "Permission is hereby granted, free of charge, to any person obtaining\na copy of this software and associated documentation files"
	const bsd = "Redistribution and use in source and binary forms, with or without modification, are permitted provided that the following conditions are met:"
	for _, tt := range []struct {
		story, text string
		names       []string
		refused     string
	}{
		{"a text over several lines", mit, []string{"MIT"}, ""},
		{"two clauses", bsd, []string{"BSD-2-Clause"}, ""},
		{"three clauses", bsd + " nor the names of its contributors may be used to endorse", []string{"BSD-3-Clause"}, ""},
		{"several licences in one file", mit + "\n" + bsd, []string{"BSD-2-Clause", "MIT"}, ""},
		{"copyleft", "GNU GENERAL PUBLIC\n LICENSE Version 3", nil, "gnu general public license"},
		{"copyleft behind a permissive one", mit + " Mozilla Public License", nil, "mozilla public license"},
		{"something else", "All rights reserved.", nil, ""},
		{"nothing", "", nil, ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			names, refused := recognize(tt.text)
			if !slices.Equal(names, tt.names) || refused != tt.refused {
				t.Errorf("got %v and %q, want %v and %q", names, refused, tt.names, tt.refused)
			}
		})
	}
}

func TestReadRefuses(t *testing.T) {
	for _, tt := range []struct {
		story string
		files map[string]string
		want  string
	}{
		{"a folder without a licence", map[string]string{"README.md": "MIT"}, "no file that looks like a licence"},
		{"a licence nobody knows", map[string]string{"LICENSE": "Ask my brother."}, "of no licence we know"},
		{"copyleft in a second file", map[string]string{"LICENSE": "This is free and unencumbered software released into the public domain", "COPYING": "GNU Affero General Public License"}, "is copyleft"},
		{"a licence that isn't one", map[string]string{"LICENSE": strings.Repeat("x", maxFile+1)}, "no licence is that long"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range tt.files {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := read("example.org/m", "v1", dir); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}
