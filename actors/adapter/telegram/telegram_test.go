package telegram

import (
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/telegram/telegramtest"
	"familiar/messages"
)

const garden = messages.ChannelID("telegram//-1001000000001")

// open joins an account to a Telegram of its own.
func open(t *testing.T, changes ...func(*Config)) (*Account, *telegramtest.Server) {
	t.Helper()
	s := telegramtest.New()
	t.Cleanup(s.Close)
	return join(t, "acc", s, changes...), s
}

func join(t *testing.T, id messages.AccountID, s *telegramtest.Server, changes ...func(*Config)) *Account {
	t.Helper()
	c := Config{
		Token: telegramtest.Token, URL: s.URL, Pause: time.Millisecond, Album: 50 * time.Millisecond,
		Every: time.Millisecond, GroupEvery: time.Millisecond, Log: slog.New(slog.DiscardHandler),
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

// TestAdapter: the contract of all networks, however updates come.
func TestAdapter(t *testing.T) {
	for _, way := range []struct {
		story string
		open  func(t *testing.T, changes ...func(*Config)) (*Account, *telegramtest.Server)
	}{{"by polling", open}, {"by a webhook", openHooked}} {
		t.Run(way.story, func(t *testing.T) { testAdapter(t, way.open) })
	}
}

func testAdapter(t *testing.T, open func(t *testing.T, changes ...func(*Config)) (*Account, *telegramtest.Server)) {
	adaptertest.Run(t, func(t *testing.T) adaptertest.Rig {
		a, s := open(t, func(c *Config) { c.Marks = &adaptertest.Words{} })
		people := map[string]int64{}
		person := func(author string) int64 {
			id, known := people[author]
			if !known {
				id = int64(1000 + len(people))
				people[author] = id
				s.AddUser(id, author, "")
			}
			return id
		}
		return adaptertest.Rig{
			Adapter: a, Channel: garden, Me: messages.PersonID(strconv.Itoa(telegramtest.Bot)),
			Say: func(author, text string) { s.Say(telegramtest.Group, person(author), text) },
			Carried: func(text string) (string, bool) {
				if !utf8.ValidString(text) {
					return strings.ToValidUTF8(text, "\ufffd"), false // JSON has no such bytes
				}
				return text, text != ""
			},
			Attach: func(author, text string) {
				s.Write(telegramtest.Group, telegramtest.Message{"from": s.User(person(author)), "caption": text, "document": telegramtest.Message{
					"file_id": "F1", "file_name": adaptertest.FileName, "mime_type": adaptertest.FileType, "file_size": adaptertest.FileBytes,
				}})
			},
			PassOn: func(author, text string) {
				s.Write(telegramtest.Group, telegramtest.Message{
					"from": s.User(person(author)), "text": "@" + telegramtest.Username + " " + text,
					"forward_origin": telegramtest.Message{"type": "user", "sender_user": telegramtest.Message{"id": 77, "first_name": "Bea"}, "date": 1},
				})
			},
			Ail: func(posts int) {
				for range posts {
					s.Refuse("sendMessage", telegramtest.Refusal{Code: 429, Text: "Too Many Requests: retry later"})
				}
			},
			Revoke: func() { s.Revoke(telegramtest.Bot) },
			Posted: s.Posted,
			React: func(line messages.LineID, removed bool) {
				id, _ := strconv.ParseInt(string(line), 10, 64)
				before, after := []string{}, []string{"👍"}
				if removed {
					before, after = after, before
				}
				s.React(telegramtest.Group, id, telegramtest.Bob, before, after)
			},
			Stands: func(line messages.LineID) string {
				id, _ := strconv.ParseInt(string(line), 10, 64)
				return s.Text(telegramtest.Group, id)
			},
			Files: s.Files,
		}
	})
}

// TestTwoOfOneNetwork: two bots in one Telegram.
func TestTwoOfOneNetwork(t *testing.T) {
	adaptertest.RunTwo(t, func(t *testing.T) adaptertest.TwoRig {
		a, s := open(t)
		const wasp, private = 7002, -1001000000002
		s.AddBot(telegramtest.Profile{ID: wasp, Token: "7002:test-token-of-wasp", Name: "Wasp", Username: "wasp_bot"})
		s.AddChat(telegramtest.Chat{ID: private, Type: "supergroup", Title: "private", Bots: []int64{telegramtest.Bot}})
		b := join(t, "wasp", s, func(c *Config) { c.Token = "7002:test-token-of-wasp" })
		bots := [2]int64{telegramtest.Bot, wasp}
		return adaptertest.TwoRig{
			Adapters: [2]adapter.Adapter{a, b}, Accounts: [2]messages.AccountID{"acc", "wasp"},
			Say:     func(text string) { s.Say(telegramtest.Group, telegramtest.Ana, text) },
			Whisper: func(to int, text string) { s.Whisper(bots[to], telegramtest.Ana, text) },
			Confide: func(_ int, text string) { s.Say(private, telegramtest.Ana, text) },
		}
	})
}

// listen has an account listen until the test ends or stop is called.
func listen(t *testing.T, a *Account, j *adaptertest.Taken) (ended <-chan error, stop func()) {
	return adaptertest.Listen(t, a, j.Hear, a.config.Log)
}
