package app

import (
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter/terminal"
	"familiar/internal/long"
	"familiar/messages"
	"familiar/policy/budget"
)

// priced is a configuration in which a word costs a dollar: the shortest answer
// is above the limit of a familiar.
const priced = two + `
[models.offline]
kind = "offline"
price_input = 1000000
price_output = 1000000
`

// A drawer is a store that outlives the program, as a file does.
type drawer struct {
	mu   sync.Mutex
	body []byte
}

func (d *drawer) Load() ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.body, nil
}

func (d *drawer) Save(body []byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.body = body
	return nil
}

const sorry = "Aria has used up what it may spend today"

// TestLimit: whoever calls a familiar whose money is spent is told so, once a
// day, and the next day it answers.
func TestLimit(t *testing.T) {
	long.Test(t)
	synctest.Test(t, func(t *testing.T) {
		s := open(t, priced+"[budget]\nfamiliar = 5\n")
		s.say("ana: @Aria what is a moth?")
		s.wait(5 * time.Second)
		if got := s.screen.String(); strings.Count(got, "Aria: ") != 1 || strings.Contains(got, sorry) {
			t.Fatalf("the screen shows %q, want one answer: it is paid with what is left", got)
		}
		s.say("bob: @Aria and a hawk moth?")
		s.say("bob: @Aria hello?")
		s.say("cy: @Vesper is the sea calm?")
		s.wait(5 * time.Second)
		if got := s.screen.String(); strings.Count(got, "Aria: ") != 2 || strings.Count(got, sorry) != 1 {
			t.Errorf("the screen shows %q, want nothing more but the notice, once", got)
		}
		if got := s.screen.String(); strings.Count(got, "Vesper: ") != 1 {
			t.Errorf("the screen shows %q, want Vesper's answer: it has money of its own", got)
		}
		r, err := s.app.Budget(t.Context())
		if err != nil || len(r.Familiars) != 2 || r.Familiars[0].Step != int(budget.Hard) || r.Familiars[0].Today <= 5 || r.All.Today != r.All.Ever || r.Unpriced != 0 {
			t.Errorf("the report is %+v, %v", r, err)
		}
		s.wait(24 * time.Hour)
		s.say("bob: @Aria good morning")
		s.wait(5 * time.Second)
		if got := s.screen.String(); strings.Count(got, "Aria: ") != 3 || strings.Count(got, sorry) != 1 {
			t.Errorf("the screen shows %q, want an answer the next day", got)
		}
		s.close()
	})
}

// TestLimitSurvives: another process knows what was spent, and a channel that
// wakes is told.
func TestLimitSurvives(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := &drawer{}
		keeping := func(o *Options) { o.Spent = kept }
		s := openWith(t, priced+"[budget]\nfamiliar = 5\n", keeping)
		s.say("ana: @Aria what is a moth?")
		s.wait(5 * time.Second)
		s.close()

		s = openWith(t, priced+"[budget]\nfamiliar = 5\n", keeping)
		s.say("ana: @Aria and a hawk moth?")
		s.wait(5 * time.Second)
		if got := s.screen.String(); strings.Count(got, "Aria: ") != 1 || strings.Count(got, sorry) != 1 {
			t.Errorf("the screen shows %q, want the notice alone", got)
		}
		if change := s.reload(priced); change.Generation != 2 {
			t.Errorf("got %+v, want generation 2", change)
		}
		s.say("ana: @Aria the limit is gone")
		s.wait(5 * time.Second)
		if got := s.screen.String(); strings.Count(got, "Aria: ") != 2 {
			t.Errorf("the screen shows %q, want an answer once there is no limit", got)
		}
		s.close()
	})
}

// TestLimitGoneWhileAway: a channel that slept under a limit answers the first line
// after a start whose configuration has none.
func TestLimitGoneWhileAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		spent := &drawer{}
		first := openWith(t, priced+"[budget]\nfamiliar = 5\n", func(o *Options) { o.Spent = spent })
		first.say("ana: @Aria what is a moth?")
		first.wait(5 * time.Second)
		first.say("ana: @Aria and a hawk moth?")
		first.wait(5 * time.Second)
		first.close()
		if got := first.screen.String(); !strings.Contains(got, sorry) {
			t.Fatalf("the screen shows %q, want the limit to be reached", got)
		}
		next := openWith(t, priced, func(o *Options) { o.Spent, o.Journal = spent, kept{first.journal} })
		if err := next.app.intake.Hear(t.Context(), terminal.Channel, messages.Heard{Line: &messages.Line{
			ID: "later", Channel: terminal.Channel, Account: "terminal/aria", Author: messages.Author{ID: "ana", Name: "ana"}, Text: "@Aria the limit is gone", At: in(0),
		}}); err != nil {
			t.Fatal(err)
		}
		next.wait(5 * time.Second)
		if got := next.screen.String(); strings.Count(got, "Aria: ") != 1 {
			t.Errorf("the screen shows %q, want an answer", got)
		}
		next.close()
	})
}

// TestWithoutLimitNothingIsJournaled: costs are added up and no channel hears
// of it.
func TestWithoutLimitNothingIsJournaled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, priced)
		s.say("ana: @Aria what is a moth?")
		s.wait(5 * time.Second)
		for r, err := range s.replay(t) {
			if _, pressed := r.Event.(messages.PressureChanged); pressed || err != nil {
				t.Errorf("the journal has %+v, %v", r, err)
			}
		}
		if r, err := s.app.Budget(t.Context()); err != nil || r.All.Today == 0 || r.All.Step != 0 {
			t.Errorf("the report is %+v, %v; want costs and no pressure", r, err)
		}
		s.close()
	})
}

// TestOnePersonsDay: who has had as many answers as one may a day is told so, once;
// another is answered, and so are both the next day, also after a restart.
func TestOnePersonsDay(t *testing.T) {
	long.Test(t)
	synctest.Test(t, func(t *testing.T) {
		const limited = two + "[budget]\nturns = 2\n"
		const enough = "has answered you as often as it may today"
		kept := &drawer{}
		keeping := func(o *Options) { o.Spent = kept }
		s := openWith(t, limited, keeping)
		for _, line := range []string{"ana: @Aria what is a moth?", "ana: @Vesper is the sea calm?", "ana: @Aria and a hawk moth?", "ana: @Vesper really?"} {
			s.say(line)
			s.wait(5 * time.Second)
		}
		if got := s.screen.String(); strings.Count(got, "Aria: ") != 2 || strings.Count(got, "Vesper: ") != 1 || strings.Count(got, "Aria "+enough) != 1 {
			t.Errorf("the screen shows %q, want an answer of each and one notice", got)
		}
		s.close()

		s = openWith(t, limited, keeping)
		s.say("ana: @Aria a moth?")
		s.wait(5 * time.Second)
		s.say("bob: @Aria a moth?")
		s.wait(5 * time.Second)
		if got := s.screen.String(); strings.Count(got, "Aria: ") != 2 || strings.Count(got, enough) != 1 {
			t.Errorf("the screen shows %q, want the notice again, as this channel is new, and bob's answer", got)
		}
		s.wait(24 * time.Hour)
		s.say("ana: @Aria good morning")
		s.wait(5 * time.Second)
		if got := s.screen.String(); strings.Count(got, "Aria: ") != 3 {
			t.Errorf("the screen shows %q, want an answer the next day", got)
		}
		s.close()
	})
}
