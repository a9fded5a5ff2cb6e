package main

import (
	"bytes"
	"fmt"
	"html/template"
	"path"
	"regexp"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// elsewhere is where files go that pages link to outside docs.
const elsewhere = "files"

// A page is one of the documentation.
type page struct {
	name     string // in the repository
	target   string // in the site
	title    string
	body     template.HTML
	linked   []string // files of the repository that aren't pages
	sections []section
}

// A section is what the search finds: what stands below one heading.
type section struct {
	Page    string `json:"page"`
	At      string `json:"at"` // the heading's anchor
	Title   string `json:"title"`
	Heading string `json:"heading"`
	Text    string `json:"text"`
}

// markdown leaves out what is HTML already: comments, by which tests find tables.
var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// read makes a page of Markdown.
func read(name string, source []byte) (page, error) {
	p := page{name: name, target: targetOf(name)}
	tree := markdown.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(&anchors{}))))
	err := ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			p.begin(n, source)
		case *ast.Link:
			n.Destination = p.link(n.Destination)
		case *ast.Image:
			n.Destination = p.link(n.Destination)
		case *ast.Text:
			p.say(n.Segment.Value(source))
		case *ast.CodeBlock:
			p.say(n.Lines().Value(source))
		case *ast.FencedCodeBlock:
			p.say(n.Lines().Value(source))
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return p, fmt.Errorf("%s: %w", name, err)
	}
	var b bytes.Buffer
	if err := markdown.Renderer().Render(&b, source, tree); err != nil {
		return p, fmt.Errorf("%s: %w", name, err)
	}
	p.body = template.HTML(nowhere.ReplaceAllString(b.String(), "$1")) //nolint:gosec // goldmark escapes what isn't Markdown
	return p, nil
}

// nowhere is a link to a folder, which a site has none of.
var nowhere = regexp.MustCompile(`<a href="#">(.*?)</a>`)

// targetOf gives where a page of the repository is in the site.
func targetOf(name string) string {
	name = strings.TrimPrefix(name, "docs/")
	if name == "README.md" {
		return "index.html"
	}
	return strings.TrimSuffix(name, ".md") + ".html"
}

// begin begins a section.
func (p *page) begin(n *ast.Heading, source []byte) {
	heading := words(n, source)
	if p.title == "" {
		p.title = heading
	}
	at := ""
	if id, is := n.AttributeString("id"); is {
		at = string(id.([]byte))
	}
	p.sections = append(p.sections, section{Page: p.target, At: at, Title: p.title, Heading: heading})
}

// mostText is how much of a section is searched, in bytes.
const mostText = 4000

func (p *page) say(text []byte) {
	if len(p.sections) == 0 {
		return
	}
	if s := &p.sections[len(p.sections)-1]; len(s.Text) < mostText {
		s.Text += strings.Join(strings.Fields(string(text)), " ") + " "
	}
}

// words gives a heading as plain text.
func words(n ast.Node, source []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, is := c.(*ast.Text); is {
			b.Write(t.Segment.Value(source))
		} else {
			b.WriteString(words(c, source))
		}
	}
	return b.String()
}

// link gives where a link goes in the site: to a page, a copied file, or the web.
// What is linked as a folder stays without a target.
func (p *page) link(to []byte) []byte {
	target, anchor, _ := strings.Cut(string(to), "#")
	if target == "" || strings.Contains(target, ":") {
		return to
	}
	name := path.Join(path.Dir(p.name), target)
	up := strings.Repeat("../", strings.Count(p.target, "/"))
	switch {
	case strings.HasPrefix(name, "docs/") && path.Ext(name) == ".md":
		target = up + targetOf(name)
	case path.Ext(name) == "": // a folder
		return []byte("#")
	default:
		p.linked = append(p.linked, name)
		target = up + path.Join(elsewhere, name)
	}
	if anchor != "" {
		target += "#" + anchor
	}
	return []byte(target)
}

// firstOfWay is where the table of contents begins.
const firstOfWay = `<h2 id="guides">`

// wayAround gives the table of contents of the page that has it.
func wayAround(of *page) string {
	_, lists, _ := strings.Cut(string(of.body), firstOfWay)
	return strings.ReplaceAll(firstOfWay+lists, ` id="`, ` data-of="`)
}

// anchors are those GitHub gives headings: lower case, letters, digits, hyphens
// for spaces, and a number where one is there twice.
type anchors struct{ given map[string]int }

// Generate implements [parser.IDs].
func (a *anchors) Generate(value []byte, _ ast.NodeKind) []byte {
	if a.given == nil {
		a.given = make(map[string]int)
	}
	id := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(util.BytesToReadOnlyString(value)))
	n := a.given[id]
	a.given[id] = n + 1
	if n > 0 {
		id = fmt.Sprintf("%s-%d", id, n)
	}
	return []byte(id)
}

// Put implements [parser.IDs].
func (a *anchors) Put(value []byte) { a.Generate(value, ast.KindHeading) }
