// Package quote shows chat to a model so that nothing said in it can pass for
// the program's own words.
//
// A [Page] is the user's turn of a prompt. Every line of it starts with the
// page's tag, which nobody can tell beforehand, and a mark that says what the line
// is: a heading, a fact, a quoted line, its continuation, a notice.
// What people wrote is cleaned, cut, and stripped of the tag, so a line of a
// page is exactly what its mark says. [Read] takes a page apart again.
//
// The package knows lines and marks; it doesn't know what a page is about. The
// agent and the judge write pages, the offline model reads them.
package quote

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"

	"familiar/messages"
)

// A Mark is the character behind the tag.
type Mark byte

// The marks.
const (
	Heading    Mark = '#' // of a section, the program's words
	Fact       Mark = '=' // "key: value" about the channel or the familiar
	Background Mark = '|' // a quoted line that is only context
	Current    Mark = '>' // a quoted line that is to be answered or judged
	More       Mark = '+' // the rest of what stands above it
	Attached   Mark = '@' // a file of the quoted line above it
	Reactions  Mark = '~' // reactions to the quoted line above it
	Notice     Mark = '!' // a remark of the program
)

// NewTag draws a tag: 10 hex digits.
func NewTag() string {
	var b [5]byte
	rand.Read(b[:]) // never fails: crypto/rand ends the program instead
	return hex.EncodeToString(b[:])
}

// A Page is a prompt in the making.
type Page struct {
	tag string
	max int
	b   strings.Builder

	numbered bool
	lines    int // quoted so far
}

// NewPage starts a page under the tag, which should come from [NewTag], with
// quoted texts cut at max characters; 0: never cut. Without a tag it draws one.
func NewPage(tag string, max int) *Page {
	if tag == "" {
		tag = NewTag()
	}
	p := &Page{tag: tag, max: max}
	fmt.Fprintf(&p.b, "%s# %s\n", tag, tag)
	return p
}

// Heading starts a section.
func (p *Page) Heading(text string) { p.block(Heading, "", text, 0) }

// Notice adds a remark of the program; kind says in one word which.
func (p *Page) Notice(kind, text string) { p.block(Notice, "["+kind+"] ", text, 0) }

// Fact adds what is known about key; an empty value adds nothing. The value
// may come from the network; it is cleaned, and its caller says how long it is.
func (p *Page) Fact(key, value string) {
	if value = Text(value, 0); value != "" {
		p.block(Fact, key+": ", value, 0)
	}
}

// Number has each quoted line say which of the page's it is, from 1, so that
// it can be spoken of.
func (p *Page) Number() { p.numbered = true }

// Quote adds what somebody wrote, marked Background or Current.
func (p *Page) Quote(mark Mark, q messages.Quoted) {
	p.lines++
	number := 0
	if p.numbered {
		number = p.lines
	}
	p.block(mark, stamp(number, q)+Name(q.Author.Name)+": ", q.Text, p.max)
	for _, a := range q.Attachments {
		size := ""
		if a.Bytes > 0 {
			size = fmt.Sprintf(", %d bytes", a.Bytes)
		}
		p.block(Attached, "", OneLine(a.Name, nameRunes)+", "+OneLine(a.Type, nameRunes)+size, 0)
	}
	if len(q.Reactions) > 0 {
		p.block(Reactions, "", tallied(q.Reactions), 0)
	}
}

// Result adds what a tool gave back; it is quoted like chat.
func (p *Page) Result(tool, text string) {
	p.block(Background, "[tool] "+Name(tool)+": ", text, p.max)
}

// block writes one marked line and its continuations. Only the text is
// anybody else's; a tag in it is taken out so that the tag stands nowhere but
// at the start of lines.
func (p *Page) block(mark Mark, head, text string, max int) {
	whole := strings.ReplaceAll(head+Text(text, max), p.tag, "…")
	for line := range strings.SplitSeq(whole, "\n") {
		p.b.WriteString(p.tag)
		p.b.WriteByte(byte(mark))
		p.b.WriteByte(' ')
		p.b.WriteString(line)
		p.b.WriteByte('\n')
		mark = More
	}
}

// String returns the page as it stands.
func (p *Page) String() string { return p.b.String() }

// Untag takes the tag and marks out of what a model wrote, in case it imitated
// its prompt.
func Untag(tag, text string) string {
	if tag == "" || !strings.Contains(text, tag) {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if rest, ok := strings.CutPrefix(line, tag); ok && len(rest) > 1 && rest[1] == ' ' {
			lines[i] = rest[2:]
		}
	}
	return strings.ReplaceAll(strings.Join(lines, "\n"), tag, "")
}

// stamp says when a line was written (UTC), and whether a program or the
// reader itself wrote it. It stands before the name so that no name can forge
// it. A number but 0 comes first.
func stamp(number int, q messages.Quoted) string {
	var words []string
	if number > 0 {
		words = append(words, fmt.Sprintf("#%d", number))
	}
	if q.At != 0 {
		words = append(words, q.At.Time().Format("15:04"))
	}
	if q.Root {
		words = append(words, "the thread's start")
	}
	switch {
	case q.Own:
		words = append(words, "you")
	case q.Author.Bot:
		words = append(words, "bot")
	}
	if len(words) == 0 {
		return ""
	}
	return "[" + strings.Join(words, " ") + "] "
}

// Section adds a heading and the lines below it; nothing if there are none.
func (p *Page) Section(heading string, mark Mark, lines []messages.Quoted) {
	if len(lines) == 0 {
		return
	}
	p.Heading(heading)
	for _, line := range lines {
		p.Quote(mark, line)
	}
}
