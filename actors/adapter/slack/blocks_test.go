package slack

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"familiar/messages"
)

// TestBlocks: what is in blocks and cards is read as people see it, and whom
// it names is called.
func TestBlocks(t *testing.T) {
	const bot = `"subtype":"bot_message","bot_id":"B4","username":"ci",`
	for _, tt := range []struct {
		story, message string
		want           string
		calls          []messages.PersonID
	}{
		{
			"sections, a header, a context and fields; buttons say nothing",
			bot + `"text":"","blocks":[{"type":"header","text":{"type":"plain_text","text":"Build <@U1>"}},{"type":"divider"},
			{"type":"section","text":{"type":"mrkdwn","text":"failed, <@UBOT>: <https://x.example|log>"},"fields":[{"type":"mrkdwn","text":"*branch* main"},{"type":"plain_text","text":"took 3 & 4"}],
			 "accessory":{"type":"button","text":{"type":"plain_text","text":"again"}}},
			{"type":"context","elements":[{"type":"image","image_url":"https://x.example/a.png","alt_text":"a moth"},{"type":"mrkdwn","text":"by <#C1>"}]},
			{"type":"actions","elements":[{"type":"button","text":{"type":"plain_text","text":"again"}}]}]`,
			"Build <@U1>\nfailed, @Moth: log (https://x.example)\n*branch* main\ntook 3 & 4\na moth by #general",
			[]messages.PersonID{"UBOT"},
		},
		{
			"rich text of any depth",
			`"user":"U1","text":"","blocks":[{"type":"rich_text","elements":[
			{"type":"rich_text_section","elements":[{"type":"user","user_id":"UBOT"},{"type":"text","text":" see <@U2> "},{"type":"link","url":"https://x.example/?a=1&b=2"},{"type":"text","text":" "},{"type":"emoji","name":"wave"},{"type":"broadcast","range":"here"}]},
			{"type":"rich_text_list","style":"bullet","elements":[{"type":"rich_text_section","elements":[{"type":"text","text":"one"}]},{"type":"rich_text_section","elements":[{"type":"text","text":"two"}]}]},
			{"type":"rich_text_preformatted","elements":[{"type":"text","text":"a < b"}]}]}]`,
			"@Moth see <@U2> https://x.example/?a=1&b=2 :wave:@here\none\ntwo\na < b",
			[]messages.PersonID{"UBOT"},
		},
		{"a table and Markdown", bot + `"blocks":[{"type":"markdown","text":"# moths"},{"type":"table","rows":[[{"type":"raw_text","text":"a"},{"type":"raw_text","text":"b"}],[{"type":"raw_text","text":"1"},{"type":"raw_text","text":"2"}]]}]`, "# moths\na | b\n1 | 2", nil},
		{
			"a card with all it can have",
			bot + `"text":"","attachments":[{"fallback":"no","pretext":"New issue","title":"Lamp","text":"for <@UBOT>","fields":[{"title":"Priority","value":"High"}]},{"fallback":"only this"}]`,
			"New issue\nLamp\nfor @Moth\nPriority: High\nonly this",
			[]messages.PersonID{"UBOT"},
		},
		{"a card of blocks", bot + `"text":"deployed","attachments":[{"fallback":"[no preview available]","blocks":[{"type":"section","text":{"type":"mrkdwn","text":"to <@UBOT>"}}]}]`, "deployed\nto @Moth", []messages.PersonID{"UBOT"}},
		{"the preview of a bot's link", bot + `"text":"see <https://x.example>","attachments":[{"from_url":"https://x.example","title":"X"}]`, "see https://x.example", nil},
		{"a person's text is all of it", `"user":"U1","text":"see <https://x.example>","blocks":[{"type":"rich_text","elements":[]}],"attachments":[{"title":"X"}]`, "see https://x.example", nil},
		{
			"a message that is shared calls nobody",
			`"user":"U1","text":"look","attachments":[{"is_share":true,"is_msg_unfurl":true,"author_name":"Bea","text":"<@UBOT> come","from_url":"https://x.slack.com/archives/C1/p1"}]`,
			"look\n[forwarded] Bea: @Moth come", nil,
		},
		{"not by its name either", `"user":"U1","text":"","attachments":[{"is_share":true,"text":"ask moth"}]`, "[forwarded] ask moth", nil},
		{"a link to a message is a preview", `"user":"U1","text":"see <https://x.slack.com/archives/C1/p1>","attachments":[{"is_msg_unfurl":true,"text":"<@UBOT> come"}]`, "see https://x.slack.com/archives/C1/p1", nil},
		{"what somebody does", `"subtype":"me_message","user":"U1","text":"waves at <@UBOT>"`, "* Ana waves at @Moth", []messages.PersonID{"UBOT"}},
		{"forms nobody knows", `"user":"U1","text":"","blocks":[7,{"type":"new","text":{"type":"mrkdwn","text":"x"}},{"type":"section","text":5,"fields":"none"},{"elements":[{"type":"text","text":"still this"}]}]`, "x\nstill this", nil},
		{"a file needs no text", `"user":"U1","subtype":"file_share","text":"","files":[{"id":"F1"}],"attachments":[{"text":"a preview"}]`, "", nil},
	} {
		t.Run(tt.story, func(t *testing.T) {
			a, _ := open(t)
			n, err := decodeEvent([]byte(`{"event":{"type":"message","channel":"C1","ts":"1.1",`+tt.message+`}}`), us)
			if err != nil || n.kind != heard {
				t.Fatalf("got kind %d, %v, want a line", n.kind, err)
			}
			l := a.line(t.Context(), n.channel, n.message, us)
			if l.ExplicitOnly != strings.HasPrefix(tt.want, "[forwarded]") {
				t.Errorf("only an explicit address counts: %v", l.ExplicitOnly)
			}
			if l.Text != tt.want || !slices.Equal(l.Mentions, tt.calls) {
				t.Errorf("got  %q calling %q\nwant %q calling %q", l.Text, l.Mentions, tt.want, tt.calls)
			}
		})
	}
}

// TestCardsBounded: however much there is, so much is read.
func TestCardsBounded(t *testing.T) {
	var cards message
	for range 1000 {
		cards.Attachments = append(cards.Attachments, legacy{Text: "moth"})
	}
	if got := strings.Count(cards.written(), "moth"); got != cardsMost {
		t.Errorf("read %d cards, want %d", got, cardsMost)
	}
}

// TestCutMarkup: what is left out of a long message leaves a whole character.
func TestCutMarkup(t *testing.T) {
	if got := cut(strings.Repeat("世", markupMost)); len(got) > markupMost || len(got) < markupMost-3 || !utf8.ValidString(got) {
		t.Errorf("%d bytes are left, the last of them %q", len(got), got[len(got)-4:])
	}
}
