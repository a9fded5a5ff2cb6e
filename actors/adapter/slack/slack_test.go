package slack

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/slack/slacktest"
	"familiar/messages"
)

const general = messages.ChannelID("slack/T1/C1")

// open joins an account to a Slack of its own.
func open(t *testing.T, changes ...func(*Config)) (*Account, *slacktest.Server) {
	t.Helper()
	s := slacktest.New()
	t.Cleanup(s.Close)
	return join(t, s, changes...), s
}

func join(t *testing.T, s *slacktest.Server, changes ...func(*Config)) *Account {
	t.Helper()
	return joinAs(t, "acc", s, changes...)
}

func joinAs(t *testing.T, id messages.AccountID, s *slacktest.Server, changes ...func(*Config)) *Account {
	t.Helper()
	c := Config{
		Token: slacktest.Token, AppToken: slacktest.AppToken, URL: s.URL,
		Pause: time.Millisecond, Again: time.Millisecond, Log: slog.New(slog.DiscardHandler),
	}
	for _, change := range changes {
		change(&c)
	}
	a, err := Open(id, c)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestAdapter: the contract of all networks.
func TestAdapter(t *testing.T) {
	adaptertest.Run(t, func(t *testing.T) adaptertest.Rig {
		a, s := open(t)
		people := map[string]string{}
		person := func(author string) string {
			id, known := people[author]
			if !known {
				id = fmt.Sprintf("U9%d", len(people))
				people[author] = id
				s.AddUser(slacktest.User{ID: id, Name: strings.ToLower(id), Display: author})
			}
			return id
		}
		return adaptertest.Rig{
			Adapter: a, Channel: general, Me: slacktest.Bot,
			Say: func(author, text string) { s.Say("C1", person(author), text) },
			Attach: func(author, text string) {
				s.Write("C1", slacktest.Message{"subtype": "file_share", "user": person(author), "text": text, "files": []slacktest.Message{
					{"id": "F1", "name": adaptertest.FileName, "mimetype": adaptertest.FileType, "size": adaptertest.FileBytes},
				}})
			},
			PassOn: func(author, text string) {
				s.Write("C1", slacktest.Message{"user": person(author), "text": "", "attachments": []slacktest.Message{
					{"is_share": true, "is_msg_unfurl": true, "author_name": "Bea", "text": "<@" + slacktest.Bot + "> " + text, "from_url": "https://x.slack.com/archives/C2/p1"},
				}})
			},
			Ail: func(posts int) {
				for range posts {
					s.Refuse("chat.postMessage", slacktest.Refusal{Status: 503})
				}
			},
			Revoke: func() { s.Revoke("token_revoked"); s.Cut() },
			Posted: s.Posted, Echoes: true,
			React: func(line messages.LineID, removed bool) {
				if removed {
					s.Unreact("C1", string(line), "U2", "thumbsup")
				} else {
					s.React("C1", string(line), "U2", "+1")
				}
			},
			Stands: func(line messages.LineID) string { return s.Text("C1", string(line)) },
			Files:  s.Files,
		}
	})
}

// listen has an account listen until the test ends or stop is called.
func listen(t *testing.T, a *Account, j *adaptertest.Taken) (ended <-chan error, stop func()) {
	return adaptertest.Listen(t, a, j.Hear, a.config.Log)
}
