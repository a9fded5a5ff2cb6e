package slack

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"familiar/messages"

	"familiar/actors/adapter/slack/mrkdwn"
)

var us = self{author: messages.Author{ID: "UBOT", Name: "Moth", Bot: true}, bot: "BBOT", team: "T1"}

func TestNotice(t *testing.T) {
	for _, tt := range []struct {
		story, event string
		kind         kind
		channel      messages.ChannelID
	}{
		{"a line", `{"type":"message","channel":"C1","user":"U1","text":"x","ts":"1.1"}`, heard, "slack/T1/C1"},
		{"a mention without its message", `{"type":"app_mention","channel":"C1","user":"U1","text":"<@UBOT>","ts":"1.1"}`, heard, "slack/T1/C1"},
		{"a reply in a thread", `{"type":"message","channel":"C1","user":"U1","text":"x","ts":"2.1","thread_ts":"1.1"}`, heard, "slack/T1/C1/1.1"},
		{"shown in the channel, too", `{"type":"message","subtype":"thread_broadcast","channel":"C1","user":"U1","ts":"2.1","thread_ts":"1.1"}`, heard, "slack/T1/C1/1.1"},
		{"a thread's root stands in the channel", `{"type":"message","channel":"C1","user":"U1","text":"x","ts":"1.1","thread_ts":"1.1"}`, heard, "slack/T1/C1"},
		{"a bot without a user", `{"type":"message","subtype":"bot_message","channel":"C1","bot_id":"B1","text":"x","ts":"1.1"}`, heard, "slack/T1/C1"},
		{"our own", `{"type":"message","channel":"C1","user":"UBOT","text":"x","ts":"1.1"}`, heard, "slack/T1/C1"},
		{"a file", `{"type":"message","subtype":"file_share","channel":"C1","user":"U1","files":[{"id":"F1"}],"ts":"1.1"}`, heard, "slack/T1/C1"},
		{"somebody joins", `{"type":"message","subtype":"channel_join","channel":"C1","user":"U1","ts":"1.1"}`, nothing, ""},
		{"a topic", `{"type":"message","subtype":"channel_topic","channel":"C1","user":"U1","ts":"1.1"}`, nothing, ""},
		{"the count of replies", `{"type":"message","subtype":"message_replied","channel":"C1","ts":"1.1","message":{"ts":"1.1"}}`, nothing, ""},
		{"nobody's", `{"type":"message","channel":"C1","text":"x","ts":"1.1"}`, nothing, ""},
		{"without a channel", `{"type":"message","user":"U1","text":"x","ts":"1.1"}`, nothing, ""},
		{"a ts of another form", `{"type":"message","channel":"C1","user":"U1","text":"x","ts":"../x"}`, nothing, ""},
		{"a reaction", `{"type":"reaction_added","user":"U1"}`, nothing, ""},
		{"a text changed", `{"type":"message","subtype":"message_changed","channel":"C1","message":{"user":"U1","text":"b","ts":"1.1"},"previous_message":{"text":"a"}}`, changed, "slack/T1/C1"},
		{"a file was taken out", `{"type":"message","subtype":"message_changed","channel":"C1","message":{"user":"U1","text":"a","ts":"1.1"},"previous_message":{"text":"a","files":[{"id":"F1"}]}}`, changed, "slack/T1/C1"},
		{"a file was looked into", `{"type":"message","subtype":"message_changed","channel":"C1","message":{"user":"U1","text":"a","ts":"1.1","files":[{"id":"F1","size":7}]},"previous_message":{"text":"a","files":[{"id":"F1"}]}}`, nothing, ""},
		{"a preview came", `{"type":"message","subtype":"message_changed","channel":"C1","message":{"user":"U1","text":"a","ts":"1.1","attachments":[{"text":"p"}]},"previous_message":{"text":"a"}}`, nothing, ""},
		{"a bot's card changed", `{"type":"message","subtype":"message_changed","channel":"C1","message":{"subtype":"bot_message","bot_id":"B1","text":"","ts":"1.1","attachments":[{"text":"build failed"}]},"previous_message":{"text":"","attachments":[{"text":"build runs"}]}}`, changed, "slack/T1/C1"},
		{"a bot's card was looked into", `{"type":"message","subtype":"message_changed","channel":"C1","message":{"subtype":"bot_message","bot_id":"B1","text":"","ts":"1.1","attachments":[{"text":"build","id":1}]},"previous_message":{"text":"","attachments":[{"text":"build"}]}}`, nothing, ""},
		{"changed by we don't know what", `{"type":"message","subtype":"message_changed","channel":"C1","message":{"user":"U1","text":"a","ts":"1.1"}}`, nothing, ""},
		{"edited from we don't know what", `{"type":"message","subtype":"message_changed","channel":"C1","message":{"user":"U1","text":"a","ts":"1.1","edited":{"ts":"2.1"}}}`, changed, "slack/T1/C1"},
		{"a reply changed", `{"type":"message","subtype":"message_changed","channel":"C1","message":{"user":"U1","text":"b","ts":"2.1","thread_ts":"1.1"},"previous_message":{"text":"a"}}`, changed, "slack/T1/C1/1.1"},
		{"deleted", `{"type":"message","subtype":"message_deleted","channel":"C1","deleted_ts":"1.1","previous_message":{"ts":"1.1"}}`, deleted, "slack/T1/C1"},
		{"deleted in a thread", `{"type":"message","subtype":"message_deleted","channel":"C1","deleted_ts":"2.1","previous_message":{"ts":"2.1","thread_ts":"1.1"}}`, deleted, "slack/T1/C1/1.1"},
		{"a root deleted while its thread stays", `{"type":"message","subtype":"message_changed","channel":"C1","message":{"subtype":"tombstone","user":"USLACKBOT","text":"This message was deleted.","ts":"1.1","thread_ts":"1.1"},"previous_message":{"text":"a","ts":"1.1"}}`, deleted, "slack/T1/C1"},
		{"a channel is gone", `{"type":"channel_deleted","channel":"C1","event_ts":"1.1"}`, removed, "slack/T1/C1"},
		{"a private channel is gone", `{"type":"group_deleted","channel":"G1","date_deleted":1,"event_ts":"1.1"}`, removed, "slack/T1/G1"},
		{"the app was removed", `{"type":"app_uninstalled"}`, ended, ""},
		{"a field of another type", `{"type":"message","channel":"C1","user":"U1","text":"x","ts":"1.1","metadata":7,"files":"?"}`, heard, "slack/T1/C1"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			n, err := decodeEvent([]byte(`{"event":`+tt.event+`}`), us)
			if err != nil || n.kind != tt.kind || n.channel != tt.channel {
				t.Errorf("got kind %d in %q, %v; want %d in %q", n.kind, n.channel, err, tt.kind, tt.channel)
			}
		})
	}
}

