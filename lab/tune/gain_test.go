package tune

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"familiar/config"
	"familiar/lab/corpus"
	"familiar/lab/replay"
	"familiar/policy/conversation"
)

// TestTryTellsGainFromChance: what is as often worse as better is no gain, and
// what is better in nearly every part is one.
func TestTryTellsGainFromChance(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, tt := range []struct {
		says   string
		parts  int
		better func(i int) int // lines fewer missed
		want   Worth
	}{
		{"better everywhere", 12, func(int) int { return 5 }, Better},
		{"now better, now worse", 12, func(i int) int { return 10 * (i%2*2 - 1) }, Nothing},
		{"worse everywhere", 12, func(int) int { return -5 }, Nothing},
		{"better, in too few parts to tell", 4, func(int) int { return 5 }, Untold},
	} {
		var now, then []Outcome
		for i := range tt.parts {
			missed := 30 + r.IntN(10)
			now, then = append(now, came(missed, 10, 50)), append(then, came(missed-tt.better(i), 10, 50))
		}
		for _, m := range []Manner{Balanced, Lively} {
			if got := try(m, now, then, false); got.Worth != tt.want {
				t.Errorf("%s: %s is %s, want %s: %s", tt.says, m, got.Worth, tt.want, got)
			}
		}
		if got := try(Reserved, now, then, false); got.Worth.Gains() {
			t.Errorf("%s: as many interruptions are a gain: %s", tt.says, got)
		}
	}
	var now, then []Outcome
	for range 8 {
		now, then = append(now, came(30, 10, 50)), append(then, came(30, 10, 40))
	}
	if got := try(Balanced, now, then, false); got.Worth != Cheaper {
		t.Errorf("as good and cheaper is %s", got.Worth)
	}
	if got := try(Balanced, now, now, true); got.Worth.Gains() || !strings.Contains(got.String(), "what you have") {
		t.Errorf("the setting in force is %s: %s", got.Worth, got)
	}
}

// TestNoiseIsSeldomRecommended: of settings that are the same but for chance, about
// one in forty is taken for better.
func TestNoiseIsSeldomRecommended(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	const rounds = 300
	taken := 0
	for range rounds {
		var now, then []Outcome
		for range 10 {
			now = append(now, came(20+r.IntN(20), 5+r.IntN(10), 50))
			then = append(then, came(20+r.IntN(20), 5+r.IntN(10), 50))
		}
		if try(Balanced, now, then, false).Worth == Better {
			taken++
		}
	}
	if share := float64(taken) / rounds; share > .08 {
		t.Errorf("%.3f of settings without a gain are recommended", share)
	}
}

// TestTuningOnNoiseSaysSo: people who answer at random can't be learnt from; with
// and without a judge nothing is recommended, and the report says to keep what
// there is. One channel is cut in parts.
func TestTuningOnNoiseSaysSo(t *testing.T) {
	for _, judge := range []replay.Judge{replay.None, replay.Noisy} {
		var knobs config.Knobs
		knobs.Policy, _ = conversation.Preset("social")
		knobs.Room, _ = conversation.PresetRoom("social")
		recording := invented(t, 1, 3200, 11)
		golds := []corpus.Gold{{Slice: recording.Slices[0].Name, Familiar: "nabi", Nicks: []string{"nabi"}}}
		r := rand.New(rand.NewPCG(3, 3))
		for i := range recording.Slices[0].Records {
			if line := recording.Slices[0].Records[i].Line; line.Author.ID != "nabi" && r.Float64() < .02 {
				golds[0].Replied = append(golds[0].Replied, line.ID)
			}
		}
		space := SpaceOf(&knobs.Policy, judge != replay.None)
		bench, err := NewBench(recording, golds, space, knobs, replay.Options{Judge: judge}, Price{})
		if err != nil {
			t.Fatal(err)
		}
		found, err := Search(t.Context(), space, Options{Measure: bench.Measure, Runs: 40})
		if err != nil {
			t.Fatal(err)
		}
		report, err := bench.Report(t.Context(), found)
		if err != nil {
			t.Fatal(err)
		}
		text := report.Text(false)
		if report.Reported != 8 || report.ChosenBy != 8 {
			t.Errorf("chosen by %d parts and reported on %d, want 8 and 8", report.ChosenBy, report.Reported)
		}
		if judge == replay.None && (report.Recommended() != "" || !strings.Contains(text, "eep what you have")) {
			t.Errorf("noise is recommended:\n%s", text)
		}
		fits(t, text)
		t.Logf("judge %s:\n%s", judge, text)
	}
}

