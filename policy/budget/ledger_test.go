package budget

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/messages"
)

// TestLedger plays scripts: "mira@den 3" pays three dollars, "+mira@den 3"
// reserves them, "#1 mira@den 2" pays two for the first reservation, "-#1"
// gives it up, "5h" is a pause, "day=7" changes the limit. Each gives the
// changes it made: the whole's as "all:1", a familiar's as "mira:1", a
// channel's as "@den:1".
func TestLedger(t *testing.T) {
	for _, tt := range []struct {
		what   string
		limits string // day, familiar, channel
		script string
		want   string
	}{
		{"without limits nothing presses", "0 0 0", "mira@den 1000", ""},
		{"below half of a limit nothing presses", "10 0 0", "mira@den 4.99", ""},
		{"half of it is the first step", "10 0 0", "mira@den 5", "all:1"},
		{"three quarters are the second", "10 0 0", "mira@den 5, mira@den 2.5", "all:1 all:2"},
		{"nine tenths are the third", "10 0 0", "mira@den 7.5, mira@den 1.5", "all:2 all:3"},
		{"a cent less than all is the third", "10 0 0", "mira@den 9.99", "all:3"},
		{"all of it is the hard limit", "10 0 0", "mira@den 10", "all:4"},
		{"one call may take several steps", "10 0 0", "mira@den 25", "all:4"},
		{"what doesn't change a step is not told", "10 0 0", "mira@den 5, mira@den 1", "all:1"},
		{"all channels and familiars count for the whole", "10 0 0", "mira@den 3, theo@lab 2", "all:1"},
		{"a familiar's limit counts all its channels", "0 10 0", "mira@den 3, mira@lab 2, theo@lab 4", "mira:1"},
		{"a channel's limit counts all its familiars", "0 0 10", "mira@den 3, theo@den 2, theo@lab 4", "@den:1"},
		{"one call can press on all three", "10 8 6", "mira@den 6", "all:1 mira:2 @den:4"},

		{"an estimate presses like money", "10 0 0", "+mira@den 6", "all:1"},
		{"what was not used of it presses no more", "10 0 0", "+mira@den 6, #1 mira@den 1", "all:1 all:0"},
		{"used as estimated it changes nothing", "10 0 0", "+mira@den 6, #1 mira@den 6", "all:1"},
		{"used beyond the estimate it presses harder", "10 0 0", "+mira@den 6, #1 mira@den 8", "all:1 all:2"},
		{"given up it presses no more", "10 0 0", "+mira@den 6, -#1", "all:1 all:0"},
		{"given up twice it is given up once", "10 0 0", "+mira@den 6, +mira@den 3, -#1, -#1", "all:1 all:3 all:0"},
		{"one that is never paid ends by itself", "10 0 0", "+mira@den 6, 10m", "all:1 all:0"},
		{"not a minute before", "10 0 0", "+mira@den 6, 9m", "all:1"},
		{"one that is paid after its end is paid for once", "10 0 0", "+mira@den 6, 10m, #1 mira@den 6, -#1", "all:1 all:0 all:1"},
		{"an estimate for one channel is paid in another", "0 0 10", "+mira@den 6, #1 mira@lab 6", "@den:1 @den:0 @lab:1"},

		{"a step stays while little less is used", "10 0 0", "+mira@den 0.4, mira@den 4.6, -#1", "all:1"},
		{"a twentieth of the limit below its begin it still stays", "10 0 0", "+mira@den 0.5, mira@den 4.5, -#1", "all:1"},
		{"the third step has that slack", "10 0 0", "+mira@den 0.3, mira@den 8.7, -#1", "all:3"},
		{"it ends below that", "10 0 0", "+mira@den 0.6, mira@den 4.4, -#1", "all:1 all:0"},
		{"the hard limit has the same slack", "10 0 0", "+mira@den 0.4, mira@den 9.6, -#1", "all:4"},
		{"and ends to the step that fits", "10 0 0", "+mira@den 0.6, mira@den 9.4, -#1", "all:4 all:3"},

		{"midnight frees everything", "10 8 6", "mira@den 6, 12h", "all:1 mira:2 @den:4 all:0 mira:0 @den:0"},
		{"a minute before it doesn't", "10 0 0", "mira@den 6, 11h59m", "all:1"},
		{"an estimate lives through midnight", "10 0 0", "mira@den 4, 11h55m, +mira@den 6, 5m", "all:4 all:1"},
		{"the next day begins from nothing", "10 0 0", "mira@den 4, 12h, mira@den 4", ""},
		{"days without a call are no matter", "10 0 0", "mira@den 6, 900h, mira@den 6", "all:1 all:0 all:1"},

		{"a higher limit presses less at once", "10 0 0", "mira@den 6, day=100", "all:1 all:0"},
		{"a lower one presses harder", "100 0 0", "mira@den 6, day=6", "all:4"},
		{"without the limit nothing presses any more", "10 0 0", "mira@den 20, day=0", "all:4 all:0"},
		{"a limit smaller than any money is still one", "0.00000000001 0 0", "mira@den 1", "all:4"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := free()
			if _, err := fmt.Sscan(tt.limits, &c.Day, &c.Familiar, &c.Channel); err != nil {
				t.Fatal(err)
			}
			var l Ledger
			if got := play(t, &l, tt.script, &c); got != tt.want {
				t.Errorf("%q gives %q, want %q", tt.script, got, tt.want)
			}
			balanced(t, &l)
		})
	}
}

