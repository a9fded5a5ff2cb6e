package slack

import (
	"reflect"
	"testing"

	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/slack/slacktest"
	"familiar/messages"
)

// TestReactions: what Slack's events say, and where the line stands, which they
// don't.
func TestReactions(t *testing.T) {
	type m = slacktest.Message
	bob := messages.Author{ID: "U2", Name: "Bob"}
	for _, tt := range []struct {
		story  string
		name   string
		user   string
		line   func(*slacktest.Server) string
		thread string
		asks   int // calls to find the line
		want   messages.Reacted
	}{
		{"a character", "tada", "U2", func(s *slacktest.Server) string { return s.Say("C1", "U1", "hi") }, "", 0, messages.Reacted{By: bob, Emoji: "🎉"}},
		{"by another name, in another tone", "thumbsup::skin-tone-3", "U2", func(s *slacktest.Server) string { return s.Say("C1", "U1", "hi") }, "", 0, messages.Reacted{By: bob, Emoji: "👍"}},
		{"a workspace's own", "party_parrot", "U2", func(s *slacktest.Server) string { return s.Say("C1", "U1", "hi") }, "", 0, messages.Reacted{By: bob, Emoji: ":party_parrot:"}},
		{"by ourselves", "eyes", slacktest.Bot, func(s *slacktest.Server) string { return s.Say("C1", "U1", "hi") }, "", 0, messages.Reacted{By: messages.Author{ID: "UBOT", Name: "Moth", Bot: true}, Emoji: "👀"}},
		{"in a thread, to a line just heard", "tada", "U2", func(s *slacktest.Server) string {
			return s.Write("C1", m{"user": "U1", "text": "so", "thread_ts": s.Keep("C1", m{"user": "U1", "text": "root", "ts": "1.1"})})
		}, "1.1", 0, messages.Reacted{By: bob, Emoji: "🎉"}},
		{"in a thread, to a line from before", "tada", "U2", func(s *slacktest.Server) string {
			s.Keep("C1", m{"user": "U1", "text": "root", "ts": "1.1"})
			return s.Keep("C1", m{"user": "U1", "text": "so", "thread_ts": "1.1"})
		}, "1.1", 1, messages.Reacted{By: bob, Emoji: "🎉"}},
		{"to the root of a thread, from before", "tada", "U2", func(s *slacktest.Server) string {
			s.Keep("C1", m{"user": "U1", "text": "root", "ts": "1.1"})
			s.Keep("C1", m{"user": "U1", "text": "so", "thread_ts": "1.1"})
			return "1.1"
		}, "", 1, messages.Reacted{By: bob, Emoji: "🎉"}},
		{"to a line that Slack doesn't find", "tada", "U2", func(*slacktest.Server) string { return "9.9" }, "", 2, messages.Reacted{By: bob, Emoji: "🎉"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			a, s := open(t)
			j := &adaptertest.Taken{}
			listen(t, a, j)
			ts := tt.line(s)
			s.Event(m{"type": "reaction_added", "user": "U2", "reaction": "tada", "event_ts": "1", "item": m{"type": "file", "file": "F1"}})
			s.Event(m{"type": "reaction_added", "user": "U2", "event_ts": "1", "item": m{"type": "message", "channel": "C1", "ts": ts}})
			s.React("C1", ts, tt.user, tt.name)
			s.Unreact("C1", ts, tt.user, tt.name)
			if !s.AllAcked() {
				t.Fatal("not all was acknowledged")
			}
			var got []adaptertest.Event
			for _, e := range j.Until(t, 2) {
				if _, is := e.Event.(messages.Reacted); is {
					got = append(got, e)
				}
			}
			tt.want.Line = messages.LineID(ts)
			for n := range 2 {
				tt.want.Removed = n == 1
				if len(got) != 2 || !reflect.DeepEqual(got[n].Event, messages.Event(tt.want)) || got[n].Channel != us.channel("C1", tt.thread) {
					t.Fatalf("got\n%+v\nwant\n%+v in thread %q, and it taken away", got, tt.want, tt.thread)
				}
			}
			if asked := len(s.Calls("conversations.replies")); asked != tt.asks {
				t.Errorf("looked it up %d times, want %d", asked, tt.asks)
			}
		})
	}
}
