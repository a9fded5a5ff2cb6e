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
	"familiar/messages"
)

// A town is the whole program with the community in it, in a bubble where an
// hour is free.
type town struct {
	began     time.Time
	community *demo.Community
	summary   demo.Summary
	recent    screen.Recent
	style     screen.Style

	mu     sync.Mutex
	told   map[messages.LineID]bool // posts the community knows
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
func (*town) ModelsChanged()                             {}

// TestTheWholeProgram: the first decision comes within seconds, and each
// familiar speaks as its preset says.
func TestTheWholeProgram(t *testing.T) {
	text, err := demo.Config(demo.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := config.Parse("familiars.toml", text)
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		w := &town{began: time.Now(), told: map[messages.LineID]bool{}, spoken: map[messages.FamiliarID]map[messages.Trigger]int{}}
		w.style = screen.Style{Zone: time.UTC, Line: w.recent.Line}
		network := web.Open(web.Config{})
		program, err := app.New(app.Options{
			Config: c, Watch: w, Log: slog.New(slog.DiscardHandler),
			Connect: func(c *config.Config) (connections []app.Connection, err error) {
				for _, seat := range c.Channel(web.Channel(demo.Channels()[0], "")).Seats {
					account, err := network.Account(seat.Account, seat.Name)
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
		w.community, err = demo.New(demo.Options{Seed: 1, Say: func(ctx context.Context, l demo.Line) error {
			line := &messages.Line{Channel: web.Channel(l.Channel, ""), ID: l.ID, Author: l.Author, Text: l.Text, Mentions: l.Mentions, ReplyTo: l.ReplyTo}
			w.summary.Said(l)
			w.recent.Keep(line.Channel, l.ID, l.Author.Name, l.Text)
			_, err := network.Say(ctx, line)
			return err
		}})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- program.Run(ctx) }()
		synctest.Wait()
		hour, over := context.WithTimeout(ctx, time.Hour)
		defer over()
		w.community.Play(hour)
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		w.check(t)
	})
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
