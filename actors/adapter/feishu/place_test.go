package feishu

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"familiar/actors/adapter"
	"familiar/actors/adapter/feishu/feishutest"
	"familiar/messages"
)

// TestHistory: lines as they were heard, oldest first, each once; a chat's
// own, or a thread's.
func TestHistory(t *testing.T) {
	n, channel := group(t)
	for i := range 120 {
		n.Keep(feishutest.Message{Chat: room, By: ana, Text: fmt.Sprint("line ", i)})
	}
	n.Keep(feishutest.Message{ID: "root", Chat: room, By: bob, Text: "root", Thread: "omt_1"})
	for i := range 20 {
		n.Keep(feishutest.Message{Chat: room, By: bob, Text: fmt.Sprint("reply ", i), Thread: "omt_1", Root: "root", Parent: "root"})
	}
	n.Keep(feishutest.Message{Chat: room, By: bot, Text: "ours"})
	n.Keep(feishutest.Message{Chat: room, By: ana, Text: "withdrawn", Gone: true})
	for _, tt := range []struct {
		story      string
		channel    messages.ChannelID
		head, tail int
		n          int
		ends       []string // the first and the last
	}{
		{"the newest of a chat", channel, 0, 3, 2, []string{"root", "ours"}},
		{"more than a page", channel, 0, 103, 102, []string{"line 20", "ours"}},
		{"head and tail of a thread", channelOf("omt_1"), 3, 10, 13, []string{"root", "reply 19"}},
		{"head and tail that meet", channelOf("omt_1"), 15, 15, 21, []string{"root", "reply 19"}},
		{"nothing", channel, 0, 0, 0, nil},
	} {
		t.Run(tt.story, func(t *testing.T) {
			lines, err := openOn(t, n).History(t.Context(), tt.channel, tt.head, tt.tail)
			if err != nil || len(lines) != tt.n {
				t.Fatalf("got %d lines, %v; want %d", len(lines), err, tt.n)
			}
			if tt.n > 0 && (lines[0].Text != tt.ends[0] || lines[tt.n-1].Text != tt.ends[1]) {
				t.Errorf("from %q to %q, want %q", lines[0].Text, lines[tt.n-1].Text, tt.ends)
			}
			if !slices.IsSortedFunc(lines, func(a, b *messages.Line) int { return int(a.At - b.At) }) {
				t.Error("not oldest first")
			}
			for _, l := range lines {
				own := l.Text == "ours"
				if root := l.Text == "root" && tt.channel != channel; root != (l.Root == l.ID) || !root && l.Root != "" {
					t.Errorf("line %q hangs the thread off %q", l.Text, l.Root)
				}
				if !l.Backfilled || l.Channel != tt.channel || own != (l.Author.ID == feishutest.Bot) || !own && !strings.HasPrefix(string(l.Author.ID), "on_") {
					t.Fatalf("got %+v, want a backfilled line of %s by a union_id", l, tt.channel)
				}
			}
		})
	}
}

// TestNames: members are read once for a chat, the contacts asked for whoever
// isn't among them, and a name nobody gives is not asked for with each line.
func TestNames(t *testing.T) {
	n, _ := group(t)
	n.Add(feishutest.Chat{ID: "oc_other", People: []feishutest.Person{{Open: "ou_cyn", Union: "on_cyn", Name: "Cyn"}}})
	l := listen(t, openOn(t, n))
	nobody := feishutest.Person{Open: "ou_nobody", Union: "on_nobody"}
	for _, by := range []feishutest.Person{ana, bob, {Open: "ou_cyn", Union: "on_cyn", Name: "Cyn"}, nobody, nobody, ana} {
		n.Say(feishutest.Message{Chat: room, By: by, Text: "hi"})
		if line := l.line(); line.Author.Name != by.Name || string(line.Author.ID) != by.Union {
			t.Errorf("by %+v, want %+v", line.Author, by)
		}
	}
	if got := n.Calls("GET /open-apis/im/v1/chats/oc_room/members"); got != 1 {
		t.Errorf("read the members %d times, want once", got)
	}
	if got := n.Calls("GET /open-apis/contact/v3/users/on_nobody"); got != 1 {
		t.Errorf("asked for nobody %d times, want once", got)
	}
}

