package feishu

import (
	"context"
	"errors"
	"testing"
	"time"

	"familiar/actors/adapter/feishu/feishutest"
	"familiar/internal/await"
	"familiar/messages"
)

// TestDuplicates: the network delivers at least once.
func TestDuplicates(t *testing.T) {
	n, _ := group(t)
	l := listen(t, openOn(t, n))
	first := n.Say(feishutest.Message{Chat: room, By: ana, Text: "one"})
	n.Repeat()
	n.Tell(first) // under another event id
	l.line()
	n.Repeat()
	n.Say(feishutest.Message{Chat: room, By: ana, Text: "two"})
	if line := l.line(); line.Text != "two" {
		t.Errorf("heard %q, want two", line.Text)
	}
}

// TestEdit: a message that is delivered again with another text was edited;
// one with the same text says nothing new.
func TestEdit(t *testing.T) {
	n, _ := group(t)
	l := listen(t, openOn(t, n))
	id := n.Say(feishutest.Message{Chat: room, By: ana, Text: "one"})
	l.line()
	n.Edit(id, "one")
	n.Tell(id)
	n.Edit(id, "won")
	n.Tell(id)
	if e, ok := l.next().event.(messages.Edited); !ok || e.Line.Text != "won" || string(e.Line.ID) != id || e.Line.Author.Name != "Ana" {
		t.Errorf("got %+v, want %s edited to won", e, id)
	}
}

