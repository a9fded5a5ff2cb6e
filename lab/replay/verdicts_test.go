package replay

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"familiar/messages"
)

func TestVerdictsAreJudgedAgain(t *testing.T) {
	c, golds := sample(t)
	var kept, before bytes.Buffer
	o := with(t, "social", Noisy)
	o.Seed, o.Verdicts, o.Decisions, o.Workers = 3, &kept, &before, 2
	sum, err := Run(t.Context(), c, golds, o)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(kept.String(), "\n"); n != sum.JudgeCalls || n == 0 {
		t.Errorf("%d verdicts written for %d questions", n, sum.JudgeCalls)
	}
	known, err := ReadVerdicts(&kept, "kept")
	if err != nil {
		t.Fatal(err)
	}
	var after bytes.Buffer
	o.Judge, o.Recorded, o.Verdicts, o.Decisions = Recorded, known, nil, &after
	sum, err = Run(t.Context(), c, golds, o)
	if err != nil || sum.Unrecorded != 0 {
		t.Fatalf("got %v, %d questions without a verdict", err, sum.Unrecorded)
	}
	if after.String() != before.String() {
		t.Errorf("the recorded judge decides\n%s\nwant\n%s", after.String(), before.String())
	}

	after.Reset()
	o.Judge, o.Decisions = Exact, &after
	if sum, err = Run(t.Context(), c, golds, o); err != nil || sum.Unrecorded != 0 || after.String() != before.String() {
		t.Errorf("the exact judge: got %v, %d questions without a verdict, deciding\n%s\nwant\n%s", err, sum.Unrecorded, after.String(), before.String())
	}
	var guessed, unknown int
	o.Decisions = nil
	o.Policy.Odds.On = false
	for judge, n := range map[Judge]*int{Recorded: &guessed, Exact: &unknown} {
		o.Judge = judge
		if sum, err = Run(t.Context(), c, golds, o); err != nil {
			t.Fatal(err)
		}
		*n = sum.Unrecorded
	}
	if unknown <= guessed {
		t.Errorf("of the questions of a setting without odds the exact judge leaves %d open, and the recorded one %d", unknown, guessed)
	}

	none, _ := ReadVerdicts(strings.NewReader(""), "none")
	o.Recorded = none
	sum, err = Run(t.Context(), c, golds, o)
	if err != nil || sum.Unrecorded != sum.JudgeCalls || sum.JudgeCalls == 0 {
		t.Errorf("with no verdicts: got %v, %d of %d questions without one; want all", err, sum.Unrecorded, sum.JudgeCalls)
	}
}

func TestReadVerdictsRefuses(t *testing.T) {
	for _, test := range []struct{ says, file, want string }{
		{"what is not JSON", "\n{", "f:2: unexpected end of JSON input"},
		{"a verdict about nothing", `{"ch":"a","familiar":"b"}`, "f:1: want ch, familiar and lines, as --verdicts writes them"},
		{"a line without end", strings.Repeat("x", 1<<20+1), "f:1: longer than 1048576 bytes"},
	} {
		if _, err := ReadVerdicts(strings.NewReader(test.file), "f"); err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", test.says, err, test.want)
		}
	}
}

func TestAskedJudge(t *testing.T) {
	c, golds := sample(t)
	o := with(t, "social", Asked)
	for _, test := range []struct {
		says   string
		answer func(messages.Judge) (messages.Judged, error)
		want   string // error
		fires  bool
	}{
		{"nobody", nil, "replay: judge asked: there is no model to ask", false},
		{"one who says yes", func(messages.Judge) (messages.Judged, error) { return messages.Judged{Yes: true}, nil }, "", true},
		{"one who fails is not one who says no, and not one who says yes", func(messages.Judge) (messages.Judged, error) {
			return messages.Judged{Yes: true, Error: "overloaded"}, nil
		}, "", false},
		{
			"one who gives up", func(messages.Judge) (messages.Judged, error) { return messages.Judged{}, errors.New("no key") },
			"replay joss in garden/1: judge: no key", false,
		},
	} {
		o.Ask = test.answer
		judged := 0
		o.Took = func(w Walk) error {
			for _, d := range w.Decisions {
				if d.Fire && d.Judged {
					judged++
				}
			}
			return nil
		}
		_, err := Run(t.Context(), c, golds, o)
		if test.want == "" && err != nil || test.want != "" && (err == nil || err.Error() != test.want) {
			t.Errorf("%s: got %v, want %q", test.says, err, test.want)
		}
		if test.fires != (judged > 0) {
			t.Errorf("%s: %d calls after a judge", test.says, judged)
		}
	}
}
