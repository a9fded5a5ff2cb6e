package familiar_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	fenced   = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	link     = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading  = regexp.MustCompile(`(?m)^#+ (.+)$`)
	inAnchor = regexp.MustCompile(`[^\p{L}\p{N}\- _]`)
	named    = regexp.MustCompile("`((?:[a-z]+/)+[a-z_0-9]+\\.(?:go|md|js|toml|txtar))`")
)

// TestLinks: what a page links to is there, heading included.
func TestLinks(t *testing.T) {
	for _, page := range pages(t) {
		for _, m := range link.FindAllStringSubmatch(fenced.ReplaceAllString(read(t, page), ""), -1) {
			target, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, ":") {
				continue // on the web
			}
			file := page
			if target != "" {
				file = filepath.Join(filepath.Dir(page), target)
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s links to %s: %v", page, m[1], err)
			} else if anchor != "" && !slices.Contains(anchors(read(t, file)), anchor) {
				t.Errorf("%s links to %s, which has no such heading", page, m[1])
			}
		}
	}
}

// TestFilesOfContributing: the files to touch are there.
func TestFilesOfContributing(t *testing.T) {
	found := named.FindAllStringSubmatch(read(t, "CONTRIBUTING.md"), -1)
	if len(found) < 10 {
		t.Errorf("the page names %d files, want those to touch", len(found))
	}
	for _, m := range found {
		if _, err := os.Stat(m[1]); err != nil {
			t.Errorf("CONTRIBUTING.md names a file: %v", err)
		}
	}
}

// pages returns the Markdown people read.
func pages(t *testing.T) []string {
	t.Helper()
	all := []string{"README.md", "CONTRIBUTING.md"}
	err := filepath.WalkDir("docs", func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".md" {
			all = append(all, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// anchors returns what a page's headings may be linked by, as GitHub makes them.
func anchors(text string) []string {
	var all []string
	for _, m := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		all = append(all, strings.ReplaceAll(inAnchor.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return all
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestWayOfALine: what docs/architecture.md names on a line's way is there.
func TestWayOfALine(t *testing.T) {
	page, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	stops := regexp.MustCompile("`([a-z/]+\\.go)` `([A-Za-z]+)`").FindAllStringSubmatch(string(page), -1)
	if len(stops) < 8 {
		t.Fatalf("%d stops have a file and a function", len(stops))
	}
	for _, stop := range stops {
		source, err := os.ReadFile(stop[1])
		if err != nil {
			t.Error(err)
		}
		if !regexp.MustCompile(`(?m)^func (\([^)]*\) )?` + stop[2] + `\(`).Match(source) {
			t.Errorf("%s has no function %s", stop[1], stop[2])
		}
	}
	if n := strings.Count(string(page), "\n"); n > 80 {
		t.Errorf("the page has %d lines, want at most 80", n)
	}
}
