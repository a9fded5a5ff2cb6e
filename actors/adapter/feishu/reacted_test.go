package feishu

import (
	"testing"

	"familiar/actors/adapter/feishu/feishutest"
	"familiar/internal/await"
	"familiar/messages"
)

// TestReactions: what the network's events say, and where the line stands, which
// they don't.
func TestReactions(t *testing.T) {
	n, channel := group(t)
	l := listen(t, openOn(t, n))
	root := n.Keep(feishutest.Message{Chat: room, By: ana, Text: "root", Thread: "omt_1"})
	reply := feishutest.Message{Chat: room, By: bob, Text: "in a thread", Thread: "omt_1", Root: root, Parent: root}
	inThread, before := n.Say(reply), n.Keep(reply)
	l.line()
	inRoom := n.Say(feishutest.Message{Chat: room, By: ana, Text: "in the room"})
	l.line()
	is := messages.Author{ID: "on_bob", Name: "Bob"}
	moth := messages.Author{ID: feishutest.Bot, Name: feishutest.BotName, Bot: true}
	for _, tt := range []struct {
		story, id, name string
		by              feishutest.Person
		where           messages.ChannelID
		want            messages.Reacted
	}{
		{"a character", inRoom, "THUMBSUP", bob, channel, messages.Reacted{By: is, Emoji: "👍"}},
		{"a name of two characters", inRoom, "LOL", bob, channel, messages.Reacted{By: is, Emoji: "😂"}},
		{"one of the network's own", inRoom, "JIAYI", bob, channel, messages.Reacted{By: is, Emoji: ":JIAYI:"}},
		{"by ourselves", inRoom, "GLANCE", bot, channel, messages.Reacted{By: moth, Emoji: "👀"}},
		{"in a thread", inThread, "THUMBSUP", bob, channelOf("omt_1"), messages.Reacted{By: is, Emoji: "👍"}},
		{"in a thread, before this process", before, "THUMBSUP", bob, channelOf("omt_1"), messages.Reacted{By: is, Emoji: "👍"}},
		{"to the line that began it", root, "THUMBSUP", bob, channel, messages.Reacted{By: is, Emoji: "👍"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			n.React("om_nowhere", bob, "THUMBSUP") // nobody can say where that is
			n.React(tt.id, tt.by, tt.name)
			tt.want.Line = messages.LineID(tt.id)
			if got, want := l.next(), (heard{tt.where, tt.want}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
			n.Unreact(tt.id, tt.by, tt.name)
			tt.want.Removed = true
			if got, want := l.next(), (heard{tt.where, tt.want}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
	if asked := n.Calls("GET /open-apis/im/v1/messages/" + before); asked != 1 {
		t.Errorf("asked %d times where a line stands, want once", asked)
	}
	await.Until(t, "every answer", func() bool { taken, _ := n.Taken(); return taken == 2+3*7 })
}