// TestRecall: a line that is withdrawn is deleted where it stood, even if it
// was heard by an earlier process.
func TestRecall(t *testing.T) {
	n, channel := group(t)
	l := listen(t, openOn(t, n))
	root := n.Keep(feishutest.Message{Chat: room, By: ana, Text: "root"})
	reply := feishutest.Message{Chat: room, By: bob, Text: "in a thread", Thread: "omt_1", Root: root, Parent: root}
	inThread, before := n.Say(reply), n.Keep(reply)
	inRoom := n.Say(feishutest.Message{Chat: room, By: ana, Text: "in the room"})
	l.line()
	l.line()
	for _, tt := range []struct {
		story, id string
		want      messages.ChannelID
	}{
		{"in the chat", inRoom, channel},
		{"in a thread", inThread, channelOf("omt_1")},
		{"in a thread, before this process", before, channelOf("omt_1")},
	} {
		t.Run(tt.story, func(t *testing.T) {
			n.Recall(tt.id)
			if got, want := l.next(), (heard{tt.want, messages.Deleted{ID: messages.LineID(tt.id)}}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

// TestNotTaken: an event waits for the journal, is answered with no when that
// takes too long, and is not handed over twice when it comes again.
func TestNotTaken(t *testing.T) {
	n, _ := group(t)
	a := openOn(t, n)
	a.config.Answer = 40 * time.Millisecond
	heard, full := make(chan string, 100), make(chan struct{})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- a.Listen(ctx, func(_ context.Context, _ messages.ChannelID, e messages.Event) error {
			select {
			case <-full:
				heard <- e.(messages.Heard).Line.Text
				return nil
			default:
				return errors.New("the journal is full")
			}
		})
	}()
	for _, text := range []string{"one", "two"} {
		arrives(t, a, n.Say(feishutest.Message{Chat: room, By: ana, Text: text}))
	}
	await.Until(t, "a second try by the network", func() bool { _, tries := n.Taken(); return tries > 3 })
	if taken, _ := n.Taken(); taken != 0 {
		t.Errorf("%d events were answered with yes before they were taken", taken)
	}
	close(full)
	for _, want := range []string{"one", "two"} {
		if got := await.Value(t, "a line", heard); got != want {
			t.Errorf("heard %q, want %q", got, want)
		}
	}
	await.Until(t, "yes", func() bool { taken, _ := n.Taken(); return taken == 2 })
	stop()
	await.Value(t, "the end of Listen", ended)
	if len(heard) > 0 {
		t.Errorf("heard %q again", <-heard)
	}
}

// TestRecallAgain: where a withdrawn line stands may have to be asked twice; it
// is not guessed.
func TestRecallAgain(t *testing.T) {
	n, _ := group(t)
	id := n.Keep(feishutest.Message{Chat: room, By: ana, Text: "in a thread", Root: "om_root", Thread: "omt_1"})
	l := listen(t, openOn(t, n))
	n.Fail(feishutest.Failure{Path: "im/v1/messages/" + id, Times: 1, Status: 503})
	n.Recall(id)
	if h := l.next(); h.channel != channelOf("omt_1") || h.event != (messages.Deleted{ID: messages.LineID(id)}) {
		t.Errorf("heard %+v in %s, want the deletion in its thread", h.event, h.channel)
	}
}

// TestOtherEvents: what an app may be subscribed to besides is answered, and
// an event of no known form, too, so that the network stops.
func TestOtherEvents(t *testing.T) {
	n, _ := group(t)
	l := listen(t, openOn(t, n))
	for _, body := range []string{
		`{"header":{"event_type":"im.message.message_read_v1"},"event":{}}`,
		`{"header":{"event_type":"im.message.receive_v1"},"event":{"message":{"chat_id":"oc_room"}}}`,
		`{"header":{"event_type":"im.message.receive_v1"},"event":{"message":7}}`,
		`{"header":{"event_type":"im.message.recalled_v1"},"event":{}}`,
	} {
		n.Push([]byte(body))
	}
	n.Say(feishutest.Message{Chat: room, By: ana, Text: "and then?"})
	if line := l.line(); line.Text != "and then?" {
		t.Errorf("heard %q", line.Text)
	}
	await.Until(t, "every answer", func() bool { taken, _ := n.Taken(); return taken == 5 })
}

// TestReplies: whom a line answers is known of the account's own posts, of
// lines heard, and, by asking, of older ones; in a thread only its root is.
func TestReplies(t *testing.T) {
	n, channel := group(t)
	a := openOn(t, n)
	l := listen(t, a)
	old := n.Keep(feishutest.Message{Chat: room, By: bob, Text: "long ago"})
	ours := n.Keep(feishutest.Message{Chat: room, By: bot, Text: "we said, before a restart"})
	posted, err := a.Post(t.Context(), messages.Post{ID: "p", Channel: channel, Text: "hello"})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		story   string
		message feishutest.Message
		want    messages.Reply
	}{
		{"nothing", feishutest.Message{}, messages.Reply{}},
		{"what was just posted", feishutest.Message{Parent: string(posted.Line), Root: string(posted.Line)}, messages.Reply{ID: posted.Line, Author: feishutest.Bot}},
		{"an older line", feishutest.Message{Parent: old, Root: old}, messages.Reply{ID: messages.LineID(old), Author: "on_bob"}},
		{"an older post", feishutest.Message{Parent: ours, Root: old}, messages.Reply{ID: messages.LineID(ours), Author: feishutest.Bot}},
		{"a line nobody has", feishutest.Message{Parent: "om_gone", Root: "om_gone"}, messages.Reply{ID: "om_gone"}},
		{"a thread", feishutest.Message{Parent: old, Root: ours, Thread: "omt_1"}, messages.Reply{ID: messages.LineID(ours), ThreadRoot: true, Author: feishutest.Bot}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			tt.message.Chat, tt.message.By, tt.message.Text = room, ana, tt.story
			n.Say(tt.message)
			h := l.next()
			if got := h.event.(messages.Heard).Line.ReplyTo; got != tt.want {
				t.Errorf("answers %+v, want %+v", got, tt.want)
			}
			if want := channelOf(tt.message.Thread); h.channel != want {
				t.Errorf("stands in %s, want %s", h.channel, want)
			}
		})
	}
}

// TestOwnLine: should the network tell of a post of ours, it is known as that
// post; one that was written by hand is ours without being any.
func TestOwnLine(t *testing.T) {
	n, channel := group(t)
	a := openOn(t, n)
	l := listen(t, a)
	posted, err := a.Post(t.Context(), messages.Post{ID: "p", Channel: channel, Text: "hello"})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		want  string
		comes func()
	}{
		{"p", func() { n.Tell(string(posted.Line)) }},
		{"", func() { n.Say(feishutest.Message{Chat: room, By: bot, Text: "by hand"}) }},
	} {
		tt.comes()
		if line := l.line(); line.Author.ID != feishutest.Bot || line.Author.Name != feishutest.BotName || line.Nonce != tt.want {
			t.Errorf("got %+v, want a line of ours with nonce %q", line, tt.want)
		}
	}
}
