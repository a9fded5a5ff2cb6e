package config

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/experiment"
)

// tried is a house in which an experiment compares how long Zed waits.
const tried = house + `
[journal]
keep_notes = "720h"
[experiments.calmer]
familiar = "zed"
match = "terminal:den*"
begin = "2026-12-01"
end = "2026-12-15"
b = { chattiness.lull = "40s", preset = "chatty" }
`

func dayOf(t *testing.T, text string) (d experiment.Day) {
	t.Helper()
	if err := d.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return d
}

// dens are channels of the experiment's, of which the draw gives both arms some.
func dens() (all []messages.ChannelID) {
	for n := range 20 {
		all = append(all, messages.ChannelID(fmt.Sprintf("terminal//den-%d", 10+n)))
	}
	return all
}

func TestExperimentTurnsKnobs(t *testing.T) {
	c, err := load(t, tried)
	if err != nil {
		t.Fatal(err)
	}
	before, during := c, c.At(dayOf(t, "2026-12-05").Start())
	sides := map[messages.Side]int{}
	for _, den := range dens() {
		there := during.Channel(den)
		zed, aria := there.Seats[0], there.Seats[1]
		_, plan, side := zed.Arm.Split()
		sides[side]++
		lull, preset := time.Duration(10*time.Second), "social"
		if side == messages.SideB {
			lull, preset = 40*time.Second, "chatty"
		}
		if zed.Policy.Chattiness.Lull != lull || during.PresetIn(den, "zed") != preset || plan != during.Plans()[0].Digest() {
			t.Errorf("%s is in arm %s: lull %v, preset %s", den, side, zed.Policy.Chattiness.Lull, during.PresetIn(den, "zed"))
		}
		if aria.Arm != "" {
			t.Errorf("%s: Aria is in arm %s of an experiment about Zed", den, aria.Arm)
		}
		if thread := during.Channel(den + "/t1"); thread != there {
			t.Errorf("%s: its thread has other settings", den)
		}
		if was := before.Channel(den).Seats[0]; was.Arm != "" || was.Policy.Chattiness.Lull != 10*time.Second {
			t.Errorf("%s: without a day it has arm %q", den, was.Arm)
		}
		if next := during.Next().Channel(den).Seats[0]; next.Arm != zed.Arm {
			t.Errorf("%s: the next generation draws it to %s, was %s", den, next.Arm, zed.Arm)
		}
	}
	if sides[messages.SideA] < 4 || sides[messages.SideB] < 4 {
		t.Errorf("of 20 channels the arms have %v", sides)
	}
	if there := during.Channel("terminal//hut"); there.Seats[0].Arm != "" {
		t.Error("a channel that the experiment isn't about is in an arm")
	}
}

// TestExperimentBeginsAtMidnightOfItsZone, not of UTC.
func TestExperimentBeginsAtMidnightOfItsZone(t *testing.T) {
	c, err := load(t, strings.Replace(tried, "b = {", "zone = \"Europe/Berlin\"\nb = {", 1))
	if err != nil {
		t.Fatal(err)
	}
	begins := dayOf(t, "2026-12-01").Start().Add(-time.Hour)
	if c.At(begins-1).Arm(dens()[0], "zed") != "" || c.At(begins).Arm(dens()[0], "zed") == "" || !c.DrawsAnew(begins-1, begins) {
		t.Error("it doesn't begin at midnight of Berlin")
	}
}

func TestExperimentIsExplained(t *testing.T) {
	c, err := load(t, tried)
	if err != nil {
		t.Fatal(err)
	}
	c = c.At(dayOf(t, "2026-12-05").Start())
	all := dens()
	den := all[slices.IndexFunc(all, func(id messages.ChannelID) bool { return strings.HasSuffix(string(c.Arm(id, "zed")), "/b") })]
	e, err := c.Explain("zed", string(den))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(e.Where, ", then arm b of the experiment calmer (") {
		t.Errorf("it is there as %q", e.Where)
	}
	lull := e.Knobs[slices.IndexFunc(e.Knobs, func(k Knob) bool { return k.Key == "chattiness.lull" })]
	if lull.Value != `"40s"` || !strings.HasSuffix(lull.From, "(arm b of the experiment calmer)") {
		t.Errorf("the lull is %s from %s", lull.Value, lull.From)
	}
}

