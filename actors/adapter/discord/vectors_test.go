package discord

import (
	"encoding/json"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"

	"familiar/messages"

	"familiar/actors/adapter"

	"familiar/actors/adapter/discord/gateway"

	"familiar/actors/adapter/discord/wire"
)

// A vector is a message and what another system made of it.
type vector struct {
	Name   string          `json:"name"`
	Self   string          `json:"self_id"`
	Event  json.RawMessage `json:"event"`
	Expect struct {
		Kind    string `json:"kind"`
		Reason  string `json:"reason"`
		Payload struct {
			Workspace, Chat, Text           string
			ExternalMessageID               string
			AuthorID, AuthorName            string
			AuthorIsBot, IsBotMention, IsDM bool
			MentionsOthers                  bool
			ReplyToBotMessageID             string
			ReplyToOtherMessageID           string
			TS                              int64
			Attachments                     []struct{ Filename, Mimetype, Kind string }
		}
	} `json:"expect"`
}

// Where we differ from the recorded system, and why.
var (
	// reported: our own lines and empty ones are, too: what becomes of them, others decide.
	reported = []string{"own message", "empty"}
	// byReference: who a reply answers is in the message referred to, which the
	// recorded system took from whom it pings.
	byReference = []string{"reply to us", "reply to us with the ping switched off", "reply to another", "cross-channel reference with a message id"}
	// inLists: attachments stand beside the text, not in it, and a person's
	// embeds are previews.
	inLists = []string{"attachment only", "text, attachment, embed, sticker"}
)

func TestClassify(t *testing.T) {
	for _, v := range vectors(t).Classify {
		t.Run(v.Name, func(t *testing.T) {
			a := aloneAccount(t)
			a.meet(wire.User{ID: v.Self})
			a.places.open(wire.Guild{ID: "g1", Members: []wire.Member{{User: wire.User{ID: v.Self}, Roles: []string{"7"}}}}, v.Self)
			var m wire.Message
			if err := adapter.DecodeLenient(v.Event, &m); err != nil {
				t.Fatal(err)
			}
			if m.Reference.MessageID != "" {
				m.Type = wire.TypeReply // which the recorded events leave out
			}
			if v.Expect.Kind == "drop" && v.Expect.Reason == "thread_created_system" {
				if m.IsLine() && !isNotice(&m) {
					t.Error("a notice of the network counts as a line")
				}
				return
			}
			if v.Expect.Kind == "drop" && v.Self == "" {
				return // Listen reads nothing before it knows who it is
			}
			l := a.line("", &m)
			if !m.IsLine() || isNotice(&m) {
				t.Fatal("is no line")
			}
			if slices.Contains(reported, v.Name) {
				if own := string(l.Author.ID) == v.Self; own != (v.Expect.Reason == "self_author") {
					t.Errorf("it is our own: %v", own)
				}
				return
			}
			compare(t, v, l)
		})
	}
}

func compare(t *testing.T, v vector, l *messages.Line) {
	t.Helper()
	want := v.Expect.Payload
	workspace := strings.TrimPrefix(want.Workspace, "@dm")
	channel := messages.Channel{Network: network, Workspace: workspace, Chat: want.Chat}.ID()
	if l.Channel != channel || string(l.ID) != want.ExternalMessageID || l.DM != want.IsDM || int64(l.At) != want.TS {
		t.Errorf("got %s in %s at %d, DM %v", l.ID, l.Channel, l.At, l.DM)
	}
	if string(l.Author.ID) != want.AuthorID || l.Author.Name != want.AuthorName || l.Author.Bot != want.AuthorIsBot {
		t.Errorf("got author %+v", l.Author)
	}
	mine, others := l.Everyone || len(l.Roles) > 0, false
	for _, id := range l.Mentions {
		mine, others = mine || string(id) == v.Self, others || string(id) != v.Self
	}
	if mine != want.IsBotMention {
		t.Errorf("mentions us: %v, want %v", mine, want.IsBotMention)
	}
	if slices.Contains(byReference, v.Name) {
		if id := want.ReplyToBotMessageID + want.ReplyToOtherMessageID; string(l.ReplyTo.ID) != id || l.ReplyTo.Author != "" {
			t.Errorf("answers %+v, want %s by nobody known", l.ReplyTo, id)
		}
	} else if others && !mine != want.MentionsOthers && !l.Everyone {
		t.Errorf("mentions others: %v, want %v", others, want.MentionsOthers)
	}
	if slices.Contains(inLists, v.Name) {
		for _, a := range want.Attachments {
			there := slices.ContainsFunc(l.Attachments, func(b messages.Attachment) bool { return b.Name == a.Filename && b.Type == a.Mimetype })
			if there == (a.Kind == "embed") {
				t.Errorf("attachments %+v, want %+v among them unless it is an embed", l.Attachments, a)
			}
		}
	} else if l.Text != want.Text && len(typed(want.Text)) == 0 {
		t.Errorf("got text %q, want %q", l.Text, want.Text)
	}
}

