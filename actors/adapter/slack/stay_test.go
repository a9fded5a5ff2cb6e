package slack

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/slack/slacktest"
	"familiar/messages"
)

// TestBurst: fifty lines of three channels at once arrive in order, each once,
// whatever becomes of the connection meanwhile.
func TestBurst(t *testing.T) {
	for _, tt := range []struct {
		story  string
		middle func(*slacktest.Server)
	}{
		{"in peace", func(*slacktest.Server) {}},
		{"Slack changes the connection", func(s *slacktest.Server) { s.Disconnect("refresh_requested") }},
		{"Slack warns", func(s *slacktest.Server) { s.Disconnect("warning") }},
		{"the connection is cut", func(s *slacktest.Server) { s.Cut() }},
		{"it grows impatient", func(s *slacktest.Server) { s.Again() }},
		{"frames nobody can read come between", func(s *slacktest.Server) { s.Frame(`{"type": 7, "payload": [`); s.Frame(`"x"`) }},
	} {
		t.Run(tt.story, func(t *testing.T) {
			a, s := open(t)
			for _, chat := range []string{"C2", "C3"} {
				s.AddChat(slacktest.Chat{ID: chat, Kind: "channel", Members: []string{slacktest.Bot, "U1"}})
			}
			j := &adaptertest.Taken{}
			listen(t, a, j)
			s.Say("C1", "U1", "first")
			s.Say("C2", "U1", "first")
			s.Say("C3", "U1", "first")
			j.Until(t, 3)
			for n := range 50 {
				if n == 25 {
					tt.middle(s)
				}
				s.Say(fmt.Sprint("C", n%3+1), "U1", fmt.Sprint("line ", n))
			}
			if !s.AllAcked() {
				t.Error("not all was acknowledged")
			}
			byChannel := map[messages.ChannelID][]string{}
			for _, e := range j.Until(t, 53) {
				byChannel[e.Channel] = append(byChannel[e.Channel], e.Event.(messages.Heard).Line.Text)
			}
			for c := range 3 {
				want := []string{"first"}
				for n := c; n < 50; n += 3 {
					want = append(want, fmt.Sprint("line ", n))
				}
				if got := byChannel[us.channel(fmt.Sprint("C", c+1), "")]; !slices.Equal(got, want) {
					t.Errorf("heard %q, want %q", got, want)
				}
			}
		})
	}
}

// TestGap: what was said while nobody was connected is fetched, in the channel
// and in its thread, marked as such, and before what is said then.
func TestGap(t *testing.T) {
	a, s := open(t)
	j := &adaptertest.Taken{}
	listen(t, a, j)
	root := s.Say("C1", "U1", "one")
	reply := s.Write("C1", slacktest.Message{"user": "U2", "text": "in the thread", "thread_ts": root})
	j.Until(t, 2)
	if !s.AllAcked() {
		t.Fatal("not all was acknowledged")
	}
	s.Keep("C1", slacktest.Message{"user": "U1", "text": "missed", "ts": next(root, 1)})
	s.Keep("C1", slacktest.Message{"subtype": "channel_join", "user": "U1", "text": "<@U1> has joined"})
	s.Keep("C1", slacktest.Message{"user": "U2", "text": "missed there", "thread_ts": root, "ts": next(reply, 1)})
	s.Cut()
	if !s.Connected(2) {
		t.Fatal("it did not connect again")
	}
	s.Say("C1", "U1", "live")
	var room, thread []string
	for _, e := range j.Until(t, 5)[2:] {
		l := e.Event.(messages.Heard).Line
		said := fmt.Sprintf("%s %v", l.Text, l.Backfilled)
		if e.Channel == general {
			room = append(room, said)
		} else {
			thread = append(thread, said)
		}
	}
	if want := []string{"missed true", "live false"}; !slices.Equal(room, want) {
		t.Errorf("in the channel %q, want %q", room, want)
	}
	if want := []string{"missed there true"}; !slices.Equal(thread, want) {
		t.Errorf("in the thread %q, want %q", thread, want)
	}
}