func TestPressureIsTheHardestOfThree(t *testing.T) {
	c := free()
	c.Day, c.Familiar, c.Channel = 20, 8, 6
	var l Ledger
	play(t, &l, "mira@den 6, theo@lab 4", &c)
	for _, tt := range []struct {
		what, channel, familiar string
		want                    Step
	}{
		{"the channel is at its limit", "den", "theo", 4},
		{"the familiar is at three quarters of its own", "yard", "mira", 2},
		{"only the whole is at half", "yard", "ada", 1},
		{"channel and familiar press, the channel harder", "lab", "theo", 1},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if got := l.Pressure(messages.ChannelID(tt.channel), messages.FamiliarID(tt.familiar)); got != tt.want {
				t.Errorf("%s in %s is at step %d, want %d", tt.familiar, tt.channel, got, tt.want)
			}
		})
	}
}

func TestDaysAreRemembered(t *testing.T) {
	c := free()
	var l Ledger
	play(t, &l, "mira@den 3, 24h, mira@den 2, 48h, mira@den 1", &c)
	want := []Spent{{20513, 3 * Dollar}, {20514, 2 * Dollar}}
	if !slices.Equal(l.Days, want) || l.Day.String() != "2026-03-04" || l.All.Today != Dollar || l.All.Ever != 6*Dollar {
		t.Errorf("days %v, today %v %v, ever %v; want %v, 2026-03-04 $1, $6", l.Days, l.Day, l.All.Today, l.All.Ever, want)
	}
	play(t, &l, "mira@den 1"+strings.Repeat(", 24h, mira@den 1", 40), &c)
	if len(l.Days) != daysKept || l.All.Ever != 47*Dollar {
		t.Errorf("after 44 days %d are kept and %v was spent; want %d and $47", len(l.Days), l.All.Ever, daysKept)
	}
}

func TestDue(t *testing.T) {
	c := free()
	var l Ledger
	if l.Due() != 0 {
		t.Errorf("a ledger without a moment is due at %v", l.Due())
	}
	l.Tick(noon, &c, nil)
	if want := noon.Add(12 * time.Hour); l.Due() != want {
		t.Errorf("due at %v, want midnight", l.Due())
	}
	n, _ := l.Reserve(noon, Call{Channel: "den", Familiar: "mira", Model: "usd"}, Usage{Input: 1}, &c, nil)
	if want := noon.Add(c.InFlight); l.Due() != want {
		t.Errorf("due at %v, want the reservation's end", l.Due())
	}
	l.Release(noon, n, &c, nil)
	if want := noon.Add(12 * time.Hour); l.Due() != want {
		t.Errorf("due at %v, want midnight again", l.Due())
	}
}

