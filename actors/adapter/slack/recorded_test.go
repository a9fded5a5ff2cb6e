package slack

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"familiar/messages"

	"familiar/actors/adapter/slack/mrkdwn"
)

// A recorded decision of another adapter for Slack: what it made of an event.
type recorded struct {
	Name    string
	Context struct{ BotUserID *string }
	Event   json.RawMessage
	Expect  struct {
		Kind, Reason string
		Payload      recordedLine
	}
}

type recordedLine struct {
	Chat, Thread, Text    string
	AuthorID              messages.PersonID
	AuthorIsBot, IsDm     bool
	IsBotMention          bool // of us, or of everyone
	MentionsOthers        bool // and not us
	ReplyToBotMessageID   messages.LineID
	ReplyToOtherMessageID messages.LineID
	ExternalMessageID     messages.LineID
	Attachments           []struct{ Ref string }
}

// deliberate are the differences from what was recorded. Each changes the
// expectation of the cases it is about.
var deliberate = []struct {
	why    string
	change func(*recorded) bool
}{
	{"own posts are reported: the state machine tells them by author and nonce", func(r *recorded) bool {
		return r.Expect.Reason == "self_author" && expectLine(r, recordedLine{AuthorID: "UBOT", AuthorIsBot: true, Text: "plain"})
	}},
	{"an empty line is reported, since another account may have its text", func(r *recorded) bool {
		return r.Expect.Reason == "empty_text" && expectLine(r, recordedLine{AuthorID: "U1"})
	}},
	{"nothing is decoded before we know who we are; Slack keeps it until then", func(r *recorded) bool {
		return r.Expect.Reason == "pre_connect" && expectLine(r, recordedLine{AuthorID: "U1", Text: "plain"})
	}},
	{"a line stands where it was written: a thread is begun by the reply, when one is posted", func(r *recorded) bool {
		p := &r.Expect.Payload
		anchored := p.Thread != "" && p.Thread == string(p.ExternalMessageID)
		if anchored {
			p.Thread = ""
		}
		return anchored
	}},
	{"a mention with a label is a mention", func(r *recorded) bool {
		labelled := strings.Contains(r.Expect.Payload.Text, "<@UBOT|")
		r.Expect.Payload.IsBotMention = r.Expect.Payload.IsBotMention || labelled
		return labelled
	}},
	{"references are shown as people read them", func(r *recorded) bool {
		p := &r.Expect.Payload
		referring := strings.Contains(p.Text, "<")
		p.Text = strings.NewReplacer("<@UBOT|nabi>", "@Moth", "<@UBOT>", "@Moth", "<@U5>", "@U5", "<!here>", "@here",
			"<!channel|@channel>", "@channel", "<!subteam^S1>", "@S1").Replace(p.Text)
		return referring
	}},
	{"what somebody does is told as such", func(r *recorded) bool {
		does := strings.Contains(string(r.Event), `"me_message"`)
		if does {
			r.Expect.Payload.Text = "* Ana " + r.Expect.Payload.Text
		}
		return does
	}},
	{"attachments are not described in the text", func(r *recorded) bool {
		files := len(r.Expect.Payload.Attachments) > 0
		if files {
			r.Expect.Payload.Text = ""
		}
		return files
	}},
}

// expectLine has a case that was dropped expect a line of C1.
func expectLine(r *recorded, l recordedLine) bool {
	l.Chat, l.ExternalMessageID = "C1", "1700000000.000100"
	r.Expect.Kind, r.Expect.Payload = "route", l
	return true
}

// TestRecorded: every recorded event is read as recorded, but for the
// deliberate differences, all of which occur.
func TestRecorded(t *testing.T) {
	var all struct {
		Classify []recorded `json:"slack_classify"`
		IDs      []struct {
			Text   string
			Expect []messages.PersonID
		} `json:"mentioned_ids"`
	}
	text, err := os.ReadFile("testdata/recorded.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Classify) != 24 || len(all.IDs) != 12 {
		t.Fatalf("%d and %d cases, want 24 and 12", len(all.Classify), len(all.IDs))
	}
	a, _ := open(t)
	occurred := map[string]bool{}
	for _, r := range all.Classify {
		t.Run(r.Name, func(t *testing.T) {
			for _, d := range deliberate {
				if d.change(&r) {
					occurred[d.why] = true
				}
			}
			n, err := decodeEvent([]byte(`{"event":`+string(r.Event)+`}`), us)
			if err != nil {
				t.Fatal(err)
			}
			if routed := n.kind == heard; routed != (r.Expect.Kind == "route") {
				t.Fatalf("got kind %d, want %s %s", n.kind, r.Expect.Kind, r.Expect.Reason)
			}
			if n.kind == heard {
				compare(t, a.line(t.Context(), n.channel, n.message, us), r.Expect.Payload)
			}
		})
	}
	for _, d := range deliberate {
		if !occurred[d.why] {
			t.Errorf("no case differs because %s", d.why)
		}
	}
	for _, c := range all.IDs {
		if got := mrkdwn.Read(c.Text, book{}).People; !slices.Equal(got, c.Expect) {
			t.Errorf("%q mentions %q, want %q", c.Text, got, c.Expect)
		}
	}
}

func compare(t *testing.T, l *messages.Line, want recordedLine) {
	t.Helper()
	at, err := messages.ParseChannel(l.Channel)
	if err != nil {
		t.Fatal(err)
	}
	calledUs := l.Everyone || slices.Contains(l.Mentions, us.author.ID)
	got := recordedLine{
		Chat: at.Chat, Thread: at.Thread, Text: l.Text, AuthorID: l.Author.ID, AuthorIsBot: l.Author.Bot, IsDm: l.DM,
		IsBotMention: calledUs, MentionsOthers: len(l.Mentions) > 0 && !calledUs, ExternalMessageID: l.ID,
	}
	switch { // the recorded adapter takes a root's author for the one answered
	case l.ReplyTo.Author == us.author.ID:
		got.ReplyToBotMessageID = l.ReplyTo.ID
	case l.ReplyTo.Author != "":
		got.ReplyToOtherMessageID = l.ReplyTo.ID
	}
	var files []string
	for _, f := range l.Attachments {
		files = append(files, f.ID)
	}
	for i, f := range want.Attachments {
		if i >= len(files) || files[i] != f.Ref {
			t.Errorf("attachments are %q, want %q", files, f.Ref)
		}
	}
	want.Attachments = nil
	if gotText, wantText := asText(t, got), asText(t, want); gotText != wantText {
		t.Errorf("got  %s\nwant %s", gotText, wantText)
	}
}

func asText(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
