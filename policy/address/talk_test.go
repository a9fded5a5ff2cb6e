package address

import (
	"testing"

	"familiar/messages"
	"familiar/policy/ladder"
)

// TestWhoseTalkGoesOn: of several who would answer somebody who is alone here,
// the one that was spoken with last.
func TestWhoseTalkGoesOn(t *testing.T) {
	solo := func(act messages.Act) ladder.Decision { return ladder.Decision{Act: act, Rung: ladder.Solo} }
	for _, tt := range []struct {
		story  string
		before func(*place)
		would  [3]ladder.Decision
		with   int // whom it is for; -1: each decides by itself
	}{
		{"nothing was said: the first", func(*place) {}, [3]ladder.Decision{solo(messages.Engage), solo(messages.Engage), solo(messages.Engage)}, 0},
		{
			"who said the newest of our lines", func(p *place) { p.say("a", p.self(0), 1, 0); p.say("v", p.self(1), 2, 0) },
			[3]ladder.Decision{solo(messages.Engage), solo(messages.Engage), solo(messages.Engage)},
			1,
		},
		{
			"who was to answer the newest", func(p *place) { p.say("v", p.self(1), 2, 0); p.lines.Address(p.say("q", "ana", 0, 0), nox) },
			[3]ladder.Decision{solo(messages.Engage), solo(messages.Engage), solo(messages.Engage)},
			2,
		},
		{
			"who would answer, before who would think about it", func(p *place) { p.say("v", p.self(1), 2, 0) },
			[3]ladder.Decision{solo(messages.Engage), solo(messages.Ask), solo(messages.Ask)},
			0,
		},
		{
			"nobody, where one has credit", func(*place) {},
			[3]ladder.Decision{solo(messages.Engage), {Act: messages.Engage, Rung: ladder.Sticky}, solo(messages.Engage)},
			-1,
		},
		{
			"not one whose account is gone", func(p *place) { p.say("q", "ana", 0, aria) },
			[3]ladder.Decision{solo(messages.Engage), solo(messages.Engage), {Act: messages.Observe, Rung: ladder.Bottom}},
			1,
		},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := newPlace(t)
			tt.before(p)
			var unheard uint32
			if last := p.lines.At(p.lines.Last()); last != nil {
				unheard = p.lines.Unheard(last)
			}
			e := p.say("now", "ana", 0, unheard)
			var talk Talk
			asked := 0
			for range 2 { // it is looked for once
				talk.Find(e, &p.lines, len(p.config.Seats), func(i int) ladder.Decision {
					asked++
					return tt.would[i]
				})
			}
			if asked > len(tt.would) {
				t.Errorf("%d seats were asked", asked)
			}
			for i, d := range tt.would {
				able := d.Rung == ladder.Solo && unheard&(1<<i) == 0
				if got, want := talk.IsSiblings(i, e, &p.lines, false), able && i != tt.with; got != want {
					t.Errorf("for %s it is a sibling's: %v, want %v", p.config.Seats[i].Name, got, want)
				}
			}
		})
	}
}

// TestALateCopyFindsItTaken: who heard the line first may have answered.
func TestALateCopyFindsItTaken(t *testing.T) {
	p := newPlace(t)
	e := p.say("now", "ana", 0, 0)
	var talk Talk
	talk.Find(e, &p.lines, 2, func(int) ladder.Decision { return ladder.Decision{Act: messages.Engage, Rung: ladder.Solo} })
	if talk.IsSiblings(0, e, &p.lines, true) {
		t.Error("nobody has taken the line, and it is a sibling's")
	}
	p.lines.Address(e, vesper)
	if !talk.IsSiblings(0, e, &p.lines, true) || talk.IsSiblings(0, e, &p.lines, false) {
		t.Error("Vesper has taken the line before Aria's account heard it")
	}
}

func TestWhatMayGoOn(t *testing.T) {
	p := newPlace(t)
	for _, tt := range []struct {
		story string
		line  messages.Line
		want  bool
	}{
		{"talk", messages.Line{Text: "so"}, true},
		{"a line that calls one", messages.Line{Text: "Nox, so"}, false},
		{"a bot's", messages.Line{Author: messages.Author{Bot: true}, Text: "so"}, false},
		{"one from a gap", messages.Line{Text: "so", Backfilled: true}, false},
	} {
		g := p.gist(&tt.line)
		if got := p.book.MayGoOn(&tt.line, &g); got != tt.want {
			t.Errorf("%s may be for one of several: %v", tt.story, got)
		}
	}
	l := &messages.Line{Text: "so"}
	g := p.gist(l)
	if g.Crowd = 2; p.book.MayGoOn(l, &g) {
		t.Error("in a crowd a line goes on with nobody's talk")
	}
}
