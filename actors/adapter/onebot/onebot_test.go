package onebot

import (
	"context"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/onebot/onebottest"
	"familiar/internal/await"
	"familiar/internal/sleep"
	"familiar/messages"
)

const garden = messages.ChannelID("onebot/10001/30001")

// open joins an account to an implementation of its own.
func open(t *testing.T, changes ...func(*Config)) (*Account, *onebottest.Server) {
	t.Helper()
	s := onebottest.New()
	t.Cleanup(s.Close)
	return join(t, s, changes...), s
}

func join(t *testing.T, s *onebottest.Server, changes ...func(*Config)) *Account {
	t.Helper()
	return joinAs(t, "acc", s, changes...)
}

func joinAs(t *testing.T, name messages.AccountID, s *onebottest.Server, changes ...func(*Config)) *Account {
	t.Helper()
	c := Config{URL: s.URL, Token: onebottest.Token, Every: time.Millisecond, Pause: time.Millisecond, Marks: &adaptertest.Words{}, Log: slog.New(slog.DiscardHandler)}
	for _, change := range changes {
		change(&c)
	}
	a, err := Open(name, c)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestAdapter: the contract of all networks, over each form that messages have.
func TestAdapter(t *testing.T) {
	for _, form := range []struct {
		story string
		set   func(*onebottest.Server)
		open  func(t *testing.T, changes ...func(*Config)) (*Account, *onebottest.Server)
	}{
		{"segments", func(*onebottest.Server) {}, open},
		{"strings and echoes", func(s *onebottest.Server) { s.Strings, s.Echo = true, true }, open},
		{"it comes by itself", func(*onebottest.Server) {}, openReverse},
		{"it comes by itself, twice", func(*onebottest.Server) {}, openPair},
	} {
		t.Run(form.story, func(t *testing.T) {
			adaptertest.Run(t, func(t *testing.T) adaptertest.Rig {
				a, s := form.open(t)
				form.set(s)
				return rig(t, a, s)
			})
		})
	}
}

// TestTwoOfOneNetwork: two accounts on one QQ, each behind an implementation of its own.
// They have no channel in common, and private chats have no history.
func TestTwoOfOneNetwork(t *testing.T) {
	adaptertest.RunTwo(t, func(t *testing.T) adaptertest.TwoRig {
		const private = onebottest.Group + 1
		behind := [2]*onebottest.Server{implementation(t, 10001), implementation(t, 10002)}
		r := adaptertest.TwoRig{
			Accounts: [2]messages.AccountID{"acc", "wasp"},
			Say: func(text string) {
				for _, s := range behind {
					s.Connected(1) // what is said before nobody hears
					s.Say(onebottest.Group, onebottest.Ana, onebottest.Text(text))
				}
			},
			Whisper: func(to int, text string) { behind[to].Whisper(onebottest.Ana, onebottest.Text(text)) },
			Confide: func(to int, text string) { behind[to].Say(private, onebottest.Ana, onebottest.Text(text)) },
			Apart:   true,
			Kept:    func(l *messages.Line) bool { return !l.DM },
		}
		for k, s := range behind {
			r.Adapters[k] = joinAs(t, r.Accounts[k], s)
		}
		return r
	})
}

// openReverse has an implementation of its own come to an account.
func openReverse(t *testing.T, changes ...func(*Config)) (*Account, *onebottest.Server) {
	t.Helper()
	return openComing(t, nil, changes)
}

// openPair is openReverse with a connection for events and one for calls.
func openPair(t *testing.T, changes ...func(*Config)) (*Account, *onebottest.Server) {
	t.Helper()
	return openComing(t, []string{"Event", "API"}, changes)
}

// openComing has it come with a connection for each role; none: with one for all.
func openComing(t *testing.T, roles []string, changes []func(*Config)) (*Account, *onebottest.Server) {
	t.Helper()
	s := onebottest.New()
	t.Cleanup(s.Close)
	a := join(t, s, append(changes, func(c *Config) { c.URL, c.Listen = "", "127.0.0.1:0" })...)
	t.Cleanup(a.Close)
	comes(t, a, s, roles...)
	return a, s
}

// comes has an implementation come to an account until the test ends, as they do: again
// after each connection that is lost or refused, with one for each role; by default with
// one for all.
func comes(t *testing.T, a *Account, s *onebottest.Server, roles ...string) {
	t.Helper()
	if len(roles) == 0 {
		roles = []string{"Universal"}
	}
	if err := a.reverse.open(); err != nil {
		t.Fatal(err)
	}
	coming := make(chan struct{})
	go func() {
		defer close(coming)
		for t.Context().Err() == nil {
			for _, role := range roles {
				if !s.Has(role) {
					s.ComeFor(role, a.reverse.address(), onebottest.Token)
				}
			}
			sleep.For(t.Context(), 5*time.Millisecond)
		}
	}()
	t.Cleanup(func() { <-coming })
}

func rig(t *testing.T, a *Account, s *onebottest.Server) adaptertest.Rig {
	people := map[string]int64{}
	person := func(author string) int64 {
		if _, known := people[author]; !known {
			people[author] = int64(1000 + len(people))
			s.Name(people[author], author)
		}
		return people[author]
	}
	say := func(author string, segments ...onebottest.Message) {
		await.Until(t, "the account's connection", func() bool { return listening(a) })
		s.Say(onebottest.Group, person(author), segments...)
	}
	return adaptertest.Rig{
		Adapter: a, Channel: garden, Me: "10001", Echoes: s.Echo,
		Say: func(author, text string) { say(author, onebottest.Text(text)) },
		Carried: func(text string) (string, bool) {
			return strings.ToValidUTF8(text, "\ufffd"), utf8.ValidString(text) // JSON has no others
		},
		Attach: func(author, text string) {
			say(author, onebottest.Text(text), onebottest.Segment("file", onebottest.Message{"file": adaptertest.FileName, "file_id": "F1", "file_size": "7"}))
		},
		PassOn: passOn(s, say),
		Ail: func(posts int) {
			for range posts {
				s.Refuse(onebottest.Refusal{Code: 1200, Text: notPosted})
			}
		},
		React: func(line messages.LineID, removed bool) {
			id, _ := strconv.ParseInt(string(line), 10, 64)
			s.React(onebottest.Group, person("ana"), id, removed)
		},
		Revoke: s.Revoke, Posted: s.Posted, Files: s.Files,
	}
}

// listening reports whether an account is connected to hear.
func listening(a *Account) bool { return a.connection() != nil }

// passOn returns how a message of another place is passed on; a code has no room for one.
func passOn(s *onebottest.Server, say func(string, ...onebottest.Message)) func(author, text string) {
	if s.Strings {
		return nil
	}
	return func(author, text string) {
		said := onebottest.Message{"user_id": 77, "sender": onebottest.Message{"nickname": "Bea"}, "message": []onebottest.Message{
			onebottest.Segment("at", onebottest.Message{"qq": "10001"}), onebottest.Text(text),
		}}
		say(author, onebottest.Segment("forward", onebottest.Message{"id": "x", "content": []onebottest.Message{said}}))
	}
}

// listen has a runner listen until the test ends, as the app does, and gives what it
// hears.
func listen(t *testing.T, a *Account) chan messages.Event {
	t.Helper()
	heard := make(chan messages.Event, 1000)
	adaptertest.Listen(t, a, func(_ context.Context, _ messages.ChannelID, e messages.Event) error {
		heard <- e
		return nil
	}, a.config.Log)
	return heard
}

func line(t *testing.T, heard chan messages.Event) *messages.Line {
	t.Helper()
	e := await.Value(t, "a line", heard)
	l, ok := e.(messages.Heard)
	if !ok {
		t.Fatalf("heard %+v, want a line", e)
	}
	return l.Line
}
