package main

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed files
var files embed.FS

var layout = template.Must(template.ParseFS(files, "files/page.html"))

// build writes the site of the repository at root into a folder that doesn't
// exist, and returns how many pages it has.
func build(root, out string) (int, error) {
	if _, err := os.Stat(out); !errors.Is(err, fs.ErrNotExist) {
		return 0, fmt.Errorf("%s exists: name another folder, or remove it", out)
	}
	s := site{repository: os.DirFS(root), out: out}
	var names []string
	for _, pattern := range []string{"docs/*.md", "docs/*/*.md"} {
		found, err := fs.Glob(s.repository, pattern)
		if err != nil {
			return 0, err
		}
		names = append(names, found...)
	}
	if !slices.Contains(names, contents) {
		return 0, fmt.Errorf("there is no %s here: run it where the repository begins", contents)
	}
	var pages []page
	for _, name := range names {
		text, err := fs.ReadFile(s.repository, name)
		if err != nil {
			return 0, err
		}
		p, err := read(name, text)
		if err != nil {
			return 0, err
		}
		if pages = append(pages, p); name == contents {
			s.way = wayAround(&p)
		}
	}
	for i := range pages {
		if err := s.write(&pages[i]); err != nil {
			return 0, err
		}
	}
	return len(pages), s.search(pages)
}

// contents is the page whose headings and lists are the way around.
const contents = "docs/README.md"

type site struct {
	repository fs.FS
	out        string
	way        string // the table of contents, as seen from the top
}

// write writes a page, and what it links to outside docs.
func (s *site) write(p *page) error {
	up := strings.Repeat("../", strings.Count(p.target, "/"))
	var b strings.Builder
	err := layout.Execute(&b, struct {
		Title, Up string
		Body, Way template.HTML
	}{p.title, up, p.body, template.HTML(strings.ReplaceAll(s.way, `href="`, `href="`+up))}) //nolint:gosec // as read has it
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	if err := s.put(p.target, []byte(b.String())); err != nil {
		return err
	}
	for _, name := range p.linked {
		text, err := fs.ReadFile(s.repository, name)
		if err != nil {
			return fmt.Errorf("%s links to %s: %w", p.name, name, err)
		}
		if err := s.put(path.Join(elsewhere, name), text); err != nil {
			return err
		}
	}
	return nil
}

func (s *site) put(name string, text []byte) error {
	file := filepath.Join(s.out, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

// search writes what the search looks through, and the files every page uses.
func (s *site) search(pages []page) error {
	var sections []section
	for i := range pages {
		sections = append(sections, pages[i].sections...)
	}
	index, err := json.Marshal(sections)
	if err != nil {
		return err
	}
	if err := s.put("index.js", append([]byte("export const sections = "), append(index, ";\n"...)...)); err != nil {
		return err
	}
	for _, name := range []string{"search.js", "style.css"} {
		text, err := files.ReadFile("files/" + name)
		if err != nil {
			return err
		}
		if err := s.put(name, text); err != nil {
			return err
		}
	}
	return nil
}
