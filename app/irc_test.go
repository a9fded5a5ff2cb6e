package app

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"familiar/actors/adapter/irc"
	"familiar/config"
	"familiar/internal/long"
	"familiar/internal/ngircd"
	"familiar/messages"
)

const (
	ircChannels = 1000
	ircSpeakers = 20
	ircTogether = 3 // speakers in a channel
)

const ircConfig = `
[familiars.aria]
name = "Aria"
judge = "offline"
persona = "Aria keeps moths."
odds.on = false

[accounts.aria-irc]
network = "irc"
familiars = ["aria"]
server = "127.0.0.1:6667"

[[channels]]
match = "irc:*"
familiars = ["aria"]
`

// A den is the whole program on an IRC server, and what it decided there.
type den struct {
	t *testing.T

	mu      sync.Mutex // the program's goroutines note
	notes   map[messages.ChannelID][]messages.Note
	decided int           // lines
	changed chan struct{} // closed and replaced with every note
}

func (d *den) observe(notes []*messages.Note) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, n := range notes {
		d.notes[n.Channel] = append(d.notes[n.Channel], *n)
		if n.Act == messages.Engage || n.Act == messages.Wait {
			d.decided++
		}
	}
	close(d.changed)
	d.changed = make(chan struct{})
}

// until waits for something to have been decided.
func (d *den) until(what string, done func() bool) {
	d.t.Helper()
	late := time.After(time.Minute)
	for {
		d.mu.Lock()
		ok, changed := done(), d.changed
		state := fmt.Sprintf("%d lines are decided", d.decided)
		d.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-changed:
		case <-late:
			d.t.Fatalf("waited for %s; so far %s", what, state)
		}
	}
}

// openDen runs the program with Aria in these channels, until the test ends.
func openDen(t *testing.T, server *ngircd.Server, channels []string) *den {
	t.Helper()
	c, err := config.Parse("test.toml", []byte(ircConfig))
	if err != nil {
		t.Fatal(err)
	}
	quiet := slog.New(slog.DiscardHandler)
	aria, err := irc.Open("aria-irc", irc.Config{
		Server: server.Address, Plain: true, Nick: "Aria", Join: channels, Name: "den", Burst: 10_000, Every: time.Millisecond, Log: quiet,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(aria.Close)
	d := &den{t: t, notes: map[messages.ChannelID][]messages.Note{}, changed: make(chan struct{})}
	a, err := New(Options{
		Config: c, Observe: d.observe, Log: quiet,
		Connect: func(*config.Config) ([]Connection, error) {
			return []Connection{{Account: "aria-irc", Adapter: aria}}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	running, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- a.Run(running) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the program ended with %v", err)
		}
	})
	return d
}

// gather puts each speaker into the channels that are theirs.
func gather(t *testing.T, server *ngircd.Server, channels []string) []*ngircd.Person {
	t.Helper()
	speakers := make([]*ngircd.Person, ircSpeakers)
	for n := range speakers {
		var in []string
		for k := range channels {
			if (n-k%ircSpeakers+ircSpeakers)%ircSpeakers < ircTogether {
				in = append(in, channels[k])
			}
		}
		speakers[n] = server.Person(t, fmt.Sprint("p", n), in...)
	}
	return speakers
}

// outcome returns how often somebody's address was answered in a channel and how
// many turns spoke there, and counts the other decisions by act and rung.
func (d *den) outcome(channel string, rungs map[string]int) (answers, turns int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, n := range d.notes[messages.Channel{Network: "irc", Workspace: "den", Chat: channel}.ID()] {
		switch {
		case n.Act != messages.Settled:
			rungs[fmt.Sprintf("%s by %s", n.Act, n.Rung)]++
		case n.Rung == "spoke":
			turns++
			if n.Trigger == messages.Address {
				answers++
			}
		}
	}
	return answers, turns
}

// told counts what Aria said in a channel, as somebody there was told it.
func told(p *ngircd.Person, channel string) int {
	return len(p.Told(":Aria!~Aria@127.0.0.1 PRIVMSG " + channel + " :"))
}

// TestIRC is the whole program on a real server, in a thousand channels with
// twenty speakers: whoever addresses Aria is answered once, and everything
// else is decided by the preset's rungs.
func TestIRC(t *testing.T) {
	long.Test(t)
	server := ngircd.Start(t, ngircd.Config{})
	channels := make([]string, ircChannels)
	for n := range channels {
		channels[n] = fmt.Sprint("#c", n)
	}
	began := time.Now()
	speakers := gather(t, server, channels)
	joined := time.Now()
	d := openDen(t, server, channels)
	for n, p := range speakers {
		for k := range channels {
			if k%ircSpeakers == n {
				p.Until(":Aria!~Aria@127.0.0.1 JOIN :"+channels[k]+"\n", 1)
			}
		}
	}
	there := time.Now()

	// In each channel somebody asks Aria, and somebody else says something to
	// nobody.
	for k, channel := range channels {
		speakers[k%ircSpeakers].Say(channel, fmt.Sprint("Aria: what is a moth of kind ", k, "?"))
	}
	for _, p := range speakers {
		p.Settle()
	}
	for k, channel := range channels {
		speakers[(k+1)%ircSpeakers].Say(channel, fmt.Sprint("fog on the marsh again, day ", k))
	}
	d.until("every line to be decided", func() bool { return d.decided >= 2*ircChannels })
	heard := time.Now()
	for k, channel := range channels {
		speakers[k%ircSpeakers].Until(":Aria!~Aria@127.0.0.1 PRIVMSG "+channel+" :", 1)
	}
	answered := time.Now()

	rungs := map[string]int{}
	for k, channel := range channels {
		said := told(speakers[k%ircSpeakers], channel)
		if answers, turns := d.outcome(channel, rungs); answers != 1 || said > turns {
			t.Errorf("%s: the address was answered %d times, want once; of %d turns people were told %d", channel, answers, turns, said)
		}
	}
	if rungs["engage by mention"] != ircChannels || rungs["wait by rest"] != ircChannels {
		t.Errorf("decided %v, want %d mentions and as many lines left to rest", rungs, ircChannels)
	}
	t.Logf("%d speakers in after %v, Aria after %v, %d lines decided after %v, answered after %v: %v", ircSpeakers,
		joined.Sub(began), there.Sub(joined), 2*ircChannels, heard.Sub(there), answered.Sub(there), rungs)
}
