package conversation

import (
	"fmt"
	"slices"
	"testing"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/duty"
)

// wakeFor wakes with a prompt, by a clock or not.
func (w *world) wakeFor() {
	c := messages.Commanded{Command: messages.Wake, Text: "say so", Timed: w.pick("clock", 2) == 1}
	if at := w.pick("whom", 1+len(w.config.Seats)); at > 0 {
		c.Familiar = w.config.Seats[at-1].Familiar
	}
	w.step(c)
}

// tellToSay has the operator say something through one of them.
func (w *world) tellToSay() {
	c := messages.Commanded{Command: messages.Say, Text: []string{"hear ye", "NO_REPLY", " "}[w.pick("text", 3)]}
	if at := w.pick("whom", 1+len(w.config.Seats)); at > 0 {
		c.Familiar = w.config.Seats[at-1].Familiar
	}
	w.step(c)
}

// answerFork has a side-fork answer, the right one or one that is closed.
func (w *world) answerFork() {
	w.said++
	from, fork := w.s.Channel.Fix(w.someLine()), uint64(w.pick("fork", 60))
	if d := w.s.Duties; d != nil && len(d.Forks) > 0 {
		f := d.Forks[w.pick("which fork", len(d.Forks))]
		from, fork = w.s.Channel.Fix(f.Line), f.ID
	}
	var answer messages.Fact = messages.ForkFixed{Fork: fork, Familiar: "Aria", Text: fmt.Sprintf("correction-%d.", w.said)}
	if w.pick("no correction", 4) == 3 {
		answer = messages.ForkUnfixed{Fork: fork, Familiar: "Aria", Why: "it was right"}
	}
	w.step(messages.Told{From: from, Fact: answer})
}

// forkOwn has the open turn fork a line now and then, as a rule its familiar's
// newest.
func (w *world) forkOwn(c *messages.Composed) {
	t := w.s.Turn
	if t == nil {
		return
	}
	line := messages.LineID("")
	for e := range w.s.Lines.All() {
		if int(e.By) == t.Seat+1 {
			line = e.ID
		}
	}
	switch w.pick("fork", 3) {
	case 1:
		c.Fork = messages.Fork{Line: line, Why: "wrong"}
	case 2:
		c.Fork = messages.Fork{Line: w.someLine(), Why: "wrong"}
	}
}

// dutiesHold: a clock's turn answers nothing, a side-fork is open for a line
// once and not for longer than it may, and its correction is posted once.
func (w *world) dutiesHold() {
	w.t.Helper()
	if t := w.s.Turn; t != nil && t.IsTimed() && len(t.Asked) > 0 {
		w.t.Fatalf("a clock's turn answers %+v", t.Asked)
	}
	d := w.s.Duties
	if d.IsZero() {
		return
	}
	if slices.ContainsFunc(d.Errands, w.s.Seats.IsReady) && w.s.Turn == nil {
		w.t.Fatalf("%+v wait, and no turn is in flight", d.Errands)
	}
	if len(d.Errands) > duty.ErrandsMost+1 { // one that failed comes back
		w.t.Fatalf("%d errands wait", len(d.Errands))
	}
	lines := map[messages.LineID]bool{}
	for _, f := range d.Forks {
		switch {
		case lines[f.Line]:
			w.t.Fatalf("line %s is corrected twice at a time", f.Line)
		case f.Deadline.N == 0 || f.At > f.Until:
			w.t.Fatalf("a fork that never ends: %+v", f)
		case f.Answer != "" && w.s.Turn == nil:
			w.t.Fatalf("the correction %q waits for nothing", f.Answer)
		}
		lines[f.Line] = true
	}
}

// correctedOnce takes a post that may be a side-fork's correction.
func (w *world) correctedOnce(a *account, id messages.PostID) bool {
	w.t.Helper()
	t := w.s.Turn
	if t == nil || t.Fixes == 0 || w.s.Turn.Part(id) == nil { // a notice may be said meanwhile
		return false
	}
	if a.corrected[t.Fixes] {
		w.t.Fatalf("the side-fork %d is posted twice", t.Fixes)
	}
	a.corrected[t.Fixes] = true
	return true
}

