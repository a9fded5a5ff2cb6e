package load

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"familiar/lab/load/tally"
	"familiar/lab/load/traffic"
	"familiar/lab/load/vitals"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A fake is a familiar that takes a line, decides it 5 ms later and answers a
// call after a second, except for what it does wrong.
type fake struct {
	tally *tally.Tally
	wrong func(f *fake, l Line) (handled bool)
	again error // what it says to the first line

	mu    sync.Mutex // lines are said at the same time
	lines int
	held  Line
}

func (f *fake) Say(_ context.Context, l Line) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lines++
	if f.lines == 1 && f.again != nil {
		return f.again
	}
	if f.wrong == nil || !f.wrong(f, l) {
		f.decide(l, 5*time.Millisecond)
	}
	return nil
}

// fakes are the names in these tests.
var fakes = Names{Run: "r", Familiar: "aria"}

func (f *fake) decide(l Line, after time.Duration) {
	time.AfterFunc(after, func() { f.tally.Decided(l.Key, time.Now(), len(l.Mentions) > 0, "mention") })
	if called := fakes.Called(l.Text); len(called) > 0 {
		time.AfterFunc(time.Second, func() { f.post(fakes.text(traffic.Line{Calls: true}, l.Key), called) })
	}
}

func (f *fake) post(id string, lines []Key) {
	f.tally.Posted(id, time.Now(), fakes.Called(fakes.Quote(lines))...)
}

// TestRun: what a familiar does wrong is in the report.
func TestRun(t *testing.T) {
	for _, tt := range []struct {
		story string
		wrong func(f *fake, l Line) bool
		again error
		want  string // the faults
	}{
		{story: "nothing is wrong"},
		{story: "it wants a line said again", again: ErrAgain},
		{story: "it fails once, whatever that means", again: errors.New("500")},
		{story: "nobody is there for one line", again: ErrNobody},
		{
			story: "it loses every 50th line",
			wrong: func(f *fake, _ Line) bool { return f.lines%50 == 0 },
			want:  "lines were decided before an earlier one; lines were acknowledged and never decided; calls were never answered",
		},
		{
			story: "it decides some twice",
			wrong: func(f *fake, l Line) bool {
				if f.lines%50 == 0 {
					f.decide(l, 6*time.Millisecond)
				}
				return false
			},
			want: "lines were decided twice",
		},
		{
			story: "it holds one back until the next has passed",
			wrong: func(f *fake, l Line) bool {
				if f.held.Key == (Key{}) && len(l.Mentions) == 0 {
					f.held = l
					f.decide(l, 10*time.Second)
					return true
				}
				return false
			},
			want: "lines were decided before an earlier one",
		},
		{
			story: "it decides what nobody said",
			wrong: func(f *fake, l Line) bool {
				f.tally.Decided(Key{Channel: l.Channel, Number: 1e6}, time.Now(), false, "")
				return false
			},
			want: "lines were decided that nobody said",
		},
		{
			story: "it answers twice",
			wrong: func(f *fake, l Line) bool {
				if called := fakes.Called(l.Text); len(called) > 0 {
					time.AfterFunc(2*time.Second, func() { f.post("again "+l.Text, called) })
				}
				return false
			},
			want: "calls were answered twice",
		},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := &fake{wrong: tt.wrong, again: tt.again}
				report := runFake(t, t.Context(), f, 60*time.Second)
				var faults []string
				for _, fault := range report.Faults(Bars{}) {
					_, what, _ := strings.Cut(fault, " ")
					faults = append(faults, what)
				}
				if got := strings.Join(faults, "; "); got != tt.want {
					t.Errorf("faults are %q\nwant       %q\nin %+v %+v", got, tt.want, report.Lines, report.Answers)
				}
				if report.Lines.Said < 300 || report.Answers.Called == 0 {
					t.Errorf("%+v: want some 600 lines, and calls", report.Lines)
				}
				if wants := tt.again != nil && !errors.Is(tt.again, ErrNobody); (report.Lines.Again > 0) != wants || (report.Lines.TurnedAway > 0) != errors.Is(tt.again, ErrNobody) {
					t.Errorf("%d said again, %d turned away", report.Lines.Again, report.Lines.TurnedAway)
				}
			})
		})
	}
}

func runFake(t *testing.T, ctx context.Context, f *fake, d time.Duration) Report {
	t.Helper()
	f.tally = tally.New(tally.Options{Channels: 5})
	report, err := Run(ctx, Options{
		Plan:  traffic.Plan{Shape: traffic.Uniform, Channels: 5, Rate: 10, Calls: 0.05},
		Names: fakes, Target: f, Tally: f.tally, Duration: d, Settle: 20 * time.Second, Speakers: 3,
	})
	if err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	return report
}

// TestGreet: every channel is known before the first line counts, and the
// times are those of the plan's lines after the warm-up.
func TestGreet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{tally: tally.New(tally.Options{Channels: 100})}
		f.wrong = func(f *fake, l Line) bool {
			if l.Number == 1 {
				f.decide(l, time.Second)
			}
			return l.Number == 1
		}
		report, err := Run(t.Context(), Options{
			Plan:  traffic.Plan{Shape: traffic.Uniform, Channels: 100, Rate: 20},
			Names: fakes, Target: f, Tally: f.tally, Duration: 20 * time.Second, Warm: 10 * time.Second, Settle: time.Minute, Greet: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		said, timed := report.Lines.Said, report.Latency.Decision
		if said < 400 || timed.Max > 100*time.Millisecond || timed.Count < 150 || timed.Count > 250 || report.Took != 20*time.Second {
			t.Errorf("%d lines, of which %d took up to %v, in %v; want 500 and, greetings and warm-up left aside, times of 200", said, timed.Count, timed.Max, report.Took)
		}
	})
}

