package feishu

import (
	"errors"
	"strings"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/feishu/feishutest"
	"familiar/messages"
)

// TestPostPlace: where a post goes, and where the network says it stands.
func TestPostPlace(t *testing.T) {
	for _, tt := range []struct {
		story  string
		mode   string
		post   messages.Post
		answer string // the message it answers: "root", "reply" or "gone"
		thread bool   // it stands in a thread the network names
		told   bool   // and that isn't p.Channel
	}{
		{"to the chat", "group", messages.Post{Channel: channelOf("")}, "", false, false},
		{"as an answer", "group", messages.Post{Channel: channelOf(""), ReplyTo: "root"}, "root", false, false},
		{"it begins a thread", "group", messages.Post{Channel: channelOf(""), ReplyTo: "root", Thread: true}, "root", true, true},
		{"in its thread", "group", messages.Post{Channel: channelOf("omt_old"), ReplyTo: "reply"}, "reply", true, false},
		{"in its thread, answering nothing", "group", messages.Post{Channel: channelOf("omt_old")}, "reply", true, false},
		{"in a thread of its chat", "group", messages.Post{Channel: channelOf(""), Within: channelOf("omt_old")}, "reply", true, true},
		{"in a chat of topics it begins one", "topic", messages.Post{Channel: channelOf("")}, "", true, true},
		{"as an answer to what is withdrawn", "group", messages.Post{Channel: channelOf(""), ReplyTo: "gone"}, "", false, false},
		{"in a thread, to what is withdrawn", "group", messages.Post{Channel: channelOf("omt_old"), ReplyTo: "gone"}, "reply", true, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			n, _ := group(t)
			n.Add(feishutest.Chat{ID: room, Mode: tt.mode, People: []feishutest.Person{ana}})
			n.Keep(feishutest.Message{ID: "root", Chat: room, By: ana, Text: "root"})
			n.Keep(feishutest.Message{ID: "begun", Chat: room, By: ana, Text: "begun", Thread: "omt_old"})
			n.Keep(feishutest.Message{ID: "reply", Chat: room, By: ana, Text: "reply", Thread: "omt_old", Root: "begun"})
			n.Keep(feishutest.Message{ID: "gone", Chat: room, By: ana, Text: "gone", Gone: true})
			tt.post.ID, tt.post.Text = "p", "hello"
			posted, err := openOn(t, n).Post(t.Context(), tt.post)
			if err != nil {
				t.Fatal(err)
			}
			all := n.Posted()
			if len(all) != 1 || all[0].Text != "hello" || all[0].ID != string(posted.Line) || all[0].Parent != tt.answer || (all[0].Thread != "") != tt.thread {
				t.Fatalf("posted %+v as %+v, want an answer to %q, in a thread: %v", all, posted, tt.answer, tt.thread)
			}
			want := messages.ChannelID("")
			if tt.told {
				want = channelOf(all[0].Thread)
			}
			if posted.Thread != want {
				t.Errorf("said to stand in %q, want %q", posted.Thread, want)
			}
		})
	}
}

// TestPostErrors: what an answer of the network says of a post.
func TestPostErrors(t *testing.T) {
	const gone, later, unsure = "gone", "later", "unsure"
	for _, tt := range []struct {
		story string
		fail  feishutest.Failure
		want  string
		after time.Duration
		names string // what the error names
	}{
		{"the bot was removed", feishutest.Failure{Status: 400, Code: 230002, Msg: "Bot/User can NOT be out of the chat."}, gone, 0, "add it"},
		{"a scope is missing", feishutest.Failure{Status: 400, Code: 99991672, Msg: "Access denied: im:message:send_as_bot"}, gone, 0, "im:message:send_as_bot"},
		{"too fast", feishutest.Failure{Status: 429, Code: 99991400, Msg: "request trigger frequency limit", Reset: 7}, later, 7 * time.Second, ""},
		{"too fast for one chat", feishutest.Failure{Status: 400, Code: 230020, Msg: "This operation triggers the frequency limit."}, later, 0, ""},
		{"too fast, says a proxy", feishutest.Failure{Status: 429, Reset: 3}, later, 3 * time.Second, ""},
		{"an unknown no", feishutest.Failure{Status: 400, Code: 230999, Msg: "no"}, later, 0, "230999"},
		{"the network has trouble", feishutest.Failure{Status: 500, Code: 2200, Msg: "internal error"}, unsure, 0, ""},
		{"the connection is cut", feishutest.Failure{Cut: true, After: true}, unsure, 0, ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			n, channel := group(t)
			a := openOn(t, n)
			tt.fail.Path, tt.fail.Times = "/im/v1/messages", 1
			n.Fail(tt.fail)
			post := messages.Post{ID: "p", Channel: channel, Text: "hello", Meta: messages.Meta{At: messages.InstantOf(time.Now())}}
			_, err := a.Post(t.Context(), post)
			got, retry := unsure, (*adapter.RetryError)(nil)
			switch {
			case err == nil:
				t.Fatal("posted")
			case errors.Is(err, adapter.ErrGone):
				got = gone
			case errors.As(err, &retry):
				got = later
			}
			if got != tt.want || retry != nil && retry.After != tt.after || !strings.Contains(err.Error(), tt.names) {
				t.Errorf("got %s: %v; want %s, %v, naming %q", got, err, tt.want, tt.after, tt.names)
			}
			// What isn't gone may be posted again, and stands there once.
			if tt.want == gone {
				return
			}
			if _, found, err := a.Find(t.Context(), post); found || err != nil {
				t.Errorf("find: %v, %v; want leave to post", found, err)
			}
			if _, err := a.Post(t.Context(), post); err != nil || len(n.Posted()) != 1 {
				t.Errorf("posted %d times, %v; want once", len(n.Posted()), err)
			}
		})
	}
}