// dictatedOnce takes a post that is what the operator had a familiar say: one
// turn for each order at most.
func (w *world) dictatedOnce(a *account, id messages.PostID) bool {
	w.t.Helper()
	t := w.s.Turn
	if t == nil || t.Errand == nil || t.Errand.Say == "" || w.s.Turn.Part(id) == nil {
		return false
	}
	if a.dictated[t.Deadline.N] = true; len(a.dictated) > a.dictations {
		w.t.Fatalf("%d texts of the operator's are said, %d were ordered", len(a.dictated), a.dictations)
	}
	return true
}

// TestWithout: which tools a turn doesn't get, by its kind.
func TestWithout(t *testing.T) {
	mention := messages.Heard{Line: &messages.Line{ID: "1", Channel: scriptChannel, Author: messages.Author{ID: "ana"}, Mentions: []messages.PersonID{"us"}}}
	for _, tt := range []struct {
		what    string
		channel messages.ChannelID
		preset  string
		keys    []string
		events  []Event
		want    []messages.Tool
	}{
		{"an answer where credit is each author's", scriptChannel, "social", []string{"quick"}, []Event{mention}, []messages.Tool{messages.ToolEngage}},
		{"an answer where it is the channel's window", scriptChannel, "window", nil, []Event{mention}, nil},
		{
			"a clock's turn moves nothing", scriptChannel, "window", nil,
			[]Event{messages.Commanded{Command: messages.Wake, Timed: true}},
			[]messages.Tool{messages.ToolDisengage, messages.ToolEngage, messages.ToolFork},
		},
		{"a turn somebody woke is like any other", scriptChannel, "window", nil, []Event{messages.Commanded{Command: messages.Wake, Text: "go"}}, nil},
		{
			"nothing is said in a side-fork", scriptChannel.Fix("1"), "window", nil,
			[]Event{messages.Told{From: scriptChannel, Fact: messages.ForkBegun{Fork: 1, Familiar: "Aria", Text: "x"}}},
			[]messages.Tool{messages.ToolDisengage, messages.ToolEngage, messages.ToolFork, messages.ToolSend, messages.ToolReact, messages.ToolEdit, messages.ToolFile},
		},
		{
			"once it was not to see the channel, it doesn't read its past", scriptChannel, "window",
			[]string{"two", "single"},
			[]Event{
				messages.Heard{Line: &messages.Line{ID: "0", Channel: scriptChannel}},
				messages.Composed{N: 1, Skip: true},
				messages.Commanded{Command: messages.Turns, Text: "mode direct Vesper"},
				messages.Commanded{Command: messages.Wake, Familiar: "Vesper", Text: "go"},
			},
			[]messages.Tool{messages.ToolHistory},
		},
	} {
		t.Run(tt.what, func(t *testing.T) {
			s := New(tt.channel, testConfig(t, tt.preset, tt.keys...))
			var got []messages.Compose
			for _, e := range tt.events {
				for _, effect := range s.Step(s.Now+1000, e, nil) {
					if o, ok := effect.(messages.Compose); ok {
						got = append(got, o)
					}
				}
			}
			if len(got) == 0 || !slices.Equal(got[len(got)-1].Without, tt.want) {
				t.Errorf("got %+v, want one without %s", got, tt.want)
			}
		})
	}
}

