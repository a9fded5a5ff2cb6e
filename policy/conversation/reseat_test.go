package conversation

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/pace"
)

// TestEveryReconfiguration changes at any moment which familiars sit in the
// channel, and where: whatever comes then, the machine takes it and comes to
// rest.
func TestEveryReconfiguration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapidPick(t)
		w := newWorld(t, p)
		for range rapid.IntRange(1, 30).Draw(t, "moves before") {
			w.move()
		}
		w.reconfigure()
		for range rapid.IntRange(0, 30).Draw(t, "moves after") {
			w.move()
		}
		w.comesToRest()
	})
}

// reconfigure puts another configuration in force, as a reload or a start does.
func (w *world) reconfigure() {
	w.t.Helper()
	s, now, c := w.clone(), w.now, reseated(w.pick, w.config)
	if w.pick("by a start", 2) == 1 {
		body, err := w.s.Encode()
		if err == nil {
			s, err = Decode(body, c)
		}
		if err != nil {
			w.t.Fatalf("it is not read under another configuration: %v", err)
		}
	}
	kept := w.record(now, messages.Reconfigured{Generation: 2})
	s.Use(c)
	out := s.Step(now, messages.Reconfigured{Generation: 2}, nil)
	kept.notes = notes(out)
	for _, order := range out {
		if post, ok := order.(messages.Post); ok { // a notice that a turn has passed on
			w.posts = append(w.posts, post)
		}
	}
	w.config, w.s, w.twin = c, s, nil
	posts, past := w.posts, w.past
	w.account.begin()
	w.past = past
	for _, post := range posts {
		w.posted[post.ID] = true
	}
	w.reopen()
}

// reseated draws another table of familiars, in any order, with the knobs of
// was or with others; credits last and people see typing as before.
func reseated(p pick, was *Config) *Config {
	c := drawConfig(p)
	same := p("same knobs", 2) == 0
	c.Generation, c.Room = was.Generation+1, was.Room
	for i := range c.Seats {
		old := &was.Seats[0]
		if k := slices.IndexFunc(was.Seats, func(seat SeatConfig) bool { return seat.Familiar == c.Seats[i].Familiar }); k >= 0 {
			old = &was.Seats[k]
		}
		c.Seats[i].Policy.Credit, c.Seats[i].Policy.Pace = old.Policy.Credit, old.Policy.Pace
		if same {
			c.Seats[i].Judged, c.Seats[i].Policy = old.Judged, old.Policy
		}
	}
	if p("other order", 2) == 1 {
		slices.Reverse(c.Seats)
	}
	return c
}

// reopen takes what a wake-up would order again as open, and credits as given
// now.
func (w *world) reopen() {
	for _, order := range w.s.Pending() {
		switch o := order.(type) {
		case messages.Judge:
			w.asked[o.Familiar] = o.N
		case messages.Compose:
			w.composing[o.Familiar] = o.N
			w.shows(&o)
		case messages.Memorize:
			w.learning[o.Familiar] = o
		}
	}
	w.about = nil
	if t := w.s.Turn; t != nil && !t.Composed {
		for _, e := range t.Asked {
			w.about = append(w.about, e.ID)
		}
	}
	w.last = uint64(w.s.Number)
	w.talks.last, w.rested = "", 0
	if f := w.s.Floor; f != nil {
		w.talks.last, w.rested = f.Last, f.Rested
		if f.Holder != "" {
			w.ordered[f.Holder] = f.Until.Add(-w.config.Room.Floor.Hold)
		}
	}
	for i := range w.s.Seats {
		for _, entry := range w.s.Seats[i].Credit.All() {
			w.granted[seatPerson{w.s.Seats[i].Familiar, entry.Author}] = w.s.Now
		}
	}
}

