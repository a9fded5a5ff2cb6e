package slack

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/slack/slacktest"
	"familiar/messages"
)

func TestMembers(t *testing.T) {
	for _, tt := range []struct {
		story           string
		people, unknown int
		humans, bots    int
		truncated       bool
	}{
		{"three people and us", 3, 0, 3, 1, false},
		{"a hundred in all", 99, 0, 99, 1, false},
		{"more than are counted", 300, 0, 100, 1, true},
		{"one whom Slack can't tell", 1, 1, 2, 1, true},
	} {
		t.Run(tt.story, func(t *testing.T) {
			a, s := open(t)
			in := slacktest.Chat{ID: "C2", Kind: "channel", Members: []string{slacktest.Bot}}
			for n := range tt.people {
				id := fmt.Sprintf("UP%d", n)
				s.AddUser(slacktest.User{ID: id, Name: id})
				in.Members = append(in.Members, id)
			}
			for n := range tt.unknown {
				in.Members = append(in.Members, fmt.Sprintf("UX%d", n))
			}
			s.AddChat(in)
			known, err := a.Members(t.Context(), "slack/T1/C2/1.1") // a thread has its channel's
			if err != nil {
				t.Fatal(err)
			}
			humansFit := known.Humans == tt.humans || tt.truncated && known.Humans > tt.humans // a hint only
			if !humansFit || known.Bots != tt.bots || known.Truncated != tt.truncated || known.FetchedAt == 0 {
				t.Errorf("got %+v, want %d humans, %d bots, truncated %v", known, tt.humans, tt.bots, tt.truncated)
			}
		})
	}
}

func TestHistory(t *testing.T) {
	a, s := open(t)
	for n := range 250 {
		s.Keep("C1", slacktest.Message{"user": "U1", "text": fmt.Sprint("line ", n)})
	}
	s.Keep("C1", slacktest.Message{"subtype": "channel_join", "user": "U1", "text": "joined"})
	root := s.Keep("C1", slacktest.Message{"user": "U2", "text": "root"})
	for n := range 220 {
		s.Keep("C1", slacktest.Message{"user": "U1", "text": fmt.Sprint("reply ", n), "thread_ts": root})
	}
	for _, tt := range []struct {
		story      string
		channel    messages.ChannelID
		head, tail int
		want       []string
	}{
		{"a channel's newest", general, 3, 4, []string{"line 248", "line 249", "root"}}, // the join is among the four
		{"a thread's first and last", us.channel("C1", root), 2, 2, []string{"root", "reply 0", "reply 218", "reply 219"}},
		{"nothing", general, 0, 0, nil},
	} {
		t.Run(tt.story, func(t *testing.T) {
			lines, err := a.History(t.Context(), tt.channel, tt.head, tt.tail)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, l := range lines {
				got = append(got, l.Text)
				if !l.Backfilled || l.Channel != tt.channel || l.Author.Name == "" {
					t.Errorf("line %+v, want it backfilled, in %s, by somebody", l, tt.channel)
				}
				if root := l.Text == "root" && tt.channel != general; root != (l.Root == l.ID) || !root && l.Root != "" {
					t.Errorf("line %q hangs the thread off %q", l.Text, l.Root)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestDescribe(t *testing.T) {
	a, s := open(t)
	s.AddChat(slacktest.Chat{ID: "D1", Kind: "im", With: "U1", Members: []string{slacktest.Bot, "U1"}})
	s.AddChat(slacktest.Chat{ID: "G1", Kind: "mpim", Name: "mpdm-ana--bob", Members: []string{slacktest.Bot, "U1", "U2"}})
	j := &adaptertest.Taken{}
	listen(t, a, j)
	s.Event(slacktest.Message{"type": "assistant_thread_started", "assistant_thread": slacktest.Message{"user_id": "U1", "channel_id": "D1", "thread_ts": "5.5"}})
	if !s.AllAcked() {
		t.Fatal("the pane was not acknowledged")
	}
	for _, tt := range []struct {
		story   string
		channel messages.ChannelID
		want    adapter.Place
	}{
		{"a channel", general, adapter.Place{Name: "general", About: "all of us", Kind: "channel"}},
		{"a thread", general + "/1.1", adapter.Place{Name: "general", About: "all of us", Kind: "thread"}},
		{"between two", "slack/T1/D1", adapter.Place{Name: "Ana", Kind: "dm"}},
		{"between some", "slack/T1/G1", adapter.Place{Name: "mpdm-ana--bob", Kind: "group"}},
		{"the assistant's pane", "slack/T1/D1/5.5", adapter.Place{Name: "Ana", Kind: "pane"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got, err := a.Describe(t.Context(), tt.channel); err != nil || got != tt.want {
				t.Errorf("got %+v, %v; want %+v", got, err, tt.want)
			}
		})
	}
	for _, on := range []bool{true, false} {
		for _, channel := range []messages.ChannelID{"slack/T1/D1/5.5", general, general + "/1.1"} {
			if err := a.ShowTyping(t.Context(), messages.ShowTyping{Channel: channel, On: on}); err != nil {
				t.Errorf("typing in %s: %v", channel, err)
			}
		}
	}
	shown := s.Calls("assistant.threads.setStatus")
	if len(shown) != 2 || shown[0].Form["status"][0] == "" || strings.Join(shown[1].Form["status"], "") != "" {
		t.Errorf("typing was shown by %+v, want it on and off in the pane", shown)
	}
}

func TestReact(t *testing.T) {
	a, s := open(t)
	ts := s.Keep("C1", slacktest.Message{"user": "U1", "text": "hi"})
	for _, emoji := range []string{"👍", "👍", ":tada:", "❤️"} {
		if err := a.React(t.Context(), messages.React{Channel: general, Line: messages.LineID(ts), Emoji: emoji}); err != nil {
			t.Errorf("%s: %v", emoji, err)
		}
	}
	var names []string
	for _, c := range s.Calls("reactions.add") {
		names = append(names, c.Form["name"][0])
	}
	if want := []string{"+1", "+1", "tada", "heart"}; !slices.Equal(names, want) {
		t.Errorf("reacted with %q, want %q", names, want)
	}
}
