package bridge

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"familiar/actors/adapter"
	"familiar/messages"
)

const noon messages.Instant = 1_795_273_735_358

func TestUnderstand(t *testing.T) {
	a := open(t, "aria")
	garden := messages.ChannelID("bridge/hall/garden")
	for _, tt := range []struct {
		story, event string
		channel      messages.ChannelID
		want         messages.Event
	}{
		{
			"a line, with fields that nobody here knows", `{"type":"line","chat":"garden","id":"7","author":{"id":"u1","name":"Ana","colour":"red"},"text":"hi","at":1795273735000,"mentions":["b","b"],"new":{}}`,
			garden,
			messages.Heard{Line: &messages.Line{ID: "7", Channel: garden, Account: "aria", Author: messages.Author{ID: "u1", Name: "Ana"}, Text: "hi", At: 1_795_273_735_000, Mentions: []messages.PersonID{"b"}}},
		},
		{
			"one of a year that has not come, in a thread", `{"type":"line","chat":"a/b","thread":"t","id":"7","author":{"id":"u1"},"text":"hi","at":9795273735000,"reply_to":{"id":"6","author":"b"}}`,
			"bridge/hall/a%2Fb/t",
			messages.Heard{Line: &messages.Line{ID: "7", Channel: "bridge/hall/a%2Fb/t", Account: "aria", Author: messages.Author{ID: "u1"}, Text: "hi", At: noon, ReplyTo: messages.Reply{ID: "6", Author: "b"}}},
		},
		{
			"a direct message", `{"type":"line","chat":"ana","dm":true,"id":"7","author":{"id":"u1"},"text":"psst","attachments":[{"id":"f","name":"x.png","bytes":-1}]}`,
			"bridge/hall@aria/ana",
			messages.Heard{Line: &messages.Line{ID: "7", Channel: "bridge/hall@aria/ana", Account: "aria", Author: messages.Author{ID: "u1"}, Text: "psst", At: noon, DM: true, Attachments: []messages.Attachment{{ID: "f", Name: "x.png"}}}},
		},
		{
			"what was said while it was away", `{"type":"line","chat":"garden","id":"7","author":{"id":"u1"},"text":"hi","earlier":true,"notice":true}`,
			garden,
			messages.Heard{Line: &messages.Line{ID: "7", Channel: garden, Account: "aria", Author: messages.Author{ID: "u1"}, Text: "hi", At: noon, Backfilled: true, Notice: true}},
		},
		{
			"what somebody passed on calls nobody", `{"type":"line","chat":"garden","id":"7","author":{"id":"u1"},"text":"@Aria hi","mentions":["b"],"everyone":true,"forwarded":true}`,
			garden,
			messages.Heard{Line: &messages.Line{ID: "7", Channel: garden, Account: "aria", Author: messages.Author{ID: "u1"}, Text: "[forwarded] @Aria hi", At: noon, ExplicitOnly: true}},
		},
		{
			"an edit", `{"type":"edit","chat":"garden","id":"7","author":{"id":"u1"},"text":"ho"}`,
			garden,
			messages.Edited{Line: &messages.Line{ID: "7", Channel: garden, Account: "aria", Author: messages.Author{ID: "u1"}, Text: "ho", At: noon}},
		},
		{"a deletion", `{"type":"delete","chat":"garden","id":"7"}`, garden, messages.Deleted{ID: "7"}},
		{"a thread that was deleted as a whole", `{"type":"gone","chat":"garden","thread":"t1"}`, garden + "/t1", messages.Forgotten{All: true}},
		{
			"a reaction", `{"type":"reaction","chat":"garden","id":"7","author":{"id":"u1","name":"Ana"},"emoji":"👍"}`,
			garden,
			messages.Reacted{Line: "7", By: messages.Author{ID: "u1", Name: "Ana"}, Emoji: "👍"},
		},
		{"all reactions are gone", `{"type":"reaction","chat":"garden","id":"7","removed":true}`, garden, messages.Reacted{Line: "7", Removed: true}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var e event
			if err := decode([]byte(tt.event), &e); err != nil {
				t.Fatal(err)
			}
			channel, got, err := a.understand(e, noon)
			if err != nil || channel != tt.channel || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %s, %+v, %v; want %s, %+v", channel, got, err, tt.channel, tt.want)
			}
		})
	}
}

// TestMisunderstood: an author is told what to mend.
func TestMisunderstood(t *testing.T) {
	a := open(t, "aria")
	for text, want := range map[string]string{
		`{"type":"line"}`:                                                                      "chat: missing",
		`{"type":"line","chat":"g"}`:                                                           "id: missing",
		`{"chat":"g","id":"1"}`:                                                                `type: "": want line, edit, delete, reaction or gone`,
		`{"type":"say","chat":"g","id":"1"}`:                                                   `type: "say": want line, edit, delete, reaction or gone`,
		`{"type":"line","chat":"g","id":"1"}`:                                                  "author.id: missing",
		`{"type":"line","chat":"g","id":"1\n","author":{"id":"u"}}`:                            "id: want 1 to 512 bytes of UTF-8 without control characters",
		`{"type":"line","chat":"g","id":"1","author":{"id":"u"},"mentions":[""]}`:              "mentions: missing",
		`{"type":"line","chat":"g","id":"1","author":{"id":"u"},"reply_to":{"author":"x"}}`:    "reply_to.id: missing",
		`{"type":"line","chat":"g","id":"1","author":{"id":"u"},"attachments":[{"name":"x"}]}`: "attachments.id: missing",
		`{"type":"reaction","chat":"g","id":"1","author":{"id":"u"}}`:                          "emoji: missing: want one character as Unicode has it, or a name between colons",
		`{"type":"line","chat":"g","id":7}`:                                                    "id: got number, which is the wrong type",
		`[]`:                                                                                   "the body: got array, which is the wrong type",
		`{"type":"line","chat":"` + strings.Repeat("g", 513) + `"}`:                            "chat: want 1 to 512 bytes of UTF-8 without control characters",
	} {
		var e event
		err := decode([]byte(text), &e)
		if err == nil {
			_, _, err = a.understand(e, noon)
		}
		if err == nil || err.Error() != want {
			t.Errorf("%.60s: got %v, want %s", text, err, want)
		}
	}
}

// FuzzEvent: whatever a bridge sends, what is understood of it passes the program's own
// checks, in a channel of the account's own.
func FuzzEvent(f *testing.F) {
	f.Add([]byte(`{"type":"line","chat":"garden","id":"7","author":{"id":"u1","name":"Ana"},"text":"hi","mentions":["b"],"dm":true}`))
	f.Add([]byte(`{"type":"reaction","chat":"g","thread":"t/%2F@","id":"7","removed":true}`))
	f.Add([]byte(`{"type":"edit","chat":"@","id":"` + "\x1f" + `","author":{"id":"\u001f"}}`))
	a := open(f, "aria")
	f.Fuzz(func(t *testing.T, text []byte) {
		var e event
		if json.Unmarshal(text, &e) != nil {
			return
		}
		channel, said, err := a.understand(e, noon)
		if err != nil {
			return
		}
		if at, err := a.place(channel); err != nil || at != e.place {
			t.Errorf("%+v is in %s, which is %+v, %v", e.place, channel, at, err)
		}
		if _, err := adapter.Clean(channel, "aria", said); err != nil {
			t.Errorf("%+v is not taken: %v", said, err)
		}
		if e.DM != strings.HasPrefix(string(channel), "bridge/hall@aria/") {
			t.Errorf("%+v is in %s", e.place, channel)
		}
	})
}
