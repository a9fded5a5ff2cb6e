package conversation

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"familiar/messages"
	"familiar/messages/because"
)

// TestOneQuestionForAll: whatever happens while a question about several
// familiars is open, no other question is about one of them unless somebody
// called it, a state that is put away gives the same order again, at most one
// familiar is chosen, who is named has heard all that is shown, and in the end no
// line waits.
func TestOneQuestionForAll(t *testing.T) {
	asked, chosen := 0, 0 // questions about several; verdicts that chose another one than who asked
	configs := []*Config{
		testConfig(t, "social", "three", "quick", "noodds", "together"),
		testConfig(t, "social", "three", "quick", "patient", "together"),
		testConfig(t, "social", "three", "quick", "noodds", "accounts", "together"),
	}
	checkUntil(t, func() bool { return asked > 0 && chosen > 0 }, func(t *rapid.T) {
		config := rapid.SampledFrom(configs).Draw(t, "config")
		g := together{t: t, s: New(scriptChannel, config), config: config, heard: map[messages.LineID][]messages.FamiliarID{}}
		for range rapid.IntRange(10, 60).Draw(t, "moves") {
			g.move()
			g.check()
		}
		g.drain()
		asked, chosen = asked+g.asked, chosen+g.chosen
	})
}

// TestApartIsAsBefore: every other story is word for word the same where one
// question for all is off, whatever judges there are, and where it is on and
// nobody has the judge of another one.
func TestApartIsAsBefore(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 2 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, tt := range []struct {
		name   string
		change func(*SeatConfig)
	}{
		{"off, one judge for all", func(c *SeatConfig) { c.Judge = "judge" }},
		{"on, each with a judge of its own", func(c *SeatConfig) { c.Judge, c.Policy.JudgeTogether = "judge of "+c.Name, true }},
		{"on, nobody says which judge it is", func(c *SeatConfig) { c.Policy.JudgeTogether = true }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, file := range files {
				if filepath.Base(file) == "together.txt" {
					continue
				}
				want, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				got := playChanged(t, string(want), func(c *Config) {
					for i := range c.Seats {
						tt.change(&c.Seats[i])
					}
				})
				if got != string(want) {
					t.Errorf("%s says otherwise:\n%s", file, got)
				}
			}
		})
	}
}

// together is one conversation of three familiars with one judge.
type together struct {
	t             *rapid.T
	s             *Channel
	config        *Config
	lines         int
	judge         []messages.Judge // open
	asked, chosen int
	yes           int // familiars that the newest verdict has speak

	heard map[messages.LineID][]messages.FamiliarID // whose accounts have each line, where they have their own
}

func (g *together) move() {
	switch rapid.SampledFrom([]string{"say", "say", "wait", "wait", "judge", "judge", "call", "quiet", "go on", "reload", "delete"}).Draw(g.t, "move") {
	case "say":
		g.say("I have put the lamp out")
	case "call":
		g.say("what do you say?", rapid.SampledFrom([]messages.PersonID{"us", "us2", "us3"}).Draw(g.t, "who is called"))
	case "wait":
		g.fire(g.s.Now.Add(time.Duration(rapid.IntRange(1, 15).Draw(g.t, "seconds")) * time.Second))
	case "judge":
		g.verdict()
	case "quiet":
		g.step(messages.Commanded{Command: messages.Quiet, Familiar: g.anybody()})
	case "go on":
		g.step(messages.Commanded{Command: messages.Resume, Familiar: g.anybody()})
	case "reload":
		g.reload()
	case "delete":
		g.step(messages.Deleted{ID: messages.LineID(strconv.Itoa(g.lines))})
	}
}

func (g *together) anybody() messages.FamiliarID {
	return rapid.SampledFrom([]messages.FamiliarID{"Aria", "Vesper", "Milo"}).Draw(g.t, "who")
}

func (g *together) say(text string, calls ...messages.PersonID) {
	g.lines++
	author := messages.Author{ID: messages.PersonID([]string{"ana", "bob"}[g.lines%2])}
	line := messages.Line{
		ID: messages.LineID(strconv.Itoa(g.lines)), Channel: scriptChannel, Author: author, Text: text, At: g.s.Now + 1000, Mentions: calls,
	}
	if g.config.Seats[0].Account == "" {
		g.step(messages.Heard{Line: &line})
		return
	}
	deaf := rapid.IntRange(-2, len(g.config.Seats)-1).Draw(g.t, "who doesn't hear it")
	for i := range g.config.Seats {
		if seat := &g.config.Seats[i]; i != deaf {
			copied := line
			copied.Account = seat.Account
			g.heard[line.ID] = append(g.heard[line.ID], seat.Familiar)
			g.step(messages.Heard{Line: &copied})
		}
	}
}

