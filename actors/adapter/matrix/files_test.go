package matrix

import (
	"errors"
	"io"
	"strings"
	"testing"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/matrix/matrixtest"
	"familiar/messages"
)

// read opens an attachment and reads it.
func read(t *testing.T, a *Account, of messages.Attachment) string {
	t.Helper()
	body, err := a.Fetch(t.Context(), garden, "$1", of)
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	text, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestFetch: what was attached is opened by who is in the room; what is gone is said.
func TestFetch(t *testing.T) {
	a, s := open(t)
	j := &adaptertest.Taken{}
	listen(t, a, j)
	address := s.AddMedia("moth.txt", "a lamp")
	s.Write(matrixtest.Garden, matrixtest.Ana, matrixtest.Object{"msgtype": "m.file", "body": "moth.txt", "url": address})
	if got := read(t, a, j.Line(t, 1).Attachments[0]); got != "a lamp" {
		t.Errorf("it says %q", got)
	}
	for _, id := range []string{"mxc://test.example/gone", "https://test.example/M1", ""} {
		if _, err := a.Fetch(t.Context(), garden, "$1", messages.Attachment{ID: id}); !errors.Is(err, adapter.ErrGone) {
			t.Errorf("%q: %v, want that it is gone", id, err)
		}
	}
}

// texts joins what lines say.
func texts(lines []*messages.Line) string {
	var said []string
	for _, l := range lines {
		said = append(said, l.Text)
	}
	return strings.Join(said, ", ")
}

// TestHistory: a room's newest lines and a thread's first and last, as they read now,
// whether or not the homeserver tells of edits in threads.
func TestHistory(t *testing.T) {
	t.Run("edits come with what they change", func(t *testing.T) {
		a, s := open(t)
		pastOf(t, a, s)
	})
	t.Run("they don't", func(t *testing.T) {
		a, s := open(t)
		s.Unattach()
		pastOf(t, a, s)
	})
}

func pastOf(t *testing.T, a *Account, s *matrixtest.Server) {
	t.Helper()
	type object = matrixtest.Object
	in := func(root, text string) string {
		return s.Write(matrixtest.Garden, matrixtest.Bob, object{"msgtype": "m.text", "body": text, "m.relates_to": object{"rel_type": "m.thread", "event_id": root}})
	}
	s.Say(matrixtest.Garden, matrixtest.Ana, "one")
	root := s.Say(matrixtest.Garden, matrixtest.Ana, "two")
	erased := s.Say(matrixtest.Garden, matrixtest.Ana, "erased")
	for _, text := range []string{"a", "b", "c", "d"} {
		in(root, text)
	}
	last := in(root, "E")
	edit := func(by, of, text string) {
		s.Write(matrixtest.Garden, by, object{"msgtype": "m.text", "body": "* " + text, "m.new_content": object{"msgtype": "m.text", "body": text}, "m.relates_to": object{"rel_type": "m.replace", "event_id": of}})
	}
	edit(matrixtest.Ana, root, "two, mended")
	edit(matrixtest.Bob, root, "forged")
	edit(matrixtest.Bob, last, "e")
	edit(matrixtest.Ana, last, "forged")
	s.Redact(matrixtest.Garden, matrixtest.Ana, erased)
	s.Write(matrixtest.Garden, matrixtest.Bob, object{"msgtype": "m.text", "body": "three", "m.relates_to": object{"m.in_reply_to": object{"event_id": root}}})
	thread := place{matrixtest.Garden, root}.channel()
	for _, tt := range []struct {
		channel    messages.ChannelID
		head, tail int
		want       string
	}{
		{garden, 0, 10, "one, two, mended, three"},
		{garden, 1, 1, "two, mended, three"},
		{thread, 2, 2, "two, mended, a, d, e"},
		{thread, 10, 10, "two, mended, a, b, c, d, e"},
		{thread, 0, 1, "e"},
	} {
		lines, err := a.History(t.Context(), tt.channel, tt.head, tt.tail)
		if got := texts(lines); err != nil || got != tt.want {
			t.Errorf("%s, %d and %d: %q, %v; want %q", tt.channel, tt.head, tt.tail, got, err, tt.want)
		}
		for _, l := range lines {
			if !l.Backfilled || l.Channel != tt.channel || l.Author.Name == "" {
				t.Errorf("%+v is not a line of %s's past", l, tt.channel)
			}
		}
	}
	lines, _ := a.History(t.Context(), garden, 0, 1)
	if lines[0].ReplyTo != (messages.Reply{ID: messages.LineID(root), Author: matrixtest.Ana}) {
		t.Errorf("it answers %+v", lines[0].ReplyTo)
	}
	if _, err := a.History(t.Context(), "matrix//!nowhere:test.example", 0, 1); !errors.Is(err, adapter.ErrGone) {
		t.Errorf("of a room it isn't in: %v", err)
	}
}

// TestInviters: whose invitations are accepted.
func TestInviters(t *testing.T) {
	const me = "@moth:test.example"
	for _, tt := range []struct {
		patterns, by string
		want         bool
	}{
		{"", "@ana:test.example", true},
		{"", "@eve:evil.example", false},
		{"", "", false},
		{"@*:friends.example", "@bea:friends.example", true},
		{"@*:friends.example", "@ana:test.example", false},
		{"@*:friends.example", "@bea:friends.example.evil", false},
		{"@ana:test.example @*:a.example", "@x:a.example", true},
		{"@*:a.example", "@x:aXexample", false},
		{"*", "@eve:evil.example", true},
	} {
		if got := newInviters(tt.patterns).has(tt.by, me); got != tt.want {
			t.Errorf("%q, by %q: %v", tt.patterns, tt.by, got)
		}
	}
}

// TestLacks: where the account may not speak or react is told.
func TestLacks(t *testing.T) {
	for _, tt := range []struct {
		story  string
		levels matrixtest.Object
		want   int
	}{
		{"everybody may", matrixtest.Object{"users_default": 0}, 0},
		{"nobody but moderators", matrixtest.Object{"events_default": 50}, 2},
		{"it is a moderator", matrixtest.Object{"events_default": 50, "users": matrixtest.Object{matrixtest.Moth: 50}}, 0},
		{"reactions are for moderators", matrixtest.Object{"events": matrixtest.Object{"m.reaction": 50}}, 1},
		{"it is silenced", matrixtest.Object{"users": matrixtest.Object{matrixtest.Moth: -1}}, 2},
	} {
		t.Run(tt.story, func(t *testing.T) {
			a, s := open(t)
			s.SetState(matrixtest.Garden, "m.room.power_levels", tt.levels)
			standing, err := a.Check(t.Context())
			if err != nil || len(standing.Missing) != tt.want {
				t.Errorf("it lacks %q, %v", standing.Missing, err)
			}
		})
	}
}
