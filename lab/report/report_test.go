package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"familiar/internal/shorten"
	"familiar/lab/corpus"
	"familiar/lab/replay"
	"familiar/policy/conversation"
)

var update = flag.Bool("update", false, "rewrite the report of the sample")

// A tried is a setting of a test.
type tried struct {
	preset string
	judge  replay.Judge
	loop   replay.Loop
}

func one(preset string, judge replay.Judge) tried { return tried{preset, judge, replay.Forced} }

// of reports on a recording with each of the settings.
func of(t testing.TB, c *corpus.Corpus, golds []corpus.Gold, settings ...tried) *Report {
	t.Helper()
	var named []Setting
	for _, s := range settings {
		named = append(named, Setting{Name: s.preset, Judge: string(s.judge), Loop: string(s.loop)})
	}
	b := New("the recording", len(golds), named...)
	for i, s := range settings {
		policy, _ := conversation.Preset(s.preset)
		room, _ := conversation.PresetRoom(s.preset)
		_, err := replay.Run(t.Context(), c, golds, replay.Options{
			Policy: policy, Room: room, Judge: s.judge, Loop: s.loop,
			Took: func(w replay.Walk) error { b.Take(i, w); return nil }, KeepNotes: true,
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	r, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func sampled(t testing.TB, settings ...tried) *Report {
	t.Helper()
	c, err := corpus.Open("../replay/testdata/sample.jsonl", corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	golds, err := corpus.OpenGold("../replay/testdata/sample.gold.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return of(t, c, golds, settings...)
}

// quietReport is of somebody who was never spoken to, in a recording nobody
// annotated.
func quietReport(t testing.TB) *Report {
	t.Helper()
	var b strings.Builder
	b.WriteString(`{"ch":"moths","kind":"channel"}` + "\n")
	for i, who := range []string{"ana", "bo", "ana", "bo", "mira", "bo"} {
		fmt.Fprintf(&b, `{"ch":"moths","id":"%d","ts":"2024-05-04T10:0%d:00Z","kind":"message","author":%q,"uid":%q,"text":"ana: bo: look at this one","addressees":["ana","bo"],"reply_to":null}`+"\n", i, i, who, who)
	}
	c, err := corpus.Read(strings.NewReader(b.String()), "quiet", corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return of(t, c, []corpus.Gold{c.Slices[0].Gold("mira")}, one("ladder", replay.None))
}

// thousand is of as many channels in which people talk, now and then to mira.
func thousand(t testing.TB) *Report {
	t.Helper()
	var b strings.Builder
	began := time.Date(2024, 5, 4, 10, 0, 0, 0, time.UTC)
	for ch := range 1000 {
		fmt.Fprintf(&b, `{"ch":"room-%d","kind":"channel"}`+"\n", ch)
		for i := range 80 {
			who := []string{"ana", "bo", "cy", "mira"}[(i*i+ch)%4]
			text := "what do you make of the moths this year, they are early"
			if (i+ch)%7 == 0 {
				text = "mira: did you see it?"
			}
			reply := "[]"
			if who == "mira" && i > 0 {
				reply = fmt.Sprintf(`["%d"]`, i-1)
			}
			fmt.Fprintf(&b, `{"ch":"room-%d","id":"%d","ts":%q,"kind":"message","author":%q,"uid":%q,"text":%q,"reply_to":%s}`+"\n",
				ch, i, began.Add(time.Duration(i*(20+ch%50))*time.Second).Format(time.RFC3339), who, who, text, reply)
		}
	}
	c, err := corpus.Read(strings.NewReader(b.String()), "thousand", corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var golds []corpus.Gold
	for _, s := range c.Slices {
		golds = append(golds, s.Gold("mira"))
	}
	return of(t, c, golds, one("social", replay.Noisy))
}

// TestJSONOfTheSample: the whole report of the sample, two settings, as it
// stands in testdata.
func TestJSONOfTheSample(t *testing.T) {
	var got bytes.Buffer
	r := sampled(t, tried{"social", replay.Oracle, replay.Forced}, tried{"ladder", replay.None, replay.Closed})
	if err := r.JSON(&got); err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/sample.report.json"
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("the report of the sample is another: run go test -update and read the diff\n%.3000s", got.String())
	}
	var again Report
	if err := json.Unmarshal(got.Bytes(), &again); err != nil {
		t.Fatal(err)
	}
	var second bytes.Buffer
	if err := again.JSON(&second); err != nil || second.String() != got.String() {
		t.Errorf("read and written again it is another (%v)", err)
	}
}

// TestPageShowsTheTable compares the table in docs/replay.md with that of the
// sample.
func TestPageShowsTheTable(t *testing.T) {
	page, err := os.ReadFile("../../docs/replay.md")
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	for line := range strings.Lines(sampled(t, one("social", replay.Oracle), one("ladder", replay.Oracle)).Text()) {
		want.WriteString("    " + line)
	}
	if !strings.Contains(string(page), want.String()) {
		t.Errorf("docs/replay.md doesn't show\n%s", want.String())
	}
}

// TestFiguresAgreeWithTheScore: misses and interruptions are those of P and R.
func TestFiguresAgreeWithTheScore(t *testing.T) {
	for _, s := range []tried{one("ladder", replay.None), one("social", replay.Noisy), one("chatty", replay.Oracle), {"window", replay.Oracle, replay.Closed}} {
		r := sampled(t, s)
		f := r.Figures[0]
		positive, hits, calls := 0, 0, 0
		for _, c := range r.Channels {
			if c.LeftOut[0] > 0 {
				t.Fatalf("%s: %d decisions of the sample are left out", c.Name, c.LeftOut[0])
			}
			for _, d := range c.Decisions[0] {
				switch d.Mark {
				case Hit:
					hits++
				case Miss:
					positive++
				case Interruption, NoMark:
				}
				if d.Act == actSpoke {
					calls++
				}
			}
		}
		if calls != f.Calls || positive != f.Gold.Misses {
			t.Errorf("%s: %d calls and %d misses are shown, %d and %d counted", s.preset, calls, positive, f.Calls, f.Gold.Misses)
		}
		if want := float64(hits) / float64(hits+f.Gold.Interruptions); hits > 0 && want-f.Gold.P > 1e-9 {
			t.Errorf("%s: P is %v, %d hits and %d interruptions make %v", s.preset, f.Gold.P, hits, f.Gold.Interruptions, want)
		}
	}
}

// TestDelayOfAClosedLoop: a reply that was begun again with what came meanwhile
// is as late as it was said.
func TestDelayOfAClosedLoop(t *testing.T) {
	const lines = `{"ch":"moths","kind":"channel"}
{"ch":"moths","id":"2","ts":"2024-05-04T11:00:00Z","kind":"message","author":"ana","uid":"ana","text":"mira: hello?","reply_to":null}
{"ch":"moths","id":"3","ts":"2024-05-04T11:00:02Z","kind":"message","author":"ana","uid":"ana","text":"mira: are you there?","reply_to":null}
{"ch":"moths","id":"4","ts":"2024-05-04T11:00:04Z","kind":"message","author":"ana","uid":"ana","text":"mira: please","reply_to":null}
`
	c, err := corpus.Read(strings.NewReader(lines), "moths", corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := of(t, c, []corpus.Gold{{Slice: "moths", Familiar: "mira"}}, tried{"social", replay.None, replay.Closed}).Figures[0]
	if want := replay.DefaultComposeDelay.Seconds(); f.Calls != 1 || f.Delay50 == nil || *f.Delay50 != want {
		t.Errorf("%d calls, delay %v, want 1 and %v", f.Calls, f.Delay50, want)
	}
}

// TestNothingWasAnswered: where lines are annotated and mira answered none, what
// it says is an interruption, as in the score.
func TestNothingWasAnswered(t *testing.T) {
	const lines = `{"ch":"den","kind":"channel"}
{"ch":"den","id":"1","ts":"2024-05-04T10:00:00Z","kind":"message","author":"ana","uid":"ana","text":"mira: hello?","addressees":["mira"],"reply_to":[]}
{"ch":"moths","kind":"channel"}
{"ch":"moths","id":"1","ts":"2024-05-04T10:00:00Z","kind":"message","author":"bo","uid":"bo","text":"mira is away","reply_to":[]}
`
	c, err := corpus.Read(strings.NewReader(lines), "two", corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := of(t, c, []corpus.Gold{c.Slices[0].Gold("mira"), c.Slices[1].Gold("mira")}, one("ladder", replay.None))
	if g := r.Figures[0].Gold; g.Interruptions != 1 || g.P != .5 || g.R != 1 {
		t.Errorf("got %d interruptions, P %v and R %v, want 1, .5 and 1", g.Interruptions, g.P, g.R)
	}
	if d := r.Channels[1].Decisions[0]; len(d) == 0 || d[len(d)-1].Mark != Interruption {
		t.Errorf("the call is marked %+v, want an interruption", d)
	}
}

func TestASettingLikeItselfDiffersInNothing(t *testing.T) {
	r := sampled(t, one("social", replay.Oracle), one("social", replay.Oracle))
	if r.Differ != 0 || !reflect.DeepEqual(r.Figures[0], r.Figures[1]) {
		t.Errorf("%d lines differ, figures %+v and %+v", r.Differ, r.Figures[0], r.Figures[1])
	}
}

func TestTwoSettingsDiffer(t *testing.T) {
	r := sampled(t, one("social", replay.Oracle), one("ladder", replay.None))
	c := r.Channels[1] // mira in garden/1
	for _, test := range []struct {
		says, line string
		want       [2]string // act and rung of each side; "": no difference
	}{
		{"a question to nobody is asked about, or left alone", "4", [2]string{"spoke judge", "observe default"}},
		{"who goes on is asked about, or answered", "9", [2]string{"judge judge", "spoke sticky"}},
		{"both answer whoever calls", "16", [2]string{}},
	} {
		var got [2]string
		for _, d := range c.Differences {
			if d.Line == test.line {
				got = [2]string{d.Sides[0].Act + " " + d.Sides[0].Rung, d.Sides[1].Act + " " + d.Sides[1].Rung}
			}
		}
		if got != test.want {
			t.Errorf("%s: line %s: got %q, want %q", test.says, test.line, got, test.want)
		}
	}
}

func TestThinned(t *testing.T) {
	at := func(ms int64, act string, mark Mark) Decision { return Decision{At: ms, Act: act, Mark: mark} }
	all := []Decision{
		at(1, "observe", ""), at(2, actSpoke, Interruption), at(3, "wait", ""), at(4, "observe", ""), at(5, actJudge, ""),
		at(6, "observe", ""), at(7, "drop", ""), at(8, actMiss, Miss), at(9, "observe", ""), at(10, actSpoke, Hit),
	}
	for _, test := range []struct {
		says string
		most int
		want []int64
	}{
		{"what fits is all there", 10, []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
		{"of the quiet ones every so manieth goes first", 7, []int64{1, 2, 3, 5, 6, 8, 10}},
		{"then what led to nothing, then wake-ups", 3, []int64{2, 5, 8}},
		{"mistakes go last", 2, []int64{2, 8}},
	} {
		var got []int64
		for _, d := range thinned(all, test.most) {
			got = append(got, d.At)
		}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.says, got, test.want)
		}
	}
}

// TestAReportIsBounded: 1,000 channels stay far below what a browser opens,
// and everything left out is counted.
func TestAReportIsBounded(t *testing.T) {
	r := thousand(t)
	var html bytes.Buffer
	if err := r.HTML(&html); err != nil {
		t.Fatal(err)
	}
	if html.Len() > 16<<20 {
		t.Errorf("the page has %d bytes", html.Len())
	}
	c := r.Channels[0]
	if len(c.Decisions[0]) != 40 || c.LeftOut[0] == 0 || len(c.Lines.Gaps)+c.Lines.LeftOut != 80 {
		t.Errorf("a channel has %d decisions (%d left out) and %d lines (%d left out)", len(c.Decisions[0]), c.LeftOut[0], len(c.Lines.Gaps), c.Lines.LeftOut)
	}
	for _, test := range []struct{ text, want string }{{"short", "short"}, {strings.Repeat("ü", 200), strings.Repeat("ü", 139) + "…"}} {
		if got := shorten.Ellipsis(test.text, 140); got != test.want {
			t.Errorf("cut to %q", got)
		}
	}
}
