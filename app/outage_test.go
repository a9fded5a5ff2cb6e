package app

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter"
	"familiar/config"
	"familiar/journal"
	"familiar/journal/memory"
	"familiar/llm/llmtest/server"
	"familiar/messages"
)

const outageConfig = `
[models.writer]
kind = "openai"
model = "m"
url = "http://writer.test/v1"

[models.judge]
kind = "openai"
model = "m"
url = "http://judge.test/v1"

[familiars.aria]
name = "Aria"
model = "writer"
judge = "judge"
verdict = "reason"
persona = "Aria keeps moths."
odds.on = false

[[channels]]
match = "web:*"
familiars = ["aria"]
`

const (
	outageLasts = 10 * time.Minute
	outageRooms = 60
)

// TestAModelIsAwayForTenMinutes: each question asked meanwhile is answered once
// when the model is back, its person told once, and nothing said that nobody
// asked for; with a kill in the middle, too.
func TestAModelIsAwayForTenMinutes(t *testing.T) {
	for name, killed := range map[string]bool{"one process": false, "a kill in the middle": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := openOutage(t)
				o.meet()
				o.away.Store(true)
				o.ask(outageLasts/2 - 10*time.Second)
				if killed {
					o.kill()
					o.run()
				}
				o.ask(outageLasts)
				o.until(outageLasts)
				if answers := o.answers(); len(answers) > 0 {
					t.Fatalf("%v are answers of a model that is away", answers)
				}
				if n := o.refused.Load(); n > 250 { // a call each pause of the breaker, a few of which were under way
					t.Errorf("a model that is away was asked %d times in %v", n, outageLasts)
				}
				o.away.Store(false)
				o.until(outageLasts + time.Minute)
				o.check()
				o.until(2 * outageLasts)
				o.check() // and nothing since
				o.stop()
			})
		})
	}
}

// TestAFaultThatLastsIsAskedOnce: what asking again would not mend is asked once
// for each question, by client, gate and channel together, and told once.
func TestAFaultThatLastsIsAskedOnce(t *testing.T) {
	page := http.Header{"Content-Type": {"text/html"}}
	for name, fault := range map[string]server.Answer{
		"a request that is not accepted": server.Fail(http.StatusBadRequest, `{"error":{"message":"too long"}}`),
		"a redirect":                     {Status: http.StatusTemporaryRedirect, Header: http.Header{"Location": {"http://judge.test/v1"}}},
		"a web page":                     {Body: "<html>", Header: page},
		"an answer without choices":      {Body: "data: {\"choices\":[]}\n\n"},
		"a thought cut at its limit":     {Thought: "hm", Limit: true},
		"a key that is wrong":            server.Fail(http.StatusUnauthorized, ""),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := openOutage(t)
				o.fault = &fault
				id := channelOf("1")
				o.say(id, "ana", "what of q1?", o.app.inForce.Now().Channel(id).Seats[0].Self)
				o.until(20 * time.Minute)
				if n := len(o.server.Requests()); n != 1 {
					t.Errorf("the model was asked %d times, want once", n)
				}
				if said := o.answers(); len(said) != 1 || !strings.Contains(said[0].Text, "Aria can't answer this") {
					t.Errorf("said was %v, want that there is no answer, once", said)
				}
				o.stop()
			})
		})
	}
}

// An outages is the whole program with a model behind real HTTP that may be
// away, in a bubble where time is free, and what was said in it.
type outages struct {
	t       *testing.T
	began   time.Time
	config  *config.Config
	journal *memory.Journal
	away    atomic.Bool
	refused atomic.Int64
	server  *server.Server
	fault   *server.Answer       // what the model answers; nil: what it was asked
	thinks  func() time.Duration // before it answers; nil: it doesn't
	hangs   bool                 // while it is away it takes calls and says nothing
	luck    *rand.Rand

	app   *App
	dead  *atomic.Bool // the process was killed: nothing it writes is kept
	end   func() error
	heard chan adapter.Hear
	hear  adapter.Hear
	asked map[messages.ChannelID][]time.Duration
	lulls map[messages.ChannelID]bool // where nobody asks anything
	lines int

	mu      sync.Mutex // the program's goroutines post and note
	said    []messages.Post
	at      []time.Duration // when each was
	unasked int             // turns that nobody asked for and whose model was away
}

func openOutage(t *testing.T) *outages { return openOutageOf(t, outageConfig) }

