package duty

import (
	"testing"

	"familiar/policy/deadline"
)

// TestErrands: they are done in order, but for those that wait for a model, and
// no more wait than can be kept.
func TestErrands(t *testing.T) {
	var d Duties
	for n := range ErrandsMost {
		if !d.AddErrand(Errand{Familiar: "aria", Prompt: string(rune('a' + n))}) {
			t.Fatalf("errand %d is refused", n)
		}
	}
	if d.AddErrand(Errand{}) {
		t.Error("one too many is taken")
	}
	d.WakeAgain("bo", nil, 7)
	if !d.Retries("bo") || d.Retries("aria") {
		t.Error("bo was woken in vain, aria wasn't")
	}
	ready := func(e Errand) bool { return e.Failed == 0 }
	if e, is := d.TakeErrand(ready); !is || e.Prompt != "a" {
		t.Errorf("got %+v, %v, want aria's oldest", e, is)
	}
	if d.DropErrands("aria"); len(d.Errands) != 1 {
		t.Errorf("%+v wait, want bo's", d.Errands)
	}
	if _, is := d.TakeErrand(ready); is || d.IsZero() {
		t.Error("bo's is not ready")
	}
}

// TestDue: the earliest of all that is open.
func TestDue(t *testing.T) {
	var d Duties
	var numbers deadline.Counter
	if d.Due() != (deadline.Deadline{}) || !d.IsZero() {
		t.Fatal("there is something of nothing")
	}
	f := d.Begin(Fork{Line: "m1"}, 1000, &numbers)
	if f.ID != 1 || f.N != 2 || !d.Corrects("m1") || d.Corrects("m2") || f.Until <= f.At {
		t.Fatalf("it begins as %+v", f)
	}
	d.Whys = append(d.Whys, WhyAsked{Deadline: numbers.By(500)})
	if d.Due().N != 3 || !d.AsksWhy(3) {
		t.Errorf("due is %+v, want the question", d.Due())
	}
	if w := d.TakeWhy(3); w == nil || d.TakeWhy(3) != nil || d.TakeWhy(0) != nil {
		t.Errorf("the question is taken as %+v", w)
	}
	k := d.Fork(func(f *Fork) bool { return f.Is(2) })
	if k != 0 {
		t.Fatalf("found fork %d", k)
	}
	for until := d.Forks[0].Until; d.Forks[0].At < until; {
		d.Forks[0].tellAgain(d.Forks[0].At, &numbers)
	}
	if closed := d.Close(k); closed.At != closed.Until || !d.IsZero() {
		t.Errorf("it ends as %+v", closed)
	}
}

// TestWakeAgain: an errand that failed comes first, and remembers when it did.
func TestWakeAgain(t *testing.T) {
	d := &Duties{Errands: []Errand{{Familiar: "bram"}}}
	d.WakeAgain("aria", &Errand{Familiar: "aria", Prompt: "hi", Failed: 3}, 7)
	d.WakeAgain("pip", nil, 7)
	if got := d.Errands; len(got) != 3 || got[0].Familiar != "pip" || got[0].Failed != 7 || got[1].Prompt != "hi" || got[1].Failed != 3 {
		t.Errorf("got %+v", got)
	}
}
