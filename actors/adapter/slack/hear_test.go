package slack

import (
	"reflect"
	"strings"
	"testing"

	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/slack/slacktest"
	"familiar/messages"
)

// TestCommandElsewhere: Slack takes an app's commands in conversations that it isn't in, such as
// those of two others. Who gives one is told, and nothing is heard.
func TestCommandElsewhere(t *testing.T) {
	a, s := open(t)
	s.AddChat(slacktest.Chat{ID: "C9", Name: "elsewhere", Kind: "channel", Away: true})
	j := &adaptertest.Taken{}
	listen(t, a, j)
	for _, chat := range []string{"C9", "D404"} { // and the direct messages of two others
		if e, ok := s.Acked(s.Command(chat, "U1", "/quiet", "30m")); !ok || !strings.Contains(string(e.Answer), "not in this conversation") {
			t.Errorf("in %s: acknowledged %v with %s", chat, ok, e.Answer)
		}
	}
	s.Acked(s.Command("C1", "U1", "/quiet", "30m"))
	if l := j.Line(t, 1); l.Channel != general {
		t.Errorf("heard %q in %s", l.Text, l.Channel)
	}
}

// TestLine: what a message becomes, over the socket and with names looked up.
func TestLine(t *testing.T) {
	type m = slacktest.Message
	ana := messages.Author{ID: "U1", Name: "Ana"}
	for _, tt := range []struct {
		story, chat string
		message     m
		want        messages.Line // without id, channel, account and time
	}{
		{"a plain line", "C1", m{"user": "U1", "text": "hi"}, messages.Line{Author: ana, Text: "hi"}},
		{"a mention", "C1", m{"user": "U1", "text": "<@UBOT> hi"}, messages.Line{Author: ana, Text: "@Moth hi", Mentions: []messages.PersonID{"UBOT"}}},
		{"everyone", "C1", m{"user": "U1", "text": "<!channel> hi"}, messages.Line{Author: ana, Text: "@channel hi", Everyone: true}},
		{"a group we are in", "C1", m{"user": "U1", "text": "<!subteam^S1>"}, messages.Line{Author: ana, Text: "@keepers", Roles: []string{"S1"}}},
		{"a group we are not in", "C1", m{"user": "U1", "text": "<!subteam^S2>"}, messages.Line{Author: ana, Text: "@others"}},
		{"another channel", "C1", m{"user": "U1", "text": "<#C2> <#C1>"}, messages.Line{Author: ana, Text: "#lounge #general"}},
		{"a private channel's name isn't told elsewhere", "C1", m{"user": "U1", "text": "<#C3|> <#G1>"}, messages.Line{Author: ana, Text: "#C3 #G1"}},
		{"nor in a direct message", "D1", m{"user": "U1", "text": "<#C3>"}, messages.Line{Author: ana, Text: "#C3", DM: true}},
		{"but in itself", "C3", m{"user": "U1", "text": "<#C3>"}, messages.Line{Author: ana, Text: "#layoffs"}},
		{
			"a reply in a thread", "C1",
			m{"user": "U1", "text": "so", "thread_ts": "1.1", "parent_user_id": "U2"},
			messages.Line{Author: ana, Text: "so", ReplyTo: messages.Reply{ID: "1.1", Author: "U2", ThreadRoot: true}},
		},
		{"a bot with a user", "C1", m{"user": "U3", "bot_id": "B3", "text": "beep"}, messages.Line{Author: messages.Author{ID: "U3", Name: "Rook", Bot: true}, Text: "beep"}},
		{"a bot without", "C1", m{"subtype": "bot_message", "bot_id": "B4", "text": "beep"}, messages.Line{Author: messages.Author{ID: "B4", Name: "bot B4", Bot: true}, Text: "beep"}},
		{"a bot that names itself", "C1", m{"subtype": "bot_message", "bot_id": "B4", "username": "deploys", "text": "beep"}, messages.Line{Author: messages.Author{ID: "B4", Name: "deploys", Bot: true}, Text: "beep"}},
		{"a bot that writes on cards", "C1", m{"subtype": "bot_message", "bot_id": "B4", "username": "ci", "text": "", "attachments": []m{{"fallback": "it failed"}}}, messages.Line{Author: messages.Author{ID: "B4", Name: "ci", Bot: true}, Text: "it failed"}},
		{"somebody Slack doesn't know", "C1", m{"user": "U404", "text": "hi"}, messages.Line{Author: messages.Author{ID: "U404", Name: "U404"}, Text: "hi"}},
		{
			"a file", "C1",
			m{"subtype": "file_share", "user": "U1", "text": "", "files": []m{{"id": "F1", "name": "a.txt", "mimetype": "text/plain", "size": 7}}},
			messages.Line{Author: ana, Attachments: []messages.Attachment{{ID: "F1", Name: "a.txt", Type: "text/plain", Bytes: 7}}},
		},
		{"a direct message", "D1", m{"user": "U1", "text": "psst"}, messages.Line{Author: ana, Text: "psst", DM: true}},
		{"a group message is none", "G1", m{"user": "U1", "text": "psst"}, messages.Line{Author: ana, Text: "psst"}},
		{
			"the assistant's pane", "D1",
			m{"user": "U1", "text": "help", "thread_ts": "5.5", "assistant_thread": m{"action_token": "x"}},
			messages.Line{Author: ana, Text: "help", DM: true, Pane: true, ReplyTo: messages.Reply{ID: "5.5", ThreadRoot: true}},
		},
		{"our own, by hand or by another process", "C1", m{"user": "UBOT", "bot_id": "BBOT", "text": "me"}, messages.Line{Author: messages.Author{ID: "UBOT", Name: "Moth", Bot: true}, Text: "me"}},
		{"our own under the bot's id", "C1", m{"subtype": "bot_message", "bot_id": "BBOT", "text": "me"}, messages.Line{Author: messages.Author{ID: "UBOT", Name: "Moth", Bot: true}, Text: "me"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			a, s := open(t)
			s.AddUser(slacktest.User{ID: "U3", Name: "rook", Display: "Rook", Bot: true})
			s.AddGroup(slacktest.Group{ID: "S1", Handle: "keepers", Users: []string{"U1", slacktest.Bot}})
			s.AddGroup(slacktest.Group{ID: "S2", Handle: "others", Users: []string{"U1"}})
			s.AddChat(slacktest.Chat{ID: "D1", Kind: "im", With: "U1", Members: []string{slacktest.Bot, "U1"}})
			s.AddChat(slacktest.Chat{ID: "C2", Name: "lounge", Kind: "channel"})
			s.AddChat(slacktest.Chat{ID: "C3", Name: "layoffs", Kind: "group", Members: []string{slacktest.Bot, "U1"}})
			s.AddChat(slacktest.Chat{ID: "G1", Name: "mpdm-ana--bob-1", Kind: "mpim", Members: []string{slacktest.Bot, "U1", "U2"}})
			j := &adaptertest.Taken{}
			listen(t, a, j)
			ts := s.Write(tt.chat, tt.message)
			s.Say("C1", "U2", "the end")
			if !s.AllAcked() {
				t.Fatal("not all was acknowledged")
			}
			events := j.Until(t, 2) // a mention comes twice and is heard once
			if len(events) != 2 {
				t.Fatalf("took %d events, want 2", len(events))
			}
			for _, e := range events {
				got := *e.Event.(messages.Heard).Line
				if got.Text == "the end" {
					continue
				}
				thread, _ := tt.message["thread_ts"].(string)
				if want := us.channel(tt.chat, thread); e.Channel != want || got.Channel != want {
					t.Errorf("heard in %s, want %s", e.Channel, want)
				}
				if got.ID != messages.LineID(ts) || got.At != instant(ts) || got.Account != "acc" {
					t.Errorf("id, time and account are %s, %d, %s", got.ID, got.At, got.Account)
				}
				got.ID, got.Channel, got.At, got.Account = "", "", 0, ""
				if !reflect.DeepEqual(got, tt.want) {
					t.Errorf("got  %+v\nwant %+v", got, tt.want)
				}
			}
		})
	}
}

