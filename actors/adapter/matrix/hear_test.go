package matrix

import (
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/matrix/matrixtest"
	"familiar/messages"
)

// TestHears: what people write, as the line it is.
func TestHears(t *testing.T) {
	const root = "$event5" // after the four who are there from the start have joined
	type object = matrixtest.Object
	for _, tt := range []struct {
		story   string
		content object
		want    messages.Line // of it, what is looked at
	}{
		{"a text", object{"msgtype": "m.text", "body": "hi"}, messages.Line{Text: "hi"}},
		{
			"who is called",
			object{"msgtype": "m.text", "body": "hi Moth", "m.mentions": object{"user_ids": []string{matrixtest.Moth, "Moth", matrixtest.Moth}}},
			messages.Line{Text: "hi Moth", Mentions: []messages.PersonID{matrixtest.Moth}},
		},
		{"everybody is called", object{"msgtype": "m.text", "body": "@room", "m.mentions": object{"room": true}}, messages.Line{Text: "@room", Everyone: true}},
		{
			"who is called by an older client",
			object{"msgtype": "m.text", "body": "Moth: hi", "format": "org.matrix.custom.html", "formatted_body": `<a href="https://matrix.to/#/%40moth%3Atest.example">Moth</a>: hi`},
			messages.Line{Text: "Moth: hi", Mentions: []messages.PersonID{matrixtest.Moth}},
		},
		{"a program's", object{"msgtype": "m.notice", "body": "built"}, messages.Line{Text: "built", Author: messages.Author{Bot: true}}},
		{"an emote", object{"msgtype": "m.emote", "body": "waves"}, messages.Line{Text: "* Ana waves"}},
		{
			"a reply",
			object{"msgtype": "m.text", "body": "> <" + matrixtest.Bob + "> root\n\nyes", "m.relates_to": object{"m.in_reply_to": object{"event_id": root}}},
			messages.Line{Text: "yes", ReplyTo: messages.Reply{ID: root, Author: matrixtest.Bob}},
		},
		{
			"in a thread",
			object{"msgtype": "m.text", "body": "yes", "m.relates_to": object{"rel_type": "m.thread", "event_id": root, "is_falling_back": true, "m.in_reply_to": object{"event_id": root}}},
			messages.Line{Text: "yes", Channel: place{matrixtest.Garden, root}.channel()},
		},
		{
			"a picture",
			object{"msgtype": "m.image", "body": "moth.png", "url": "mxc://test.example/1", "info": object{"mimetype": "image/png", "size": -7}},
			messages.Line{Attachments: []messages.Attachment{{ID: "mxc://test.example/1", Name: "moth.png", Type: "image/png"}}},
		},
		{"what happened long ago", object{"msgtype": "m.text", "body": "late"}, messages.Line{Text: "late", Backfilled: true}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			a, s := open(t)
			s.Join(matrixtest.Garden, addUser(s, "@cat:test.example", "Cat"))
			if made := s.Say(matrixtest.Garden, matrixtest.Bob, "root"); made != root {
				t.Fatalf("the root is %s", made)
			}
			sent := matrixtest.Object{"type": "m.room.message", "sender": matrixtest.Ana, "content": tt.content}
			if tt.want.Backfilled {
				sent["origin_server_ts"] = time.Now().Add(-time.Hour).UnixMilli()
			}
			id := s.Send(matrixtest.Garden, sent)
			j := &adaptertest.Taken{}
			listen(t, a, j)
			got := *j.Line(t, 2)
			if got.ID != messages.LineID(id) || got.Author.ID != matrixtest.Ana || got.Author.Name != "Ana" || got.Account != "acc" || got.At == 0 || got.DM {
				t.Errorf("got %+v", got)
			}
			want := tt.want
			want.ID, want.Account, want.At = got.ID, got.Account, got.At
			want.Author.ID, want.Author.Name = got.Author.ID, got.Author.Name
			if want.Channel == "" {
				want.Channel = garden
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func addUser(s *matrixtest.Server, id, name string) string {
	s.AddUser(id, name, "")
	return id
}

// TestChanges: edits and deletions reach the line where it stands, also in a thread
// of which this process hasn't heard.
func TestChanges(t *testing.T) {
	edit := func(of, text string) matrixtest.Object {
		return matrixtest.Object{"msgtype": "m.text", "body": "* " + text, "m.new_content": matrixtest.Object{"body": text}, "m.relates_to": matrixtest.Object{"rel_type": "m.replace", "event_id": of}}
	}
	a, s := open(t, func(c *Config) { c.Tokens = &adaptertest.Words{} })
	root := s.Say(matrixtest.Garden, matrixtest.Ana, "root")
	said := s.Write(matrixtest.Garden, matrixtest.Ana, matrixtest.Object{"body": "one", "m.relates_to": matrixtest.Object{"rel_type": "m.thread", "event_id": root}})
	past := adaptertest.NewPast()
	first := &adaptertest.Taken{}
	_, stop := listen(t, a, first)
	for _, e := range first.Until(t, 2) {
		_ = past.Hear(t.Context(), e.Channel, e.Event)
	}
	s.UntilSyncing()
	stop()
	s.Write(matrixtest.Garden, matrixtest.Bob, edit(said, "not mine"))
	s.Write(matrixtest.Garden, matrixtest.Ana, edit(said, "two"))
	next := join(t, "acc", s, func(c *Config) { c.Tokens, c.Past = a.config.Tokens, past })
	j := &adaptertest.Taken{}
	_, stop = listen(t, next, j)
	thread := place{matrixtest.Garden, root}.channel()
	if line := j.Line(t, 1); line.Text != "two" || line.ID != messages.LineID(said) || j.All()[0].Channel != thread {
		t.Errorf("got %+v, want the edit by who wrote it", line)
	}
	stop()
	s.Redact(matrixtest.Garden, matrixtest.Bob, said)
	last := join(t, "acc", s, func(c *Config) { c.Tokens, c.Past = a.config.Tokens, past })
	j = &adaptertest.Taken{}
	listen(t, last, j)
	var places []messages.ChannelID
	for _, e := range j.Until(t, 2) {
		if d, is := e.Event.(messages.Deleted); is && d.ID == messages.LineID(said) {
			places = append(places, e.Channel)
		}
	}
	if !slices.Contains(places, thread) {
		t.Errorf("deleted in %q, want it in %s, too", places, thread)
	}
}

// TestRedactedEdit: somebody who takes back one edit of a message, as clients offer where
// they show what it said before, has its line deleted: the text is in the journal with it.
func TestRedactedEdit(t *testing.T) {
	a, s := open(t)
	j := &adaptertest.Taken{}
	listen(t, a, j)
	said := s.Say(matrixtest.Garden, matrixtest.Ana, "my number is secret")
	edit := func(by, text string) string {
		return s.Write(matrixtest.Garden, by, matrixtest.Object{
			"msgtype": "m.text", "body": "* " + text, "m.new_content": matrixtest.Object{"body": text},
			"m.relates_to": matrixtest.Object{"rel_type": "m.replace", "event_id": said},
		})
	}
	not, slip := edit(matrixtest.Bob, "not mine"), edit(matrixtest.Ana, "my number is 555")
	j.Until(t, 2)
	s.Redact(matrixtest.Garden, matrixtest.Bob, not)
	s.Redact(matrixtest.Garden, matrixtest.Ana, slip)
	var deleted []messages.LineID
	for _, e := range j.Until(t, 4) {
		if d, is := e.Event.(messages.Deleted); is && e.Channel == garden {
			deleted = append(deleted, d.ID)
		}
	}
	if want := []messages.LineID{messages.LineID(not), messages.LineID(said)}; !slices.Equal(deleted, want) {
		t.Errorf("deleted is %q, want %q", deleted, want)
	}
}

// TestNothingIsLost: the token moves on only once the journal has what came, and the
// next process begins there, however much was said meanwhile.
func TestNothingIsLost(t *testing.T) {
	kept := &adaptertest.Words{}
	a, s := open(t, func(c *Config) { c.Tokens = kept })
	j := &adaptertest.Taken{}
	_, stop := listen(t, a, j)
	s.Say(matrixtest.Garden, matrixtest.Ana, "line 0")
	j.Until(t, 1)
	full := make(chan struct{})
	var once sync.Once
	j.Answer(func(messages.ChannelID, messages.Event) error {
		once.Do(func() { close(full) })
		return errors.New("journal is full")
	})
	s.Say(matrixtest.Garden, matrixtest.Ana, "line 1")
	<-full
	stop()
	for n := 2; n < 300; n++ {
		s.Say(matrixtest.Garden, matrixtest.Ana, fmt.Sprint("line ", n))
	}
	next := &adaptertest.Taken{}
	listen(t, join(t, "acc", s, func(c *Config) { c.Tokens = kept }), next)
	for i, e := range next.Until(t, 299) {
		if heard, is := e.Event.(messages.Heard); !is || heard.Line.Text != fmt.Sprint("line ", i+1) {
			t.Fatalf("event %d is %+v", i, e)
		}
	}
}

// TestUnknownToken: a homeserver that was restored from a backup knows a token no
// more; the account begins anew.
func TestUnknownToken(t *testing.T) {
	kept := &adaptertest.Words{}
	a, s := open(t, func(c *Config) { c.Tokens = kept })
	if _, err := kept.Write(a.tokenOf(matrixtest.Moth).name, 0, []byte("s999")); err != nil {
		t.Fatal(err)
	}
	s.Say(matrixtest.Garden, matrixtest.Ana, "hello")
	j := &adaptertest.Taken{}
	listen(t, a, j)
	if line := j.Line(t, 1); line.Text != "hello" {
		t.Errorf("heard %q", line.Text)
	}
}

// TestEncrypted: the operator is told once, nothing is heard, and nothing is posted
// that would stand there for all to read.
func TestEncrypted(t *testing.T) {
	var log strings.Builder
	var mu sync.Mutex
	a, s := open(t, func(c *Config) { c.Log = slog.New(slog.NewTextHandler(locked{&mu, &log}, nil)) })
	j := &adaptertest.Taken{}
	listen(t, a, j)
	s.Say(matrixtest.Garden, matrixtest.Ana, "before")
	j.Until(t, 1)
	s.SetState(matrixtest.Garden, "m.room.encryption", matrixtest.Object{"algorithm": "m.megolm.v1.aes-sha2"})
	for range 3 {
		s.Send(matrixtest.Garden, matrixtest.Object{"type": "m.room.encrypted", "sender": matrixtest.Ana, "content": matrixtest.Object{"ciphertext": "x"}})
	}
	s.Say(matrixtest.Garden, matrixtest.Ana, "after")
	j.Until(t, 2)
	mu.Lock()
	if n := strings.Count(log.String(), "matrix room is encrypted"); n != 1 {
		t.Errorf("told %d times: %s", n, &log)
	}
	mu.Unlock()
	if _, err := a.Post(t.Context(), messages.Post{ID: "p", Channel: garden, Text: "hi"}); !errors.Is(err, adapter.ErrGone) || len(s.Posted(matrixtest.Moth)) > 0 {
		t.Errorf("posted %q, %v; want it refused", s.Posted(matrixtest.Moth), err)
	}
	standing, err := a.Check(t.Context())
	if err != nil || len(standing.Missing) != 1 || !strings.Contains(standing.Missing[0], "the garden is encrypted") {
		t.Errorf("checked %+v, %v", standing, err)
	}
}

// locked is a writer for several goroutines.
type locked struct {
	mu *sync.Mutex
	w  *strings.Builder
}

func (l locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

// TestInvited: the account goes where somebody of its own homeserver asks it to.
func TestInvited(t *testing.T) {
	a, s := open(t)
	s.AddRoom("!new:test.example", matrixtest.Ana)
	s.AddRoom("!odd:elsewhere.example", matrixtest.Ana)
	s.Invite("!odd:elsewhere.example", "@eve:elsewhere.example", matrixtest.Moth)
	s.Invite("!new:test.example", matrixtest.Ana, matrixtest.Moth)
	j := &adaptertest.Taken{}
	listen(t, a, j)
	if calls := s.Until("join", 1); len(calls) != 1 || calls[0].Path[1] != "!new:test.example" {
		t.Fatalf("joined %+v", calls)
	}
	s.Say("!new:test.example", matrixtest.Ana, "welcome")
	if line := j.Line(t, 1); line.Text != "welcome" || !line.DM {
		t.Errorf("heard %+v, want a direct message of the one who is there", line)
	}
}

// TestRevokedMeanwhile: what came with the last answer before the token was revoked is
// heard by whoever has the next one.
func TestRevokedMeanwhile(t *testing.T) {
	kept := &adaptertest.Words{}
	a, s := open(t, func(c *Config) { c.Tokens = kept })
	s.Refuse("joined_members", matrixtest.Refusal{Status: 401, Code: "M_UNKNOWN_TOKEN"})
	s.Say(matrixtest.Garden, matrixtest.Ana, "hello")
	ended, _ := listen(t, a, &adaptertest.Taken{})
	if err := <-ended; !errors.Is(err, adapter.ErrGone) {
		t.Fatalf("it ended with %v", err)
	}
	j := &adaptertest.Taken{}
	listen(t, join(t, "acc", s, func(c *Config) { c.Tokens = kept }), j)
	if line := j.Line(t, 1); line.Text != "hello" {
		t.Errorf("heard %q", line.Text)
	}
}

// TestDirect: a room that is marked as a direct chat is one, whoever else is in it.
func TestDirect(t *testing.T) {
	a, s := open(t)
	s.SetDirect(matrixtest.Moth, matrixtest.Ana, matrixtest.Garden)
	s.Say(matrixtest.Garden, matrixtest.Ana, "psst")
	j := &adaptertest.Taken{}
	listen(t, a, j)
	if line := j.Line(t, 1); !line.DM {
		t.Error("it is no direct message")
	}
	if of, err := a.Describe(t.Context(), garden); err != nil || of.Kind != "dm" || of.Name != "the garden" {
		t.Errorf("described as %+v, %v", of, err)
	}
	if known, err := a.Members(t.Context(), garden); err != nil || known.Humans != 2 || known.Bots != 1 || !known.Truncated {
		t.Errorf("counted %+v, %v", known, err)
	}
}

// TestNoLongerAlone: whether one other is alone with the account is asked of the
// homeserver, which knows of who came since anything was heard.
func TestNoLongerAlone(t *testing.T) {
	a, s := open(t)
	s.AddRoom("!two:test.example", matrixtest.Moth, matrixtest.Ana)
	two := place{room: "!two:test.example"}.channel()
	if known, err := a.Members(t.Context(), two); err != nil || known.Humans != 1 || known.Truncated {
		t.Fatalf("counted %+v, %v", known, err)
	}
	s.Join("!two:test.example", matrixtest.Bob)
	if known, err := a.Members(t.Context(), two); err != nil || known.Humans != 2 {
		t.Errorf("counted %+v, %v, want both people", known, err)
	}
}

// TestOpenRoom: one in which somebody is alone with the account is no direct chat while
// others may come in uninvited, or read what is said.
func TestOpenRoom(t *testing.T) {
	type M = matrixtest.Object
	const two = "!two:test.example"
	for _, tt := range []struct {
		story, kind string
		content     M
		direct      bool
	}{
		{"a room of which nothing is said", "m.room.name", M{"name": "us"}, true},
		{"who is invited comes in", "m.room.join_rules", M{"join_rule": "invite"}, true},
		{"whoever asks may be let in", "m.room.join_rules", M{"join_rule": "knock"}, true},
		{"everybody comes in", "m.room.join_rules", M{"join_rule": "public"}, false},
		{"everybody does, whatever else is said", "m.room.join_rules", M{"join_rule": "public", "name": "invite"}, false},
		{"everybody of a space comes in", "m.room.join_rules", M{"join_rule": "restricted"}, false},
		{"a rule that nobody knows", "m.room.join_rules", M{"join_rule": "org.example.dice"}, false},
		{"who comes later reads what was said", "m.room.history_visibility", M{"history_visibility": "shared"}, true},
		{"everybody reads", "m.room.history_visibility", M{"history_visibility": "world_readable"}, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			for _, first := range []string{"state", "line"} { // told before anything was heard, and after
				a, s := open(t)
				s.AddRoom(two, matrixtest.Moth, matrixtest.Ana)
				s.SetDirect(matrixtest.Moth, matrixtest.Ana, two)
				j := &adaptertest.Taken{}
				if first == "state" {
					s.SetState(two, tt.kind, tt.content)
				}
				listen(t, a, j)
				s.Say(two, matrixtest.Ana, "psst")
				if l := j.Line(t, 1); first == "line" && !l.DM {
					t.Error("it was no direct chat before")
				}
				if first == "line" {
					s.SetState(two, tt.kind, tt.content)
				}
				s.Say(two, matrixtest.Ana, "hello")
				if l := j.Line(t, 2); l.DM != tt.direct {
					t.Errorf("told of before the first %s: a direct message: %v", first, l.DM)
				}
			}
		})
	}
}
