package onebot

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"familiar/actors/adapter"
	"familiar/actors/adapter/onebot/onebottest"
	"familiar/internal/await"
	"familiar/messages"
)

// TestReads: what each kind of segment is as a line.
func TestReads(t *testing.T) {
	segment := onebottest.Segment
	for _, tt := range []struct {
		story    string
		said     []onebottest.Message
		text     string
		mentions []messages.PersonID
	}{
		{"the account is called", []onebottest.Message{segment("at", onebottest.Message{"qq": "10001"}), onebottest.Text(" 你好")}, "@Moth 你好", []messages.PersonID{"10001"}},
		{"somebody who spoke before", []onebottest.Message{segment("at", onebottest.Message{"qq": 20001})}, "@Ana", []messages.PersonID{"20001"}},
		{"somebody unknown, twice", []onebottest.Message{segment("at", onebottest.Message{"qq": "7"}), segment("at", onebottest.Message{"qq": "7"})}, "@7@7", []messages.PersonID{"7"}},
		{"a code in a text is text", []onebottest.Message{onebottest.Text("[CQ:at,qq=10001]")}, "[CQ:at,qq=10001]", nil},
		{"a face and a card", []onebottest.Message{segment("face", onebottest.Message{"id": "14"}), segment("json", onebottest.Message{"data": `{"prompt":"天气"}`})}, "[face][card] 天气", nil},
	} {
		for _, coded := range []bool{false, true} {
			t.Run(fmt.Sprint(tt.story, ", codes ", coded), func(t *testing.T) {
				a, s := open(t)
				s.Strings = coded
				heard := listen(t, a)
				await.Until(t, "the account's connection", func() bool { return listening(a) })
				s.Say(onebottest.Group, onebottest.Ana, onebottest.Text("hi"))
				line(t, heard)
				s.Say(onebottest.Group, onebottest.Ana, tt.said...)
				if l := line(t, heard); l.Text != tt.text || !slices.Equal(l.Mentions, tt.mentions) || l.Everyone {
					t.Errorf("heard %q for %v, want %q for %v", l.Text, l.Mentions, tt.text, tt.mentions)
				}
			})
		}
	}
}

// TestEverybody: an at for all is everybody's.
func TestEverybody(t *testing.T) {
	a, s := open(t)
	heard := listen(t, a)
	await.Until(t, "the account's connection", func() bool { return listening(a) })
	s.Say(onebottest.Group, onebottest.Ana, onebottest.Segment("at", onebottest.Message{"qq": "all"}))
	if l := line(t, heard); !l.Everyone || len(l.Mentions) > 0 {
		t.Errorf("heard %+v, want everybody called", l)
	}
}

// TestReplyAndRecall: a reply knows its line, and what is taken back goes.
func TestReplyAndRecall(t *testing.T) {
	a, s := open(t)
	heard := listen(t, a)
	await.Until(t, "the account's connection", func() bool { return listening(a) })
	first := s.Say(onebottest.Group, onebottest.Ana, onebottest.Text("one"))
	one := line(t, heard)
	s.Say(onebottest.Group, onebottest.Ana, onebottest.Segment("reply", onebottest.Message{"id": fmt.Sprint(first)}), onebottest.Text("two"))
	if l := line(t, heard); l.ReplyTo != (messages.Reply{ID: one.ID, Author: "20001"}) || l.Text != "two" {
		t.Errorf("heard %+v, want a reply to %s", l, one.ID)
	}
	s.Recall(onebottest.Group, onebottest.Ana, first)
	if e := await.Value(t, "the recall", heard); e != (messages.Deleted{ID: one.ID}) {
		t.Errorf("heard %+v, want %s deleted", e, one.ID)
	}
	private := s.Whisper(onebottest.Ana, onebottest.Text("between us"))
	if l := line(t, heard); !l.DM || l.Channel != "onebot/10001/u20001" {
		t.Errorf("heard %+v, want a private chat", l)
	}
	s.Unsay(onebottest.Ana, private)
	if e := await.Value(t, "the recall", heard); e != (messages.Deleted{ID: messages.LineID(fmt.Sprint(private))}) {
		t.Errorf("heard %+v, want it deleted", e)
	}
}