// knows checks that whom an order names has heard what it shows.
func (g *together) knows(o *messages.Judge) {
	if g.config.Seats[0].Account == "" {
		return
	}
	for _, q := range slices.Concat(o.Context, o.Waiting) {
		for _, other := range append([]messages.Candidate{{Familiar: o.Familiar}}, o.Others...) {
			if !slices.Contains(g.heard[q.ID], other.Familiar) {
				g.t.Fatalf("%s may be chosen by line %s, which its account hasn't heard", other.Familiar, q.ID)
			}
		}
	}
}

func (g *together) verdict() {
	if len(g.judge) == 0 {
		return
	}
	order := g.judge[0]
	v := messages.Judged{N: order.N, Yes: rapid.Bool().Draw(g.t, "yes")}
	if k := rapid.IntRange(0, len(order.Others)).Draw(g.t, "chosen"); v.Yes && k > 0 {
		v.Who = order.Others[k-1].Familiar
		g.chosen++
	}
	if rapid.IntRange(0, 4).Draw(g.t, "fails") == 4 {
		v = messages.Judged{N: order.N, Error: "overloaded"}
	}
	g.yes = 0
	if g.step(v); g.yes > 1 {
		g.t.Fatalf("one verdict has %d familiars speak", g.yes)
	}
}

// step takes an event; a turn that it orders is silent, and what is to be erased
// is.
func (g *together) step(e Event) {
	todo := g.s.Step(g.s.Now+1000, e, nil)
	for len(todo) > 0 {
		effect := todo[0]
		todo = todo[1:]
		switch o := effect.(type) {
		case *messages.Note:
			if said, is := o.Reason.(because.JudgeSaid); is && said.Yes {
				g.yes++
			}
		case messages.Judge:
			g.judge = append(g.judge, o)
			if g.knows(&o); len(o.Others) > 0 {
				g.asked++
			}
		case messages.Compose:
			todo = append(todo, g.s.Step(g.s.Now, messages.Composed{N: o.N, Skip: true}, nil)...)
		case messages.Erase:
			todo = append(todo, g.s.Step(g.s.Now, messages.Erased{N: o.N}, nil)...)
		}
	}
	g.judge = slices.DeleteFunc(g.judge, func(o messages.Judge) bool { return g.s.Seats.Judging(o.N) < 0 })
}

func (g *together) fire(until messages.Instant) {
	for range 1000 {
		due, ok := g.s.Due()
		if !ok || due.At > until {
			return
		}
		g.s.Now = max(g.s.Now, due.At-1000)
		g.step(messages.TimerFired{N: due.N})
		g.check()
	}
	g.t.Fatal("deadlines without end")
}

// reload puts the state away. Its orders are given again as they were.
func (g *together) reload() {
	kept, err := g.s.Encode()
	if err != nil {
		g.t.Fatal(err)
	}
	if g.s, err = Decode(kept, g.config); err != nil {
		g.t.Fatal(err)
	}
	for _, effect := range g.s.Pending() {
		order, is := effect.(messages.Judge)
		if !is {
			continue
		}
		k := slices.IndexFunc(g.judge, func(o messages.Judge) bool { return o.N == order.N })
		if k < 0 || len(order.Others) != len(g.judge[k].Others) {
			g.t.Fatalf("after a reload the judge is asked %+v, before it was %+v", order, g.judge)
		}
	}
}

func (g *together) check() {
	about := map[messages.FamiliarID]int{}
	for i := range g.s.Seats {
		if j := g.s.Seats[i].Judging; j != nil && j.Trigger.Unsolicited() {
			about[g.s.Seats[i].Familiar]++
			for _, who := range j.Others {
				about[who]++
			}
		}
	}
	for who, n := range about {
		if n > 1 {
			g.t.Fatalf("%d unasked questions are about %s", n, who)
		}
	}
}

// drain lets everything come that is still due, with a judge that says no.
func (g *together) drain() {
	for _, seat := range []messages.FamiliarID{"Aria", "Vesper", "Milo"} {
		g.step(messages.Commanded{Command: messages.Resume, Familiar: seat})
	}
	for range 1000 {
		if len(g.judge) > 0 {
			g.step(messages.Judged{N: g.judge[0].N})
			continue
		}
		due, ok := g.s.Due()
		if !ok {
			break
		}
		g.fire(due.At)
	}
	if what := unfinished(g.s); what != "" {
		g.t.Fatalf("%s, and nothing is due", what)
	}
}
