package odds

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"familiar/messages"
	"familiar/messages/because"
)

func TestLoad(t *testing.T) {
	const head = `{"form":"familiar-odds/1","provenance":"by hand","cap":0.9,"bias":-1,"weights":`
	second := strings.Replace(head, "odds/1", "odds/2", 1)
	for _, tt := range []struct {
		what, file string
		want       []string // parts of the error; none: it is read
	}{
		{"the smallest file", head + `{}}`, nil},
		{"a weight by its name", head + `{"question":1.5}}`, nil},
		{"no JSON", `bias: 1`, []string{"invalid character"}},
		{"nothing", ``, []string{"EOF"}},
		{"something behind it", head + `{}} {}`, []string{"more after the object"}},
		{"a file of the next form", strings.Replace(head, "odds/1", "odds/3", 1) + `{}}`, []string{`form "familiar-odds/3": want "familiar-odds/2"`}},
		{"the second form", second + `{},"gate":"talking","gated":{"question":1}}`, nil},
		{"the second form without a gate", second + `{}}`, nil},
		{"the first form has no gate", head + `{},"gate":"talking","gated":{}}`, []string{`belong to form "familiar-odds/2"`}},
		{"gated weights have a gate", second + `{},"gated":{"question":1}}`, []string{`gate: unknown feature ""`}},
		{"that is a feature", second + `{},"gate":"shoe_size"}`, []string{`gate: unknown feature "shoe_size"`}},
		{"and are no larger than others", second + `{},"gate":"talking","gated":{"question":-21}}`, []string{"question = -21"}},
		{"an unknown field", head + `{},"model":"x"}`, []string{`unknown field "model"`}},
		{"nobody says how it was made", strings.Replace(head, "by hand", "", 1) + `{}}`, []string{"provenance is missing"}},
		{"two things wrong are both said", head + `{"shoe_size":1,"question":21}}`, []string{`unknown feature "shoe_size"`, "question = 21: want -20 to 20"}},
		{"a bias beyond all sureness", strings.Replace(head, ":-1", ":-21", 1) + `{}}`, []string{"bias = -21"}},
		{"a cap that leaves nothing sure", strings.Replace(head, "0.9", "0.5", 1) + `{}}`, []string{"cap = 0.5"}},
		{"a cap above 1", strings.Replace(head, "0.9", "1.1", 1) + `{}}`, []string{"cap = 1.1"}},
		{"a bend", second + `{},"bend":0.5}`, nil},
		{"a bend of nothing", second + `{},"bend":0}`, nil},
		{"a bend the other way", second + `{},"bend":1.1}`, []string{"bend = 1.1: want 0 to 1"}},
		{"the first form has no bend", head + `{},"bend":0.5}`, []string{`belong to form "familiar-odds/2"`}},
		{"a number too large for one", head + `{"question":1e999}}`, []string{"cannot unmarshal"}},
		{"a file that is too long", head + `{}}` + strings.Repeat(" ", mostBytes), []string{"at most 65536"}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			w, err := Load([]byte(tt.file))
			if len(tt.want) == 0 {
				if err != nil || w.bias != -1 || w.most != .9 || w.Provenance != "by hand" {
					t.Errorf("got %+v, %v", w, err)
				}
				return
			}
			for _, want := range tt.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("got %v, want an error with %q", err, want)
				}
			}
		})
	}
}

// TestBend: above .6 log-odds count in part, but for somebody who seems alone.
func TestBend(t *testing.T) {
	of := func(bias float64, bend string, seen int) float64 {
		w, err := Load(fmt.Appendf(nil, `{"form":"familiar-odds/2","provenance":"by hand","cap":0.98,"bias":%v,"weights":{}%s}`, bias, bend))
		if err != nil {
			t.Fatal(err)
		}
		f := Nothing()
		f.Crowd = seen
		return w.P(&f)
	}
	const half, none = `,"bend":0.5`, `,"bend":0`
	plain := logistic(2)
	for _, tt := range []struct {
		what string
		got  float64
		want float64
	}{
		{"below .6 nothing is bent", of(.4, half, 5), logistic(.4)},
		{"above it half the log-odds count", of(2, half, 5), logistic((2 + logit(.6)) / 2)},
		{"or none", of(2, none, 5), .6},
		{"or all where nothing is said", of(2, "", 5), plain},
		{"and where only one person has been seen", of(2, half, 1), plain},
	} {
		if math.Abs(tt.got-tt.want) > 1e-12 {
			t.Errorf("%s: got %v, want %v", tt.what, tt.got, tt.want)
		}
	}
}

