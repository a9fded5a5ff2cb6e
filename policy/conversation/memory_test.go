package conversation

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"familiar/messages"
)

// TestAMemoryAgesWithItsLine: where texts are kept for an hour, what was made of one goes
// after an hour, though the transcript has long let go of the line.
func TestAMemoryAgesWithItsLine(t *testing.T) {
	p := &player{t: t, out: &strings.Builder{}, change: func(c *Config) { c.Keep = time.Hour }}
	p.begin("ladder", "quick", "noodds", "nojudge", "memory")
	p.say("ana #bees: I keep bees")
	for k := range 10 {
		p.say(fmt.Sprintf("bob: %d", k))
	}
	p.wait(6 * time.Minute)
	p.learns("keeps bees sure 90 about bees: Ana keeps bees")
	p.wait(20 * time.Minute)
	for k := range 300 {
		p.say(fmt.Sprintf("bob: %d", k))
	}
	if p.s.Lines.Find("bees") != nil || len(p.s.Seats[0].Memory.Kept) != 1 {
		t.Fatalf("the transcript has the line, or the memory is gone before its time:\n%s", p.out)
	}
	p.wait(40 * time.Minute)
	p.say("bob: and now")
	if kept := p.s.Seats[0].Memory.Kept; len(kept) != 0 {
		t.Errorf("got %+v, want nothing after an hour", kept)
	}
}

// TestAQuestionThatMayRepeatIsCalledOff: a model that is shown a memory is not listened to
// once the line it was made of is deleted, or who it is about is forgotten.
func TestAQuestionThatMayRepeatIsCalledOff(t *testing.T) {
	for what, event := range map[string]Event{"the line": messages.Deleted{ID: "bees"}, "the person": messages.Forgotten{Person: "ana"}} {
		p := &player{t: t, out: &strings.Builder{}}
		p.begin("ladder", "quick", "noodds", "nojudge", "memory")
		p.say("ana #bees: I keep bees")
		for k := range 10 {
			p.say(fmt.Sprintf("bob: %d", k))
		}
		p.wait(6 * time.Minute)
		p.learns("keeps bees sure 90 about bees: Ana keeps bees")
		for k := range 10 {
			p.say(fmt.Sprintf("bob #l%d: bees, bees %d", k, k))
		}
		p.wait(9*time.Minute + 30*time.Second)
		if m := p.s.Seats[0].Memory; m.Asked == nil || !p.s.Busy() {
			t.Fatalf("%s: nothing was asked, or the channel may be put away meanwhile\n%s", what, p.out)
		}
		p.step(event)
		p.learns("keeps l1 sure 90: Somebody keeps bees")
		if kept := p.s.Seats[0].Memory.Kept; len(kept) != 0 {
			t.Errorf("%s: got %+v, want nothing", what, kept)
		}
	}
}

// TestAStartWithoutMemoryAsksNobody: a question that was with a model when the program
// ended is not put again, nor its answer kept, once the configuration has the familiar keep
// nothing any more.
func TestAStartWithoutMemoryAsksNobody(t *testing.T) {
	p := &player{t: t, out: &strings.Builder{}}
	p.begin("ladder", "quick", "noodds", "nojudge", "memory")
	for k := range 12 {
		p.say(fmt.Sprintf("bob #l%d: I keep bees, %d", k, k))
	}
	p.wait(6 * time.Minute)
	asked := p.s.Seats[0].Memory.Asked
	if asked == nil {
		t.Fatalf("nothing was asked\n%s", p.out)
	}
	body, err := p.s.Encode()
	if err != nil {
		t.Fatal(err)
	}
	s, err := Decode(body, testConfig(t, "ladder", "quick", "noodds", "nojudge"))
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range s.Pending() {
		if o, is := order.(messages.Memorize); is {
			t.Errorf("a model is asked what to keep of %d lines", len(o.Lines))
		}
	}
	s.Step(p.now, messages.Memorized{N: asked.N, Lessons: []messages.Lesson{{Text: "Bob keeps bees", From: []messages.LineID{"l3"}, Sure: 90}}}, nil)
	if kept := s.Seats[0].Memory.Kept; len(kept) != 0 {
		t.Errorf("got %+v, want nothing", kept)
	}
}
