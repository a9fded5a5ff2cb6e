package conversation

import (
	"strconv"
	"strings"

	"familiar/messages"
)

// within plays what happens in a thread of the story's room, "THREAD: EVENT".
func (p *player) within(text string) {
	name, what, _ := strings.Cut(text, ": ")
	if p.threads == nil {
		p.threads = map[messages.ChannelID]*Channel{}
	}
	id := scriptChannel + "/" + messages.ChannelID(name)
	thread := p.threadOf(id)
	who, said, isLine := strings.Cut(what, ": ")
	switch word, rest, _ := strings.Cut(what, " "); {
	case isLine:
		p.lines++
		l := p.line(strconv.Itoa(p.lines), who, said)
		l.Channel = id
		p.stepIn(thread, messages.Heard{Line: l})
	case word == "command":
		p.stepIn(thread, messages.Commanded{Command: messages.Command(rest)})
	default:
		p.t.Fatalf("%q is nothing that happens in a thread", what)
	}
}

// threadOf gives a thread of the room, which has heard nothing at first.
func (p *player) threadOf(id messages.ChannelID) *Channel {
	if p.threads[id] == nil {
		p.threads[id] = New(id, p.config)
	}
	return p.threads[id]
}
