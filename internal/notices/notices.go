// Package notices writes THIRD_PARTY_NOTICES.txt: which modules are linked into
// the program, under which licence, and the texts that have to go along with a
// copy of it. It asks the go command and reads the module cache; a test keeps
// the file equal to what it finds, and fails for a licence that is unknown or
// asks for more than its text (see licence.go).
//
//	go test ./internal/notices -update
package notices

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Systems is for which the program is built. What is linked differs a little.
var Systems = []string{"linux", "darwin", "windows"}

// A Module is what somebody else wrote and we link.
type Module struct {
	Path, Version string
	Licences      []string // SPDX names, sorted
	Texts         []string // licence texts, as they stand
	Notices       []string // texts of NOTICE files, which Apache-2.0 asks to hand on
}

// Linked returns the modules that are linked into a main package on any of the
// systems, sorted by path, with Go's own library in front. A module without a
// licence, with an unknown one or a copyleft one is an error; all of them are
// told at once.
func Linked(ctx context.Context, pkg string, systems []string) ([]Module, error) {
	folders, err := folders(ctx, pkg, systems)
	if err != nil {
		return nil, err
	}
	root, err := run(ctx, "", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	goroot := strings.TrimSpace(string(root))
	std, problem := read("Go standard library", "", goroot)
	modules, problems := []Module{std}, []error{problem}
	for _, f := range folders {
		m, err := read(f.Path, f.Version, f.Dir)
		modules, problems = append(modules, m), append(problems, err)
	}
	return modules, errors.Join(problems...)
}

// A folder is where a module's files are.
type folder struct{ Path, Version, Dir string }

func folders(ctx context.Context, pkg string, systems []string) ([]folder, error) {
	found := map[string]folder{}
	for _, system := range systems {
		out, err := run(ctx, system, "list", "-deps", "-json=Module", pkg)
		if err != nil {
			return nil, err
		}
		for d := json.NewDecoder(bytes.NewReader(out)); ; {
			var p struct {
				Module *struct {
					folder
					Main    bool
					Replace *folder
				}
			}
			err := d.Decode(&p)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return nil, fmt.Errorf("go list for %s: %w", system, err)
			}
			if p.Module == nil || p.Module.Main {
				continue
			}
			f := p.Module.folder
			if p.Module.Replace != nil {
				f.Dir = p.Module.Replace.Dir
			}
			found[f.Path] = f
		}
	}
	all := make([]folder, 0, len(found))
	for _, f := range found {
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b folder) int { return strings.Compare(a.Path, b.Path) })
	return all, nil
}

// run calls the go command as for one system; "": this one.
func run(ctx context.Context, system string, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, "go", args...)
	command.Env = os.Environ()
	if system != "" {
		command.Env = append(command.Env, "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
	}
	var trouble bytes.Buffer
	command.Stderr = &trouble
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(trouble.String()))
	}
	return out, nil
}

// maxFile is how long a licence may be, in bytes.
const maxFile = 1 << 18

// read finds a module's licences in its folder.
func read(path, version, dir string) (Module, error) {
	m := Module{Path: path, Version: version}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return m, fmt.Errorf("%s: %w", path, err)
	}
	for _, e := range entries {
		is := kindOf(e.Name())
		if is == none || e.IsDir() {
			continue
		}
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return m, fmt.Errorf("%s: %w", path, err)
		}
		if len(content) > maxFile {
			return m, fmt.Errorf("%s: %s has %d bytes: no licence is that long", path, e.Name(), len(content))
		}
		text := strings.TrimSpace(strings.ReplaceAll(string(content), "\r\n", "\n"))
		if is == notice {
			m.Notices = append(m.Notices, text)
			continue
		}
		names, refused := recognize(text)
		switch {
		case refused != "":
			return m, fmt.Errorf("%s: %s is copyleft (%q): use another module", path, e.Name(), refused)
		case len(names) == 0:
			return m, fmt.Errorf("%s: %s is of no licence we know: read it, and add it to internal/notices/licence.go if it asks for no more than its text", path, e.Name())
		}
		m.Texts = append(m.Texts, text)
		m.Licences = append(m.Licences, names...)
	}
	if len(m.Texts) == 0 {
		return m, fmt.Errorf("%s: no file that looks like a licence in %s", path, dir)
	}
	slices.Sort(m.Licences)
	m.Licences = slices.Compact(m.Licences)
	return m, nil
}

// The kinds of files.
const (
	none = iota
	licenceFile
	notice
)

func kindOf(file string) int {
	word := strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(file, ".txt"), ".md"))
	stem, _, _ := strings.Cut(word, "-") // LICENSE-MIT
	switch {
	case strings.Contains(word, "."): // a table of others, or a program
		return none
	case stem == "license" || stem == "licence" || stem == "copying" || stem == "unlicense":
		return licenceFile
	case stem == "notice":
		return notice
	}
	return none
}

const head = `Third-party notices of familiar

The program links the modules below. Each is under its own licence, the text of
which follows the table; the same text stands once for all whose it is. Written
by: go test ./internal/notices -update

`

// Text returns the file.
func Text(modules []Module) string {
	var b strings.Builder
	b.WriteString(head)
	for _, m := range modules {
		fmt.Fprintf(&b, "%s  %s\n", strings.TrimSpace(m.Path+" "+m.Version), strings.Join(m.Licences, ", "))
	}
	shared(&b, modules, "Licence", func(m Module) []string { return m.Texts })
	shared(&b, modules, "Notice", func(m Module) []string { return m.Notices })
	return b.String()
}

// shared writes texts, each once, in the order of the first module that has it.
func shared(b *strings.Builder, modules []Module, what string, of func(Module) []string) {
	var texts []string
	whose := map[string][]string{}
	for _, m := range modules {
		for _, text := range of(m) {
			if whose[text] == nil {
				texts = append(texts, text)
			}
			whose[text] = append(whose[text], m.Path)
		}
	}
	for _, text := range texts {
		fmt.Fprintf(b, "\n%s\n%s of\n  %s\n\n%s\n", strings.Repeat("=", 80), what, strings.Join(whose[text], "\n  "), text)
	}
}
