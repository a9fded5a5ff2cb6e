package slack

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/slack/slacktest"
	"familiar/messages"
)

// TestCrowdedLane: what a full lane has no room for is left to Slack, and comes
// again when there is room.
func TestCrowdedLane(t *testing.T) {
	a, s := open(t)
	j := &adaptertest.Taken{}
	release, held := make(chan struct{}), make(chan struct{})
	var calls atomic.Int64
	j.Answer(func(messages.ChannelID, messages.Event) error {
		if calls.Add(1) == 1 {
			close(held)
			<-release
		}
		return nil
	})
	listen(t, a, j)
	s.Say("C1", "U1", "line 0")
	<-held
	for n := range laneMost + 50 {
		s.Say("C1", "U1", fmt.Sprint("line ", n+1))
	}
	s.AddChat(slacktest.Chat{ID: "C2", Kind: "channel", Members: []string{slacktest.Bot}})
	s.Say("C2", "U1", "elsewhere") // read after them all
	if e := j.Until(t, 1); e[0].Channel != us.channel("C2", "") {
		t.Errorf("took %+v first, want the other channel's", e[0])
	}
	close(release)
	j.Until(t, laneMost+1)
	s.Again()
	if !s.AllAcked() {
		t.Error("not all was acknowledged")
	}
	if got := len(j.Until(t, laneMost+52)); got != laneMost+52 {
		t.Errorf("took %d events, want %d", got, laneMost+52)
	}
}

// TestStop: what is being handed over when the account is told to stop is
// acknowledged if it is taken.
func TestStop(t *testing.T) {
	a, s := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- a.Listen(ctx, func(context.Context, messages.ChannelID, messages.Event) error {
			cancel()
			return nil
		})
	}()
	s.Say("C1", "U1", "one")
	if err := <-ended; err != nil {
		t.Errorf("ended with %v, want nothing", err)
	}
	if !s.AllAcked() {
		t.Error("it was not acknowledged")
	}
}

// TestNames: a name is asked for once, and what Slack can't say not for every
// line again.
func TestNames(t *testing.T) {
	a, s := open(t)
	j := &adaptertest.Taken{}
	listen(t, a, j)
	for range 20 {
		s.Write("C1", slacktest.Message{"user": "U1", "text": "<@U2> <@U404> <#C1> <!subteam^S1>"})
	}
	for _, e := range j.Until(t, 20) {
		if got, want := e.Event.(messages.Heard).Line.Text, "@Bob @U404 #general @S1"; got != want {
			t.Errorf("heard %q, want %q", got, want)
		}
	}
	for method, most := range map[string]int{"users.info": 4, "conversations.info": 1, "usergroups.list": 1, "auth.test": 1} {
		if got := len(s.Calls(method)); got > most {
			t.Errorf("%s was called %d times, want at most %d", method, got, most)
		}
	}
	for n := range namesMost + 10 {
		a.names.kept[fmt.Sprint("X", n)] = name{}
		if n == namesMost {
			a.names.person(t.Context(), "U1x")
		}
	}
	if got := len(a.names.kept); got > namesMost {
		t.Errorf("%d names are kept, want at most %d", got, namesMost)
	}
}

// TestMarks: the newest line of each channel, of a bounded number of them.
func TestMarks(t *testing.T) {
	var m marks
	for n := range marksMost * 2 {
		m.set(messages.ChannelID(fmt.Sprint("c", n)), fmt.Sprintf("%d.000001", 1000+n))
	}
	m.set("c1999", "5.000001") // older
	recent := m.recent()
	if len(m.newest) > marksMost || len(recent) != marksAsked || recent[0] != (mark{"c1999", "2999.000001"}) {
		t.Errorf("keeps %d, asks for %d, first %+v", len(m.newest), len(recent), recent[0])
	}
}

// TestTS: order and time of Slack's ids.
func TestTS(t *testing.T) {
	for _, tt := range []struct {
		story, a, b string
		after       bool
	}{
		{"later by a microsecond", "1700000000.000002", "1700000000.000001", true},
		{"the same", "1700000000.000001", "1700000000.000001", false},
		{"with more digits", "10000000000.000001", "9999999999.999999", true},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := after(tt.a, tt.b); got != tt.after {
				t.Errorf("got %v, want %v", got, tt.after)
			}
		})
	}
	for ts, want := range map[string]messages.Instant{"1700000000.123456": 1700000000123, "1700000000": 1700000000000, "": 0, "x.1": 0, "-5.1": 0, "1.-5": 1000} {
		if got := instant(ts); got != want {
			t.Errorf("instant of %q is %d, want %d", ts, got, want)
		}
	}
}

// BenchmarkLine is one message from its payload to its line, names known.
func BenchmarkLine(b *testing.B) {
	s := slacktest.New()
	defer s.Close()
	a, err := Open("acc", Config{Token: slacktest.Token, AppToken: slacktest.AppToken, URL: s.URL})
	if err != nil {
		b.Fatal(err)
	}
	payload := []byte(`{"team_id":"T1","event":{"type":"message","channel":"C1","channel_type":"channel","user":"U1","text":"<@UBOT> ` +
		strings.Repeat("and so on ", 20) + ` see <https://x.example|this> &amp; that","ts":"1700000000.000100","blocks":[{"type":"rich_text","elements":[]}]}}`)
	b.ReportAllocs()
	for b.Loop() {
		n, err := decodeEvent(payload, us)
		if err != nil || n.kind != heard {
			b.Fatal(n.kind, err)
		}
		a.line(b.Context(), n.channel, n.message, us)
	}
}
