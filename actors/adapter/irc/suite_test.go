package irc

import (
	"strings"
	"testing"
	"unicode"

	"familiar/actors/adapter/adaptertest"
	"familiar/internal/ngircd"
)

func TestAdapter(t *testing.T) {
	adaptertest.Run(t, func(t *testing.T) adaptertest.Rig {
		server := ngircd.Start(t, ngircd.Config{})
		people := map[string]*ngircd.Person{"cat": server.Person(t, "cat", "#moths")}
		felix := account(t, "felix", quick(t, server))
		return adaptertest.Rig{
			Adapter: felix,
			Channel: felix.channel("#moths"),
			Me:      "account:felix",
			Say: func(author, text string) {
				people["cat"].Until("Felix!", 1) // else nobody there hears it
				nick := nickFor(author)
				if people[nick] == nil {
					people[nick] = server.Person(t, nick, "#moths")
				}
				if len(text) > carried { // further lines would be lines of their own
					text = fill([]string{text}, carried)[0]
				}
				people[nick].Say("#moths", strings.ReplaceAll(text, "\x00", ""))
				people[nick].Settle()
			},
			Posted: func() []string {
				people["cat"].Settle()
				var posted []string
				for _, told := range people["cat"].Told("PRIVMSG #moths :") {
					if from, text, _ := strings.Cut(told, " PRIVMSG #moths :"); strings.HasPrefix(from, ":Felix!") {
						posted = append(posted, text)
					}
				}
				return posted
			},
			Carried: func(text string) (string, bool) {
				parts := fill([]string{text}, carried)
				if len(parts) == 0 {
					return "", false
				}
				return parts[0], true
			},
			Echoes: true,
		}
	})
}

// carried is how much of a text the test's people say at once.
const carried = 400

// nickFor returns a nick for any name.
func nickFor(name string) string {
	nick := strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return -1
	}, name)
	if nick == "" {
		return "nobody"
	}
	return nick[:min(len(nick), 9)]
}
