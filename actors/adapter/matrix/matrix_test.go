package matrix

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/matrix/matrixtest"
	"familiar/messages"
)

var garden = place{room: matrixtest.Garden}.channel()

// open joins an account to a homeserver of its own.
func open(t *testing.T, changes ...func(*Config)) (*Account, *matrixtest.Server) {
	t.Helper()
	s := matrixtest.New()
	t.Cleanup(s.Close)
	return join(t, "acc", s, changes...), s
}

func join(t *testing.T, id messages.AccountID, s *matrixtest.Server, changes ...func(*Config)) *Account {
	t.Helper()
	c := Config{Token: matrixtest.Token, URL: s.URL, Pause: time.Millisecond, Log: slog.New(slog.DiscardHandler)}
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
		a, s := open(t, func(c *Config) { c.Tokens = &adaptertest.Words{} })
		people := map[string]string{}
		person := func(author string) string {
			id, known := people[author]
			if !known {
				id = fmt.Sprintf("@person%d:test.example", len(people))
				people[author] = id
				s.AddUser(id, author, "")
				s.Join(matrixtest.Garden, id)
			}
			return id
		}
		reaction := ""
		return adaptertest.Rig{
			Adapter: a, Channel: garden, Me: matrixtest.Moth, Echoes: true,
			Say: func(author, text string) { s.Say(matrixtest.Garden, person(author), text) },
			Carried: func(text string) (string, bool) {
				if !utf8.ValidString(text) {
					return strings.ToValidUTF8(text, "\ufffd"), false // JSON has no such bytes
				}
				return text, true
			},
			Attach: func(author, text string) {
				s.Write(matrixtest.Garden, person(author), matrixtest.Object{
					"msgtype": "m.file", "body": text, "filename": adaptertest.FileName, "url": "mxc://test.example/F1",
					"info": matrixtest.Object{"mimetype": adaptertest.FileType, "size": adaptertest.FileBytes},
				})
			},
			Ail: func(posts int) {
				for range posts {
					s.Refuse("send", matrixtest.Refusal{Status: 429, Code: "M_LIMIT_EXCEEDED", RetryAfter: 1})
				}
			},
			Revoke: func() { s.Revoke(matrixtest.Moth) },
			Posted: func() []string { return s.Posted(matrixtest.Moth) },
			React: func(line messages.LineID, removed bool) {
				if removed {
					s.Redact(matrixtest.Garden, matrixtest.Bob, reaction)
					return
				}
				reaction = s.React(matrixtest.Garden, matrixtest.Bob, string(line), "👍")
				s.UntilHanded(matrixtest.Moth) // one that is erased before has nothing in it any more
			},
			Stands: func(line messages.LineID) string { return s.Stands(string(line)) },
			Files:  func() []string { return s.Files(matrixtest.Moth) },
		}
	})
}

// TestTwoOfOneNetwork: two accounts of one homeserver.
func TestTwoOfOneNetwork(t *testing.T) {
	adaptertest.RunTwo(t, func(t *testing.T) adaptertest.TwoRig {
		a, s := open(t)
		const wasp, private = "@wasp:test.example", "!private:test.example"
		s.AddUser(wasp, "Wasp", "test-token-of-wasp")
		s.Join(matrixtest.Garden, wasp)
		s.AddRoom(private, matrixtest.Moth, matrixtest.Ana, matrixtest.Bob)
		s.AddRoom("!first:test.example", matrixtest.Moth, matrixtest.Ana)
		s.AddRoom("!second:test.example", wasp, matrixtest.Ana)
		b := join(t, "wasp", s, func(c *Config) { c.Token = "test-token-of-wasp" })
		return adaptertest.TwoRig{
			Adapters: [2]adapter.Adapter{a, b}, Accounts: [2]messages.AccountID{"acc", "wasp"},
			Say: func(text string) { s.Say(matrixtest.Garden, matrixtest.Ana, text) },
			Whisper: func(to int, text string) {
				s.Say([2]string{"!first:test.example", "!second:test.example"}[to], matrixtest.Ana, text)
			},
			Confide: func(_ int, text string) { s.Say(private, matrixtest.Ana, text) },
		}
	})
}

// listen has an account listen until the test ends or stop is called.
func listen(t *testing.T, a *Account, j *adaptertest.Taken) (ended <-chan error, stop func()) {
	return adaptertest.Listen(t, a, j.Hear, a.config.Log)
}
