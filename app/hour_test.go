package app

import (
	"flag"
	"os"
	"regexp"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/floor"
	"familiar/policy/guard"
	"familiar/policy/ladder"
)

var update = flag.Bool("update", false, "rewrite testdata with what the program does")

// TestHour plays testdata/hour.script to the whole program in virtual time:
// three familiars with the settings they have by default, people who come and
// go, and a bot that never tires. Run it with -v to read the hour; what it
// came to is in testdata/hour.golden.
func TestHour(t *testing.T) {
	script, err := os.ReadFile("testdata/hour.script")
	if err != nil {
		t.Fatal(err)
	}
	beats := parseHour(t, string(script))
	synctest.Test(t, func(t *testing.T) {
		h := openHour(t)
		h.play(beats)
		h.close()
		t.Logf("the hour:\n%s", h.transcript())
		h.nobodyTalksOver(t)
		h.everyLineIsDecided(t)
		h.everyRungIsExplained(t)
		h.nobodyTalksTooMuch(t)
		h.botsAreStopped(t)
		h.humanRevives(t)
		golden(t, "testdata/hour.golden", h.summary())
	})
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s says\n%s\ngot (go test -update to accept)\n%s", file, want, got)
	}
}

// nobodyTalksOver: no two turns were under way at once, and after what one
// said unasked its siblings said nothing unasked for as long as the floor
// rests; but for after one who had the floor twice in a row, since somebody may
// have waited.
func (h *hour) nobodyTalksOver(t *testing.T) {
	for _, names := range h.together {
		t.Errorf("at once %v were writing or posting", names)
	}
	var last *messages.Note
	var term messages.FamiliarID // who had the floor last
	again, twice := false, false // it had had it before, also when last spoke
	for _, n := range h.notes {
		if n.Rung == "judge" && n.Trigger.Unsolicited() {
			again, term = term == n.Familiar, n.Familiar
		}
		if n.Rung != "spoke" || !n.Trigger.Unsolicited() {
			continue
		}
		if last != nil && last.Familiar != n.Familiar && !twice && n.At.Sub(last.At) < floor.Default().Rest {
			t.Errorf("%s spoke unasked %v after %s did, want %v at least", n.Familiar, n.At.Sub(last.At), last.Familiar, floor.Default().Rest)
		}
		last, twice = n, again
	}
	if last == nil {
		t.Error("nobody ever spoke unasked: the hour shows nothing")
	}
}

// everyLineIsDecided: each familiar has a note on each line, but for its own.
func (h *hour) everyLineIsDecided(t *testing.T) {
	for _, l := range h.lines {
		for _, who := range hourCast {
			decided := slices.ContainsFunc(h.notes, func(n *messages.Note) bool {
				return n.Line == l.id && n.Familiar == who && !n.Act.IsOutcome()
			})
			if own := l.by == who; decided == own {
				t.Errorf("%s %s: %q: decided by %s: %v, want %v", l.at, l.author, l.text, who, decided, !own)
			}
		}
	}
}

// everyRungIsExplained: a note names a rung of the ladder or a word of
// docs/turns.md.
func (h *hour) everyRungIsExplained(t *testing.T) {
	page, err := os.ReadFile("../docs/turns.md")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|").FindAllSubmatch(page, -1) {
		known[string(row[1])] = true
	}
	for _, rung := range ladder.Rungs() {
		known[string(rung)] = true
	}
	for _, n := range h.notes {
		if !known[string(n.Rung)] {
			t.Errorf("a note names %q, which no page explains: %+v", n.Rung, *n)
		}
	}
}

// nobodyTalksTooMuch: no familiar says a quarter of what is said in the hour,
// and all of them together not half.
func (h *hour) nobodyTalksTooMuch(t *testing.T) {
	all := 0
	for _, who := range hourCast {
		n := h.count(func(l *hourLine) bool { return l.by == who })
		if all += n; n*4 > len(h.lines) {
			t.Errorf("%s said %d of %d lines, want a quarter at most", who, n, len(h.lines))
		}
	}
	if all*2 > len(h.lines) {
		t.Errorf("the familiars said %d of %d lines, want half at most", all, len(h.lines))
	}
}

// botsAreStopped: of the calls of a bot that is alone with them as many have a
// turn as the guard allows, and no other one is answered.
func (h *hour) botsAreStopped(t *testing.T) {
	answered, turnedAway := h.callsOf(0)
	if stop := guard.Default().Stop; answered != stop || turnedAway != h.exchanges[0].calls-stop {
		t.Errorf("of %d calls %d had a turn and %d were turned away by the guard, want %d and the rest", h.exchanges[0].calls, answered, turnedAway, stop)
	}
}

// humanRevives: the first line of a human's after that is answered within
// seconds, and the bot's calls have turns again.
func (h *hour) humanRevives(t *testing.T) {
	back := slices.IndexFunc(h.lines, func(l hourLine) bool { return l.at > h.exchanges[0].until && !l.bot })
	answered := slices.IndexFunc(h.lines, func(l hourLine) bool { return l.at > h.lines[back].at && l.by != "" })
	if answered < 0 || h.lines[answered].at-h.lines[back].at > conversation.Default().Debounce.Cap+hourLatency {
		t.Errorf("after %s came back with %q no familiar spoke in time", h.lines[back].author, h.lines[back].text)
	}
	if got, away := h.callsOf(1); got != h.exchanges[1].calls || away != 0 {
		t.Errorf("after that %d of %d calls had a turn, and %d were turned away", got, h.exchanges[1].calls, away)
	}
}

// hourLatency is how long the stand-in takes for a turn.
const hourLatency = 2 * time.Second
