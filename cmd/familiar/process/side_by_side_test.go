//go:build unix

package process

import (
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/llm"
	"familiar/llm/llmtest/server"
	"familiar/llm/quote"
	"familiar/messages"
)

var (
	besideRooms = flag.Int("beside.rooms", 20, "rooms on each of Telegram, Matrix, OneBot and over a bridge, with the other networks beside them")
	besideRate  = flag.Float64("beside.rate", 20, "lines a second on each of those four, over all of its rooms")
	besideFor   = flag.Duration("beside.for", 2*time.Second, "how long people talk on all networks")
	besideP99   = flag.Duration("beside.p99", 0, "how long a decision on a line that was said in time may take at most on the four, but for one in a hundred; 0: whatever it takes")
	besideCPU   = flag.String("beside.cpu", "", "a file for the profile of the CPU while they talk")
)

const (
	// besideFew is how many lines a second there are on each of the other networks.
	besideFew = 1
	// besideAwake is how late a machine that has time to spare wakes somebody at most. On
	// one that doesn't, what a decision takes is mostly others' work: of the lines that
	// were said in time the quantiles are given besides.
	besideAwake = 5 * time.Millisecond
	// callEvery is how often a line calls Aria, who answers it.
	callEvery = 20
)

const besideAria = `
data = %q

[log]
level = "error"

[control]
listen = "127.0.0.1:0"

[models.scripted]
kind = "openai"
model = "scripted"
url = "%s/v1"

[familiars.aria]
name = "Aria"
persona = "Keeps moths."
ladder.rungs = ["self", "mode", "dm", "mention", "reply", "sibling", "aside", "alias", "elsewhere", "cold-thread", "rest"]

[familiars.aria.odds]
on = false
`

// A crowd is what people said on all networks side by side, and what became of it.
type crowd struct {
	mu      sync.Mutex
	said    map[string]saying
	tokens  map[heardAt]string // what a line says, by where the journal has it
	decided map[heardAt][]time.Time
	open    int                      // lines that were said and are not decided on
	again   map[messages.Network]int // copies of lines that were known, echoes of posts among them

	late []time.Duration // how late the machine woke who was to say a line
}

// A saying is one line.
type saying struct {
	network messages.Network
	at      time.Time
	timed   bool // it counts for how long decisions take
	inTime  bool // the machine woke who said it at most [besideAwake] late
	calls   bool
}

// A heardAt is a line in the journal.
type heardAt struct {
	channel messages.ChannelID
	line    messages.LineID
}

// besideToken finds what a line, and an answer to it, says.
var besideToken = regexp.MustCompile(`\bt[a-z]+-\d+\b`)

// heard is told of each line that is read from the journal.
func (c *crowd) heard(l *messages.Line) {
	if token := besideToken.FindString(l.Text); token != "" && l.Nonce == "" {
		c.mu.Lock()
		defer c.mu.Unlock()
		at := heardAt{l.Channel, l.ID}
		_, before := c.tokens[at]
		c.tokens[at] = token
		if !before && len(c.decided[at]) > 0 {
			c.settle(token)
		}
	}
}

// settle counts a line as decided. The lock is held.
func (c *crowd) settle(token string) {
	if _, counts := c.said[token]; counts {
		c.open--
	}
}

// observe is told of each decision.
func (c *crowd) observe(notes []*messages.Note) {
	now := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range notes {
		switch at := (heardAt{n.Channel, n.Line}); {
		case n.Act.IsOutcome():
		case n.Rung == messages.ByDuplicate:
			c.again[n.Channel.Network()]++
		default:
			if token, known := c.tokens[at]; known && len(c.decided[at]) == 0 {
				c.settle(token)
			}
			c.decided[at] = append(c.decided[at], now)
		}
	}
}

