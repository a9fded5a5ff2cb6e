package discord

import (
	"strings"
	"testing"

	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/discord/discordtest"
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
			Attach: func(author, text string) {
				r.Await(t, "a session", func() bool { return r.Sessions() > 0 })
				r.Server.Say(r.general, author, text, discordtest.Object{"attachments": []any{discordtest.Object{
					"id": "7", "filename": adaptertest.FileName, "content_type": adaptertest.FileType, "size": adaptertest.FileBytes,
				}}})
			},
			PassOn: func(author, text string) {
				r.Await(t, "a session", func() bool { return r.Sessions() > 0 })
				r.Server.Say(r.general, author, "", discordtest.Object{
					"message_reference": discordtest.Object{"type": 1, "message_id": "1290000000000000009", "channel_id": "1290000000000000008"},
					"message_snapshots": []any{discordtest.Object{"message": discordtest.Object{
						"content": "<@" + r.bot.ID + "> " + text, "mentions": []any{discordtest.Object{"id": r.bot.ID, "username": "moth", "bot": true}},
					}}},
				})
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
