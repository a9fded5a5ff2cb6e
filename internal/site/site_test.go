package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	hrefs = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	ids   = regexp.MustCompile(` id="([^"]*)"`)
)

// TestSite: every link of every page leads somewhere within the site, headings
// included, and every page can be had from any other by the way around.
func TestSite(t *testing.T) {
	out := filepath.Join(t.TempDir(), "site")
	n, err := build("../..", out)
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]string{}
	err = filepath.WalkDir(out, func(file string, _ os.DirEntry, err error) error {
		if filepath.Ext(file) == ".html" && !strings.Contains(file, "/"+elsewhere+"/") {
			text, err := os.ReadFile(file)
			pages[file] = string(text)
			return err
		}
		return err
	})
	if err != nil || len(pages) != n || n < 40 {
		t.Fatalf("%d pages of %d, %v", len(pages), n, err)
	}
	reached := map[string]bool{}
	for file, text := range pages {
		for _, m := range hrefs.FindAllStringSubmatch(text, -1) {
			target, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, ":") {
				continue
			}
			to := file
			if target != "" {
				to = filepath.Join(filepath.Dir(file), target)
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s links to %s: %v", file, m[1], err)
				continue
			}
			if filepath.Base(file) == "index.html" {
				reached[to] = true
			}
			found := slices.ContainsFunc(ids.FindAllStringSubmatch(pages[to], -1), func(id []string) bool { return id[1] == anchor })
			if pages[to] != "" && anchor != "" && !found {
				t.Errorf("%s links to %s, which has no such heading", file, m[1])
			}
		}
		if strings.Contains(text, "<!-- raw HTML omitted -->") && !strings.Contains(text, "<h1") {
			t.Errorf("%s has no heading", file)
		}
	}
	for file := range pages {
		if !reached[file] && !strings.Contains(file, "/adr/") && filepath.Base(file) != "index.html" {
			t.Errorf("%s isn't in the table of contents", file)
		}
	}
}

// TestNothingIsOverwritten: a folder that is there is somebody's.
func TestNothingIsOverwritten(t *testing.T) {
	if _, err := build("../..", t.TempDir()); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Errorf("got %v", err)
	}
	if _, err := build(t.TempDir(), filepath.Join(t.TempDir(), "site")); err == nil || !strings.Contains(err.Error(), contents) {
		t.Errorf("where there is no documentation: %v", err)
	}
}

func TestAnchorsAreGitHubs(t *testing.T) {
	var a anchors
	for heading, want := range map[string]string{"What follows": "what-follows", "`why`, and why not?": "why-and-why-not", "12,000 lines": "12000-lines", "Ärger": "ärger"} {
		if got := string(a.Generate([]byte(heading), 0)); got != want {
			t.Errorf("%s: got %s, want %s", heading, got, want)
		}
	}
	if got := string(a.Generate([]byte("What follows"), 0)); got != "what-follows-1" {
		t.Errorf("the second time: %s", got)
	}
}
