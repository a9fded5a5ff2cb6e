package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter"
	"familiar/config"
	"familiar/messages"
	"familiar/messages/because"
)

const rounds = `
[models.offline]
kind = "offline"
[familiars.aria]
name = "Aria"
preset = "assigned"
persona = "Aria keeps moths."
[familiars.vesper]
name = "Vesper"
preset = "assigned"
persona = "Vesper keeps a lighthouse."
[room.turns]
mode = "turn-based"
members = ["aria", "vesper"]
[[channels]]
match = "web:den"
familiars = ["aria", "vesper"]
`

// A party is the whole program in a bubble, on a network where each familiar's
// account may lose its line.
type party struct {
	t        *testing.T
	app      *App
	accounts map[messages.FamiliarID]*phone
	lines    int

	mu    sync.Mutex // the program's goroutines note
	notes []string
}

// A phone is one account's connection, down or not.
type phone struct {
	party   *party
	account messages.AccountID

	mu    sync.Mutex // the program's goroutines listen and post
	down  bool
	hear  adapter.Hear // nil: it doesn't listen
	cut   chan struct{}
	posts []string
}

func openParty(t *testing.T, text string) *party {
	t.Helper()
	c, err := config.Parse("test.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	p := &party{t: t, accounts: map[messages.FamiliarID]*phone{}}
	connect := func(c *config.Config) (connections []Connection, err error) {
		for _, seat := range c.Channel(channelOf("den")).Seats {
			ph := &phone{party: p, account: seat.Account, cut: make(chan struct{})}
			p.accounts[seat.Familiar] = ph
			connections = append(connections, Connection{Account: seat.Account, Adapter: ph})
		}
		return connections, nil
	}
	p.app, err = New(Options{Config: c, Connect: connect, Observe: p.observe, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- p.app.Run(ctx) }()
	synctest.Wait()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the program ended with %v", err)
		}
	})
	return p
}

// Listen implements adapter.Adapter.
func (ph *phone) Listen(ctx context.Context, hear adapter.Hear) error {
	lost := errors.New("no line")
	ph.mu.Lock()
	if ph.down {
		ph.mu.Unlock()
		return lost
	}
	ph.hear = hear
	cut := ph.cut
	ph.mu.Unlock()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-cut:
		return lost
	}
}

// Post implements adapter.Adapter.
func (ph *phone) Post(_ context.Context, o messages.Post) (adapter.Posted, error) {
	ph.mu.Lock()
	defer ph.mu.Unlock()
	ph.posts = append(ph.posts, o.Text)
	return adapter.Posted{Line: messages.LineID("post " + string(o.ID))}, nil
}

// lose cuts the line for so long.
func (ph *phone) lose(d time.Duration) {
	ph.mu.Lock()
	ph.down, ph.hear = true, nil
	close(ph.cut)
	ph.cut = make(chan struct{})
	ph.mu.Unlock()
	time.Sleep(d)
	synctest.Wait()
	ph.mu.Lock()
	ph.down = false
	ph.mu.Unlock()
}

// said takes what the account has posted since it was last asked.
func (ph *phone) said() string {
	ph.mu.Lock()
	defer ph.mu.Unlock()
	said := strings.Join(ph.posts, " | ")
	ph.posts = nil
	return said
}

func (p *party) observe(notes []*messages.Note) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range notes {
		p.notes = append(p.notes, fmt.Sprintf("%s %s %s: %s", n.Familiar, n.Act, n.Rung, because.Written(n.Reason)))
	}
}

func (p *party) noted(note string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Contains(p.notes, note)
}

// say has ana say something to everybody who listens, and waits a while.
func (p *party) say(text string) {
	p.t.Helper()
	p.lines++
	for _, ph := range p.accounts {
		ph.mu.Lock()
		hear := ph.hear
		ph.mu.Unlock()
		if hear == nil {
			continue
		}
		err := hear(p.t.Context(), channelOf("den"), messages.Heard{Line: &messages.Line{
			ID: messages.LineID(fmt.Sprint("l", p.lines)), Channel: channelOf("den"), Account: ph.account,
			Author: messages.Author{ID: "ana", Name: "Ana"}, Text: text, At: messages.InstantOf(time.Now()),
		}})
		if err != nil {
			p.t.Fatal(err)
		}
	}
	time.Sleep(5 * time.Second)
	synctest.Wait()
}

// TestTurnsPassByWhoIsAway: an account that has lost its network for 30 s loses
// its turn, is passed by, and takes turns again once it is back.
func TestTurnsPassByWhoIsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := openParty(t, rounds)
		aria, vesper := p.accounts["aria"], p.accounts["vesper"]
		answers := func(story string, who, other *phone) {
			t.Helper()
			p.say("and what of the sea?")
			if got := who.said(); got == "" {
				t.Errorf("%s: nobody answers; noted\n%s", story, strings.Join(p.notes, "\n"))
			}
			if got := other.said(); got != "" {
				t.Errorf("%s: the other says %q", story, got)
			}
		}
		answers("the first is first", aria, vesper)
		aria.lose(5 * time.Second)
		time.Sleep(10 * time.Second) // until it listens again
		synctest.Wait()
		answers("a short loss is nothing", aria, vesper)
		aria.lose(40 * time.Second)
		if !p.noted("aria settled turn: offline: it is vesper's turn") {
			t.Errorf("the turn has not passed; noted\n%s", strings.Join(p.notes, "\n"))
		}
		if got, want := vesper.said(), "aria is offline and loses the turn."; got != want {
			t.Errorf("the channel is told %q, want %q", got, want)
		}
		time.Sleep(2 * time.Minute) // and it listens again
		synctest.Wait()
		answers("who was away doesn't get the turn back by coming back", vesper, aria)
		err := p.app.Tell(t.Context(), channelOf("den"), messages.Commanded{Command: messages.Turns, Text: "skip"})
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		answers("but with its next turn", aria, vesper)
	})
}

// TestSkippedWhileAway: the turn passes by an account that is away now.
func TestSkippedWhileAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := openParty(t, rounds)
		p.say("hello")
		p.accounts["vesper"].lose(40 * time.Second)
		if err := p.app.Tell(t.Context(), channelOf("den"), messages.Commanded{Command: messages.Turns, Text: "skip"}); err != nil {
			t.Fatal(err)
		}
		p.accounts["aria"].said()
		p.say("and now?")
		if got := p.accounts["aria"].said(); got == "" {
			t.Errorf("the turn went to who is away; noted\n%s", strings.Join(p.notes, "\n"))
		}
	})
}