// TestChanges: an edit is heard when the text or the files are others, a
// deletion always.
func TestChanges(t *testing.T) {
	a, s := open(t)
	j := &adaptertest.Taken{}
	listen(t, a, j)
	ts := s.Say("C1", "U1", "one")
	s.Change("C1", ts, slacktest.Message{"attachments": []slacktest.Message{{"text": "a preview"}}})
	s.Change("C1", ts, slacktest.Message{"text": "<@UBOT> two", "edited": slacktest.Message{"ts": "9.9"}})
	s.Delete("C1", ts)
	events := j.Until(t, 3)
	edited, ok := events[1].Event.(messages.Edited)
	if !ok || edited.Line.ID != messages.LineID(ts) || edited.Line.Text != "@Moth two" || len(edited.Line.Mentions) != 1 {
		t.Errorf("second came %+v, want the edit", events[1].Event)
	}
	if want := (messages.Deleted{ID: messages.LineID(ts)}); events[2].Event != messages.Event(want) {
		t.Errorf("third came %+v, want %+v", events[2].Event, want)
	}
	if !s.AllAcked() {
		t.Error("not all was acknowledged")
	}
}

// TestCommands: a slash command is heard as if it were typed, and answered in
// its envelope, to the person alone.
func TestCommands(t *testing.T) {
	const all = "Commands: help, status, why, quiet, resume, engage, disengage, stop, wake, link, unlink."
	for _, tt := range []struct {
		story, name, text string
		want              string // "": nothing
		answer            string
	}{
		{"a word of its own", "/quiet", "", "/quiet", "Passed on: /quiet"},
		{"a word behind the app's", "/familiar", "quiet  30m", "/quiet 30m", "Passed on: /quiet 30m"},
		{"in any case", "/familiar", "WAKE", "/wake", "Passed on: /wake"},
		{"what only the operator does", "/familiar", "clear", "", all},
		{"none we know", "/familiar", "dance", "", all},
	} {
		t.Run(tt.story, func(t *testing.T) {
			a, s := open(t)
			j := &adaptertest.Taken{}
			listen(t, a, j)
			e, ok := s.Acked(s.Command("C1", "U1", tt.name, tt.text))
			if want := `{"response_type":"ephemeral","text":"` + tt.answer + `"}`; !ok || string(e.Answer) != want {
				t.Errorf("answered %s, want %s", e.Answer, want)
			}
			s.Say("C1", "U1", "the end")
			if tt.want == "" {
				tt.want = "the end"
			}
			first, ok := j.Until(t, 1)[0].Event.(messages.Heard)
			if !ok || first.Line.Text != tt.want || first.Line.Author != (messages.Author{ID: "U1", Name: "Ana"}) || first.Line.Channel != general || first.Line.At == 0 {
				t.Fatalf("heard %+v, want %q by Ana", first.Line, tt.want)
			}
			if strings.HasPrefix(string(first.Line.ID), "command:trigger-") != (tt.want != "the end") {
				t.Errorf("its id is %s", first.Line.ID)
			}
		})
	}
}