// TestCut: told to stop it reports what it has, and nothing counts as lost.
func TestCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		time.AfterFunc(30*time.Second, stop)
		report := runFake(t, ctx, &fake{}, time.Hour)
		if faults := report.Faults(Bars{P99: 1, Steady: true}); !report.Cut || len(faults) > 0 || report.Took != 30*time.Second || len(report.Series) < 29 {
			t.Errorf("cut %v, faults %v, took %v, %d samples", report.Cut, faults, report.Took, len(report.Series))
		}
	})
}

func TestBars(t *testing.T) {
	flat := func(grow func(i int, l *vitals.Look)) (series []Sample) {
		for i := range 60 {
			s := Sample{At: time.Duration(i) * time.Second, Vitals: vitals.Look{RSS: 200 << 20, Goroutines: 500, Files: 40}}
			grow(i, &s.Vitals)
			series = append(series, s)
		}
		return series
	}
	for _, tt := range []struct {
		story string
		grow  func(i int, l *vitals.Look)
		bars  Bars
		want  string
	}{
		{"flat", func(int, *vitals.Look) {}, Bars{Steady: true, P99: time.Second, RSS: 300 << 20}, ""},
		{"a warm-up is no growth", func(i int, l *vitals.Look) { l.RSS += uint64(min(i, 20)) << 24 }, Bars{Steady: true}, ""},
		{"memory grows", func(i int, l *vitals.Look) { l.RSS += uint64(i) << 22 }, Bars{Steady: true}, "resident memory in MiB grew from 320 to 400 after the warm-up"},
		{"goroutines grow", func(i int, l *vitals.Look) { l.Goroutines += 20 * i }, Bars{Steady: true}, "goroutines grew from 1100 to 1500 after the warm-up"},
		{"files grow", func(i int, l *vitals.Look) { l.Files += 4 * i }, Bars{Steady: true}, "open files grew from 160 to 240 after the warm-up"},
		{"too slow", func(int, *vitals.Look) {}, Bars{P99: time.Microsecond}, "decisions take 5ms (p99), 1µs is allowed"},
		{"too large", func(int, *vitals.Look) {}, Bars{RSS: 100 << 20}, "the process took 200 MiB, 100 are allowed"},
	} {
		r := Report{Series: flat(tt.grow), Took: time.Hour}
		r.Lines.Decided, r.Latency.Decision.P99, r.Most.RSS = 1, 5*time.Millisecond, 200<<20
		if got := strings.Join(r.Faults(tt.bars), "; "); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.story, got, tt.want)
		}
	}
	short := Report{Series: flat(func(int, *vitals.Look) {})[:5], Took: time.Hour}
	short.Lines.Decided = 1
	if got := strings.Join(short.Faults(Bars{Steady: true}), "; "); !strings.HasPrefix(got, "5 seconds are too few") {
		t.Errorf("too short: got %q", got)
	}
}

// TestShown: the report can be read by people, programs and a viewer.
func TestShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		report := runFake(t, t.Context(), &fake{}, 20*time.Second)
		var text, picture bytes.Buffer
		if err := errors.Join(report.Print(&text), report.Plot(&picture)); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"uniform, 5 channels, seed 0: 20s of lines", " 0 lost, 0 doubled, 0 out of order", "due to decision", "turn: whole"} {
			if !strings.Contains(text.String(), want) {
				t.Errorf("printed\n%s\nwithout %q", &text, want)
			}
		}
		for d := xml.NewDecoder(&picture); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("the picture is no XML: %v", err)
			}
		}
		encoded, err := json.Marshal(report)
		if err != nil {
			t.Fatal(err)
		}
		var again Report
		if err := json.Unmarshal(encoded, &again); err != nil || again.Lines != report.Lines || again.Latency != report.Latency {
			t.Errorf("read back %+v, %v", again.Lines, err)
		}
		if got := report.Latency.Decision.P50; got < 5*time.Millisecond || got > 6*time.Millisecond {
			t.Errorf("a decision takes %v, want the fake's 5 ms", got)
		}
	})
}

func TestNames(t *testing.T) {
	n := Names{Run: "r1"}
	for _, tt := range []struct {
		story string
		got   any
		want  any
	}{
		{"a channel", n.Channel(n.Chat(17)), 17},
		{"no channel of ours", n.Channel("garden"), -1},
		{"no number", n.Channel("c-1"), -1},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.story, tt.got, tt.want)
		}
	}
	if k, ok := n.Key(3, n.ID(12)); !ok || k != (Key{Channel: 3, Number: 12}) {
		t.Errorf("got %v, %v; want line 12", k, ok)
	}
	for _, id := range []string{"r2-12", "r1-x", "post:1", ""} {
		if k, ok := n.Key(3, id); ok {
			t.Errorf("%q is taken for line %v", id, k)
		}
	}
	if got := n.Called("re q1x2r1, q3x4r1 but not aq5x6r1, q7r1 or another run's q1x2r2"); len(got) != 2 || got[1] != (Key{Channel: 3, Number: 4}) {
		t.Errorf("called are %v, want two", got)
	}
}

func TestThin(t *testing.T) {
	series := make([]Sample, 5*plotPoints)
	series[12].Vitals.RSS = 7
	if got := thin(series); len(got) != plotPoints || got[2].Vitals.RSS != 7 {
		t.Errorf("%d samples of which the third has %d, want the peak kept", len(got), got[2].Vitals.RSS)
	}
}