// TestPostUnreachable: what never left may be posted later.
func TestPostUnreachable(t *testing.T) {
	a, err := Open("moths", Config{AppID: "cli_x", AppSecret: "hush", URL: "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = a.Post(t.Context(), messages.Post{ID: "p", Channel: channelOf(""), Text: "hello"})
	if _, later := errors.AsType[*adapter.RetryError](err); !later || strings.Contains(err.Error(), "hush") {
		t.Errorf("got %v, want that it may be tried later", err)
	}
}

// TestToken: a token that is no longer taken is fetched anew, and only then.
func TestToken(t *testing.T) {
	n, channel := group(t)
	a := openOn(t, n)
	for i, id := range []messages.PostID{"one", "two", "three"} {
		if i == 2 {
			n.Expire()
		}
		if _, err := a.Post(t.Context(), messages.Post{ID: id, Channel: channel, Text: string(id)}); err != nil {
			t.Fatal(err)
		}
	}
	const token = "POST /open-apis/auth/v3/tenant_access_token/internal"
	if got := n.Calls(token); got != 2 || len(n.Posted()) != 3 {
		t.Errorf("fetched %d tokens for %d posts, want 2 for 3", got, len(n.Posted()))
	}
}

// TestFind: the network forgets a post's key within the hour.
func TestFind(t *testing.T) {
	n, _ := group(t)
	a := openOn(t, n)
	for _, tt := range []struct {
		story string
		at    messages.Instant
		known bool
	}{
		{"a young post may be posted again", messages.InstantOf(time.Now().Add(-50 * time.Minute)), true},
		{"an old one may be there", messages.InstantOf(time.Now().Add(-time.Hour)), false},
		{"so may one of no age", 0, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			_, found, err := a.Find(t.Context(), messages.Post{ID: "p", Meta: messages.Meta{At: tt.at}})
			if found || (err == nil) != tt.known {
				t.Errorf("got %v, %v; want leave to post: %v", found, err, tt.known)
			}
		})
	}
}

// TestPings: people a post names are pinged, by the id of this app, and what
// they are called comes back in our own line.
func TestPings(t *testing.T) {
	n, channel := group(t)
	a := openOn(t, n)
	l := listen(t, a)
	n.Say(feishutest.Message{Chat: room, By: ana, Text: "hi"})
	l.line()
	if _, err := a.Post(t.Context(), messages.Post{
		ID: "p", Channel: channel, Text: "@Ana, @Bob, @all and @Eve",
		Mentions: []messages.Mention{{Name: "Ana", ID: "on_ana"}, {Name: "Bob", ID: "on_bob"}, {Name: "all", ID: "all"}},
	}); err != nil {
		t.Fatal(err)
	}
	posted := n.Posted()[0]
	if len(posted.Mentions) != 2 || posted.Mentions[0].Of != ana || posted.Mentions[1].Of != bob {
		t.Errorf("pinged %+v, want Ana and Bob", posted.Mentions)
	}
	lines, err := a.History(t.Context(), channel, 0, 1)
	if err != nil || len(lines) != 1 || lines[0].Text != "@Ana, @Bob, @all and @Eve" || lines[0].Author.ID != feishutest.Bot || lines[0].Everyone {
		t.Errorf("came back as %+v, %v", lines, err)
	}
}

func TestReact(t *testing.T) {
	n, _ := group(t)
	a := openOn(t, n)
	id := n.Keep(feishutest.Message{Chat: room, By: ana, Text: "hi"})
	if err := a.React(t.Context(), messages.React{Line: messages.LineID(id), Emoji: "👍"}); err != nil {
		t.Error(err)
	}
	if err := a.React(t.Context(), messages.React{Line: messages.LineID(id), Emoji: "🦋"}); err == nil {
		t.Error("reacted with what there is not")
	}
	if got := n.Reactions(); len(got) != 1 || got[0] != id+" THUMBSUP" {
		t.Errorf("reacted %q, want one THUMBSUP", got)
	}
}