// say says line number n of a network.
func (c *crowd) say(on *neighbour, room, n int, timed, inTime bool) {
	token := fmt.Sprintf("t%s-%d", on.network, n)
	s := saying{network: on.network, timed: timed, inTime: inTime, calls: n%callEvery == 0, at: time.Now()}
	c.mu.Lock()
	c.said[token] = s
	c.open++
	c.mu.Unlock()
	on.say(room, n%len(talkers), "the weather is nice "+token, s.calls)
}

// undecided counts the lines that nobody has decided on.
func (c *crowd) undecided() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.open
}

// besideReply is what the model says: the tokens of what it is to answer.
func besideReply(r server.Request) server.Answer {
	var tokens []string
	for _, m := range r.Messages {
		for _, p := range quote.Read(m.Text) {
			if m.Role == llm.User && p.Mark == quote.Current {
				tokens = append(tokens, besideToken.FindAllString(p.Text, -1)...)
			}
		}
	}
	return server.Say("re ", strings.Join(tokens, " "))
}

// TestNetworksSideBySide has people talk on all networks at once, in one process with
// all their stand-ins: each line is decided on once, and each call answered once.
func TestNetworksSideBySide(t *testing.T) {
	long.Test(t)
	all := neighbours(t, *besideRooms)
	c := &crowd{again: map[messages.Network]int{}, said: map[string]saying{}, tokens: map[heardAt]string{}, decided: map[heardAt][]time.Time{}}
	runBeside(t, c, all)
	for _, on := range all { // until they hear, and know every room
		await.Until(t, "somebody to listen on "+string(on.network), func() bool {
			on.say(0, 0, "is anybody here? tprobe-0", false)
			return c.hears(on.network)
		})
	}
	last := map[messages.Network]int{}
	for _, on := range all {
		for room := range on.rooms {
			last[on.network]++
			c.say(on, room, last[on.network], false, true)
		}
	}
	await.Until(t, "every room to be decided in", func() bool { return c.undecided() == 0 })

	stop := profileBeside(t)
	before := cpuTime()
	var talk sync.WaitGroup
	for _, on := range all {
		talk.Go(func() { c.talk(on, last[on.network], time.Now()) })
	}
	talk.Wait()
	await.Until(t, "everything to be decided", func() bool { return c.undecided() == 0 })
	used := cpuTime() - before
	stop()
	await.Until(t, "every call to be answered", func() bool { return c.unanswered(all) == 0 })
	c.audit(t, all, used)
}

// runBeside runs the program with all networks until the test ends.
func runBeside(t *testing.T, c *crowd, all []*neighbour) {
	t.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, besideAria, filepath.Join(t.TempDir(), "data"), server.Start(t, server.Func(besideReply)))
	for _, on := range all {
		fmt.Fprintf(&text, "\n[accounts.%[1]s]\nnetwork = %[1]q\nfamiliars = [\"aria\"]\n%[2]s\n[[channels]]\nmatch = \"%[1]s:*\"\nfamiliars = [\"aria\"]\n", on.network, on.account)
	}
	file := filepath.Join(t.TempDir(), "familiar.toml")
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	loaded, err := config.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	s := serve(t, loaded, log, Cast{
		Observe: c.observe, Heard: c.heard,
		Open: func(generation func() int) (Kept, error) {
			j, err := command.OpenStore(t.Context(), loaded, log, generation)
			if err != nil {
				return Kept{}, err
			}
			return Kept{Journal: j, Sessions: j.Pool("discord", ""), Marks: j.Pool("telegram", ""), Tokens: j.Pool("matrix", "")}, nil
		},
	})
	for _, on := range all {
		if on.come != nil {
			address, _, _ := strings.Cut(s.Control.Address(), "/#")
			on.come(t, strings.TrimSuffix(address, "/"))
		}
	}
}

// hears reports whether anything was heard on a network.
func (c *crowd) hears(on messages.Network) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for at := range c.tokens {
		if at.channel.Network() == on {
			return true
		}
	}
	return false
}

