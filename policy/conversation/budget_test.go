package conversation

import (
	"strconv"
	"strings"
	"testing"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/budget"
)

// budget tells the familiars how the limits press: "STEP [WHO]".
func (p *player) budget(text string) {
	step, who, _ := strings.Cut(text, " ")
	n, err := strconv.Atoi(step)
	if err != nil {
		p.t.Fatal(err)
	}
	p.step(messages.PressureChanged{Familiar: messages.FamiliarID(who), Step: n})
}

// press draws a pressure: as often as not the hard limit, or its end.
func (w *world) press() {
	e := messages.PressureChanged{Step: []int{4, 0, 1, 2, 3, 9, -1}[w.pick("step", 7)]}
	if at := w.pick("whom", 1+len(w.config.Seats)); at > 0 {
		e.Familiar = w.config.Seats[at-1].Familiar
	}
	w.step(e)
}

// limitIsKept: at the hard limit nothing is asked or composed and nothing waits
// for the seat, and it is said once a day, to somebody.
func (w *world) limitIsKept(out []Effect) {
	w.t.Helper()
	over := func(who messages.FamiliarID) bool { return !w.s.Seats[w.seat(who)].Pressure.Lets() }
	for _, effect := range out {
		switch o := effect.(type) {
		case messages.Judge:
			if over(o.Familiar) {
				w.t.Fatalf("%s asks the judge at the hard limit", o.Familiar)
			}
		case messages.Compose:
			if over(o.Familiar) {
				w.t.Fatalf("%s composes at the hard limit", o.Familiar)
			}
		case messages.Post:
			w.limitIsSaidOnce(o)
		}
	}
	for i := range w.s.Seats {
		seat := &w.s.Seats[i]
		waits := len(seat.Pending) > 0 || seat.Judging != nil || seat.Wish != "" || seat.Called != "" || seat.Retry.N != 0 || seat.Think.N != 0 || seat.Waiting > seat.Settled
		if waits && over(seat.Familiar) {
			w.t.Fatalf("something waits for %s at the hard limit: %+v", seat.Familiar, *seat)
		}
	}
}

func (w *world) limitIsSaidOnce(o messages.Post) {
	w.t.Helper()
	if o.Text != w.config.Budget.ReachedIn("en", string(o.Familiar)) {
		return
	}
	const day = 24 * 60 * 60 * 1000
	said := seatDay{o.Familiar, int64(w.s.Now) / day}
	if o.ReplyTo == "" || w.limits[said] {
		w.t.Fatalf("%s says that the limit is reached to %q, again: %v", o.Familiar, o.ReplyTo, w.limits[said])
	}
	if w.limits == nil {
		w.limits = map[seatDay]bool{}
	}
	w.limits[said] = true
}

// A seatDay is a familiar on a day, counted from 1970.
type seatDay struct {
	familiar messages.FamiliarID
	day      int64
}

func TestPressureSurvives(t *testing.T) {
	for _, tt := range []struct {
		what string
		then func(*stepper)
	}{
		{"the channel is put away and woken", func(p *stepper) {
			s, err := Decode(p.encoded(), p.s.config)
			if err != nil {
				t.Fatal(err)
			}
			p.s = s
		}},
		{"everything is forgotten", func(p *stepper) { p.s.Step(p.s.Now, messages.Forgotten{All: true}, nil) }},
		{"a familiar joins before it", func(p *stepper) {
			c := *p.s.config
			c.Seats = append([]SeatConfig{{Familiar: "Zoe"}}, c.Seats...)
			p.s.Use(&c)
		}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			p := newStepper(t)
			p.s.Step(p.s.Now, messages.PressureChanged{Step: 3}, nil)
			tt.then(p)
			if got := p.s.Seats[p.s.Seats.Of("Aria")].Pressure.Step; got != 3 {
				t.Errorf("Aria is under pressure %d, want 3", got)
			}
		})
	}
}

// TestPressureGoes: with its limits what they pressed goes, though nobody tells of any.
func TestPressureGoes(t *testing.T) {
	p := newStepper(t, "quick")
	p.step(messages.PressureChanged{Step: 4})
	free := *p.s.config
	free.Budget = budget.Default()
	s, err := Decode(p.encoded(), &free)
	if err != nil {
		t.Fatal(err)
	}
	p.s = s
	p.hear("1", "ana", "hi")
	only[messages.Compose](t, p.out)
	if n := notes(p.out)[0]; n.Familiar != "Aria" || n.Rung != messages.ByBudget || because.Written(n.Reason) != "pressure 0 of 4, after 4" {
		t.Errorf("got %+v, want a note that nothing presses any more", n)
	}
}

// drawBudget gives some worlds words of their own, or none.
func drawBudget(p pick) budget.Config {
	c := budget.Default()
	c.Day = 1
	c.Words.Limit = []string{"{familiar} sleeps until tomorrow.", ""}[p("limit unsaid", 4)/3]
	c.Words.Person = []string{"{familiar} has told you enough.", ""}[p("person unsaid", 4)/3]
	return c
}
