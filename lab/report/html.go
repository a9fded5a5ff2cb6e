package report

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"

	"familiar/control/page"
	"familiar/internal/markup"
)

// files is the report's own part of its page.
//
//go:embed files
var files embed.FS

// Of the page of control the report takes colours, type and marks of acts, and
// the words for acts and rungs.
var (
	styles  = []string{"files/base.css", "files/sides.css"}
	scripts = []string{"files/dom.js", "files/words.js"}
	own     = []string{"files/marks.js", "files/timeline.js", "files/channel.js", "files/list.js", "files/summary.js", "files/labels.js", "files/main.js"}
)

// JSON writes the report as JSON, for programs.
func (r *Report) JSON(w io.Writer) error {
	to := json.NewEncoder(w)
	to.SetIndent("", " ")
	if err := to.Encode(r); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// HTML writes the report as one page that needs nothing else. Its policy lets
// nothing run but its own script, which puts text into text nodes only.
func (r *Report) HTML(w io.Writer) error {
	style, err := joined(styles, "files/report.css")
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	english, err := joined(nil, "files/english.js")
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	script, err := joined(scripts, own...)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	script = "\"use strict\";\n(() => {\n" + modular.ReplaceAllString(english+script, "") + "})();\n"
	var page markup.Writer
	r.page(&page, style, script)
	whole, err := page.Bytes()
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if _, err := w.Write(whole); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// modular is what makes modules of the files; in the report all of them are
// one scope.
var modular = regexp.MustCompile(`(?m)^import .*\n|^export `)

// joined returns the page's files and then the report's own as one text.
func joined(of []string, ours ...string) (string, error) {
	var b strings.Builder
	for _, name := range of {
		text, err := page.Files.ReadFile(name)
		if err != nil {
			return "", err
		}
		b.Write(text)
	}
	for _, name := range ours {
		text, err := files.ReadFile(name)
		if err != nil {
			return "", err
		}
		b.Write(text)
	}
	return b.String(), nil
}

// hash returns a text as a Content-Security-Policy names it.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