func TestPlace(t *testing.T) {
	n, channel := group(t)
	n.Add(feishutest.Chat{ID: "oc_dm", Mode: "p2p", People: []feishutest.Person{ana}})
	dm := messages.Channel{Network: network, Workspace: feishutest.Tenant, Chat: "oc_dm"}.ID()
	a := openOn(t, n)
	for _, tt := range []struct {
		story        string
		channel      messages.ChannelID
		want         adapter.Place
		humans, bots int
	}{
		{"a group", channel, adapter.Place{Name: "the room", About: "of moths", Kind: "group"}, 2, 1},
		{"a thread of it", channelOf("omt_1"), adapter.Place{Name: "the room", About: "of moths", Kind: "thread"}, 2, 1},
		{"a direct message", dm, adapter.Place{Kind: "dm"}, 1, 1},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got, err := a.Describe(t.Context(), tt.channel); got != tt.want || err != nil {
				t.Errorf("got %+v, %v; want %+v", got, err, tt.want)
			}
			got, err := a.Members(t.Context(), tt.channel)
			if err != nil || got.Humans != tt.humans || got.Bots != tt.bots || got.Truncated || got.FetchedAt == 0 {
				t.Errorf("got %+v, %v; want %d and %d", got, err, tt.humans, tt.bots)
			}
		})
	}
	if _, err := a.Describe(t.Context(), "slack//c"); err == nil {
		t.Error("described another network's channel")
	}
}

// TestDirectMessage: a line said to the bot alone.
func TestDirectMessage(t *testing.T) {
	n, _ := group(t)
	n.Add(feishutest.Chat{ID: "oc_dm", Mode: "p2p", People: []feishutest.Person{ana}})
	l := listen(t, openOn(t, n))
	n.Say(feishutest.Message{Chat: "oc_dm", By: ana, Text: "psst"})
	if line := l.line(); !line.DM || line.Author.Name != "Ana" {
		t.Errorf("got %+v, want a direct message by Ana", line)
	}
}

func TestCheck(t *testing.T) {
	n, _ := group(t)
	n.Grant("im:message", "im:message.group_msg", "im:message.p2p_msg:readonly", "im:chat:readonly", "im:resource:upload")
	got, err := openOn(t, n).Check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got.Me.ID != feishutest.Bot || !slices.Equal(got.Places, []string{"the room"}) || got.More != 0 {
		t.Errorf("got %+v, want the bot in the room", got)
	}
	if len(got.Missing) != 1 || !strings.Contains(got.Missing[0], "contact:user.base:readonly") {
		t.Errorf("missing %q, want the contacts' scope", got.Missing)
	}
	n.Revoke()
	if _, err := openOn(t, n).Check(t.Context()); !errors.Is(err, adapter.ErrGone) {
		t.Errorf("got %v, want ErrGone", err)
	}
}

func TestFetch(t *testing.T) {
	n, channel := group(t)
	a := openOn(t, n)
	for _, tt := range []struct{ story, id, want string }{
		{"an image", "image/img_1", "image img_1 body"},
		{"a file", "file/f", "file f body"},
		{"not another path", "file/../../x", "file ../../x body"},
		{"not elsewhere", "file/moved", ""},
		{"not of another kind", "http://x/y", ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			n.Expire() // a token may be old
			body, err := a.Fetch(t.Context(), channel, "om_1", messages.Attachment{ID: tt.id})
			if tt.want == "" {
				if err == nil {
					t.Error("fetched")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer body.Close()
			if got, err := io.ReadAll(body); string(got) != tt.want || err != nil {
				t.Errorf("got %q, %v; want %q", got, err, tt.want)
			}
		})
	}
}
