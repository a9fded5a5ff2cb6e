package discord

import (
	"strings"
	"testing"

	"familiar/actors/adapter/adaptertest"
	"familiar/messages"
)

func TestAdapter(t *testing.T) {
	adaptertest.Run(t, func(t *testing.T) adaptertest.Rig {
		r := newRig(t)
		return adaptertest.Rig{
			Adapter: r.account,
			Channel: r.channel,
			Me:      messages.PersonID(r.bot.ID),
			Say: func(author, text string) {
				r.Await(t, "a session", func() bool { return r.Sessions() > 0 })
				r.Server.Say(r.general, author, strings.ToValidUTF8(text, "\uFFFD")) // Discord carries nothing else
			},
			Posted: func() []string { return r.Posted(r.general, r.bot) },
			Ail:    r.Ail,
			Revoke: func() { r.Revoke(r.bot) },
			Echoes: true,
			React: func(line messages.LineID, removed bool) {
				if removed {
					r.Unreact(r.general, string(line), "Bob", "👍")
				} else {
					r.Server.React(r.general, string(line), "Bob", "👍")
				}
			},
			Stands: func(line messages.LineID) string { return r.Text(r.general, string(line)) },
			Files:  r.Files,
		}
	})
}