// TestFeaturesHaveNames: each its own, found again, and the weights the program
// carries use them.
func TestFeaturesHaveNames(t *testing.T) {
	seen := make(map[string]bool)
	for _, f := range Features() {
		name := f.String()
		if back, ok := featureOf(name); !ok || back != f || seen[name] || name == "" {
			t.Errorf("feature %d is called %q, which is %d, %v", f, name, back, ok)
		}
		seen[name] = true
	}
	if !strings.HasPrefix(Builtin().Provenance, "fitted") || Builtin().Fitted.Rows == 0 || Builtin().Weight(Thanks) >= 0 || Builtin().Weight(Question) <= 0 {
		t.Errorf("the program's weights: %+v", Builtin())
	}
	if Feature(0).String() != "none" || features.String() != "none" || Builtin().Weight(features) != 0 {
		t.Error("what is no feature has a name or a weight")
	}
}

// TestFeature gives each feature that is a formula its value at a point where
// it can be worked out by hand.
func TestFeature(t *testing.T) {
	at := func(lines uint32, d time.Duration) Age { return Age{Lines: lines, Time: d} }
	for _, tt := range []struct {
		what    string
		feature Feature
		set     func(*Facts)
		want    float64
	}{
		{"nothing has happened: no answer", Answered, func(*Facts) {}, 0},
		{"an answer three lines ago is half", Answered, func(f *Facts) { f.Us, f.Ours = at(3, 0), true }, .5},
		{"unless the author has spoken to us since", Answered, func(f *Facts) { f.Us = at(3, 0) }, 0},
		{"an answer a minute ago is half", AnsweredTime, func(f *Facts) { f.Us, f.Ours = at(0, time.Minute), true }, .5},
		{"they addressed us six lines ago", TheyAddressed, func(f *Facts) { f.Them = at(6, 0) }, .5},
		{"they addressed us two minutes ago", TheyAddressedTime, func(f *Facts) { f.Them = at(0, 2*time.Minute) }, .5},
		{"we talked ten minutes ago", Talking, func(f *Facts) { f.Us = at(0, 10*time.Minute) }, .5},
		{"31 lines between the two are often", Often, func(f *Facts) { f.Talked = 31 }, 1},
		{"four lines since the author spoke to another", Away, func(f *Facts) { f.PrevTo = at(4, 0) }, .5},
		{"two minutes since", AwayTime, func(f *Facts) { f.PrevTo = at(0, 2*time.Minute) }, .5},
		{"somebody answered the author four lines ago", GotElse, func(f *Facts) { f.GotElse = at(4, 0) }, .5},
		{"and two minutes ago", GotElseTime, func(f *Facts) { f.GotElse = at(0, 2*time.Minute) }, .5},
		{"but we did after that", GotElse, func(f *Facts) { f.GotElse, f.Us = at(4, 0), at(3, 0) }, 0},
		{"we spoke eight lines ago", SpokeLines, func(f *Facts) { f.Spoke = at(8, 0) }, .5},
		{"we spoke two minutes ago", SpokeTime, func(f *Facts) { f.Spoke = at(0, 2*time.Minute) }, .5},
		{"a new author was silent", Silent, func(*Facts) {}, 1},
		{"ten minutes are half a silence", Silent, func(f *Facts) { f.Author = at(9, 10*time.Minute) }, .5},
		{"a question of a stranger is cold", ColdQuestion, func(f *Facts) { f.Signs.Asks = true }, 1},
		{"so it is with a question mark alone", ColdQuestion, func(f *Facts) { f.Bits = messages.IsQuestion }, 1},
		{"we talked just now: it isn't", ColdQuestion, func(f *Facts) { f.Signs.Asks, f.Us = true, at(2, time.Minute) }, 0},
		{"one cold question in ten was taken", Takes, func(f *Facts) { f.Signs.Asks, f.Cold = true, .1 }, .5},
		{"what is no question nobody takes", Takes, func(f *Facts) { f.Cold = .1 }, 0},
		{"one human is no crowd", Crowded, func(f *Facts) { f.Crowd = 1 }, 0},
		{"eight are half of one", Crowded, func(f *Facts) { f.Crowd = 8 }, .5},
		{"three words are short", Short, func(f *Facts) { f.Signs.Length = 3 }, .25},
		{"seven words are half of long", Long, func(f *Facts) { f.Signs.Length = 7 }, .5},
		{"a line every fifteen seconds", Pace, func(f *Facts) { f.Pace = 15 }, .5},
		{"one shared word", Overlap, func(f *Facts) { f.Overlap = 1 }, .5},
		{"a mention of somebody else", AimedAway, func(f *Facts) { f.Bits = messages.MentionsOthers }, 1},
		{"a reply to somebody else", AimedAway, func(f *Facts) { f.Bits = messages.RepliesToOther }, 1},
		{"a call of somebody unknown", CallsUnknown, func(f *Facts) { f.Signs.Calls = true }, 1},
		{"a call of us is none", CallsUnknown, func(f *Facts) { f.Signs.Calls, f.CalledHead = true, true }, 0},
		{"nor one of somebody known", CallsUnknown, func(f *Facts) { f.Signs.Calls, f.CalledOther = true, true }, 0},
		{"our name", Named, func(f *Facts) { f.Bits = messages.NamesUs }, 1},
		{"a bot's name", NamesBot, func(f *Facts) { f.Bits = messages.NamesPeer }, 1},
		{"a credit", Credit, func(f *Facts) { f.Bits = messages.HasCredit }, 1},
		{"the line before was ours", Next, func(f *Facts) { f.Last = true }, 1},
		{"a yes or no", Ack, func(f *Facts) { f.Signs.Ack = true }, 1},
		{"our share of the talk", Share, func(f *Facts) { f.Share = .25 }, .25},
		{"the author goes on from a line for us", RunUs, func(f *Facts) { f.Run, f.PrevUs = true, at(1, 0) }, 1},
		{"our record counts for any line", TakesAny, func(f *Facts) { f.Cold = .1 }, .5},
		{"we spoke thirty lines ago", SpokeLong, func(f *Facts) { f.Spoke = at(30, 0) }, .5},
		{"a quarter of an hour ago", SpokeLongTime, func(f *Facts) { f.Spoke = at(0, 15*time.Minute) }, .5},
		{"they addressed us twenty seconds ago", JustAddressed, func(f *Facts) { f.Them = at(0, 20*time.Second) }, .5},
		{"what they aimed last was for us, two minutes ago", ToUsTime, func(f *Facts) { f.PrevUs = at(3, 2*time.Minute) }, .5},
		{"somebody addressed us six lines ago", Called, func(f *Facts) { f.Called = at(6, 0) }, .5},
		{"two minutes ago", CalledTime, func(f *Facts) { f.Called = at(0, 2*time.Minute) }, .5},
		{"ten seconds after the line before", Gap, func(f *Facts) { f.Gap = 10 * time.Second }, .5},
		{"which was somebody else's", RunGap, func(f *Facts) { f.Gap = 10 * time.Second }, 0},
		{"which was the author's own", RunGap, func(f *Facts) { f.Run, f.Gap = true, 10*time.Second }, .5},
		{"that was too many lines ago", RunUs, func(f *Facts) { f.Run, f.PrevUs = true, at(2, 0) }, 0},
	} {
		t.Run(tt.what, func(t *testing.T) {
			f := Nothing()
			tt.set(&f)
			var v [features]float64
			f.measure(&v)
			if math.Abs(v[tt.feature]-tt.want) > 1e-9 {
				t.Errorf("%s is %v, want %v", tt.feature, v[tt.feature], tt.want)
			}
		})
	}
}

func TestEstimateInWords(t *testing.T) {
	for _, tt := range []struct {
		what string
		e    Estimate
		want string
	}{
		{"nothing moved it", Estimate{P: .08}, "odds .08"},
		{"one thing did", Estimate{P: .31, Top: Top{{Question, .8}}}, "odds .31: question +0.8"},
		{"two, one against it", Estimate{P: .5, Top: Top{{Question, .8}, {Crowded, -.52}}}, "odds .50: question +0.8, crowd -0.5"},
		{"as sure as it gets", Estimate{P: 1}, "odds 1.00"},
	} {
		if got := because.Written(tt.e.Because()); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.what, got, tt.want)
		}
	}
}