// TestSideForkOf: whose task a side-fork takes.
func TestSideForkOf(t *testing.T) {
	task := messages.Told{From: scriptChannel, Fact: messages.ForkBegun{Fork: 7, Familiar: "Aria", Text: "in 1921", Why: "the year"}}
	told := func(change func(*messages.Told)) messages.Told {
		e := task
		change(&e)
		return e
	}
	for _, tt := range []struct {
		what string
		in   messages.ChannelID
		told messages.Told
		want bool
	}{
		{"its parent's", scriptChannel.Fix("2"), task, true},
		{"a thread's", (scriptChannel + "/t").Fix("2"), told(func(e *messages.Told) { e.From += "/t" }), true},
		{"not another channel's", scriptChannel.Fix("2"), told(func(e *messages.Told) { e.From = "test//other" }), false},
		{"none in a channel that is no side-fork", scriptChannel + "/t", task, false},
		{"of somebody who is not here", scriptChannel.Fix("2"), told(func(e *messages.Told) { e.Fact = messages.ForkBegun{Fork: 7, Familiar: "Milo", Text: "in 1921"} }), false},
	} {
		t.Run(tt.what, func(t *testing.T) {
			s := New(tt.in, testConfig(t, "ladder", "two", "direct"))
			composes := false
			for _, effect := range s.Step(1000, tt.told, nil) {
				switch o := effect.(type) {
				case messages.Compose:
					composes = o.Familiar == "Aria" && o.Notice == messages.FixNotice && len(o.Addressed) == 2 && o.Addressed[0].Text == "in 1921"
				case messages.Post:
					t.Errorf("it posts %+v where nobody reads", o)
				}
			}
			if composes != tt.want {
				t.Errorf("works on it: %v, want %v", composes, tt.want)
			}
		})
	}
}

// TestSideForkAtTheLimit: nothing is worked out that can't be paid for.
func TestSideForkAtTheLimit(t *testing.T) {
	p := &stepper{t: t, s: New(scriptChannel.Fix("2"), testConfig(t, "ladder"))}
	p.step(messages.PressureChanged{Step: 4})
	p.step(messages.Told{From: scriptChannel, Fact: messages.ForkBegun{Fork: 7, Familiar: "Aria", Text: "in 1921", Why: "the year"}})
	want := messages.Tell{Channel: scriptChannel, Event: messages.Told{From: p.s.Channel, Fact: messages.ForkUnfixed{Fork: 7, Familiar: "Aria", Why: because.Written(because.BudgetSpent)}}}
	if tell := only[messages.Tell](t, p.out); tell != want {
		t.Errorf("it tells %+v, want %+v", tell, want)
	}
}

// TestSideForkLeavesNothing: once it is over, whatever was said in it goes.
func TestSideForkLeavesNothing(t *testing.T) {
	p := &stepper{t: t, s: New(scriptChannel.Fix("2"), testConfig(t, "ladder"))}
	p.step(messages.Told{From: scriptChannel, Fact: messages.ForkBegun{Fork: 7, Familiar: "Aria", Text: "in 1921", Why: "the year"}})
	p.says("in 1912", "In 1912.")
	want := messages.Tell{Channel: scriptChannel, Event: messages.Told{From: p.s.Channel, Fact: messages.ForkFixed{Fork: 7, Familiar: "Aria", Text: "In 1912."}}}
	if tell := only[messages.Tell](t, p.out); tell != want {
		t.Errorf("it tells %+v, want %+v", tell, want)
	}
	s, err := Decode(p.encoded(), testConfig(t, "ladder"))
	if err != nil {
		t.Fatal(err)
	}
	if tell := only[messages.Tell](t, s.Pending()); tell != want {
		t.Errorf("after a restart it tells %+v, want %+v", tell, want)
	}
	p.step(messages.Told{From: scriptChannel, Fact: messages.ForkClosed{Fork: 6, Familiar: "Aria"}})
	if p.s.Duties.IsZero() {
		t.Error("another fork's end has ended it")
	}
	p.step(messages.Told{From: scriptChannel, Fact: messages.ForkClosed{Fork: 7, Familiar: "Aria"}})
	if erase := only[messages.Erase](t, p.out); !erase.All || !p.s.Duties.IsZero() {
		t.Errorf("it erases %+v and keeps %+v, want all and nothing", erase, p.s.Duties)
	}
}