// TestWhoLeavesIsExplained: whatever waits for a familiar that a new configuration
// takes away has an end in the ledger, read again after a restart or at once.
func TestWhoLeavesIsExplained(t *testing.T) {
	const gone = "it is no longer here"
	interrupted := func(p *stepper) {
		p.s.config.Seats[0].Policy.Busy = Interrupt
		p.hear("1", "ana", "hi")
		p.hear("2", "bob", "ho")
	}
	paced := func(p *stepper) {
		p.s.config.Seats[0].Policy.Pace = pace.Default()
		p.s.config.Seats[0].Policy.Pace.On = true
	}
	for _, tt := range []struct {
		story string
		do    func(*stepper)
		want  string // notes of Aria, who leaves
	}{
		{"its turn is with the agent", func(p *stepper) { p.hear("1", "ana", "hi") }, "1 reconfigured: " + gone},
		{"a line was given to that turn", func(p *stepper) {
			p.s.config.Seats[0].Policy.Busy = Inject
			p.hear("1", "ana", "hi")
			p.hear("2", "bob", "ho")
		}, "2 reconfigured: " + gone + "; 1 reconfigured: " + gone},
		{"its turn was interrupted", interrupted, "1 reconfigured: " + gone + "; 2 reconfigured: " + gone},
		{"its reply is with the network", func(p *stepper) {
			p.hear("1", "ana", "hi")
			p.says("hello")
		}, "1 undelivered: " + gone},
		{"its echo has come", func(p *stepper) {
			p.hear("1", "ana", "hi")
			p.step(messages.Heard{Line: &messages.Line{ID: "9", Channel: scriptChannel, Author: messages.Author{ID: "us"}, Text: "hello", Nonce: string(p.says("hello")[0].ID)}})
		}, "1 spoke: "},
		{"a part of it stands there, and another is with the network", func(p *stepper) {
			p.hear("1", "ana", "hi")
			posts := p.says("hello", "you")
			p.step(messages.Delivered{Post: posts[0].ID, Line: "9"})
		}, "1 undelivered partly: " + gone},
		{"its reply keeps a pace, and nothing of it is posted", func(p *stepper) {
			paced(p)
			p.hear("1", "ana", "hi")
			p.says(strings.Repeat("hello ", 40), "you")
		}, "1 reconfigured: nothing is posted: " + gone},
		{"its reply keeps a pace, and the rest waits", func(p *stepper) {
			paced(p)
			p.hear("1", "ana", "hi")
			p.says("hello", "you", "two")
			p.step(messages.Delivered{Post: p.s.Turn.Posts[0].ID, Line: "9"})
		}, "1 reconfigured partly: 2 parts are not posted: " + gone},
		{"it was woken, and waits for a sibling's turn", func(p *stepper) {
			p.step(messages.Commanded{Command: messages.Say, Familiar: "Vesper", Text: "moths"})
			p.step(messages.Commanded{Command: messages.Wake, Familiar: "Aria", Text: "say hi"})
		}, " reconfigured: " + gone},
		{"a notice in its name is with the network", func(p *stepper) {
			p.step(messages.PressureChanged{Step: 4})
			p.hear("1", "ana", "hi")
		}, " undelivered: " + gone},
		{"its reply is with the network, and the channel was forgotten", func(p *stepper) {
			p.hear("1", "ana", "hi")
			p.says("hello")
			p.step(messages.Forgotten{All: true})
		}, "1 undelivered: " + gone},
		{"nothing waits for it", func(*stepper) {}, ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			for _, restart := range []bool{false, true} {
				p := newStepper(t, "two", "quick")
				tt.do(p)
				open := orders(p.s.Pending())
				c := *p.s.config
				c.Seats = c.Seats[1:]
				if restart {
					s, err := Decode(p.encoded(), &c)
					if err != nil {
						t.Fatal(err)
					}
					p.s = s
				}
				p.s.Use(&c)
				p.step(messages.Reconfigured{Generation: 2})
				var got []string
				for _, n := range notes(p.out) {
					if n.Familiar != "Aria" {
						continue
					}
					of := fmt.Sprint(n.Line, " ", n.Rung)
					if n.Partly {
						of += " partly"
					}
					got = append(got, of+": "+because.Written(n.Reason))
				}
				for _, n := range open {
					if !slices.Contains(p.out, Effect(messages.Cancel{N: n})) {
						t.Errorf("restart %v: order %d is not called off", restart, n)
					}
				}
				if got := strings.Join(got, "; "); got != tt.want {
					t.Errorf("restart %v: noted is %q, want %q", restart, got, tt.want)
				}
			}
		})
	}
}

