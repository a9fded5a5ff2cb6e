package conversation

import (
	"strconv"
	"strings"

	"familiar/messages"
)

// write answers a turn that edits lines, or posts files, and says nothing else.
func (p *player) write(word, rest string) {
	if len(p.turn) == 0 {
		p.t.Fatal("no turn is in flight")
	}
	c := messages.Composed{N: p.turn[0].N}
	p.turn = p.turn[1:]
	for _, one := range strings.Split(rest, " | ") {
		name, text, _ := strings.Cut(one, ": ")
		if word == "edits" {
			c.Edits = append(c.Edits, messages.Revision{Line: p.own(name), Text: text})
			continue
		}
		if c.Files == nil {
			c.Files = map[int]messages.File{}
		}
		c.Files[len(c.Parts)] = messages.File{Name: name, Text: text}
		c.Parts = append(c.Parts, "[file "+name+"]")
	}
	p.step(c)
}

// shownBack has the network show what the first familiar did there.
func (p *player) shownBack(text string) {
	self := p.s.cfg(0).Self
	if edit, is := strings.CutPrefix(text, "echo edit "); is {
		id, said, _ := strings.Cut(edit, ": ")
		p.step(messages.Edited{Line: p.line(string(p.own(id)), string(self), said)})
		return
	}
	p.lines++
	l := p.line(strconv.Itoa(p.lines), string(self), "")
	l.Attachments = []messages.Attachment{{ID: "f", Name: strings.TrimPrefix(text, "pictured ")}}
	p.step(messages.Heard{Line: l})
}

// own gives the line of that id; of "own", the newest that a familiar said.
func (p *player) own(id string) messages.LineID {
	for no := p.s.Lines.Last(); id == "own" && no >= p.s.Lines.Oldest(); no-- {
		if e := p.s.Lines.At(no); p.s.Lines.By(e) != 0 {
			return p.s.Lines.ID(e)
		}
	}
	return messages.LineID(id)
}