func TestMentionedIDs(t *testing.T) {
	for _, v := range vectors(t).Mentioned {
		got := []string{}
		for _, id := range typed(v.Text) {
			got = append(got, string(id))
		}
		if !slices.Equal(got, v.Expect) {
			t.Errorf("%q mentions %v, want %v", v.Text, got, v.Expect)
		}
	}
}

// TestNeutral: recorded events of the gateway become the lines that every
// network's form of the same talk does.
func TestNeutral(t *testing.T) {
	lines, err := os.ReadFile("testdata/neutral.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	// The neutral ids and names by Discord's.
	names := map[string]string{"839109102796800003": "moth", "1346995910428590092": "12", "1346995341261537283": "3", "1346995995992391693": "13"}
	var expected []string
	for line := range strings.Lines(string(lines)) {
		expected = append(expected, line)
	}
	for i, file := range []string{"testdata/gateway_message_create.json", "testdata/gateway_message_create_reply.json"} {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var p gateway.Event
		var m wire.Message
		if err := json.Unmarshal(raw, &p); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(p.Data, &m); err != nil {
			t.Fatal(err)
		}
		var want struct {
			ID, TS, Author, Text string
			IsBot                bool     `json:"is_bot"`
			Mentions             []string `json:"mentions"`
			ReplyTo              string   `json:"reply_to"`
		}
		if err := json.Unmarshal([]byte(expected[i]), &want); err != nil {
			t.Fatal(err)
		}
		l := aloneAccount(t).line("", &m)
		mentions := []string{}
		for _, id := range l.Mentions {
			mentions = append(mentions, names[string(id)])
		}
		if names[string(l.ID)] != want.ID || l.Text != want.Text || !strings.EqualFold(l.Author.Name, want.Author) && m.Author.Username != want.Author ||
			l.Author.Bot != want.IsBot || !slices.Equal(mentions, want.Mentions) || names[string(l.ReplyTo.ID)] != want.ReplyTo ||
			!strings.HasPrefix(l.At.String(), strings.TrimSuffix(want.TS, "Z")) {
			t.Errorf("%s: got %+v, want %+v", file, l, want)
		}
		if l.ReplyTo.Set() && names[string(l.ReplyTo.Author)] != "moth" {
			t.Errorf("%s: it answers %+v, want moth", file, l.ReplyTo)
		}
	}
}

// aloneAccount is one that asks nobody anything.
func aloneAccount(t testing.TB) *Account {
	t.Helper()
	a, err := Open("discord-moth", Config{Token: "token", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func vectors(t *testing.T) (v struct {
	Classify  []vector `json:"discord_classify"`
	Mentioned []struct {
		Text   string   `json:"text"`
		Expect []string `json:"expect"`
	} `json:"mentioned_ids"`
},
) {
	t.Helper()
	raw, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &v); err != nil || len(v.Classify) < 20 || len(v.Mentioned) < 10 {
		t.Fatalf("vectors are broken: %v, %d and %d", err, len(v.Classify), len(v.Mentioned))
	}
	return v
}
