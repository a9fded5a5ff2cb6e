package duty

import (
	"testing"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/deadline"
	"familiar/policy/transcript"
)

const here messages.ChannelID = "web//a"

// TestFork: its task is told until its answer is in, which counts once, and its
// time ends.
func TestFork(t *testing.T) {
	var d Duties
	var numbers deadline.Counter
	fork := d.Begin(Fork{Familiar: "aria", Line: "7", Text: "in 1921"}, 1000, &numbers)
	task := fork.Task(here)
	if task.Channel != here.Fix("7") || task.Event.Fact != (messages.ForkBegun{Fork: fork.ID, Familiar: "aria", Text: "in 1921"}) {
		t.Fatalf("the task is %+v", task)
	}
	if out := d.Pending(here, nil); len(out) != 1 || out[0] != messages.Effect(task) {
		t.Errorf("told again is %v", out)
	}
	if due := d.Fired(99, 1000, &numbers); due != nil {
		t.Errorf("an old timer brings about %T", due)
	}
	old := fork.N
	if again, is := d.Fired(old, d.Forks[0].At, &numbers).(ForkAgain); !is || again.ID != fork.ID || d.Forks[0].N == old {
		t.Errorf("it is told again as %+v", again)
	}
	if over, is := d.Fired(d.Forks[0].N, d.Forks[0].Until, &numbers).(ForkOver); !is || over.K != 0 {
		t.Errorf("it ends as %+v", over)
	}
	if d.Answered(here, "web//b", fork.ID, "x") >= 0 || d.Answered(here, here.Fix("7"), fork.ID+1, "x") >= 0 || d.NextAnswered() >= 0 {
		t.Error("another fork's answer is taken")
	}
	if d.Answered(here, here.Fix("7"), fork.ID, "") != 0 || d.NextAnswered() >= 0 {
		t.Error("without a text there is a correction")
	}
	if d.Answered(here, here.Fix("7"), fork.ID, "in 1912") != 0 || d.NextAnswered() != 0 || d.Answered(here, here.Fix("7"), fork.ID, "in 1913") >= 0 {
		t.Errorf("it has the answer %q", d.Forks[0].Answer)
	}
	if closed := d.Close(0); closed.Over(here).Event.Fact != (messages.ForkClosed{Fork: 1, Familiar: "aria"}) {
		t.Errorf("it is closed by %+v", closed.Over(here))
	}
}

// TestAbout: a fork is about the line it corrects and those the turn answered
// that began it.
func TestAbout(t *testing.T) {
	var lines transcript.Log
	asked := lines.Add(&transcript.Entry{ID: "6", Author: &messages.Author{ID: "ana"}, Text: "when?"})
	f := Fork{Line: "7", No: 2, Asked: []uint32{lines.No(asked), 99}}
	for _, tt := range []struct {
		story string
		goes  func(transcript.Entry) bool
		want  bool
	}{
		{"the line it corrects", func(e transcript.Entry) bool { return e.ID == "7" }, true},
		{"its author", func(e transcript.Entry) bool { return e.Author.ID == "us" }, true},
		{"who asked", func(e transcript.Entry) bool { return e.Author.ID == "ana" }, true},
		{"somebody else", func(e transcript.Entry) bool { return e.Author.ID == "ben" }, false},
	} {
		if got := f.About("us", &lines, tt.goes); got != tt.want {
			t.Errorf("%s: got %v", tt.story, got)
		}
	}
}

// TestWrong: the line that is corrected is answered as it is now, and from the
// fork's memory once it has left the transcript.
func TestWrong(t *testing.T) {
	var lines transcript.Log
	us := messages.Author{ID: "us", Name: "Aria", Bot: true}
	said := lines.Add(&transcript.Entry{Marks: transcript.Marks{By: 2}, ID: "7", Author: &us, Text: "in 1920"})
	f := Fork{Line: "7", No: lines.No(said), Text: "in 1921", Said: 900}
	if e := f.Wrong(&lines, 1, us); e.Text != "in 1920" || e.By != 2 {
		t.Errorf("it answers %+v", e)
	}
	f.No = 99
	if e := f.Wrong(&lines, 1, us); e.Text != "in 1921" || e.By != 2 || e.No != 99 || e.At != 900 || *e.Author != us {
		t.Errorf("of one that is gone it answers %+v", e)
	}
}