// openOutageOf begins with another configuration.
func openOutageOf(t *testing.T, text string) *outages {
	c, err := config.Parse("outage.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	o := &outages{
		t: t, began: time.Now(), config: c, journal: memory.New(memory.Config{Keep: true}), luck: rand.New(rand.NewPCG(7, 7)),
		heard: make(chan adapter.Hear, 1), asked: map[messages.ChannelID][]time.Duration{}, lulls: map[messages.ChannelID]bool{},
	}
	o.server = server.Func(o.answer)
	o.wire()
	o.run()
	return o
}

var question = regexp.MustCompile(`q\d+`)

// answer says which questions it was shown, or that the familiar should speak.
func (o *outages) answer(r server.Request) server.Answer {
	if r.Verdict {
		return server.Say(`{"speak":true,"reason":"why not"}`)
	}
	if o.fault != nil {
		return *o.fault
	}
	var all []string
	for line := range strings.Lines(r.Messages[len(r.Messages)-1].Text) {
		if _, to, is := strings.Cut(line, "> "); is && !strings.ContainsAny(line[:len(line)-len(to)-2], "|+ ") { // what it is to answer
			all = append(all, question.FindAllString(to, -1)...)
		}
	}
	said := server.Say("re", " "+strings.Join(all, " "))
	if o.thinks != nil {
		said.After = o.thinks()
	}
	return said
}

// wire has every connection lead to the server, without a network.
func (o *outages) wire() {
	listener := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
	served := &http.Server{Handler: o.server, ReadHeaderTimeout: time.Minute}
	served.SetKeepAlivesEnabled(false)
	go func() { _ = served.Serve(listener) }() // ends with the test
	usual := http.DefaultTransport
	http.DefaultTransport = &http.Transport{DisableKeepAlives: true, DialContext: func(_ context.Context, _, addr string) (net.Conn, error) {
		if strings.HasPrefix(addr, "writer.test") && o.away.Load() {
			o.refused.Add(1)
			if o.hangs {
				ours, _ := net.Pipe()
				return ours, nil
			}
			return nil, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
		}
		return listener.dial()
	}}
	o.t.Cleanup(func() {
		http.DefaultTransport = usual
		_ = served.Close()
	})
}

// pipes is a listener to whom one dials in memory.
type pipes struct {
	conns  chan net.Conn
	once   sync.Once
	closed chan struct{}
}