// TestFastClock: after a clock that was a month fast was put right, days end again as they
// come, and of the day it is all that was spent counts.
func TestFastClock(t *testing.T) {
	c := free()
	c.Day = 10
	call := Call{Channel: "den", Familiar: "mira", Model: "usd"}
	spend := func(l *Ledger, at messages.Instant, dollars int) {
		l.Spend(at, call, Usage{Input: dollars}, 0, &c, nil)
	}
	var l Ledger
	spend(&l, noon, 4)
	month := noon.Add(30 * 24 * time.Hour)
	spend(&l, month, 3)
	n, _ := l.Reserve(month, call, Usage{Input: 1}, &c, nil)
	spend(&l, noon.Add(time.Hour), 2) // it was put right
	if l.All.Today != 9*Dollar || len(l.Days) != 0 || l.Due() != noon.Add(c.InFlight+time.Hour) {
		t.Errorf("today is %v, days before it %v, due at %v; want 9 dollars, none, and what is reserved given up within its time", l.All.Today, l.Days, l.Due())
	}
	l.Release(noon.Add(time.Hour), n, &c, nil)
	if l.Tick(noon.Add(2*time.Hour), &c, nil); l.Due() != noon.Add(12*time.Hour) {
		t.Errorf("due at %v, want midnight", l.Due())
	}
	spend(&l, noon.Add(13*time.Hour), 1)
	if l.All.Today != Dollar || len(l.Days) != 1 || l.Days[0].Spent != 9*Dollar || l.All.Ever != 10*Dollar {
		t.Errorf("the next day is %+v, after %v", l.All, l.Days)
	}
	spend(&l, noon.Add(12*time.Hour+30*time.Minute), 1) // clocks differ by less than an hour
	if l.All.Today != 2*Dollar || l.Now != noon.Add(13*time.Hour) {
		t.Errorf("half an hour back it is %+v at %v", l.All, l.Now)
	}
	o := Own{Name: "a"} // of a process that shares its budget
	o.Spend(month, call, Usage{Input: 3}, &c)
	if _, written := o.Next(&c); !written {
		t.Fatal("there is no word to write")
	}
	o.Written(&c)
	o.Spend(noon, call, Usage{Input: 2}, &c)
	var sum Ledger
	if sum.Recount(noon, o.Parts(), &c, nil); sum.All.Today != 5*Dollar {
		t.Errorf("of a process whose clock was fast today's sum is %v, want all of it", sum.All.Today)
	}
	w, _ := o.Next(&c)
	var there Ledger
	if there.Recount(noon.Add(24*time.Hour), []*Ledger{&w.Spent}, &c, nil); there.All.Today != 0 || there.All.Ever != 5*Dollar {
		t.Errorf("on the day after it is %+v, want nothing of today", there.All)
	}
}

func TestLedgerSurvivesItsJSON(t *testing.T) {
	c := free()
	c.Day, c.Channel = 10, 5
	var l Ledger
	play(t, &l, "mira@den 4, 13h, +theo@lab 2, mira@den 3", &c)
	text, err := json.Marshal(&l)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"now":1772413200000,"day":20514,"ends":1772496000000,` +
		`"all":{"t":3000000000,"h":2000000000,"e":7000000000,"s":1},` +
		`"familiars":{"b":[{"k":"mira","t":3000000000,"e":7000000000,"l":1772413200000},{"k":"theo","h":2000000000,"l":1772413200000}]},` +
		`"channels":{"b":[{"k":"den","t":3000000000,"e":7000000000,"s":1,"l":1772413200000},{"k":"lab","h":2000000000,"l":1772413200000}]},` +
		`"days":[{"d":20513,"t":4000000000}],"models":{"usd":3000000000},"n":1,` +
		`"open":[{"n":1,"u":1772413800000,"c":"lab","f":"theo","m":2000000000}]}`
	if string(text) != want {
		t.Errorf("as JSON\n%s\nwant\n%s", text, want)
	}
	var back Ledger
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	a := l.Spend(l.Now, Call{Channel: "den", Familiar: "mira", Model: "usd"}, Usage{Input: 1}, 1, &c, nil)
	b := back.Spend(l.Now, Call{Channel: "den", Familiar: "mira", Model: "usd"}, Usage{Input: 1}, 1, &c, nil)
	if !reflect.DeepEqual(a, b) || !reflect.DeepEqual(l, back) {
		t.Errorf("it goes on as\n%+v %v\nand from its JSON as\n%+v %v", l, a, back, b)
	}
}