// talk says lines on a network, each when it is due.
func (c *crowd) talk(on *neighbour, last int, began time.Time) {
	rate := *besideRate
	if on.rooms != *besideRooms {
		rate = besideFew
	}
	for n := 1; ; n++ {
		due := time.Duration(float64(n) / rate * float64(time.Second))
		if due > *besideFor {
			return
		}
		<-time.After(time.Until(began.Add(due)))
		late := time.Since(began.Add(due))
		c.woken(late)
		c.say(on, n%on.rooms, last+n, true, late <= besideAwake)
	}
}

func (c *crowd) woken(late time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.late = append(c.late, late)
}

// answersOn counts in how many posts each token stands.
func answersOn(all []*neighbour) map[string]int {
	times := map[string]int{}
	for _, on := range all {
		for _, text := range on.posted() {
			for _, token := range besideToken.FindAllString(text, -1) {
				times[token]++
			}
		}
	}
	return times
}

// unanswered counts the calls that no post answers.
func (c *crowd) unanswered(all []*neighbour) int {
	times, left := answersOn(all), 0
	c.mu.Lock()
	defer c.mu.Unlock()
	for token, s := range c.said {
		if s.calls && times[token] == 0 {
			left++
		}
	}
	return left
}

// audit reports what was decided or answered twice, and how long decisions took.
func (c *crowd) audit(t *testing.T, all []*neighbour, used time.Duration) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	for token, times := range answersOn(all) {
		if _, known := c.said[token]; known && times > 1 {
			t.Errorf("%s was answered %d times", token, times)
		}
	}
	took, inTime, lines := map[messages.Network][]time.Duration{}, map[messages.Network][]time.Duration{}, 0
	for at, decided := range c.decided {
		s, known := c.said[c.tokens[at]]
		if !known {
			continue
		}
		if len(decided) > 1 {
			t.Errorf("%s was decided on %d times", c.tokens[at], len(decided))
		}
		if s.timed {
			took[s.network] = append(took[s.network], decided[0].Sub(s.at))
			if s.inTime {
				inTime[s.network] = append(inTime[s.network], decided[0].Sub(s.at))
			}
			lines++
		}
	}
	for _, on := range all {
		times, awake := quantiles(took[on.network]), quantiles(inTime[on.network])
		if times.n == 0 {
			t.Errorf("nothing was said on %s", on.network)
			continue
		}
		t.Logf("%-8s %4d rooms: %v; said in time %v", on.network, on.rooms, times, awake)
		if *besideP99 > 0 && awake.p99 > *besideP99 && on.rooms == *besideRooms {
			t.Errorf("%s: p99 is %v, want at most %v", on.network, awake.p99, *besideP99)
		}
	}
	t.Logf("%d lines in %v, copies of what was known %v; %v of CPU a line, the stand-ins, the model and the talkers among it; %d goroutines; the machine woke the talkers late: %v",
		lines, *besideFor, c.again, (used / time.Duration(max(lines, 1))).Round(time.Microsecond), runtime.NumGoroutine(), quantiles(c.late))
}

// A spread is how long so many things took.
type spread struct {
	n              int
	p50, p99, most time.Duration
}

func quantiles(times []time.Duration) spread {
	if len(times) == 0 {
		return spread{}
	}
	slices.Sort(times)
	return spread{len(times), times[len(times)/2], times[len(times)*99/100], times[len(times)-1]}
}

func (s spread) String() string {
	const exact = 10 * time.Microsecond
	return fmt.Sprintf("%d, p50 %v, p99 %v, at most %v", s.n, s.p50.Round(exact), s.p99.Round(exact), s.most.Round(exact))
}

// cpuTime returns what the process has used.
func cpuTime() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// profileBeside profiles the CPU, if that is asked for, until what it returns is called.
func profileBeside(t *testing.T) (stop func()) {
	t.Helper()
	if *besideCPU == "" {
		return func() {}
	}
	f, err := os.Create(*besideCPU)
	if err == nil {
		err = pprof.StartCPUProfile(f)
	}
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		pprof.StopCPUProfile()
		f.Close()
	}
}
