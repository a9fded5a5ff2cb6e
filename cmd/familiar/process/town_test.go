package process

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/app"
	"familiar/cluster/clock"
	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/internal/natstest"
	"familiar/journal"
	"familiar/messages"
	"familiar/telemetry"
)

var (
	townChannels = flag.Int("town.channels", 60, "channels of a town, each with a line before anything moves")
	townWakings  = flag.Int("town.wakings", 100, "lines that wake a channel of a town that sleeps")
	townServers  = flag.Int("town.servers", 1, "NATS servers of a town")
	townFor      = flag.Duration("town.for", 3*time.Second, "how long a town talks while its processes come and go")
)

// A town is several processes with one journal and one account, and people who talk in
// many channels.
type town struct {
	t       *testing.T
	cluster *natstest.Cluster

	recorded *telemetry.Telemetry     // nil: nothing is recorded
	wrong    map[string]time.Duration // how fast a process's clock is; none: it is right

	mu      sync.Mutex
	hear    adapter.Hear // of the process that has the account
	said    map[messages.LineID]time.Time
	waited  map[messages.LineID]time.Duration // until it was decided on
	holders map[string]bool                   // processes that listen at the moment
	twice   int                               // times that two did
	typing  map[messages.ChannelID]string     // by whose connection it was shown last that a reply is written
	asked   map[messages.ChannelID]time.Time  // when a line was said there last
	posted  map[messages.ChannelID]int        // replies
	soonest time.Duration                     // that one came after a line; 0: none did
}

const townsfolk = `
[journal]
url = "%s"
replicas = %d
max_mb = %d
observed_mb = 64

[familiars.aria]
name = "Aria"
judge = "offline"
persona = "Aria keeps moths."
preset = "ladder"

[[channels]]
match = "web:*"
familiars = ["aria"]
`

func newTown(t *testing.T) *town {
	return &town{
		t: t, cluster: natstest.Start(t, *townServers), holders: map[string]bool{},
		said: map[messages.LineID]time.Time{}, waited: map[messages.LineID]time.Duration{},
		typing: map[messages.ChannelID]string{}, posted: map[messages.ChannelID]int{}, asked: map[messages.ChannelID]time.Time{},
	}
}

// A townGate is the account's way to its network, as one process has it.
type townGate struct {
	town *town
	of   string // process
}

// Listen implements adapter.Adapter.
func (g *townGate) Listen(ctx context.Context, hear adapter.Hear) error {
	t := g.town
	t.mu.Lock()
	if len(t.holders) > 0 {
		t.twice++
	}
	t.holders[g.of], t.hear = true, hear
	t.mu.Unlock()
	<-ctx.Done()
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.holders, g.of)
	return nil
}

// ShowTyping implements adapter.Typer.
func (g *townGate) ShowTyping(_ context.Context, o messages.ShowTyping) error {
	g.town.mu.Lock()
	defer g.town.mu.Unlock()
	g.town.typing[o.Channel] = g.of
	return nil
}

// Post implements adapter.Adapter.
func (g *townGate) Post(_ context.Context, p messages.Post) (adapter.Posted, error) {
	g.town.mu.Lock()
	defer g.town.mu.Unlock()
	g.town.posted[p.Channel]++
	if after := time.Since(g.town.asked[p.Channel]); g.town.soonest == 0 || after < g.town.soonest {
		g.town.soonest = after
	}
	return adapter.Posted{Line: messages.LineID("of " + p.ID)}, nil
}

// Identity implements adapter.Identifier.
func (g *townGate) Identity(context.Context) (messages.Author, error) {
	return messages.Author{ID: "aria", Name: "Aria", Bot: true}, nil
}

// A citizen is one process.
type citizen struct {
	name    string
	app     *app.App
	journal journal.Journal
	clock   *clock.Clock
	stop    context.CancelFunc
	ended   chan error
}

// configuration returns every process's.
func (t *town) configuration() *config.Config {
	t.t.Helper()
	c, err := config.Parse("town.toml", fmt.Appendf(nil, townsfolk, t.cluster.URL(), *townServers, 256+*townChannels/250))
	if err != nil {
		t.t.Fatal(err)
	}
	return c
}

// settle starts a process.
func (t *town) settle(name string) *citizen {
	t.t.Helper()
	c := t.configuration()
	log := slog.New(slog.NewTextHandler(t.t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})).With("process", name)
	counts := clock.New(func() time.Time { return time.Now().Add(t.wrong[name]) })
	var d *Deployment
	j, err := command.OpenShared(t.t.Context(), c, log, func() int { return 1 }, counts.Time, func(string) {}, func() bool { return d.LeaveLast() })
	if err != nil {
		t.t.Fatal(err)
	}
	d, err = EnterDeployment(t.t.Context(), c, "test", t.recorded, log)
	if err != nil {
		t.t.Fatal(err)
	}
	g := &townGate{t, name}
	a, err := app.New(app.Options{
		Config: c, Journal: j, Clock: counts, Log: log, Sharing: d.Sharing(), Processes: d.Processes, Telemetry: t.recorded,
		Connect: func(*config.Config) ([]app.Connection, error) {
			return []app.Connection{{Account: "web/aria", Adapter: g}}, nil
		},
		Observe: t.decided,
	})
	if err != nil {
		t.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	p := &citizen{name: name, app: a, journal: j, clock: counts, ended: make(chan error, 1)}
	go func() {
		err := a.Run(ctx)
		if err != nil {
			actors, _, _ := a.Actors(t.t.Context(), 20)
			t.t.Logf("%s: %v, and at work are %+v", name, err, actors)
		}
		d.Leave()
		p.ended <- err
	}()
	once := sync.OnceFunc(func() {
		stop()
		if err := <-p.ended; err != nil {
			t.t.Errorf("%s: %v", name, err)
		}
	})
	p.stop = once
	t.t.Cleanup(once)
	return p
}

