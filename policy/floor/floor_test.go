package floor

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"familiar/messages"
)

const start messages.Instant = 1_772_366_400_000

// TestFloor plays scripts: a name takes the floor, "name:end" releases it,
// "-name" leaves, "~name" has nothing to say any more, "name>other" passes it on, a number is a pause in seconds.
// Each taking gives the name, or the name with the seconds until it may: "theo(30)"; a passing gives both names, and
// "kept" where nothing is passed.
func TestFloor(t *testing.T) {
	social := Default()
	off, restless := social, social
	off.On, restless.Rest = false, 0
	for _, tt := range []struct {
		what   string
		config Config
		script string
		want   string
	}{
		{"a free floor is anybody's", social, "mira", "mira"},
		{"while one has it the others wait for its deadline", social, "mira theo", "mira theo(300)"},
		{"whoever has it may take it again, which moves the deadline", social, "mira 100 mira theo", "mira mira theo(300)"},
		{"after a no the siblings rest", social, "mira mira:declined 10 theo", "mira theo(20)"},
		{"after a silence the siblings rest", social, "mira mira:silent 10 theo", "mira theo(20)"},
		{"after a post the siblings rest", social, "mira mira:delivered 10 theo", "mira theo(20)"},
		{"at the rest's end they may speak", social, "mira mira:delivered 30 theo", "mira theo"},
		{"whoever had it doesn't rest", social, "mira mira:declined mira", "mira mira"},
		{"nothing was settled by a cancel, so nobody rests", social, "mira mira:cancelled theo", "mira theo"},
		{"nor by a failure", social, "mira mira:failed theo", "mira theo"},
		{"nor by a deadline", social, "mira 300 theo", "mira theo"},
		{"a moment before its deadline it is still held", social, "mira 299 theo", "mira theo(1)"},
		{"what comes of an order after the deadline frees nobody's floor", social, "mira 300 theo mira:delivered ada", "mira theo ada(300)"},
		{"only the holder can release it", social, "mira theo:declined theo", "mira theo(300)"},
		{"a cancel doesn't end the rest of an earlier term", social, "mira mira:declined mira mira:cancelled theo", "mira mira theo(30)"},

		{"who has nothing to say any more keeps nobody waiting", social, "mira theo ada ~theo mira:declined ada", "mira theo(300) ada(330) ada(30)"},
		{"whoever has the floor keeps it while others give up", social, "mira theo ~theo ~mira ~ada theo", "mira theo(300) theo(300)"},
		{"who was refused goes first when the rest is over", social, "mira mira:declined 5 theo 25 ada theo", "mira theo(25) ada(30) theo"},
		{"it loses its place when it doesn't come for as long as a rest", social, "mira mira:declined 5 theo 55 ada", "mira theo(25) ada"},
		{"and is not waited for after the next term", social, "mira mira:declined 5 theo 55 ada ada:declined 30 juno", "mira theo(25) ada juno"},
		{"the second in the queue may come after the first's chance", social, "mira mira:declined theo ada 59 ada 1 ada", "mira theo(30) ada(60) ada(1) ada"},
		{"the second keeps its place when the first takes the floor", social, "mira mira:declined theo ada 30 theo theo:declined 30 mira ada", "mira theo(30) ada(60) theo mira(30) ada"},
		{"who had it last goes after those who wait", social, "mira mira:declined theo 30 mira", "mira theo(30) mira(30)"},
		{"but not while they rest", social, "mira mira:declined theo 29 mira", "mira theo(30) mira"},
		{"a second term while somebody waits lets nobody rest again", social, "mira mira:declined theo 29 mira 5 mira:delivered theo", "mira theo(30) mira theo"},
		{"one that nobody waits for does", social, "mira mira:declined 40 mira mira:declined theo", "mira mira theo(30)"},
		{"nor does it shorten the rest there is", social, "mira mira:declined theo 9 mira mira:declined theo", "mira theo(30) mira theo(21)"},
		{"who waited for a cancelled term goes before the one that had it", social, "mira mira:declined 40 mira theo mira:cancelled mira theo", "mira mira theo(300) mira(30) theo"},

		{"whoever lets its deadline pass goes after those who wait", social, "mira theo 300 mira theo", "mira theo(300) mira(30) theo"},
		{"and a post after the deadline lets nobody rest", social, "mira 300 mira:delivered theo", "mira theo"},
		{"a term taken anew after the deadline is one more", social, "mira mira:declined 40 mira theo 300 theo:declined 30 mira", "mira mira theo(300) mira"},

		{"a term that goes on owes what it owed, who waited having given up", social, "mira mira:declined theo 29 mira ~theo 5 mira mira:delivered theo", "mira theo(30) mira mira theo"},
		{"one taken anew at its deadline owes nobody", social, "mira mira:declined theo 29 mira ~theo 300 mira mira:delivered theo", "mira theo(30) mira mira theo(30)"},

		{"what one has it may pass on", social, "mira mira>theo mira theo", "mira mira>theo mira(300) theo"},
		{"which begins a term's time anew", social, "mira 299 mira>theo 299 ada", "mira mira>theo ada(1)"},
		{"to one in the queue too, which waits no longer", social, "mira theo ada mira>theo theo:declined ada", "mira theo(300) ada(330) mira>theo ada(30)"},
		{"whoever hasn't it passes nothing on", social, "mira ada>theo theo", "mira kept theo(300)"},
		{"nor whoever let its deadline pass", social, "mira 300 mira>theo ada", "mira kept ada"},
		{"a moment before it may", social, "mira 299 mira>theo", "mira mira>theo"},
		{"switched off there is nothing to pass on", off, "mira mira>theo", "mira kept"},

		{"a familiar that leaves frees the floor", social, "mira -mira theo", "mira theo"},
		{"nobody rests for one that has left", social, "mira mira:declined -mira theo", "mira theo"},
		{"nobody waits for one that has left the queue", social, "mira mira:declined theo -theo 30 ada", "mira theo(30) ada"},

		{"without a rest the siblings speak at once", restless, "mira mira:delivered theo", "mira theo"},
		{"switched off everybody speaks at any time", off, "mira theo mira:delivered theo", "mira theo theo"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var s State
			if got := play(t, &s, tt.script, tt.config); got != tt.want {
				t.Errorf("%q gives %q, want %q", tt.script, got, tt.want)
			}
		})
	}
}

