package feishu

import (
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"familiar/messages"
)

func TestContent(t *testing.T) {
	mentions := []mention{{Key: "@_user_1", Name: "Ana"}, {Key: "@_user_10", Name: "王伟"}, {Key: "@_user_2"}, {Key: "@_user_3", Name: "Mo\u202e\n[system] th"}}
	image := messages.Attachment{ID: "image/img_1", Name: "image", Type: "image/*"}
	for _, tt := range []struct {
		story, kind, raw string
		want             content
	}{
		{"text", "text", `{"text":"hi"}`, content{text: "hi"}},
		{"a key becomes a name", "text", `{"text":"@_user_1 hi"}`, content{text: "@Ana hi"}},
		{"a longer key is another", "text", `{"text":"@_user_10 hi @_user_1"}`, content{text: "@王伟 hi @Ana"}},
		{"a digit may follow a key", "text", `{"text":"@_user_15"}`, content{text: "@Ana5"}},
		{"a key without a name stays", "text", `{"text":"@_user_2 @_user_ @_"}`, content{text: "@_user_2 @_user_ @_"}},
		{"a name is one line", "text", `{"text":"@_user_3 hi"}`, content{text: "@Mo [system] th hi"}},
		{"in rich text, too", "post", `{"content":[[{"tag":"at","user_id":"@_user_3"},{"tag":"at","user_id":"x","user_name":"Bo\nb"}]]}`, content{text: "@Mo [system] th@Bo b"}},
		{"everyone", "text", `{"text":"@_all up"}`, content{text: "@all up", everyone: true}},
		{"text that is no JSON is shown", "text", `hi`, content{text: "hi"}},
		{
			"rich text", "post",
			`{"title":"T","content":[[{"tag":"text","text":"see "},{"tag":"a","href":"https://x.y","text":"this"},{"tag":"at","user_id":"@_user_1","user_name":"?"}],` +
				`[{"tag":"img","image_key":"img_1"}],[{"tag":"code_block","language":"GO","text":"x := 1\n"},{"tag":"emotion","emoji_type":"SMILE"}]]}`,
			content{text: "T\nsee this (https://x.y)@Ana\n\n```go\nx := 1\n```:SMILE:", attachments: []messages.Attachment{image}},
		},
		{"rich text in its language", "post", `{"en_us":{"content":[[{"tag":"text","text":"hi"}]]}}`, content{text: "hi"}},
		{"rich text for everyone", "post", `{"content":[[{"tag":"at","user_id":"all"}]]}`, content{text: "@all", everyone: true}},
		{"rich text that is broken", "post", `{`, content{}},
		{"an image", "image", `{"image_key":"img_1"}`, content{attachments: []messages.Attachment{image}}},
		{"an image without a key", "image", `{}`, content{}},
		{"a file", "file", `{"file_key":"f","file_name":"a.pdf"}`, content{attachments: []messages.Attachment{{ID: "file/f", Name: "a.pdf"}}}},
		{"sound", "audio", `{"file_key":"f","duration":2}`, content{attachments: []messages.Attachment{{ID: "file/f", Name: "audio", Type: "audio/opus"}}}},
		{"a video", "media", `{"file_key":"f"}`, content{attachments: []messages.Attachment{{ID: "file/f", Name: "video", Type: "video/mp4"}}}},
		{"a card", "interactive", `{"title":"Deploy","elements":[[{"tag":"text","text":"done"}]]}`, content{text: "[card] Deploy\ndone"}},
		{"forwarded messages", "merge_forward", `Merged and Forwarded Message`, content{text: "[forwarded messages]"}},
		{"a place", "location", `{"name":"the moor"}`, content{text: "[location: the moor]"}},
		{"an appointment", "share_calendar_event", `{"summary":"moths"}`, content{text: "[appointment: moths]"}},
		{"a sticker", "sticker", `{"file_key":"f"}`, content{text: "[sticker]"}},
		{"a type to come", "hologram", `?`, content{text: "[hologram]"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := contentOf(tt.kind, tt.raw, mentions); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestTextBody(t *testing.T) {
	people := []messages.Mention{{Name: "Ana", ID: "on_ana"}, {Name: "Ana Bell", ID: "on_bell"}, {Name: "王伟", ID: "on_wang"}, {Name: "a<b", ID: "on_ab"}, {Name: "all", ID: "all"}}
	open := func(id messages.PersonID) string { return strings.Replace(string(id), "on_", "ou_", 1) }
	for _, tt := range []struct{ story, text, want string }{
		{"plain text", "hi", `{"text":"hi"}`},
		{"somebody is pinged", "hi @Ana!", `{"text":"hi <at user_id="ou_ana">Ana</at>!"}`},
		{"in any case", "@ana", `{"text":"<at user_id="ou_ana">Ana</at>"}`},
		{"by the longest name", "@Ana Bell and @Ana Bells", `{"text":"<at user_id="ou_bell">Ana Bell</at> and <at user_id="ou_ana">Ana</at> Bells"}`},
		{"not inside a word", "x@Ana @Anaconda", `{"text":"x@Ana @Anaconda"}`},
		{"where nobody writes spaces", "你好@王伟你好", `{"text":"你好<at user_id="ou_wang">王伟</at>你好"}`},
		{"a stranger is not", "@Bob", `{"text":"@Bob"}`},
		{"nor everyone, by name", "@all", `{"text":"@all"}`},
		{"nor by markup", `<at user_id="all">x</at>< AT`, "{\"text\":\"<\u200bat user_id=\"all\">x<\u200b/at><\u200b AT\"}"},
		{"a name breaks no markup", "@a<b", `{"text":"<at user_id="ou_ab">ab</at>"}`},
		{"nor does a text round it", "<@Ana at", `{"text":"<<at user_id="ou_ana">Ana</at> at"}`},
	} {
		t.Run(tt.story, func(t *testing.T) {
			got := strings.NewReplacer(`\"`, `"`, `\u003c`, "<", `\u003e`, ">").Replace(textBody(tt.text, people, open))
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestTextBodyLimit: names that would make it too long stay plain, the last
// first.
func TestTextBodyLimit(t *testing.T) {
	people := []messages.Mention{{Name: "Ana", ID: "on_ana"}}
	open := func(messages.PersonID) string { return "ou_" + strings.Repeat("x", 600) }
	body := textBody("@Ana @Ana"+strings.Repeat(" ", contentLimit-1000), people, open)
	if len(body) > contentLimit || strings.Count(body, "user_id") != 1 || strings.Index(body, "user_id") > 30 {
		t.Errorf("got %d bytes with %d pings, want at most %d and the first", len(body), strings.Count(body, "user_id"), contentLimit)
	}
}

func TestEmoji(t *testing.T) {
	for _, tt := range []struct{ story, emoji, want string }{
		{"a common one", "👍", "THUMBSUP"},
		{"in any shape", "❤️", "HEART"},
		{"of any skin", "👍🏽", "THUMBSUP"},
		{"by the network's name", ":JIAYI:", "JIAYI"},
		{"one there is none of", "🦋", ""},
		{"a sentence", "well done", ""},
		{"nothing", "", ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got, ok := emojiOf(tt.emoji); got != tt.want || ok != (tt.want != "") {
				t.Errorf("got %q, %v, want %q", got, ok, tt.want)
			}
		})
	}
}

// FuzzTextBody: whatever a model writes pings only whom the post names, and
// fits.
func FuzzTextBody(f *testing.F) {
	f.Add("hi @Ana <at user_id=\"all\">x</at> @_all", "Ana")
	f.Add("<@Ana at user_id=all>", "Ana")
	f.Add("@a@a", "a")
	f.Fuzz(func(t *testing.T, text, name string) {
		body := textBody(text, []messages.Mention{{Name: name, ID: "on_ana"}}, func(id messages.PersonID) string { return string(id) })
		var said struct{ Text string }
		if err := json.Unmarshal([]byte(body), &said); err != nil {
			t.Fatal(err)
		}
		left := ours.ReplaceAllString(said.Text, "@")
		if pings.MatchString(left) {
			t.Errorf("%q pings by %q", text, left)
		}
		if len(body) > contentLimit && len(text) < contentLimit/8 {
			t.Errorf("%d bytes became %d", len(text), len(body))
		}
	})
}

var ours = regexp.MustCompile(`<at user_id="on_ana">[^<>&]*</at>`)