func (t *town) decided(notes []*messages.Note) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, n := range notes {
		if said, is := t.said[n.Line]; is && t.waited[n.Line] == 0 {
			t.waited[n.Line] = time.Since(said)
		}
	}
}

// say has somebody say a line, by whoever listens, and again until it is taken.
func (t *town) say(n int) { t.tell(n, "the moths are late tonight") }

// tell is say of a text.
func (t *town) tell(n int, text string) {
	id := messages.LineID(fmt.Sprint("l", n))
	channel := roomOf(n)
	line := &messages.Line{ID: id, Channel: channel, Author: messages.Author{ID: "ana", Name: "Ana"}, Text: text, At: messages.InstantOf(time.Now())}
	if strings.Contains(text, "@Aria") {
		line.Mentions = []messages.PersonID{"aria"}
	}
	t.mu.Lock()
	t.said[id] = time.Now()
	t.asked[channel] = t.said[id]
	t.mu.Unlock()
	for {
		t.mu.Lock()
		hear := t.hear
		if len(t.holders) == 0 {
			hear = nil // a network keeps what nobody hears
		}
		t.mu.Unlock()
		err := errors.New("nobody listens")
		if hear != nil {
			if err = hear(t.t.Context(), channel, messages.Heard{Line: line}); err == nil {
				return
			}
		}
		if time.Since(line.At.Time()) > await.Patience {
			t.t.Fatalf("line %s: %v", id, err)
		}
		time.Sleep(5 * time.Millisecond) // as a network that hands it over again
	}
}

func roomOf(n int) messages.ChannelID {
	return messages.ChannelID(fmt.Sprint("web//room", n%*townChannels))
}

// waits returns how long the lines from n on waited, shortest first, and how many of
// them wait still.
func (t *town) waits(from int) (waited []time.Duration, open int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for n := from; n < len(t.said); n++ {
		if d := t.waited[messages.LineID(fmt.Sprint("l", n))]; d != 0 {
			waited = append(waited, d)
		} else {
			open++
		}
	}
	slices.Sort(waited)
	return waited, open
}

// TestHandOver: while people talk in all channels a process joins and one that has a
// share leaves: every line is decided on, and soon, and one process at a time listens.
func TestHandOver(t *testing.T) {
	long.Test(t)
	t.Parallel()
	town := newTown(t)
	first := town.settle("first")
	town.settle("second")
	n := 0
	for ; n < *townChannels; n++ {
		town.say(n)
	}
	await.Until(t, "that every channel is in memory", func() bool { _, open := town.waits(0); return open == 0 })
	from := n
	talk := func(d time.Duration) {
		for until := time.Now().Add(d); time.Now().Before(until); n++ {
			town.say(n)
			time.Sleep(2 * time.Millisecond)
		}
	}
	talk(*townFor / 3)
	town.settle("third")
	talk(*townFor / 3)
	first.stop()
	talk(*townFor / 3)
	await.Until(t, "that every line is decided on", func() bool { _, open := town.waits(from); return open == 0 })
	waited, _ := town.waits(from)
	t.Logf("%d channels, %d lines while one joined and one left: decided after %v in the middle, %v at the 99th of 100, %v at most",
		*townChannels, len(waited), waited[len(waited)/2].Round(10*time.Microsecond), waited[len(waited)*99/100].Round(time.Millisecond), waited[len(waited)-1].Round(time.Millisecond))
	if town.twice > 0 {
		t.Errorf("%d times two processes listened at once", town.twice)
	}
}

// TestElsewhere: a channel is answered by its account whichever process has which, once,
// also at the moment at which the channel's process has just come.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	first := town.settle("first")
	holder := func() (who []string) {
		town.mu.Lock()
		defer town.mu.Unlock()
		for of := range town.holders {
			who = append(who, of)
		}
		return who
	}
	await.Until(t, "that the first has the account", func() bool { return len(holder()) == 1 })
	second := town.settle("second")
	await.Until(t, "that both have channels", func() bool {
		for _, p := range []*citizen{first, second} {
			if live, all := p.app.Live(); live != all || live != journal.DefaultPartitions/2 {
				return false
			}
		}
		return true
	})
	const channels = 16
	for n := range channels {
		town.tell(n, "@Aria are you there?")
	}
	await.Until(t, "that all channels are answered", func() bool {
		town.mu.Lock()
		defer town.mu.Unlock()
		return len(town.posted) == channels
	})
	who := holder()[0]
	town.mu.Lock()
	defer town.mu.Unlock()
	for n := range channels {
		channel := messages.ChannelID(fmt.Sprint("web//room", n))
		if by, shown := town.typing[channel]; shown && by != who || town.posted[channel] != 1 {
			t.Errorf("%s: %d replies, typing shown by %q; want one, by %q", channel, town.posted[channel], by, who)
		}
	}
}