// TestAnotherAccount: what is with the network by the account that a familiar had ends in
// the ledger and with the operator as it gets another one; what isn't is posted by that.
func TestAnotherAccount(t *testing.T) {
	const moved = "it has another account now"
	paced := func(p *stepper) []messages.Post {
		p.s.config.Seats[0].Policy.Pace = pace.Default()
		p.s.config.Seats[0].Policy.Pace.On = true
		p.hear("1", "ana", "hi")
		return p.says("hello", "you")
	}
	for _, tt := range []struct {
		story  string
		do     func(*stepper) []messages.Post
		notes  string
		buried int
		goesOn bool // with the turn
		moot   bool // what was posted is not to be made any more
	}{
		{"its reply is with the network", func(p *stepper) []messages.Post {
			p.hear("1", "ana", "hi")
			return p.says("hello")
		}, "1 undelivered: " + moved, 1, false, true},
		{"a part is with the network and another waits for its time", func(p *stepper) []messages.Post {
			posts := paced(p)
			p.step(messages.TimerFired{N: p.s.Turn.Posts[0].Held.N})
			return append(posts, messages.Post{ID: p.s.Turn.Posts[0].ID})
		}, "1 undelivered: " + moved, 2, false, true},
		{"nothing of it is with the network yet", func(p *stepper) []messages.Post {
			p.s.config.Seats[0].Policy.Pace = pace.Default()
			p.s.config.Seats[0].Policy.Pace.On = true
			p.hear("1", "ana", "hi")
			p.says(strings.Repeat("hello ", 40))
			return nil
		}, "", 0, true, false},
		{"its turn is with the agent", func(p *stepper) []messages.Post {
			p.hear("1", "ana", "hi")
			return nil
		}, "", 0, true, false},
		{"a notice in its name is with the network", func(p *stepper) []messages.Post {
			p.step(messages.PressureChanged{Step: 4})
			p.hear("1", "ana", "hi")
			return nil
		}, " unknown: " + moved, 1, false, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := newStepper(t, "two", "quick", "accounts")
			posts := tt.do(p)
			c := *p.s.config
			c.Generation, c.Seats = 2, slices.Clone(c.Seats)
			c.Seats[0].Account = "another"
			p.s.Use(&c)
			p.step(messages.Reconfigured{Generation: 2})
			var got []string
			for _, n := range notes(p.out) {
				got = append(got, fmt.Sprint(n.Line, " ", n.Rung, ": ", because.Written(n.Reason)))
			}
			if got := strings.Join(got, "; "); got != tt.notes {
				t.Errorf("noted is %q, want %q", got, tt.notes)
			}
			buried := 0
			for _, effect := range p.out {
				if b, is := effect.(messages.Bury); is {
					buried++
					if b.Post.Text == "" || b.Post.Account != "another" {
						t.Errorf("buried is %q for %s, want a text that the new account can say", b.Post.Text, b.Post.Account)
					}
				}
			}
			if goesOn := p.s.Turn != nil; buried != tt.buried || goesOn != tt.goesOn {
				t.Errorf("%d posts are buried, and the turn goes on: %v; want %d and %v", buried, goesOn, tt.buried, tt.goesOn)
			}
			for _, post := range posts {
				if p.s.IsMoot(post.ID, p.s.Now) != tt.moot {
					t.Errorf("%s is moot: %v, want %v", post.ID, !tt.moot, tt.moot)
				}
			}
		})
	}
}

// orders are the numbers of the turns and questions among effects.
func orders(effects []Effect) (ns []uint64) {
	for _, effect := range effects {
		switch o := effect.(type) {
		case messages.Compose:
			ns = append(ns, o.N)
		case messages.Judge:
			ns = append(ns, o.N)
		}
	}
	return ns
}
