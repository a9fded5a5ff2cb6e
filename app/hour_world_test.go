package app

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/web"
	"familiar/config"
	"familiar/journal"
	"familiar/messages"
)

// A beat is something that happens in the hour: a line, or a bot's calls.
type beat struct {
	at    time.Duration
	who   string
	text  string
	calls int // 0: it is a line
}

// parseHour reads "MM:SS Who: text" and "MM:SS Who calls N times".
func parseHour(t *testing.T, script string) (beats []beat) {
	t.Helper()
	for line := range strings.Lines(script) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		clock, rest, _ := strings.Cut(line, " ")
		minute, second, _ := strings.Cut(clock, ":")
		at, err := time.ParseDuration(minute + "m" + second + "s")
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		b := beat{at: at}
		if who, calls, ok := strings.Cut(rest, " calls "); ok && !strings.Contains(who, ":") {
			b.who = who
			if b.calls, err = strconv.Atoi(strings.TrimSuffix(calls, " times")); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
		} else if b.who, b.text, ok = strings.Cut(rest, ": "); !ok {
			t.Fatalf("%q: nobody says anything", line)
		}
		beats = append(beats, b)
	}
	return beats
}

// hourCast is who sits in the channel.
var hourCast = []messages.FamiliarID{"aria", "vesper", "milo"}

const hourConfig = `
[models.offline]
kind = "offline"
latency = "2s"

[familiars.aria]
name = "Aria"
judge = "offline"
persona = "Aria keeps moths."

[familiars.vesper]
name = "Vesper"
judge = "offline"
persona = "Vesper keeps a lighthouse."

[familiars.milo]
name = "Milo"
judge = "offline"
persona = "Milo tells stories."

[[channels]]
match = "web:*"
familiars = ["aria", "vesper", "milo"]
`

var hourRoom = web.Channel("harbour", "")

// An hour is the whole program on the network web, in a bubble where an hour
// is free, and what was said and decided in it.
type hour struct {
	t       *testing.T
	began   time.Time
	network *web.Network
	stop    context.CancelFunc
	ended   chan error

	mu       sync.Mutex // the program's goroutines record, note and show
	lines    []hourLine
	heard    map[messages.LineID]bool
	notes    []*messages.Note
	together [][]messages.FamiliarID // who wrote at once, if several did
	posted   chan struct{}           // closed and replaced with every post

	said      int
	exchanges []calling
}

// An hourLine is a line of the channel, whoever said it.
type hourLine struct {
	id     messages.LineID
	at     time.Duration
	author string
	by     messages.FamiliarID // "" for people and bots that are not ours
	bot    bool
	text   string
}

// A calling is a time in which a bot calls again and again.
type calling struct {
	from, until time.Duration
	calls       int
}

func openHour(t *testing.T) *hour {
	t.Helper()
	c, err := config.Parse("hour.toml", []byte(hourConfig))
	if err != nil {
		t.Fatal(err)
	}
	h := &hour{t: t, began: time.Now(), network: web.Open(web.Config{}), ended: make(chan error, 1), heard: map[messages.LineID]bool{}, posted: make(chan struct{})}
	a, err := New(Options{Config: c, Connect: h.connect, Watch: h, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	h.stop = stop
	go func() { h.ended <- a.Run(ctx) }()
	synctest.Wait()
	return h
}

func (h *hour) connect(c *config.Config) (connections []Connection, err error) {
	for _, seat := range c.Channel(hourRoom).Seats {
		account, err := h.network.Account(seat.Account, seat.Name)
		if err != nil {
			return nil, err
		}
		connections = append(connections, Connection{Account: seat.Account, Adapter: account})
	}
	return connections, nil
}

// play says everything at its moment and waits until the hour is over.
func (h *hour) play(beats []beat) {
	for _, b := range beats {
		h.until(b.at)
		if b.calls > 0 {
			h.call(b)
			continue
		}
		h.say(messages.Author{ID: messages.PersonID(strings.ToLower(b.who)), Name: b.who}, b.text)
	}
	h.until(time.Hour)
}

// until lets time pass up to that moment of the hour.
func (h *hour) until(at time.Duration) {
	time.Sleep(at - time.Since(h.began))
	synctest.Wait()
}

// call has a bot call one familiar after the other: 5 s after the last one
// has answered, or when nobody has for 20 s.
func (h *hour) call(b beat) {
	e := calling{from: time.Since(h.began), calls: b.calls}
	names := []string{"Aria", "Vesper", "Milo"}
	for n := range b.calls {
		h.mu.Lock()
		posted := h.posted
		h.mu.Unlock()
		h.say(messages.Author{ID: "cog", Name: b.who, Bot: true}, fmt.Sprintf("@%s build %d is through, what next?", names[n%len(names)], 40+n))
		select {
		case <-posted:
			time.Sleep(5 * time.Second)
		case <-time.After(20 * time.Second):
		}
		synctest.Wait()
	}
	e.until = time.Since(h.began)
	h.exchanges = append(h.exchanges, e)
}

func (h *hour) say(who messages.Author, text string) {
	h.t.Helper()
	h.said++
	l := &messages.Line{Channel: hourRoom, ID: messages.LineID(fmt.Sprintf("l%d", h.said)), Author: who, Text: text}
	for _, name := range []string{"Aria", "Vesper", "Milo"} {
		if strings.Contains(text, "@"+name) {
			l.Mentions = append(l.Mentions, messages.PersonID(strings.ToLower(name)))
		}
	}
	if _, err := h.network.Say(h.t.Context(), l); err != nil {
		h.t.Fatal(err)
	}
}

func (h *hour) close() {
	h.t.Helper()
	h.stop()
	if err := <-h.ended; err != nil {
		h.t.Errorf("the program ended with %v", err)
	}
}

// Record implements Watcher. Each account hears a line.
func (h *hour) Record(r journal.Record) {
	heard, ok := r.Event.(messages.Heard)
	h.mu.Lock()
	defer h.mu.Unlock()
	if !ok || h.heard[heard.Line.ID] {
		return
	}
	l := heard.Line
	h.heard[l.ID] = true
	line := hourLine{id: l.ID, at: time.Since(h.began), author: l.Author.Name, bot: l.Author.Bot, text: l.Text}
	if strings.HasPrefix(string(l.ID), "post:") {
		line.by = messages.FamiliarID(strings.ToLower(l.Author.Name))
		close(h.posted)
		h.posted = make(chan struct{})
	}
	h.lines = append(h.lines, line)
}

// Notes implements Watcher.
func (h *hour) Notes(notes []*messages.Note) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.notes = append(h.notes, notes...)
}

// Watched implements Watcher.
func (*hour) Watched(messages.ChannelID) bool { return true }

// OnWatch implements Watcher.
func (*hour) OnWatch(func(messages.ChannelID)) {}

// OnReach implements Watcher.
func (*hour) OnReach(func(messages.ChannelID, uint64)) {}

// ModelsChanged implements Watcher.
func (*hour) ModelsChanged() {}

// SilenceChanged implements Watcher.
func (*hour) SilenceChanged() {}

// Watching implements Watcher.
func (h *hour) Watching() []messages.ChannelID { return nil }

// Missed implements Watcher.
func (h *hour) Missed() {}

// Doing implements Watcher.
func (h *hour) Doing(_ messages.ChannelID, doing []messages.Doing) {
	var writing []messages.FamiliarID
	for _, d := range doing {
		if d.Act == messages.Composing || d.Act == messages.Posting {
			writing = append(writing, d.Familiar)
		}
	}
	if len(writing) > 1 {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.together = append(h.together, writing)
	}
}