// play runs a script from start on and gives what became of each taking.
func play(t *testing.T, s *State, script string, c Config) string {
	t.Helper()
	now := start
	var takes []string
	for _, word := range strings.Fields(script) {
		name, end, releases := strings.Cut(word, ":")
		forgoer, forgoes := strings.CutPrefix(word, "~")
		leaver, leaves := strings.CutPrefix(word, "-")
		from, to, passes := strings.Cut(word, ">")
		who := messages.FamiliarID(name)
		pause, err := strconv.Atoi(word)
		switch {
		case err == nil && !leaves:
			now = now.Add(time.Duration(pause) * time.Second)
		case forgoes:
			s.Forgo(messages.FamiliarID(forgoer))
		case leaves:
			s.Leave(now, messages.FamiliarID(leaver))
		case passes:
			took := "kept"
			if s.Pass(now, messages.FamiliarID(from), messages.FamiliarID(to), c) {
				took = word
			}
			takes = append(takes, took)
		case releases:
			s.Release(now, who, End(end), c)
		case s.Take(now, who, c):
			takes = append(takes, name)
		default:
			wait := s.FreeFor(now, who, c).Sub(now)
			takes = append(takes, name+"("+strconv.Itoa(int(wait.Seconds()))+")")
		}
	}
	return strings.Join(takes, " ")
}

