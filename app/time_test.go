package app

import (
	"bytes"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/terminal"
	"familiar/actors/explain"
	"familiar/cluster/clock"
	"familiar/journal/memory"
	"familiar/messages"
)

// TestHearTime: a process counts from what others count, unless that is an hour ahead, and
// says so once.
func TestHearTime(t *testing.T) {
	const (
		slow     = "this machine's clock is slow"
		followed = "not followed"
	)
	for _, tt := range []struct {
		story string
		ahead time.Duration // what another process counts
		want  time.Duration // how far ahead this one counts then
		says  string
	}{
		{"a slow one is followed by nobody", -5 * time.Minute, 0, ""},
		{"what a message takes is no difference", time.Second, time.Second, ""},
		{"one that is fast is followed", 10 * time.Minute, 10 * time.Minute, slow},
		{"one that is off by more than an hour isn't", 61 * time.Minute, 0, followed},
	} {
		t.Run(tt.story, func(t *testing.T) {
			at := time.UnixMilli(1790000000000)
			var said bytes.Buffer
			a := &App{others: others{timing: newTiming()}}
			a.Clock, a.Log = clock.New(func() time.Time { return at }), slog.New(slog.NewTextHandler(&said, nil))
			for range 2 {
				a.hearTime("another", messages.InstantOf(at.Add(tt.ahead)))
			}
			if got := a.Clock.Ahead(); got != tt.want {
				t.Errorf("got %v ahead, want %v", got, tt.want)
			}
			wanted := min(1, len(tt.says))
			if got := strings.Count(said.String(), "\n"); got != wanted || !strings.Contains(said.String(), tt.says) {
				t.Errorf("got %q, want one line with %q", said.String(), tt.says)
			}
		})
	}
}

// TestClockPutRight: a machine whose clock was hours fast as it started, as one is that
// keeps local time until it has asked for the right one, answers as soon as before, also
// after a restart.
func TestClockPutRight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var fast atomic.Int64
		fast.Store(int64(8 * time.Hour))
		now := func() time.Time { return time.Now().Add(time.Duration(fast.Load())) }
		j := memory.New(memory.Config{Keep: true, Clock: now})
		begin := func() *stage {
			s := openWith(t, two, func(o *Options) { o.Clock, o.Journal = clock.New(now), kept{j} })
			s.journal = j
			return s
		}
		s := begin()
		s.say("ana: @bob morning")
		s.say("bob: @Vesper is the lamp lit?")
		s.wait(10 * time.Second)
		fast.Store(0)
		s.say("bob: @Vesper and now?")
		s.wait(10 * time.Second)
		if got := strings.Count(s.screen.String(), "Vesper: "); got != 2 {
			t.Errorf("with its clock put right the screen shows %q, want two answers", s.screen)
		}
		s.close()
		s = begin()
		again := &messages.Line{
			ID: "again", Channel: terminal.Channel, Account: "terminal/vesper", Author: messages.Author{ID: "bob", Name: "bob"},
			Text: "@Vesper still there?", Mentions: []messages.PersonID{"vesper"}, At: in(0),
		}
		if _, err := s.app.Journal.Append(t.Context(), 0, terminal.Channel, messages.Heard{Line: again}); err != nil {
			t.Fatal(err)
		}
		s.wait(10 * time.Second)
		if got := strings.Count(s.screen.String(), "Vesper: "); got != 1 {
			t.Errorf("after a restart the screen shows %q, want an answer", s.screen)
		}
		s.close()
	})
}

// TestAnswerAfterASleep: what a model has to say to a line of last night, as its machine
// wakes up in the middle of the call, nobody is told any more.
func TestAnswerAfterASleep(t *testing.T) {
	for _, tt := range []struct {
		slept time.Duration
		said  int
	}{{0, 1}, {8 * time.Hour, 0}} {
		t.Run(tt.slept.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var ahead atomic.Int64
				now := func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
				j := memory.New(memory.Config{Keep: true, Clock: now})
				s := openWith(t, two+"[models.offline]\nkind = \"offline\"\nlatency = \"20s\"\n", func(o *Options) { o.Clock, o.Journal = clock.New(now), kept{j} })
				s.journal = j
				s.say("ana: @bob morning")
				s.say("bob: @Vesper is the lamp lit?")
				s.wait(10 * time.Second)
				ahead.Store(int64(tt.slept))
				s.wait(3 * time.Minute)
				if got := strings.Count(s.screen.String(), "Vesper: "); got != tt.said {
					t.Errorf("the screen shows %q, want %d answers", s.screen, tt.said)
				}
				told, err := s.app.Why(t.Context(), explain.Question{Channel: terminal.Channel, Familiar: "vesper"})
				if err != nil || len(told) != 1 || strings.HasPrefix(told[0].Sentence(), "is to answer") {
					t.Errorf("why tells %+v, %v; want what has become of it", told, err)
				}
				s.close()
			})
		})
	}
}