func TestWhenExperimentsDrawAnew(t *testing.T) {
	for _, tt := range []struct {
		story      string
		by         string
		today, day string
		want       bool
	}{
		{"when it begins", "channel", "2026-11-30", "2026-12-01", true},
		{"not in its midst, where channels are drawn", "channel", "2026-12-01", "2026-12-02", false},
		{"with each day, where days are", "day", "2026-12-01", "2026-12-02", true},
		{"when it ends", "channel", "2026-12-14", "2026-12-15", true},
		{"not after that", "day", "2026-12-15", "2026-12-16", false},
		{"nor within a day", "day", "2026-12-02", "2026-12-02", false},
	} {
		c, err := load(t, strings.Replace(tried, "b = {", "by = \""+tt.by+"\"\nb = {", 1))
		if err != nil {
			t.Fatal(err)
		}
		if got := c.DrawsAnew(dayOf(t, tt.today).Start(), dayOf(t, tt.day).Start()); got != tt.want {
			t.Errorf("%s: got %v", tt.story, got)
		}
	}
}

func TestExperimentsThatCannotBe(t *testing.T) {
	const second = "[experiments.louder]\nfamiliar = \"zed\"\nmatch = \"terminal:den-*\"\nbegin = \"2026-12-10\"\nend = \"2026-12-20\"\nb = { chattiness.lull = \"2s\" }\n"
	for _, tt := range []struct {
		story    string
		from, to string
		want     string // "": nothing
	}{
		{"one that can be", "", "", ""},
		{"nobody's", `familiar = "zed"`, `familiar = "bo"`, `there is no familiar "bo"`},
		{"of a familiar that isn't there", `match = "terminal:den*"`, `match = "irc:den*"`, "zed has no account on irc"},
		{"nowhere", `match = "terminal:den*"`, "", "match: is not set"},
		{"without a beginning", `begin = "2026-12-01"`, "", "begin is not set"},
		{"without a difference", `b = { chattiness.lull = "40s", preset = "chatty" }`, "", "b: is empty"},
		{"with a knob that there isn't", "chattiness.lull", "chattiness.loll", "there is no such key"},
		{"with a value that can't be", `lull = "40s"`, `lull = "-1s"`, "lull"},
		{"with a preset that there isn't", `preset = "chatty"`, `preset = "shy"`, `there is no preset "shy"`},
		{"in shadow", `preset = "chatty"`, `mode = "shadow"`, "in shadow"},
		{"longer than decisions are kept", `keep_notes = "720h"`, `keep_notes = "168h"`, "set journal.keep_notes to 504h or more"},
		{"two about one familiar in one channel", "[experiments.calmer]", second + "[experiments.calmer]", "it overlaps with the experiment calmer"},
		{"one after the other", "[experiments.calmer]", strings.Replace(second, "12-10", "12-15", 1) + "[experiments.calmer]", ""},
		{"with a zone and an end by lines", "[experiments.calmer]", "[experiments.calmer]\nzone = \"Europe/Berlin\"\nlines = 400", ""},
		{"with a zone that is a path", "[experiments.calmer]", "[experiments.calmer]\nzone = \"../etc\"", "time zone database"},
		{"with a zone that there isn't", "[experiments.calmer]", "[experiments.calmer]\nzone = \"Local\"", "time zone database"},
		{"one after the other, by clocks that overlap", "[experiments.calmer]", strings.Replace(strings.Replace(second, "12-10", "12-15", 1), "end", "zone = \"Asia/Tokyo\"\nend", 1) + "[experiments.calmer]", "it overlaps with the experiment calmer"},
		{"two at a time in different channels", "[experiments.calmer]", strings.Replace(second, "den-*", "hut", 1) + "[experiments.calmer]", ""},
		{"with a name that means something else", "[experiments.calmer]", `[experiments."a@b"]`, "can't name an experiment"},
	} {
		_, err := load(t, strings.Replace(tried, tt.from, tt.to, 1))
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.story, err, tt.want)
		}
	}
}
