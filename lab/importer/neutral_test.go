package importer

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/lab/corpus"
	"familiar/messages"
)

// A neutral is a message as every format has to give it, less what it can't
// tell.
type neutral struct {
	ID       string
	At       time.Time `json:"ts"`
	Author   string
	Bot      bool `json:"is_bot"`
	Text     string
	Mentions []string
	ReplyTo  string `json:"reply_to"`
	Edited   bool
}

// blind is what a format can't tell.
type blind struct {
	below   time.Duration // of a time
	bots    bool
	replies bool // which message is answered
	edits   bool
	calls   bool // it has no replies: who answers calls the other at the line's head
}

var samples = []struct {
	says  string
	path  string
	kind  Kind
	blind blind
	zone  Options
}{
	{"Discord", "testdata/discord", Discord, blind{}, Options{}},
	{"Slack knows threads, not replies", "testdata/slack-export", Slack, blind{below: time.Second, replies: true}, Options{}},
	{"Telegram knows seconds and no bots", "testdata/telegram/result.json", Telegram, blind{below: time.Second, bots: true}, Options{}},
	{"Element", "testdata/matrix/element-export.json", Element, blind{}, Options{}},
	{"weechat", "testdata/irc/irc.libera.#general.weechatlog", IRC, blind{time.Second, true, true, true, true}, Options{}},
	{"irssi", "testdata/irc/irssi-#general.log", IRC, blind{time.Minute, true, true, true, true}, Options{}},
	{"ZNC", "testdata/irc/znc-2025-03-05+06.log", IRC, blind{time.Second, true, true, true, true}, Options{}},
	{
		"irclogs.ubuntu.com, whose day is in its path", "testdata/irc/ubuntu-irclogs.txt", IRC,
		blind{time.Minute, true, true, true, true},
		Options{Day: time.Date(2025, 3, 5, 0, 0, 0, 0, time.UTC)},
	},
}

// people are who has which id where.
var people = map[messages.PersonID]string{
	"838021939200000000": "ada", "838384327065600001": "bo", "838746714931200002": "cyn", "839109102796800003": "moth", "839471490662400004": "ledger",
	"U0LAB0000": "ada", "U0LAB0001": "bo", "U0LAB0002": "cyn", "U0LAB0003": "moth", "B0LAB0004": "ledger", "U0LAB0004": "ledger",
	"700000001": "ada", "700000002": "bo", "700000003": "cyn", "700000004": "moth", "700000005": "ledger", "@moth_lab_bot": "moth",
	"@ada:lab.example": "ada", "@bo:lab.example": "bo", "@cyn:lab.example": "cyn", "@moth:lab.example": "moth", "@ledger:lab.example": "ledger",
	"ada": "ada", "bo": "bo", "cyn": "cyn", "moth": "moth", "ledger": "ledger",
}

func TestEveryFormatIsTheSameConversation(t *testing.T) {
	for _, test := range samples {
		t.Run(test.says, func(t *testing.T) {
			want := expected(t)
			byID := make(map[string]neutral)
			for _, m := range want {
				byID[m.ID] = m
			}
			var got []neutral
			ids := make(map[messages.LineID]string)
			err := Read(t.Context(), test.path, test.zone, func(e corpus.Entry) error {
				if strings.HasPrefix(e.Line.Text, "* bo shrugs") {
					return nil // only IRC has it
				}
				m := asNeutral(e)
				m.ID = fmt.Sprint(len(got) + 1)
				m.ReplyTo = ids[e.Line.ReplyTo.ID]
				ids[e.Line.ID] = m.ID
				got = append(got, m)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if len(got) != len(want) {
				t.Fatalf("got %d messages, want %d", len(got), len(want))
			}
			for i := range want {
				w, g := test.blind.leave(want[i], byID), test.blind.leave(got[i], nil)
				if fmt.Sprint(g) != fmt.Sprint(w) {
					t.Errorf("message %s:\ngot  %v\nwant %v", w.ID, g, w)
				}
			}
		})
	}
}

func asNeutral(e corpus.Entry) neutral {
	m := neutral{At: e.Line.At.Time(), Author: people[e.Line.Author.ID], Bot: e.Line.Author.Bot, Text: e.Line.Text, Edited: e.Edited}
	for _, id := range e.Line.Mentions {
		m.Mentions = append(m.Mentions, people[id])
	}
	return m
}

// shown are the ways a call stands at a line's head.
var shown = strings.NewReplacer("@Moth ", "", "@moth_lab_bot ", "", "@moth ", "", "Moth ", "", "@cyn ", "", "@Cyn 🌱 ", "", "Cyn 🌱 ", "", "moth: ", "", "cyn: ", "", "bo: ", "", "ada: ", "")

// leave leaves out of a message what the format can't tell. A name at the
// line's head is in Mentions. byID is set for what is expected.
func (b blind) leave(m neutral, byID map[string]neutral) neutral {
	m.At = m.At.UTC().Truncate(max(b.below, time.Millisecond))
	m.Text = shown.Replace(m.Text)
	if b.calls && byID != nil && m.ReplyTo != "" {
		m.Mentions = append(slices.Clone(m.Mentions), byID[m.ReplyTo].Author)
	}
	if b.bots {
		m.Bot = false
	}
	if b.replies {
		m.ReplyTo = ""
	}
	if b.edits {
		m.Edited = false
	}
	return m
}

func expected(t *testing.T) (all []neutral) {
	t.Helper()
	f, err := os.Open("testdata/expected/neutral.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var m neutral
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	return all
}

func TestTheKindIsFoundByLooking(t *testing.T) {
	for _, test := range samples {
		s, err := open(test.path)
		if err != nil {
			t.Fatal(err)
		}
		f, _, err := find(s, "")
		if err != nil || f.kind != test.kind {
			t.Errorf("%s: got %+v, %v", test.says, f, err)
		}
		s.close()
	}
}
