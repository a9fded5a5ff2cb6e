package discord

import (
	"regexp"
	"slices"

	"familiar/messages"
)

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
// "/command". Of whom nothing is known stays as it is.
func (a *Account) show(guild, text string) string {
	return markup.ReplaceAllStringFunc(text, func(tag string) string {
		found := markup.FindStringSubmatch(tag)
		sign, name := "", ""
		switch {
		case found[inPerson] != "":
			sign, name = "@", a.names.of(guild, found[inPerson])
		case found[inChannel] != "":
			sign, name = "#", a.places.channelName(found[inChannel])
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