// TestTwice: what the implementation says twice is heard once, over a new connection, too.
func TestTwice(t *testing.T) {
	a, s := open(t)
	heard := listen(t, a)
	await.Until(t, "the account's connection", func() bool { return listening(a) })
	s.Say(onebottest.Group, onebottest.Ana, onebottest.Text("one"))
	s.Tell(s.Messages()[0])
	line(t, heard)
	before := a.connection()
	s.Cut()
	await.Until(t, "another connection", func() bool { now := a.connection(); return now != nil && now != before })
	s.Tell(s.Messages()[0])
	s.Say(onebottest.Group, onebottest.Ana, onebottest.Text("two"))
	if l := line(t, heard); l.Text != "two" {
		t.Errorf("heard %q, want it not twice", l.Text)
	}
}

// since is an adapter.Past that knows one channel's last line.
type since struct {
	last  messages.LineID
	asked func() // is called before the gap is filled; nil: nobody is
}

func (p since) Known(context.Context, messages.Network, int) []messages.ChannelID {
	if p.asked != nil {
		p.asked()
	}
	return []messages.ChannelID{garden}
}

func (p since) Last(context.Context, messages.ChannelID) (messages.LineID, messages.Instant) {
	return p.last, 0
}

func (p since) Lately(context.Context, messages.ChannelID, int) []adapter.Said { return nil }

// TestGap: what was said while nobody listened is read, and wakes nobody.
func TestGap(t *testing.T) {
	a, s := open(t)
	first := s.Say(onebottest.Group, onebottest.Ana, onebottest.Text("before"))
	s.Say(onebottest.Group, onebottest.Ana, onebottest.Text("missed"))
	a.config.Past = since{last: messages.LineID(fmt.Sprint(first))}
	heard := listen(t, a)
	await.Until(t, "the account's connection", func() bool { return listening(a) })
	if l := line(t, heard); l.Text != "missed" || !l.Backfilled {
		t.Errorf("heard %+v, want what was missed, as of a gap", l)
	}
	s.Say(onebottest.Group, onebottest.Ana, onebottest.Text("now"))
	if l := line(t, heard); l.Text != "now" || l.Backfilled {
		t.Errorf("heard %+v, want what is said now", l)
	}
}

// TestSaidOnceBackOfPair: so it is where events come over a connection of their own, later
// than the history that has them.
func TestSaidOnceBackOfPair(t *testing.T) {
	s := implementation(t, onebottest.Bot)
	s.Late = true
	first := s.Say(onebottest.Group, onebottest.Ana, onebottest.Text("before"))
	s.Say(onebottest.Group, onebottest.Ana, onebottest.Text("missed"))
	a := join(t, s, func(c *Config) { c.URL, c.Listen = "", "127.0.0.1:0" })
	t.Cleanup(a.Close)
	a.config.Past = since{messages.LineID(fmt.Sprint(first)), func() {
		s.Say(onebottest.Group, onebottest.Ana, onebottest.Text("now"))
	}}
	comes(t, a, s, "Event", "API")
	heard := listen(t, a)
	if l := line(t, heard); l.Text != "missed" || !l.Backfilled {
		t.Errorf("heard %+v, want what was missed, as of a gap", l)
	}
	if l := line(t, heard); l.Text != "now" || l.Backfilled {
		t.Errorf("heard %+v, want what is said now", l)
	}
}

// TestSaidOnceBack: what is said while a gap is being filled is no part of it, though the
// history has it already: it is heard as said now, and can be answered.
func TestSaidOnceBack(t *testing.T) {
	a, s := open(t)
	first := s.Say(onebottest.Group, onebottest.Ana, onebottest.Text("before"))
	s.Say(onebottest.Group, onebottest.Ana, onebottest.Text("missed"))
	a.config.Past = since{messages.LineID(fmt.Sprint(first)), func() {
		s.Say(onebottest.Group, onebottest.Ana, onebottest.Text("now"))
	}}
	heard := listen(t, a)
	if l := line(t, heard); l.Text != "missed" || !l.Backfilled {
		t.Errorf("heard %+v, want what was missed, as of a gap", l)
	}
	if l := line(t, heard); l.Text != "now" || l.Backfilled {
		t.Errorf("heard %+v, want what is said now", l)
	}
}
