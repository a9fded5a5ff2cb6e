package conversation

import (
	"strconv"

	"familiar/messages"
	"familiar/policy/language"
	"familiar/policy/surface"
)

// A setting is where a script plays.
type setting struct {
	channel  messages.ChannelID // "": scriptChannel
	dm, pane bool
	tells    bool // of typing
}

func (s setting) where() messages.ChannelID {
	if s.channel == "" {
		return scriptChannel
	}
	return s.channel
}

// place does what a script says of where and how people read and write.
func (p *player) place(word string, args []string) {
	switch word {
	case "on":
		p.setting = setting{channel: messages.ChannelID(args[0])}
		for _, kind := range args[1:] {
			p.dm, p.pane = p.dm || kind == "DM", p.pane || kind == "pane"
		}
		p.s = New(p.where(), p.config)
	case "paced":
		p.tells = true
		for i := range p.config.Seats {
			c := &p.config.Seats[i].Policy.Pace
			c.On, c.Jitter = true, 0
		}
	case "threads":
		for i := range p.config.Seats {
			p.config.Seats[i].Policy.Surface.Threads = surface.Threads(args[0])
		}
	case "fallback":
		p.config.Room.Language.Fallback = language.Language(args[0])
	case "threaded":
		post := p.posts[0]
		p.posts = p.posts[1:]
		p.lines++
		p.step(messages.Delivered{Post: post.ID, Line: messages.LineID(strconv.Itoa(p.lines)), Thread: p.s.Channel + "/t"})
	}
	if err := p.config.Validate(); err != nil {
		p.t.Fatal(err)
	}
}

// typing puts what people are shown in words, where a script is about that.
func (p *player) typing(effect Effect) string {
	shown, is := effect.(messages.ShowTyping)
	switch {
	case !is || !p.tells:
		return ""
	case shown.On:
		return "people see that it is typing"
	}
	return "typing ends"
}

// whereTo says where a part goes, if not to the channel itself.
func whereTo(o messages.Post) string {
	switch {
	case o.Thread:
		return ", beginning a thread"
	case o.Within != "":
		return ", within " + string(o.Within)
	}
	return ""
}
