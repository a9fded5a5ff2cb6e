package operate

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/config/document"
)

// A plan is what a first configuration holds.
type plan struct {
	Networks         []string
	Accounts         []newAccount // of those that want one
	Kind, ModelName  string
	URL, KeyEnv      string // "": the provider's own, none
	Name, ID, Preset string // ID is Name as a key and a file name
	Key              string // as it was typed, without KeyEnv; it goes to a file of its own
	Foreign          bool   // the URL was given: nobody knows whether a key is wanted there
}

// Card returns where the character stands, from the configuration's folder.
func (p plan) Card() string { return path.Join("cards", p.ID+".md") }

// Judged reports whether it may speak unasked.
func (p plan) Judged() bool { return p.Preset != "ladder" }

// Offline reports whether no real model is asked.
func (p plan) Offline() bool { return p.Kind == config.Offline }

// write puts configuration and card into the folder, once they are known to be
// good, and gives the files' names. What is there is left alone unless forced.
func (p plan) write(folder string, force bool) ([]string, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	stage, err := os.MkdirTemp(folder, ".familiar-init-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(stage)
	if err := os.Mkdir(filepath.Join(stage, "cards"), 0o755); err != nil {
		return nil, err
	}
	secrets, err := p.writeSecrets(stage)
	if err != nil {
		return nil, err
	}
	files := []string{filepath.FromSlash(p.Card()), command.Standard} // the configuration last: it needs the others
	for i, text := range []string{p.card(), p.config()} {
		if err := os.WriteFile(filepath.Join(stage, files[i]), []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	if err := p.check(filepath.Join(stage, command.Standard)); err != nil {
		return nil, err
	}
	return place(stage, folder, append(secrets, files...), force)
}

// writeSecrets puts what was typed into files of their own, which only the user can
// read, and gives their names.
func (p plan) writeSecrets(stage string) (files []string, err error) {
	put := func(file, text string) {
		if err != nil || text == "" {
			return
		}
		file = filepath.FromSlash(file)
		if err = os.MkdirAll(filepath.Dir(filepath.Join(stage, file)), 0o700); err != nil {
			return
		}
		err = os.WriteFile(filepath.Join(stage, file), []byte(text+"\n"), 0o600)
		files = append(files, file)
	}
	put(keyFile, p.Key)
	for _, a := range p.Accounts {
		for _, s := range a.secrets {
			put(a.file(p.ID, s), s.text)
		}
	}
	return files, err
}

// missing reports whether a key of the configuration is a secret that isn't set yet.
func (p plan) missing(key string) bool {
	if key == "models.main.key" {
		return p.KeyEnv != "" && os.Getenv(p.KeyEnv) == ""
	}
	for _, a := range p.Accounts {
		for _, s := range a.secrets {
			if key == document.Inside("accounts", a.name(p.ID), s.key) && s.env != "" && s.value() == "" {
				return true
			}
		}
	}
	return false
}

// check reads the configuration back. Only its secrets may still be missing.
func (p plan) check(file string) error {
	_, err := config.Load(file)
	problems, ok := errors.AsType[document.Problems](err)
	if !ok {
		return err
	}
	for _, problem := range problems {
		if !p.missing(problem.Key) {
			return fmt.Errorf("%s: %s", problem.Key, problem.Message)
		}
	}
	return nil
}

// place moves files from one folder to another, all or those before the first
// that can't be.
func place(from, to string, files []string, force bool) ([]string, error) {
	placed := make([]string, len(files))
	for i, file := range files {
		placed[i] = filepath.Join(to, file)
		if _, err := os.Lstat(placed[i]); err == nil && !force {
			return nil, fmt.Errorf("%s already exists: choose another name or folder, or use --force to overwrite it", placed[i])
		}
	}
	for i, file := range files {
		if err := os.MkdirAll(filepath.Dir(placed[i]), 0o755); err != nil {
			return nil, err
		}
		if err := os.Rename(filepath.Join(from, file), placed[i]); err != nil {
			return nil, err
		}
	}
	return placed, nil
}

// next says what to do with a new configuration.
func (p plan) next(file string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s describes who %s is: change it as you like.\nNext:\n\n", filepath.Join(filepath.Dir(file), p.Card()), p.Name)
	if p.KeyEnv != "" && os.Getenv(p.KeyEnv) == "" {
		fmt.Fprintf(&b, "    export %s=...    # your key, which isn't set yet\n", p.KeyEnv)
	}
	for _, a := range p.Accounts {
		for _, variable := range a.unset() {
			fmt.Fprintf(&b, "    export %s=...    # for %s, which isn't set yet\n", variable, a.network)
		}
	}
	if p.Foreign && !p.Offline() && p.KeyEnv == "" {
		fmt.Fprintf(&b, "    # if %s needs a key: name its variable in [models.main], where a comment shows how\n", p.URL)
	}
	where := ""
	if file != command.Standard {
		where = " " + shell(file)
	}
	if len(p.Accounts) > 0 {
		fmt.Fprintf(&b, "    familiar check --online%s    # who it is there and what it lacks\n", where)
	}
	if slices.Contains(p.Networks, "web") {
		fmt.Fprintf(&b, "    familiar run%s    # and open the page whose address it prints\n", where)
		return b.String()
	}
	if len(p.Accounts) > 0 {
		fmt.Fprintf(&b, "    familiar run%s\n", where)
		return b.String()
	}
	if where != "" {
		where = " -c" + where
	}
	fmt.Fprintf(&b, "    familiar chat%s\n", where)
	return b.String()
}

// shell returns a word as one can type it.
func shell(word string) string {
	if strings.IndexFunc(word, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./", r) && r != filepath.Separator
	}) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