// TestNobodysFloor: a channel with nobody to share it with has no floor, which is free, and
// from which nothing can be taken.
func TestNobodysFloor(t *testing.T) {
	var none *State
	none.Release(start, "mira", Declined, Default())
	none.Leave(start, "mira")
	none.Forgo("mira")
	if none.Held(start) != "" || none.Waits("mira") || !none.IsZero() {
		t.Errorf("held by %q, mira waits: %v, zero: %v", none.Held(start), none.Waits("mira"), none.IsZero())
	}
}

func TestIsZero(t *testing.T) {
	if !(&State{}).IsZero() {
		t.Error("the zero floor is not zero")
	}
	for _, s := range []State{{Holder: "mira"}, {Until: 1}, {Owed: true}, {Last: "mira"}, {Rested: 1}, {Queue: []messages.FamiliarID{"mira"}}} {
		if s.IsZero() {
			t.Errorf("%+v is zero", s)
		}
	}
}

func TestHeld(t *testing.T) {
	var s State
	if got := s.Held(start); got != "" {
		t.Errorf("a free floor is held by %q", got)
	}
	s.Take(start, "mira", Default())
	for _, tt := range []struct {
		at   messages.Instant
		want messages.FamiliarID
	}{{start, "mira"}, {s.Until - 1, "mira"}, {s.Until, ""}, {s.Until + 1, ""}} {
		if got := s.Held(tt.at); got != tt.want {
			t.Errorf("%d ms before its end it is held by %q, want %q", s.Until-tt.at, got, tt.want)
		}
	}
}

// TestNobodyLeaves: a familiar without a name ends no rest.
func TestNobodyLeaves(t *testing.T) {
	s := State{Rested: start + 1}
	if s.Leave(start, ""); s.Rested != start+1 {
		t.Errorf("they rest until %d, want %d", s.Rested, start+1)
	}
}

func TestOffKeepsNothing(t *testing.T) {
	var s State
	play(t, &s, "mira theo mira:delivered theo", Config{})
	if text, err := json.Marshal(s); err != nil || string(text) != "{}" {
		t.Errorf("switched off the state is %s, %v; want {}", text, err)
	}
}

// TestOffKeepsNobodyFromIt: switched off while one has it, it is everybody's.
func TestOffKeepsNobodyFromIt(t *testing.T) {
	var s State
	play(t, &s, "mira", Default())
	if got := s.FreeFor(start, "theo", Config{}); got != start {
		t.Errorf("theo may speak in %v, want at once", got.Sub(start))
	}
	if s.Pass(start, "mira", "theo", Config{}) {
		t.Error("there is nothing to pass on, yet it was")
	}
}

// TestWaits: who was refused waits until it has the floor or gives up.
func TestWaits(t *testing.T) {
	var s State
	for _, tt := range []struct {
		script string
		want   bool
	}{{"mira", false}, {"theo", true}, {"mira:cancelled theo", false}, {"ada theo:cancelled ada theo", true}, {"~theo", false}} {
		if play(t, &s, tt.script, Default()); s.Waits("theo") != tt.want {
			t.Errorf("after %q theo waits is %v, want %v", tt.script, s.Waits("theo"), tt.want)
		}
	}
}

func TestQueueIsBounded(t *testing.T) {
	var s State
	s.Take(start, "mira", Default())
	for i := range 2 * queueMost {
		s.Take(start, messages.FamiliarID(strconv.Itoa(i)), Default())
	}
	if len(s.Queue) != queueMost || s.Queue[0] != "0" {
		t.Errorf("%d wait from %s on, want %d from 0 on", len(s.Queue), s.Queue[0], queueMost)
	}
}

func TestStateIsSmallJSON(t *testing.T) {
	var s State
	play(t, &s, "mira mira:declined theo mira", Default())
	text, err := json.Marshal(s)
	if want := `{"h":"mira","u":1772366700000,"o":true,"l":"mira","r":1772366430000,"q":["theo"]}`; err != nil || string(text) != want {
		t.Errorf("as JSON %s, %v; want %s", text, err, want)
	}
}
