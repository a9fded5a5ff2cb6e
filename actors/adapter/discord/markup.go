package discord

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"familiar/actors/adapter"
	"familiar/actors/adapter/discord/wire"
	"familiar/messages"
)

// mark puts Discord's markup in the place of "@Name" of the people given, as
// often as the text stays within limit characters, and gives who is pinged by
// it. In code Discord shows markup as it is, so there names stay.
func mark(text string, people []messages.Mention, limit int) (marked string, pinged []messages.PersonID) {
	pinged = []messages.PersonID{}
	if len(people) == 0 || !strings.Contains(text, "@") {
		return text, pinged
	}
	people = slices.DeleteFunc(slices.Clone(people), func(p messages.Mention) bool { return wire.Born(string(p.ID)).IsZero() })
	length := utf8.RuneCountInString(text)
	var b strings.Builder
	for len(text) > 0 {
		if end := code(text); end > 0 {
			b.WriteString(text[:end])
			text = text[end:]
			continue
		}
		plain, _, _ := strings.Cut(text, "`")
		text = text[len(plain):]
		for _, s := range adapter.SplitCalls(plain, people) {
			if s.Who == nil {
				b.WriteString(s.Text)
				continue
			}
			tag := "<@" + string(s.Who.ID) + ">"
			longer := length + utf8.RuneCountInString(tag) - utf8.RuneCountInString(s.Text)
			if longer > limit {
				b.WriteString(s.Text)
				continue
			}
			length = longer
			b.WriteString(tag)
			if !slices.Contains(pinged, s.Who.ID) {
				pinged = append(pinged, s.Who.ID)
			}
		}
	}
	return b.String(), pinged
}

// code returns how long the piece of code is that text begins with; 0 for none.
// A fence that is never closed goes to the end.
func code(text string) int {
	ticks := len(text) - len(strings.TrimLeft(text, "`"))
	if ticks == 0 {
		return 0
	}
	if end := strings.Index(text[ticks:], text[:ticks]); end >= 0 {
		return ticks + end + ticks
	}
	if ticks >= 3 {
		return len(text)
	}
	return ticks
}

// markup is what Discord's clients show otherwise than it is sent: people,
// channels, roles, custom emoji and slash commands.
var markup = regexp.MustCompile(`<(?:@!?(\d{1,20})|#(\d{1,20})|@&(\d{1,20})|a?:(\w{1,32}):\d{1,20}|/([\w -]{1,100}):\d{1,20})>`)

// The groups of markup.
const (
	inPerson = iota + 1
	inChannel
	inRole
	inEmoji
	inCommand
)

// show returns text as people see it: "@Name", "#channel", "@role", ":emoji:",
// "/command". Of whom nothing is known stays as it is. in is the channel where it is said.
func (a *Account) show(guild, in, text string) string {
	return markup.ReplaceAllStringFunc(text, func(tag string) string {
		found := markup.FindStringSubmatch(tag)
		sign, name := "", ""
		switch {
		case found[inPerson] != "":
			sign, name = "@", a.names.of(guild, found[inPerson])
		case found[inChannel] != "":
			sign, name = "#", a.places.channelName(guild, found[inChannel], in)
		case found[inRole] != "":
			sign, name = "@", a.places.roleName(guild, found[inRole])
		case found[inEmoji] != "":
			return ":" + found[inEmoji] + ":"
		case found[inCommand] != "":
			return "/" + found[inCommand]
		}
		if name == "" {
			return tag
		}
		return sign + name
	})
}

// typed gives the people a text names by their ids, each once.
func typed(text string) (ids []messages.PersonID) {
	for _, found := range markup.FindAllStringSubmatch(text, -1) {
		if id := messages.PersonID(found[inPerson]); id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}
