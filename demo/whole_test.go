package demo_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/web"
	"familiar/app"
	"familiar/config"
	"familiar/demo"
	"familiar/demo/screen"
	"familiar/journal"
	"familiar/llm"
	"familiar/llm/offline"
	"familiar/messages"
)

// A town is the whole program with the community in it, in a bubble where an
// hour is free.
type town struct {
	began     time.Time
	community *demo.Community
	summary   demo.Summary
	recent    screen.Recent
	network   *web.Network
	style     screen.Style

	mu     sync.Mutex
	told   map[messages.LineID]bool // posts the community knows
	posts  []*messages.Line         // in order
	first  time.Duration            // until the first decision; 0: none yet
	spoken map[messages.FamiliarID]map[messages.Trigger]int
	shown  []string
}

// Record tells the community of a familiar's post. Each account hears it.
func (w *town) Record(r journal.Record) {
	heard, ok := r.Event.(messages.Heard)
	if !ok || !strings.HasPrefix(string(heard.Line.ID), "post:") {
		return
	}
	w.mu.Lock()
	known := w.told[heard.Line.ID]
	w.told[heard.Line.ID] = true
	if !known {
		w.posts = append(w.posts, heard.Line)
	}
	w.mu.Unlock()
	if c, err := messages.ParseChannel(heard.Line.Channel); err == nil && !known {
		w.community.Spoke(c.Chat, messages.FamiliarID(heard.Line.Author.ID), heard.Line.ID, heard.Line.Text)
	}
}

func (w *town) Notes(notes []*messages.Note) {
	w.summary.Decided(notes)
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, n := range notes {
		if w.first == 0 {
			w.first = time.Since(w.began)
		}
		if n.Act == messages.Settled && n.Rung == "spoke" {
			if w.spoken[n.Familiar] == nil {
				w.spoken[n.Familiar] = map[messages.Trigger]int{}
			}
			w.spoken[n.Familiar][n.Trigger]++
		}
		w.shown = append(w.shown, w.style.Decision(n))
	}
}

func (*town) Watched(messages.ChannelID) bool            { return false }
func (*town) Doing(messages.ChannelID, []messages.Doing) {}
func (*town) OnWatch(func(channel messages.ChannelID))   {}
func (*town) OnReach(func(messages.ChannelID, uint64))   {}
func (*town) Watching() []messages.ChannelID             { return nil }
func (*town) Missed()                                    {}
func (*town) ModelsChanged()                             {}
func (*town) SilenceChanged()                            {}

// TestTheWholeProgram: the first decision comes within seconds, each familiar
// speaks as its preset says, and what they say is the scenes'.
func TestTheWholeProgram(t *testing.T) {
	w := run(t, time.Hour, func(context.Context, *town) {})
	w.check(t)
	said := map[string]bool{}
	for _, p := range w.posts {
		if !strings.HasPrefix(p.Text, offline.Scripted) {
			t.Errorf("%s: %s says %q to people of the scenes", p.Channel, p.Author.Name, p.Text)
		}
		said[p.Text] = true
	}
	if len(said) < 35 {
		t.Errorf("%d of the scenes' replies were said in an hour, want 35 at least", len(said))
	}
	t.Logf("%d posts, %d different ones", len(w.posts), len(said))
	mentions := w.summary.MentionsOnly()
	if !strings.HasPrefix(mentions, "A bot that only answers mentions would have replied ") || !strings.Contains(mentions, "replies above (") {
		t.Errorf("got %q, want how a bot that only answers mentions would have done worse", mentions)
	}
	t.Log(mentions)
}