// TestGapBegins: a thread that began in the gap, on a message of the gap, is heard
// from its first reply.
func TestGapBegins(t *testing.T) {
	a, s := open(t)
	j := &adaptertest.Taken{}
	listen(t, a, j)
	s.Say("C1", "U1", "one")
	j.Until(t, 1)
	if !s.AllAcked() {
		t.Fatal("not all was acknowledged")
	}
	root := s.Keep("C1", slacktest.Message{"user": "U1", "text": "two"})
	s.Keep("C1", slacktest.Message{"user": "U2", "text": "first there", "thread_ts": root})
	s.Keep("C1", slacktest.Message{"user": "U1", "text": "second there", "thread_ts": root})
	s.Cut()
	if !s.Connected(2) {
		t.Fatal("it did not connect again")
	}
	var thread []string
	for _, e := range j.Until(t, 4)[1:] {
		if l := e.Event.(messages.Heard).Line; e.Channel == us.channel("C1", root) {
			thread = append(thread, fmt.Sprintf("%s %v", l.Text, l.Backfilled))
		}
	}
	if want := []string{"first there true", "second there true"}; !slices.Equal(thread, want) {
		t.Errorf("in the thread %q, want %q", thread, want)
	}
}

// TestGapLimited: Slack may let the history wait, and the gap is filled all the
// same.
func TestGapLimited(t *testing.T) {
	s, j := limited(t, time.Second)
	if !s.Connected(2) {
		t.Fatal("it did not connect again")
	}
	s.Say("C1", "U1", "live")
	j.Until(t, 3)
	if got, want := j.Texts(), []string{"one", "missed", "live"}; !slices.Equal(got, want) {
		t.Errorf("heard %q, want %q", got, want)
	}
}

// limited returns an account whose connection is cut after "one", with "missed"
// in the history, which Slack lets wait for so long.
func limited(t *testing.T, wait time.Duration) (*slacktest.Server, *adaptertest.Taken) {
	t.Helper()
	a, s := open(t)
	j := &adaptertest.Taken{}
	listen(t, a, j)
	first := s.Say("C1", "U1", "one")
	j.Until(t, 1)
	if !s.AllAcked() {
		t.Fatal("not all was acknowledged")
	}
	s.Keep("C1", slacktest.Message{"user": "U1", "text": "missed", "ts": next(first, 1)})
	s.Refuse("conversations.history", slacktest.Refusal{Status: 429, RetryAfter: wait})
	s.Cut()
	return s, j
}

// TestGapInterrupted: a connection that is lost while the history has to wait
// is not waited with, and the next fills the gap.
func TestGapInterrupted(t *testing.T) {
	s, j := limited(t, time.Minute)
	s.Until("conversations.history", 1)
	s.Say("C1", "U1", "live")
	s.Cut()
	if !s.Connected(3) {
		t.Fatal("it did not connect again")
	}
	j.Until(t, 3)
	if got, want := j.Texts(), []string{"one", "missed", "live"}; !slices.Equal(got, want) {
		t.Errorf("heard %q, want %q", got, want)
	}
}

// next returns the ts so many microseconds after another.
func next(ts string, micros int) string {
	seconds, fraction, _ := strings.Cut(ts, ".")
	s, _ := strconv.Atoi(seconds)
	us, _ := strconv.Atoi(fraction)
	us += micros
	return fmt.Sprintf("%d.%06d", s+us/1_000_000, us%1_000_000)
}

