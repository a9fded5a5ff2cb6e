package process

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/control"
	"familiar/internal/await"
	"familiar/messages"
)

var (
	previewsFor   = flag.Duration("previews.for", time.Second, "how long people talk without previews, and with them, at a time")
	previewsTimes = flag.Int("previews.times", 1, "how many times they talk so")
	previewsRate  = flag.Int("previews.rate", 200, "lines a second they say")
	previewsLines = flag.Int("previews.lines", 300, "lines of the talk that is previewed")
)

// previewed is a program with a familiar in every chat, who has no model.
const previewed = `
data = %q

[log]
level = "error"

[models.silent]
kind = "offline"

[familiars.aria]
name = "Aria"
persona = "Keeps moths."
model = "silent"
ladder.rungs = ["self", "mode", "dm", "mention", "reply", "aside", "alias", "rest"]

[familiars.aria.odds]
on = false

[[channels]]
match = "web:*"
familiars = ["aria"]
`

// A listening is when lines were said and decided on.
type listening struct {
	mu     sync.Mutex
	said   map[messages.LineID]time.Time
	waited []time.Duration
}

func (l *listening) observe(notes []*messages.Note) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, n := range notes {
		if said, open := l.said[n.Line]; open && !n.Act.IsOutcome() {
			l.waited = append(l.waited, time.Since(said))
			delete(l.said, n.Line)
		}
	}
}

// open counts the lines that nobody has decided on.
func (l *listening) open() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.said)
}

// take returns how long the lines since the last time waited, shortest first.
func (l *listening) take() []time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	waited := l.waited
	l.waited = nil
	slices.Sort(waited)
	return waited
}

// TestPreviewsBesideTalk has knobs tried without an end while people talk: their lines
// are decided on as soon as without that. docs/performance.md has the figures of
//
//	go test ./cmd/familiar/process -run TestPreviewsBesideTalk -previews.for 20s -previews.times 3 -previews.rate 500 -previews.lines 5000 -v
func TestPreviewsBesideTalk(t *testing.T) {
	loaded, err := config.Parse("familiar.toml", fmt.Appendf(nil, previewed, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	log, l := slog.New(slog.DiscardHandler), &listening{said: map[messages.LineID]time.Time{}}
	s := serve(t, loaded, log, Cast{
		Observe: l.observe,
		Open: func(generation func() int) (Kept, error) {
			j, err := command.OpenStore(t.Context(), loaded, log, generation)
			return Kept{Journal: j}, err
		},
	})
	said := 0
	say := func(channel messages.ChannelID) {
		said++
		id := messages.LineID(fmt.Sprint("l", said))
		l.mu.Lock()
		l.said[id] = time.Now()
		l.mu.Unlock()
		await.Until(t, "a line to be heard", func() bool {
			_, err := s.Web.Say(t.Context(), &messages.Line{Channel: channel, ID: id, Author: messages.Author{ID: "ana", Name: "Ana"}, Text: "the moths are late tonight, and so am I", At: messages.InstantOf(time.Now())})
			return err == nil
		})
	}
	const rooms = 50
	for n := range *previewsLines {
		say("web//busy")
		if n < rooms {
			say(messages.ChannelID(fmt.Sprint("web//room", n)))
		}
	}
	await.Until(t, "every line to be decided on", func() bool { return l.open() == 0 })
	l.take()

	talk := func() []time.Duration {
		due := time.NewTicker(time.Second / time.Duration(*previewsRate))
		defer due.Stop()
		for until := time.Now().Add(*previewsFor); time.Now().Before(until); {
			<-due.C
			say(messages.ChannelID(fmt.Sprint("web//room", said%rooms)))
		}
		await.Until(t, "every line to be decided on", func() bool { return l.open() == 0 })
		return l.take()
	}
	var quiet, beside []time.Duration
	previews, took := 0, time.Duration(0)
	for range *previewsTimes {
		quiet = append(quiet, talk()...)
		trying, enough := context.WithCancel(t.Context())
		var tries sync.WaitGroup
		tries.Go(func() {
			for trying.Err() == nil {
				began := time.Now()
				_, err := tuning{s}.Preview(trying, control.Trial{Familiar: "aria", Channel: "web//busy", Set: []string{"odds.on = true"}}, began.Add(-time.Hour))
				switch {
				case err == nil:
					previews++
					took += time.Since(began)
				case trying.Err() == nil:
					t.Error(err)
					return
				}
			}
		})
		beside = append(beside, talk()...)
		enough()
		tries.Wait()
	}
	if previews == 0 {
		t.Fatal("no preview was made")
	}
	t.Logf("%d previews of %d lines, %v each", previews, *previewsLines, (took / time.Duration(previews)).Round(time.Millisecond))
	for _, spell := range []struct {
		story  string
		waited []time.Duration
	}{{"without previews", quiet}, {"with previews one after the other", beside}} {
		slices.Sort(spell.waited)
		at := func(share float64) time.Duration {
			return spell.waited[int(share*float64(len(spell.waited)-1))].Round(10 * time.Microsecond)
		}
		t.Logf("%s: %d lines, decided on after %v in the middle, %v at the 99th of 100, %v at the 999th of 1,000", spell.story, len(spell.waited), at(.5), at(.99), at(.999))
	}
}

// serve runs the program until the test ends.
func serve(t *testing.T, loaded *config.Config, log *slog.Logger, cast Cast) *Service {
	t.Helper()
	s, err := NewService(loaded, command.Streams{Out: io.Discard, Err: io.Discard}, log, cast)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, nil) }()
	t.Cleanup(func() {
		stop()
		if err := await.Value(t, "the end of the program", ended); err != nil {
			t.Error(err)
		}
	})
	return s
}
