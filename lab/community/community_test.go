package community

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"familiar/internal/long"
	"familiar/messages"
)

func some(t *testing.T, names ...string) []Taste {
	t.Helper()
	tastes := make([]Taste, len(names))
	for i, name := range names {
		var ok bool
		if tastes[i], ok = TasteOf(name); !ok {
			t.Fatalf("no taste %q", name)
		}
	}
	return tastes
}

// fixed is a grid of few, for tests that have nothing to do with more.
func fixed() []Setting { return []Setting{usual()[0], Alone(.06), Alone(.6)} }

func runAll(t *testing.T, o Options) *Report {
	t.Helper()
	o.Workers, o.Fixed = 2, fixed()
	report, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func encoded(t *testing.T, r *Report) string {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestSameSeedSameReport: however many are run at the same time.
func TestSameSeedSameReport(t *testing.T) {
	o := Options{Tastes: some(t, "company", "silenced"), Seeds: 2, Lines: 1000, Judge: Noisy, Fixed: fixed()}
	var reports []string
	for _, workers := range []int{1, 3} {
		o.Workers = workers
		r, err := Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		reports = append(reports, encoded(t, r)+r.String())
	}
	if reports[0] != reports[1] {
		t.Error("two runs differ")
	}
}

// TestTheTestBedTellsSettingsApart: where a taste prefers one of two settings,
// their intervals don't overlap.
func TestTheTestBedTellsSettingsApart(t *testing.T) {
	long.Test(t)
	low, high := Alone(.06), Alone(.6)
	for _, tt := range []struct {
		story         string
		taste         string
		better, worse string
	}{
		{"a quiet crowd wants it when it is called, and not always", "quiet", MentionOnly, low.Name},
		{"a server that is glad of company wants it to speak", "company", low.Name, high.Name},
		{"and not to wait for a call", "company", low.Name, MentionOnly},
		{"a help channel doesn't want every line answered", "help", high.Name, low.Name},
		{"who don't want to be interrupted would rather it was silent", "lulls", high.Name, low.Name},
		{"two who talk with it don't want to call it each time", "two", Standard, MentionOnly},
		{"who tires of it wants it to stop", "tires", high.Name, low.Name},
		{"who warms to it wants it to begin", "warms", low.Name, high.Name},
	} {
		report := cached(t, tt.taste, low, high)
		better, worse := report.rowOf(tt.taste, tt.better), report.rowOf(tt.taste, tt.worse)
		if better.Utility.Low <= worse.Utility.High {
			t.Errorf("%s: %s is worth %s, %s %s: want the first to be worth more beyond doubt", tt.story, tt.better, better.Utility, tt.worse, worse.Utility)
		}
	}
}

// TestLulls: with a judge who knows the taste, breaking silences pays where that
// is liked, against a bar so low that it interrupts.
func TestLulls(t *testing.T) {
	silences, interrupts := Grid(Noisy)[12], Grid(Noisy)[1]
	report := runAll(t, Options{Tastes: some(t, "lulls"), Seeds: 3, Lines: 1000, Judge: Noisy, Settings: []Setting{silences, interrupts}})
	if s, i := report.rowOf("lulls", silences.Name), report.rowOf("lulls", interrupts.Name); s.Utility.Low <= i.Utility.High {
		t.Errorf("%s is worth %s, %s %s", silences.Name, s.Utility, interrupts.Name, i.Utility)
	}
}

// TestNearTheBest holds settings to the best fixed one after 2,000 lines: what
// learns is to come within a tenth of its worth.
func TestNearTheBest(t *testing.T) {
	long.Test(t)
	low, high := Alone(.06), Alone(.6)
	for _, tt := range []struct {
		taste   string
		setting string
		near    bool
	}{
		{"company", low.Name, true},
		{"company", Standard, false},
		{"quiet", Standard, true},
		{"quiet", low.Name, false},
	} {
		row := cached(t, tt.taste, low, high).rowOf(tt.taste, tt.setting)
		if near := row.Shortfall <= .1; near != tt.near {
			t.Errorf("%s with %s falls short by %.2f of the best fixed setting: want within a tenth: %v", tt.taste, tt.setting, row.Shortfall, tt.near)
		}
	}
}

// TestLearningComesNearTheBest: what learns is within a tenth of the best fixed
// setting, whether that speaks a lot or hardly, and has settled.
func TestLearningComesNearTheBest(t *testing.T) {
	long.Test(t)
	learning := Learning()
	report := runAll(t, Options{Tastes: some(t, "company", "quiet"), Seeds: 3, Lines: 4000, Judge: Noisy, Settings: []Setting{learning, Alone(.02)}})
	for _, taste := range []string{"company", "quiet"} {
		row := report.rowOf(taste, learning.Name)
		if row.Shortfall > .1 || row.Moved.Swing > .5 {
			t.Errorf("%s: it falls short by %.2f of the best fixed setting, and its bar swings by %.2f: want a tenth and a half at most", taste, row.Shortfall, row.Moved.Swing)
		}
	}
}

// TestOnePersonDrives: who hushes and deletes makes it speak less to everybody;
// a setting that never speaks unasked can't be driven.
func TestOnePersonDrives(t *testing.T) {
	long.Test(t)
	low := Alone(.06)
	report := runAll(t, Options{Tastes: some(t, "company", "silenced", "grumbled at"), Seeds: 4, Lines: 1000, Judge: None, Settings: []Setting{low}})
	if p := report.rowOf("silenced", low.Name).Pull; p == nil || p.Unasked.High >= 0 {
		t.Errorf("%s: got %+v, want less unasked", low.Name, p)
	}
	if p := report.rowOf("silenced", MentionOnly).Pull; p == nil || *p != (Pull{}) {
		t.Errorf("%s: got %+v, want no pull", MentionOnly, p)
	}
	if p := report.rowOf("grumbled at", low.Name).Pull; p == nil || p.Unasked.Low > 0 || p.Unasked.High < 0 {
		t.Errorf("%s: got %+v, want no pull: nothing is learned from dislikes", low.Name, p)
	}
	if report.rowOf("company", low.Name).Pull != nil {
		t.Error("nobody drives company")
	}
}

// TestTheProgramSeesWhatPeopleShow: the channel makes of it what policy/effect
// has words for.
func TestTheProgramSeesWhatPeopleShow(t *testing.T) {
	report := cached(t, "company", Alone(.06), Alone(.6))
	seen := report.rowOf("company", Alone(.06).Name).Seen
	for _, how := range []messages.Rung{messages.ByTakenUp, messages.ByLiked, messages.ByDisliked, messages.ByTalkedOver, messages.ByIgnored, messages.ByHushed, messages.ByRemoved} {
		if seen[how].Often == 0 {
			t.Errorf("nothing was %s: %v", how, seen)
		}
	}
	if up, bad := seen[messages.ByTakenUp].Wanted, seen[messages.ByDisliked].Wanted; up < .8 || bad > .2 {
		t.Errorf("%.2f of what was taken up was wanted, and %.2f of what was disliked: want most and hardly any", up, bad)
	}
	if seen := report.rowOf("company", MentionOnly).Seen; seen[messages.ByTakenUp].Often != 0 {
		t.Errorf("what was never said was taken up: %v", seen)
	}
}

// TestMissedLinesAreCalledFor: who is left alone calls, and the channel notes
// that it has missed a line.
func TestMissedLinesAreCalledFor(t *testing.T) {
	row := cached(t, "company", Alone(.06), Alone(.6)).rowOf("company", Alone(.6).Name)
	if row.Called == 0 || row.Called >= row.Missed || row.Seen[messages.ByMissed].Often == 0 {
		t.Errorf("%.1f missed, %.1f called for, seen %v: want some calls, and that the channel sees them", row.Missed, row.Called, row.Seen)
	}
}

func TestStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	o := Options{Tastes: some(t, "quiet", "help"), Seeds: 2, Lines: 1000, Judge: None}
	o.Progress = func(done, total int) {
		if done > total/2 {
			stop()
		}
	}
	report, err := Run(ctx, o)
	if !errors.Is(err, context.Canceled) || len(report.Tastes) != 1 || report.rowOf("quiet", Standard) == nil {
		t.Errorf("got %v with %d tastes, want that it was stopped, and the taste that was done", err, len(report.Tastes))
	}
}

func TestValidateSaysWhatIsWrong(t *testing.T) {
	for _, tt := range []struct {
		story string
		spoil func(*Options)
		want  string
	}{
		{"no taste", func(o *Options) { o.Tastes = nil }, "no taste"},
		{"one community has no interval", func(o *Options) { o.Seeds = 1 }, "seeds = 1"},
		{"half a stretch", func(o *Options) { o.Lines = 1250 }, "want a multiple of 1000"},
		{"a judge nobody knows", func(o *Options) { o.Judge = "solomon" }, `judge "solomon"`},
		{"a setting that makes no sense", func(o *Options) { o.Settings = []Setting{Alone(2)} }, `setting "alone 2.00"`},
	} {
		o := Options{Tastes: Tastes(), Seeds: 2, Lines: 1000, Judge: None}
		tt.spoil(&o)
		if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", tt.story, err, tt.want)
		}
	}
}

// reports are those of a taste with two settings beside the usual ones, which
// several tests look at.
var reports = make(map[string]*Report)

func cached(t *testing.T, taste string, settings ...Setting) *Report {
	t.Helper()
	if reports[taste] == nil {
		lines := 2000
		if taste == "company" || taste == "quiet" { // which are held to the best after 2,000
			lines = 4000
		}
		reports[taste] = runAll(t, Options{Tastes: some(t, taste), Seeds: 3, Lines: lines, Judge: None, Settings: settings})
	}
	return reports[taste]
}

// rowOf returns that of a setting with communities of a taste; nil: there is none.
func (r *Report) rowOf(taste, setting string) *Row {
	for i := range r.Tastes {
		for k := range r.Tastes[i].Rows {
			if row := &r.Tastes[i].Rows[k]; r.Tastes[i].Taste == taste && row.Setting == setting {
				return row
			}
		}
	}
	return nil
}