// TestGapDelivered: a line that Slack delivers while the gap is filled is heard
// in its place, once, and not as something of the past.
func TestGapDelivered(t *testing.T) {
	a, s := open(t)
	j := &adaptertest.Taken{}
	var live string
	j.Answer(func(_ messages.ChannelID, e messages.Event) error {
		for e.(messages.Heard).Line.Text == "missed" && !a.lanes.waits(general, "C1 "+live) {
			runtime.Gosched() // until it is there
		}
		return nil
	})
	listen(t, a, j)
	one := s.Say("C1", "U1", "one")
	j.Until(t, 1)
	if !s.AllAcked() {
		t.Fatal("not all was acknowledged")
	}
	s.Keep("C1", slacktest.Message{"user": "U1", "text": "missed", "ts": next(one, 1)})
	live = s.Keep("C1", slacktest.Message{"user": "U1", "text": "live", "ts": next(one, 2)})
	s.Cut()
	if !s.Connected(2) {
		t.Fatal("it did not connect again")
	}
	s.Event(slacktest.Message{"type": "message", "channel": "C1", "user": "U1", "text": "live", "ts": live})
	j.Until(t, 3)
	s.Say("C1", "U1", "then")
	var got []string
	for _, e := range j.Until(t, 4)[1:] {
		l := e.Event.(messages.Heard).Line
		got = append(got, l.Text)
		if l.Backfilled != (l.Text == "missed") {
			t.Errorf("%q is backfilled: %v", l.Text, l.Backfilled)
		}
	}
	if want := []string{"missed", "live", "then"}; !slices.Equal(got, want) {
		t.Errorf("heard %q, want %q", got, want)
	}
	if !s.AllAcked() {
		t.Error("not all was acknowledged")
	}
}

// TestLateJournal: what the journal doesn't take in time is not acknowledged,
// comes again, and is one line.
func TestLateJournal(t *testing.T) {
	a, s := open(t, func(c *Config) { c.AckWithin = 20 * time.Millisecond })
	j := &adaptertest.Taken{}
	release, reached := make(chan struct{}), make(chan struct{})
	var calls atomic.Int64
	j.Answer(func(messages.ChannelID, messages.Event) error {
		if calls.Add(1) == 1 {
			close(reached)
			<-release
		}
		return nil
	})
	listen(t, a, j)
	s.Say("C1", "U1", "one")
	<-reached
	<-time.After(2 * a.config.AckWithin) // the time that is tested
	close(release)
	j.Until(t, 1)
	for _, e := range s.Envelopes() {
		if !e.Acked.IsZero() {
			t.Errorf("acknowledged after %v, want not at all", e.Acked.Sub(e.Sent))
		}
	}
	newest := func() slacktest.Envelope { all := s.Envelopes(); return all[len(all)-1] }
	for try := 0; newest().Acked.IsZero(); try++ { // a busy machine may be late again
		if try == 100 {
			t.Fatal("it came again and again, and was not acknowledged")
		}
		s.Again()
		<-time.After(5 * a.config.AckWithin)
	}
	s.Say("C1", "U1", "two")
	j.Until(t, 2)
	if got, want := j.Texts(), []string{"one", "two"}; !slices.Equal(got, want) {
		t.Errorf("took %q, want %q", got, want)
	}
}

// TestNotTaken: while the journal takes nothing, nothing is acknowledged, and
// another channel does not wait.
func TestNotTaken(t *testing.T) {
	a, s := open(t)
	s.AddChat(slacktest.Chat{ID: "C2", Kind: "channel", Members: []string{slacktest.Bot, "U1"}})
	j := &adaptertest.Taken{}
	full := errors.New("journal is full")
	var calls atomic.Int64
	j.Answer(func(channel messages.ChannelID, _ messages.Event) error {
		if n := calls.Add(1); channel == general && n <= 10 {
			return full
		}
		return nil
	})
	listen(t, a, j)
	one := s.Say("C1", "U1", "one")
	s.Say("C2", "U1", "elsewhere")
	s.Say("C1", "U1", "two")
	events := j.Until(t, 3)
	if first := events[0]; first.Channel != us.channel("C2", "") {
		t.Errorf("first taken was %+v, want the other channel's", first)
	}
	if second := events[1].Event.(messages.Heard).Line; second.ID != messages.LineID(one) {
		t.Errorf("then came %q, want one", second.Text)
	}
	if !s.AllAcked() {
		t.Error("not all was acknowledged in the end")
	}
}