// fits checks that a text fits a terminal.
func fits(t *testing.T, text string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) > 40 {
		t.Errorf("%d lines, want at most 40", len(lines))
	}
	for _, line := range lines {
		if n := utf8.RuneCountInString(line); n > wide {
			t.Errorf("%d columns, want at most %d: %s", n, wide, line)
		}
	}
}

// TestSummaryFits: however many are tuned, a terminal holds it.
func TestSummaryFits(t *testing.T) {
	var reports []*Report
	for i := range 60 {
		r := &Report{
			Familiar: "somebody-with-a-long-name", In: fmt.Sprintf("discord:workspace-%d-*", i), Reported: 8,
			Rows:   []Row{{Names: []string{"now"}}, {Names: []string{"balanced"}, Turned: []config.Turned{{Key: "credit.window", Value: `"9m"`}}}},
			Trials: []Trial{{Manner: Balanced, Worth: Better, F1: Gain{.1, .05, .2}}},
		}
		reports = append(reports, r)
	}
	for n, whole := range map[int]bool{1: true, 3: true, 60: false} {
		text, err := Summary(reports[:n], 40)
		if err != nil {
			t.Fatal(err)
		}
		fits(t, text)
		if got := !strings.Contains(text, "more lines: give --long"); got != whole {
			t.Errorf("%d reports, whole %v, want %v:\n%s", n, got, whole, text)
		}
	}
}

// TestWhatIsPrintedLoads: what a report prints can be pasted: the familiar's table
// by itself, a rule behind a configuration.
func TestWhatIsPrintedLoads(t *testing.T) {
	const file = "[accounts.m]\nnetwork = \"irc\"\nserver = \"irc.example.org:6697\"\nnick = \"Mira\"\nfamiliars = [\"mira\"]\n"
	const familiar = "[familiars.mira]\njudge = \"offline\"\npersona = \"kind\"\n"
	const rule = "[[channels]]\nmatch = \"irc:*\"\nfamiliars = [\"mira\"]\n"
	turned := []config.Turned{{Key: "chattiness.lull", Value: `"44s"`}, {Key: "chattiness.tier", Value: `"quiet"`}, {Key: "credit.window", Value: `"9m"`}, {Key: "odds.wait.lo", Value: "0.05"}}
	for _, in := range []string{"", "irc:*", "irc:den-*"} {
		r := &Report{Familiar: "mira", In: in, Rows: []Row{{Names: []string{"balanced"}, Turned: turned}}}
		text, err := r.TOML(Balanced)
		if err != nil {
			t.Fatal(err)
		}
		whole := file + familiar + rule + "\n" + text
		if in == "" { // its keys go into the table that is there
			whole = file + strings.Replace(familiar, "[familiars.mira]\n", text, 1) + rule
		}
		c, err := config.Parse("pasted.toml", []byte(whole))
		if err != nil {
			t.Fatal(err, "\n"+whole)
		}
		want := config.Knobs{}
		want.Policy, _ = conversation.Preset("social")
		want.Room, _ = conversation.PresetRoom("social")
		for _, k := range turned {
			if err := want.Set(k.Key + "=" + k.Value); err != nil {
				t.Fatal(err)
			}
		}
		got := c.Channel("irc//den-1").Seats[0].Policy
		if !reflect.DeepEqual(got, want.Policy) {
			t.Errorf("pasted, it doesn't hold:\n%s", whole)
		}
		fits(t, text)
	}
}