// TestFormats: the recorded events are the lines they were made from.
func TestFormats(t *testing.T) {
	var wanted []struct {
		Author, Text string
		Mentions     []string
	}
	text, err := os.ReadFile("testdata/formats/expected.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte("["+strings.Join(strings.Split(strings.TrimSpace(string(text)), "\n"), ",")+"]"), &wanted); err != nil {
		t.Fatal(err)
	}
	events, _ := filepath.Glob("testdata/formats/event_callback_*.json")
	if len(events) != len(wanted) {
		t.Fatalf("%d events, want %d", len(events), len(wanted))
	}
	who := book{"U0LAB0001": "bo", "U0LAB0003": "moth"}
	for i, file := range events {
		payload, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		n, err := decodeEvent(payload, self{team: "T0LAB0001"})
		if err != nil || n.kind != heard {
			t.Fatalf("%s: got kind %d, %v", file, n.kind, err)
		}
		read, want := mrkdwn.Read(n.message.Text, who), wanted[i]
		var mentions []string
		for _, id := range read.People {
			mentions = append(mentions, who[string(id)])
		}
		if read.Text != want.Text || who[n.message.User] != want.Author || !slices.Equal(mentions, want.Mentions) {
			t.Errorf("%s: got %q by %s to %q, want %+v", file, read.Text, who[n.message.User], mentions, want)
		}
	}
}

// FuzzDecode: no payload breaks the decoder, and what it takes for a line has
// an id, an author and a channel that can be parsed.
func FuzzDecode(f *testing.F) {
	f.Add(`{"event":{"type":"message","subtype":"message_changed","channel":"C1","message":{"user":"U1","text":"b","ts":"1.1"}}}`)
	f.Add(`{"event":{"type":"reaction_added","user":"U1","reaction":"+1::skin-tone-2","event_ts":"2.1","item":{"type":"message","channel":"C1","ts":"1.1"}}}`)
	f.Add(`{"event":{"type":"message","channel":"C/1","user":"U1","ts":"1.1","thread_ts":"0.1"}}`)
	f.Fuzz(func(t *testing.T, payload string) {
		n, err := decodeEvent([]byte(payload), us)
		if err == nil && (n.kind == heard || n.kind == changed) {
			if _, err := messages.ParseChannel(n.channel); err != nil || n.message.TS == "" || n.message.User == "" && n.message.BotID == "" || n.key == "" {
				t.Errorf("%q gives %+v, %v", payload, n, err)
			}
		}
		if err == nil && n.kind == reacted {
			if _, err := messages.ParseChannel(n.channel); err != nil || n.line == "" || n.key == "" || n.message.User == "" || shownEmoji(n.message.Reaction) == "" {
				t.Errorf("%q gives %+v, %v", payload, n, err)
			}
		}
		if n, err := decodeCommand([]byte(payload), us); err == nil {
			if _, err := messages.ParseChannel(n.channel); err != nil {
				t.Errorf("%q gives %+v, %v", payload, n, err)
			}
		}
	})
}

// A book is a naming out of a table.
type book map[string]string

func (b book) PersonName(id string) string  { return b[id] }
func (b book) ChannelName(id string) string { return b[id] }
func (b book) GroupName(id string) string   { return b[id] }
