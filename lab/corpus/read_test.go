package corpus

import (
	"reflect"
	"strings"
	"testing"

	"familiar/messages"
)

const (
	header  = `{"schema":"familiar-replay/1","source":"us","licence":"MIT"}` + "\n"
	channel = `{"ch":"a","kind":"channel","platform":"irc","ts_resolution":"second"}` + "\n"
	ana     = `{"ch":"a","id":"1","ts":"2024-01-01T00:00:00.250Z","kind":"message","author":"Ana_","uid":"ana","is_bot":false,"text":"hi","addressees":["bo","bo"],"reply_to":null}` + "\n"
	bo      = `{"ch":"a","id":"2","ts":"2024-01-01T00:00:01Z","kind":"notice","author":"bo","uid":"bo","is_bot":true,"text":"","addressees":[],"reply_to":["1"]}` + "\n"
	join    = `{"ch":"a","id":"3","ts":"2024-01-01T00:00:02Z","kind":"join","author":"cy","reply_to":null}` + "\n"
)

func TestReadSaysWhatIsWrong(t *testing.T) {
	for _, test := range []struct {
		says, file, want string
	}{
		{"an empty file is no recording", "", "f: no channel in it"},
		{"another form is refused", `{"schema":"other/2"}`, `f:1: schema "other/2": want "familiar-replay/1"`},
		{"a header stands first", channel + header, "f:2: a header after the first line"},
		{"a line has to be JSON", header + channel + "{", "f:3: unexpected end of JSON input"},
		{"empty lines count", header + "\n\n{", "f:4: unexpected end of JSON input"},
		{"a kind nobody knows is no silence", channel + `{"ch":"a","kind":"mesage"}`, `f:2: kind "mesage": want channel, message, action, notice, join, part, quit, nick, topic, system`},
		{"a channel begins once", channel + channel, `f:2: channel "a" appears twice`},
		{"a channel has a name", `{"kind":"channel"}`, "f:1: a channel without ch"},
		{"a platform is no path", `{"ch":"a","kind":"channel","platform":"i/1"}`, `f:1: channel "i/1//a": want network/workspace/chat`},
		{"a record comes after its channel", ana, `f:1: channel "a" has no header yet`},
		{"an id is one person's", channel + ana + strings.Replace(ana, `"uid":"ana"`, `"uid":"bo"`, 1), `f:3: id "1" appears twice in channel "a"`},
		{"a line has an id", channel + strings.Replace(ana, `"id":"1",`, "", 1), "f:2: no id"},
		{"a line has an author", channel + strings.Replace(ana, `"uid":"ana",`, "", 1), "f:2: no uid"},
		{"a line has a time", channel + strings.Replace(ana, "2024-01-01T", "noon ", 1), `f:2: ts: parsing time "noon 00:00:00.250Z"`},
		{"a line has its limit", channel + ana + `{"x":"` + strings.Repeat("x", longestLine), "f:3: longer than 1048576 bytes"},
	} {
		_, err := Read(strings.NewReader(test.file), "f", Options{})
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.says, err, test.want)
		}
	}
}

func TestReadMapsIRC(t *testing.T) {
	hi := messages.Line{
		ID: "1", Channel: "irc//a", Text: "hi", At: 1704067200250,
		Author:   messages.Author{ID: "ana", Name: "Ana_"},
		Mentions: []messages.PersonID{"bo"},
	}
	answer := messages.Line{
		ID: "2", Channel: "irc//a", At: 1704067201000,
		Author: messages.Author{ID: "bo", Name: "bo", Bot: true},
	}
	own := answer
	own.Mentions = []messages.PersonID{"ana"}
	replies, ownReplies := answer, own
	replies.ReplyTo = messages.Reply{ID: "1", Author: "ana"}
	ownReplies.ReplyTo = replies.ReplyTo
	for _, test := range []struct {
		says    string
		options Options
		want    []Record
	}{
		{"an answer is nothing one can see on IRC, and is what its author knows", Options{}, []Record{
			{Line: &hi, Own: &hi},
			{Line: &answer, Own: &own, Annotated: true, Answers: []messages.LineID{"1"}},
		}},
		{"an answer can be the network's reply", Options{Replies: true}, []Record{
			{Line: &hi, Own: &hi},
			{Line: &replies, Own: &ownReplies, Annotated: true, Answers: []messages.LineID{"1"}},
		}},
	} {
		c, err := Read(strings.NewReader(header+channel+ana+bo+join), "f", test.options)
		if err != nil {
			t.Fatalf("%s: %v", test.says, err)
		}
		if got := c.Slices[0].Records; !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %+v, want %+v", test.says, got, test.want)
		}
		if c.Source != "us" || c.Licence != "MIT" || c.Slice("a").Resolution != "second" || c.Slice("b") != nil {
			t.Errorf("%s: header or channel are not what the file says: %+v", test.says, c)
		}
	}
}