func (p *pipes) dial() (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case p.conns <- theirs:
		return ours, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Accept implements net.Listener.
func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

// Addr implements net.Listener.
func (*pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes"} }

// run starts a process.
func (o *outages) run() {
	o.t.Helper()
	connect := func(c *config.Config) ([]Connection, error) {
		return []Connection{{Account: c.Channel(channelOf("0")).Seats[0].Account, Adapter: o}}, nil
	}
	o.dead = &atomic.Bool{}
	a, err := New(Options{Config: o.config, Connect: connect, Journal: mortal{kept{o.journal}, o.dead}, Observe: o.observe, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		o.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(o.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx) }()
	o.app, o.end = a, func() error { stop(); return <-ended }
	o.hear = <-o.heard
	synctest.Wait()
}

// kill ends the process; whatever it would still have written is lost.
func (o *outages) kill() {
	o.dead.Store(true)
	_ = o.end() // it can't save any more, and says so
}

func (o *outages) stop() {
	if err := o.end(); err != nil {
		o.t.Errorf("the program ended with %v", err)
	}
}

// A mortal journal takes nothing any more from a process that was killed.
type mortal struct {
	journal.Journal
	dead *atomic.Bool
}

func (j mortal) Append(ctx context.Context, epoch uint64, id messages.ChannelID, events ...messages.Event) (journal.Record, error) {
	if j.dead.Load() {
		return journal.Record{}, context.Canceled
	}
	return j.Journal.Append(ctx, epoch, id, events...)
}

func (j mortal) Save(ctx context.Context, epoch uint64, s journal.Snapshot) (uint64, error) {
	if j.dead.Load() {
		return 0, context.Canceled
	}
	return j.Journal.Save(ctx, epoch, s)
}

func (j mortal) Enqueue(ctx context.Context, epoch uint64, p messages.Post) error {
	if j.dead.Load() {
		return context.Canceled
	}
	return j.Journal.Enqueue(ctx, epoch, p)
}

// meet has two people be in each channel where nobody asks anything, and begins
// the time that counts.
func (o *outages) meet() {
	for room := 0; room < outageRooms; room += 6 {
		id := channelOf(fmt.Sprint(room))
		o.lulls[id] = true
		o.say(id, "ana", "hello")
		o.say(id, "bob", "hello Ana")
	}
	time.Sleep(5 * time.Minute)
	synctest.Wait()
	o.mu.Lock()
	defer o.mu.Unlock()
	o.said, o.at, o.began = nil, nil, time.Now()
}

// say has somebody say something there, to those people.
func (o *outages) say(id messages.ChannelID, who, text string, to ...messages.PersonID) {
	o.t.Helper()
	o.lines++
	err := o.hear(o.t.Context(), id, messages.Heard{Line: &messages.Line{
		ID: messages.LineID(fmt.Sprint(o.lines)), Channel: id, Account: o.app.inForce.Now().Channel(id).Seats[0].Account,
		Author: messages.Author{ID: messages.PersonID(who), Name: who}, Text: text, Mentions: to, At: in(0),
	}})
	if err != nil {
		o.t.Fatal(err)
	}
}

// ask has people speak until that moment: a question in most channels every
// minute or two, and in some only talk among themselves.
func (o *outages) ask(until time.Duration) {
	for time.Since(o.began) < until {
		room := o.luck.IntN(outageRooms)
		id := channelOf(fmt.Sprint(room))
		who := []string{"ana", "bob", "cy"}[o.luck.IntN(3)]
		if room%6 == 0 {
			o.say(id, who, "so it goes")
		} else {
			o.asked[id] = append(o.asked[id], time.Since(o.began))
			o.say(id, who, fmt.Sprintf("what of q%d?", int(time.Since(o.began))), o.app.inForce.Now().Channel(id).Seats[0].Self)
		}
		time.Sleep(time.Second + time.Duration(o.luck.IntN(int(4*time.Second))))
	}
	synctest.Wait()
}

func (o *outages) until(at time.Duration) {
	time.Sleep(at - time.Since(o.began))
	synctest.Wait()
}

func (o *outages) observe(notes []*messages.Note) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, n := range notes {
		if n.Rung == "failed" && n.Trigger.Unsolicited() {
			o.unasked++
		}
	}
}

// Listen implements adapter.Adapter.
func (o *outages) Listen(ctx context.Context, hear adapter.Hear) error {
	select {
	case o.heard <- hear:
	default:
	}
	<-ctx.Done()
	return ctx.Err()
}

// Post implements adapter.Adapter.
func (o *outages) Post(_ context.Context, p messages.Post) (adapter.Posted, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.said = append(o.said, p)
	o.at = append(o.at, time.Since(o.began))
	return adapter.Posted{Line: messages.LineID("post " + string(p.ID))}, nil
}

func (o *outages) answers() (all []messages.Post) { return o.posts(false) }

// posts are the notices, or else what the model said.
func (o *outages) posts(notices bool) (all []messages.Post) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, p := range o.said {
		if strings.Contains(p.Text, "can't think") == notices {
			all = append(all, p)
		}
	}
	return all
}

// check holds what was said to what was asked.
func (o *outages) check() {
	o.t.Helper()
	answered := map[string]int{}
	for _, p := range o.answers() {
		if o.lulls[p.Channel] {
			o.t.Errorf("%s was told %q, and nobody had asked", p.Channel, p.Text)
		}
		for _, q := range question.FindAllString(p.Text, -1) {
			answered[q]++
		}
	}
	told := map[messages.ChannelID]int{}
	for _, p := range o.posts(true) {
		told[p.Channel]++
	}
	questions := 0
	for id, asked := range o.asked {
		for _, at := range asked {
			questions++
			if q := fmt.Sprintf("q%d", int(at)); answered[q] != 1 {
				o.t.Errorf("%s, asked at %v, was answered %d times", q, at, answered[q])
			}
		}
		if early := asked[0] < outageLasts-time.Minute; told[id] > 1 || early && told[id] == 0 {
			o.t.Errorf("%s, where the first question came at %v, was told of it %d times", id, asked[0], told[id])
		}
	}
	for id := range o.lulls {
		if told[id] > 0 {
			o.t.Errorf("%s was told of it, and nobody had asked", id)
		}
	}
	if o.unasked == 0 {
		o.t.Error("nothing was to be said unasked")
	}
	o.t.Logf("%d questions in %d channels; %d notices; %d turns unasked; the model was called %d times in vain",
		questions, len(o.asked), len(o.posts(true)), o.unasked, o.refused.Load())
}