// TestAStrangerIsAnsweredHonestly: a line that nobody wrote beforehand gets an
// answer that says so, once, which nobody goes on about.
func TestAStrangerIsAnsweredHonestly(t *testing.T) {
	zoe := messages.Author{ID: "zoe", Name: "Zoe"}
	for _, tt := range []struct {
		story, channel string
		line           messages.Line
		from           messages.PersonID // who answers; "": anybody, or nobody
		most           int
	}{
		{"a mention where people talk", "garden", messages.Line{Text: "@Aria what shall I read tonight?", Mentions: []messages.PersonID{"aria"}}, "aria", 1},
		{"a name where nobody else is", "porch", messages.Line{Text: "Vesper, is it going to rain?"}, "vesper", 1},
		{"a question to all", "workshop", messages.Line{Text: "does anybody here know how to mend a zip?"}, "", 1},
		{"a remark to nobody, where people talk", "garden", messages.Line{Text: "what a view"}, "", 0},
	} {
		t.Run(tt.story, func(t *testing.T) {
			w := run(t, 8*time.Minute, func(ctx context.Context, w *town) {
				time.Sleep(5 * time.Minute)
				line := tt.line
				line.Channel, line.ID, line.Author = web.Channel(tt.channel, ""), "zoe-1", zoe
				if _, err := w.network.Say(ctx, &line); err != nil {
					t.Error(err)
				}
			})
			var to []string
			for _, p := range w.posts {
				if strings.HasPrefix(p.Text, offline.Prefix) {
					to = append(to, p.Text)
					if !strings.Contains(p.Text, "Zoe") || tt.from != "" && p.Author.ID != tt.from {
						t.Errorf("%s says %q, want %s answering Zoe", p.Author.Name, p.Text, tt.from)
					}
				}
			}
			if len(to) > tt.most || tt.from != "" && len(to) == 0 {
				t.Errorf("answers: %q, want %d of %q", to, tt.most, tt.from)
			}
		})
	}
}

// played is the stand-in with the scenes' script.
func played(t *testing.T) app.Client {
	script, err := demo.NewScript()
	if err != nil {
		t.Fatal(err)
	}
	return func(name string, m config.Model) (llm.Model, error) {
		return offline.Model{Latency: m.Latency, Called: name, Script: func(familiar, author, text string) (offline.Part, bool) {
			reply, why, known := script.Part(familiar, author, text)
			return offline.Part{Reply: reply, Why: why}, known
		}}, nil
	}
}

// run plays the community for that long, in a bubble, with somebody who comes by.
func run(t *testing.T, during time.Duration, stranger func(context.Context, *town)) *town {
	t.Helper()
	text, err := demo.Config(demo.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := config.Parse("familiars.toml", text)
	if err != nil {
		t.Fatal(err)
	}
	w := &town{told: map[messages.LineID]bool{}, spoken: map[messages.FamiliarID]map[messages.Trigger]int{}}
	synctest.Test(t, func(t *testing.T) {
		w.began = time.Now()
		w.style = screen.Style{Zone: time.UTC, Line: w.recent.Line}
		w.network = web.Open(web.Config{})
		program, err := app.New(app.Options{
			Config: c, Watch: w, Log: slog.New(slog.DiscardHandler), Client: played(t),
			Connect: func(c *config.Config) (connections []app.Connection, err error) {
				for _, seat := range c.Channel(web.Channel(demo.Channels()[0], "")).Seats {
					account, err := w.network.Account(seat.Account, seat.Name)
					if err != nil {
						return nil, err
					}
					connections = append(connections, app.Connection{Account: seat.Account, Adapter: account})
				}
				return connections, nil
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		w.community, err = demo.New(demo.Options{Seed: 1, Scripted: offline.Scripted, Say: func(ctx context.Context, l demo.Line) error {
			line := &messages.Line{Channel: web.Channel(l.Channel, ""), ID: l.ID, Author: l.Author, Text: l.Text, Mentions: l.Mentions, ReplyTo: l.ReplyTo}
			w.summary.Said(l)
			w.recent.Keep(line.Channel, l.ID, l.Author.Name, l.Text)
			_, err := w.network.Say(ctx, line)
			return err
		}})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- program.Run(ctx) }()
		synctest.Wait()
		playing, over := context.WithTimeout(ctx, during)
		defer over()
		go stranger(playing, w)
		w.community.Play(playing)
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return w
}

func (w *town) check(t *testing.T) {
	if w.first == 0 || w.first > 5*time.Second {
		t.Errorf("the first decision came after %v, want 5s at most", w.first)
	}
	for _, id := range []messages.FamiliarID{"aria", "vesper", "pip"} {
		if len(w.spoken[id]) == 0 {
			t.Errorf("%s never spoke in an hour", id)
		}
	}
	for _, trigger := range []messages.Trigger{messages.Lull, messages.Question, messages.Interjection} {
		if n := w.spoken["vesper"][trigger]; n > 0 {
			t.Errorf("vesper spoke %d times by %s, want never unasked", n, trigger)
		}
	}
	t.Logf("first decision after %v; %s\n%v\n%s", w.first, w.summary.Sentence(time.Hour, nil), w.spoken, strings.Join(w.shown[:min(40, len(w.shown))], "\n"))
}
