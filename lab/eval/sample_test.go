package eval

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"
)

// sampled draws n questions of the preset chatty on the sample recording, which
// asks often.
func sampled(t *testing.T, n, workers int, seed uint64) *Sample {
	t.Helper()
	c, golds := open(t, "../replay/testdata/sample.jsonl", "../replay/testdata/sample.gold.jsonl")
	bench, err := NewBench(context.Background(), c, golds, Options{})
	if err != nil {
		t.Fatal(err)
	}
	o, err := options("chatty")
	if err != nil {
		t.Fatal(err)
	}
	o.Workers = workers
	s, err := bench.Sample(context.Background(), o, n, seed)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func ids(s *Sample) []string {
	var all []string
	for _, q := range s.Questions {
		all = append(all, fmt.Sprint(q.Slice, q.Order.Familiar, q.Order.N, q.Right))
	}
	return all
}

// TestSample: questions are drawn by the seed alone, half of them with each
// answer as far as there are so many.
func TestSample(t *testing.T) {
	every := sampled(t, 1000, 1, 0)
	if len(every.Questions) != every.All || every.Yes == 0 || every.Yes == every.All {
		t.Fatalf("%d questions of %d, %d with a yes: want all, and some of each", len(every.Questions), every.All, every.Yes)
	}
	few := sampled(t, 6, 1, 0)
	yes := 0
	for i, q := range few.Questions {
		yes += one(q.Right)
		if len(q.Order.Waiting) == 0 {
			t.Errorf("question %d is about no line", i)
		}
	}
	if len(few.Questions) != 6 || yes != 3 || few.All != every.All {
		t.Errorf("%d questions of %d, %d with a yes: want 6 of %d, 3 with a yes", len(few.Questions), few.All, yes, every.All)
	}
	if again := sampled(t, 6, 3, 0); !slices.Equal(ids(again), ids(few)) {
		t.Errorf("with three workers it draws %v, with one %v", ids(again), ids(few))
	}
	if other := sampled(t, 6, 1, 1); slices.Equal(ids(other), ids(few)) {
		t.Errorf("another seed draws the same: %v", ids(other))
	}
	rare := min(every.Yes, every.All-every.Yes)
	if most := sampled(t, 2*rare+2, 1, 0); len(most.Questions) != 2*rare+2 {
		t.Errorf("%d questions, want %d: the commoner ones fill up", len(most.Questions), 2*rare+2)
	}
}

// TestJudge: what a model is worth can be counted by hand.
func TestJudge(t *testing.T) {
	s := &Sample{All: 100, Yes: 20}
	for i := range 8 {
		s.Questions = append(s.Questions, Question{Slice: fmt.Sprint(i / 4), Right: i%2 == 0})
	}
	yes, no, failed := Answer{Asked: true, Yes: true}, Answer{Asked: true}, Answer{Asked: true, Failed: true}
	for _, tt := range []struct {
		says             string
		answers          []Answer
		asked, failed    int
		tpr, fpr, agrees float64
	}{
		{"an oracle", []Answer{yes, no, yes, no, yes, no, yes, no}, 8, 0, 1, 0, 1},
		{"who always says yes agrees where an oracle does", []Answer{yes, yes, yes, yes, yes, yes, yes, yes}, 8, 0, 1, 1, .2},
		{"half right of each", []Answer{yes, yes, no, no, yes, yes, no, no}, 8, 0, .5, .5, .5},
		{"what failed counts for nothing", []Answer{yes, no, failed, failed, yes, no, failed, no}, 8, 3, 1, 0, 1},
		{"neither does what was not come to", []Answer{yes, no, yes, {}, {}, {}, {}, {}}, 3, 0, 1, 0, 1},
		{"without a no nothing is known of those", []Answer{yes, {}, {}, {}, {}, {}, {}, {}}, 1, 0, 1, math.NaN(), math.NaN()},
	} {
		t.Run(tt.says, func(t *testing.T) {
			j := s.Judge(tt.answers)
			if j.Asked != tt.asked || j.Failed != tt.failed || !same(float64(j.TPR.Value), tt.tpr) || !same(float64(j.FPR.Value), tt.fpr) || !same(float64(j.Agrees.Value), tt.agrees) {
				t.Errorf("got %+v", j)
			}
			if _, known := j.Rates(); known == math.IsNaN(tt.fpr) {
				t.Errorf("its rates are known: %v", known)
			}
		})
	}
}

func TestTook(t *testing.T) {
	var j Judgement
	var took []time.Duration
	for i := range 10 {
		took = append(took, time.Duration(i+1)*time.Second)
	}
	if j.Took(took); j.Half != 6 || j.Ninety != 10 {
		t.Errorf("of 1 to 10 s half are within %v and nine in ten within %v", j.Half, j.Ninety)
	}
}

// TestMeasuredRow: a judge with the rates .90/.05 is worth what the row of that
// name is.
func TestMeasuredRow(t *testing.T) {
	c, golds := open(t, "../replay/testdata/sample.jsonl", "../replay/testdata/sample.gold.jsonl")
	bench, err := NewBench(context.Background(), c, golds, Options{})
	if err != nil {
		t.Fatal(err)
	}
	j := &Judgement{TPR: Rate{Value: .90}, FPR: Rate{Value: .05}}
	if err := bench.Rows(j); err != nil || len(j.Rows) != 2 || j.Rows[0] != j.Rows[1] {
		t.Errorf("got %+v and %v, want the same row twice", j.Rows, err)
	}
	for _, none := range []Judgement{{TPR: Rate{Value: 0}, FPR: Rate{Value: .05}}, {TPR: Rate{Value: .9}, FPR: Rate{Value: Measure(math.NaN())}}} {
		if err := bench.Rows(&none); err != nil || none.Rows != nil {
			t.Errorf("of %+v it makes %+v, %v, want no row", none, none.Rows, err)
		}
	}
	if rate(.999) != "1.00" || rate(.9) != ".90" {
		t.Errorf("rates are written %s and %s", rate(.999), rate(.9))
	}
}