// TestBrief: the task is shown as what the familiar has said itself.
func TestBrief(t *testing.T) {
	us := messages.Author{ID: "us"}
	for _, tt := range []struct {
		fix  Fix
		want int
	}{{Fix{Text: "in 1921"}, 1}, {Fix{Text: "in 1921", Why: "the year"}, 2}} {
		var order messages.Compose
		tt.fix.Brief(&order, us)
		if order.Notice != messages.FixNotice || len(order.Addressed) != tt.want || order.Addressed[0].Text != tt.fix.Text || !order.Addressed[tt.want-1].Own {
			t.Errorf("of %+v it is shown %+v", tt.fix, order.Addressed)
		}
	}
}

// TestFix: a side-fork answers once, tells it until it is closed by who gave it
// the task, or has outlived its time.
func TestFix(t *testing.T) {
	for _, tt := range []struct {
		answer, failure string
		want            messages.Fact
	}{
		{"in 1912", "", messages.ForkFixed{Fork: 3, Familiar: "aria", Text: "in 1912"}},
		{"", "it was silent", messages.ForkUnfixed{Fork: 3, Familiar: "aria", Why: "it was silent"}},
	} {
		var d Duties
		var numbers deadline.Counter
		if out := d.FinishFix(here.Fix("7"), "x", nil, nil); out != nil || d.IsFork() {
			t.Errorf("without a task it tells %v", out)
		}
		d.BeginFix(here, messages.ForkBegun{Fork: 3, Familiar: "aria", Text: "in 1921"}, 1000, &numbers)
		if out := d.Pending(here.Fix("7"), nil); len(out) != 0 || !d.IsFork() || !d.Fixing() {
			t.Errorf("at work it tells %v", out)
		}
		out := d.FinishFix(here.Fix("7"), tt.answer, because.Says(tt.failure), nil)
		if len(out) != 1 || out[0].(messages.Tell).Channel != here || out[0].(messages.Tell).Event.Fact != tt.want || d.Fixing() {
			t.Errorf("it tells %v, want %v", out, tt.want)
		}
		if again := d.FinishFix(here.Fix("7"), "y", nil, nil); again != nil || len(d.Pending(here.Fix("7"), nil)) != 1 {
			t.Errorf("it answers again: %v", again)
		}
		if d.ClosedBy("web//b", messages.ForkClosed{Fork: 3}) || d.ClosedBy(here, messages.ForkClosed{Fork: 2}) || !d.ClosedBy(here, messages.ForkClosed{Fork: 3}) {
			t.Error("another one closes it")
		}
		if _, over := d.Fired(d.Fix.N, d.Fix.At, &numbers).(FixOver); !over {
			t.Error("it stays for ever")
		}
	}
}

// TestAskWhy: what a question is about, and that few are open.
func TestAskWhy(t *testing.T) {
	reply := messages.Reply{ID: "5"}
	for _, tt := range []struct {
		story string
		reply messages.Reply
		words string
		line  messages.LineID
		last  int
	}{
		{"the newest", messages.Reply{}, "", "", 1},
		{"so many", messages.Reply{}, "3", "", 3},
		{"not more than can be said", messages.Reply{}, "300", "", whyMost},
		{"nor none", messages.Reply{}, "-1", "", 1},
		{"the line it replies to", reply, "3", "5", 1},
		{"a reply in a thread says where it stands", messages.Reply{ID: "5", ThreadRoot: true}, "2", "", 2},
	} {
		var d Duties
		var numbers deadline.Counter
		w, ok := d.AskWhy("aria", &messages.Line{ID: "9", ReplyTo: tt.reply}, tt.words, 1000, &numbers)
		if !ok || w.Asked != "9" || w.Line != tt.line || w.Last != tt.last {
			t.Fatalf("%s: got %+v", tt.story, w)
		}
		if order := w.Order(here); order.N != w.N || order.Deadline.Sub(1000) != WhyWithin || len(d.Pending(here, nil)) != 1 {
			t.Errorf("%s: ordered is %+v", tt.story, order)
		}
		if late, is := d.Fired(w.N, w.At, &numbers).(WhyLate); !is || late.Asked != "9" || len(d.Whys) != 0 {
			t.Errorf("%s: too late it is %+v", tt.story, late)
		}
	}
	var d Duties
	var numbers deadline.Counter
	for range WhysMost {
		d.AskWhy("aria", &messages.Line{ID: "9"}, "", 1000, &numbers)
	}
	before := numbers
	if _, ok := d.AskWhy("aria", &messages.Line{ID: "9"}, "", 1000, &numbers); ok || numbers != before {
		t.Error("one too many is taken")
	}
}
