package screen

import (
	"fmt"
	"testing"
	"time"

	"familiar/llm/offline"
	"familiar/messages"
	"familiar/messages/because"
)

func TestClean(t *testing.T) {
	for _, tt := range []struct{ story, text, want string }{
		{"plain text stays", "hi, Ana! ümläut 你好", "hi, Ana! ümläut 你好"},
		{"a line is one line", "a\nb\tc\u2028d\u2029e\u0085f", "a b c d e f"},
		{"nothing colours or moves", "\x1b[31mred\x1b[2J\r\a\b", "[31mred[2J"},
		{"nor with the one-byte form", "a\u009b31mb", "a31mb"},
		{"nothing turns the direction", "\u202eevil\u2066x\u2069\u200f\u061c", "evilx"},
		{"nothing hides", "a\u200bb\ufeffc\u00add", "abcd"},
		{"families stay together", "👩\u200d👧", "👩\u200d👧"},
		{"bytes that are no text", "a\xffb", "a\uFFFDb"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := Clean(tt.text); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

var garden = messages.Channel{Network: "web", Chat: "garden"}.ID()

func TestDecision(t *testing.T) {
	at := messages.InstantOf(time.Date(2026, 1, 2, 14, 2, 11, 0, time.UTC))
	var recent Recent
	recent.Keep(garden, "1", "Ana", "@Aria do you\nsee \x1b[31mthis?")
	named := Style{Zone: time.UTC, Line: recent.Line, Name: func(messages.FamiliarID) string { return "Aria" }}
	coloured := named
	coloured.Colour = true
	for _, tt := range []struct {
		story string
		Style
		note messages.Note
		want string
	}{
		{
			"a line is to be answered", named,
			messages.Note{Channel: garden, Familiar: "aria", Line: "1", At: at, Act: messages.Engage, Rung: "mention"},
			"14:02:11  garden       Aria     engage (mention)  line by Ana: @Aria do you see [31mthis?",
		},
		{
			"in colour", coloured,
			messages.Note{Channel: garden, Familiar: "aria", At: at, Act: messages.Engage, Rung: "mention"},
			"14:02:11  garden       Aria     \x1b[32mengage (mention)\x1b[0m",
		},
		{
			"a wait says until when", named,
			messages.Note{Channel: garden, Familiar: "aria", At: at, Act: messages.Wait, Rung: "rest", Due: at.Add(9960 * time.Millisecond), Term: "lull"},
			"14:02:11  garden       Aria     wait (rest), thinks in 10s (lull)",
		},
		{
			"what became of a turn",
			Style{Zone: time.UTC},
			messages.Note{Channel: garden, Familiar: "aria", Line: "9", At: at, Act: messages.Settled, Rung: "judge", Trigger: messages.Lull, Reason: because.Read("judge", "no:\x1b[2J nothing\nto add")},
			"14:02:11  garden       aria     settled (judge) after lull: no:[2J nothing to add  line 9",
		},
		{
			"of everybody, in a thread whose name turns the direction", named,
			messages.Note{Channel: garden + "/t\u202e1", At: at, Act: messages.Drop, Rung: "duplicate"},
			"14:02:11  garden/t1    all      drop (duplicate)",
		},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := tt.Decision(&tt.note); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
	if got, want := named.Said(garden, at, "A\x1bna", "hi\nthere"), "14:02:11  garden       Ana      hi there"; got != want {
		t.Errorf("said: got %q, want %q", got, want)
	}
}

func TestSpoke(t *testing.T) {
	at := messages.InstantOf(time.Date(2026, 1, 2, 14, 2, 11, 0, time.UTC))
	for _, tt := range []struct{ story, text, want string }{
		{"a model's words", "hi\nthere", "14:02:11  garden       Aria     » hi there"},
		{"the scenes' words say so at the end", offline.Scripted + "hi", "14:02:11  garden       Aria     » hi  [scripted]"},
		{"so do a stand-in's", offline.Prefix + "I heard you", "14:02:11  garden       Aria     » I heard you  [offline]"},
		{"other brackets stay", "(really) hi", "14:02:11  garden       Aria     » (really) hi"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := (Style{Zone: time.UTC}).Spoke(garden, at, "Aria", tt.text); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
	if got, want := (Style{Zone: time.UTC, Colour: true}).Spoke(garden, at, "Aria", offline.Scripted+"hi"), "14:02:11  garden       Aria     \x1b[1;32m» hi\x1b[0m  \x1b[90m[scripted]\x1b[0m"; got != want {
		t.Errorf("in colour: got %q, want %q", got, want)
	}
}

func TestQuiet(t *testing.T) {
	at := messages.InstantOf(time.Date(2026, 1, 2, 14, 2, 11, 0, time.UTC))
	note := func(f messages.FamiliarID, act messages.Act, rung messages.Rung, reason because.Reason) *messages.Note {
		return &messages.Note{Channel: garden, Familiar: f, Line: "1", At: at, Act: act, Rung: rung, Reason: reason}
	}
	s := Style{Zone: time.UTC}
	if got, want := s.Quiet([]*messages.Note{note("pip", messages.Wait, "rest", nil), note("aria", messages.Observe, "aside", nil)}), "14:02:11  garden       ·        quiet: aria observe (aside), pip wait (rest)"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if got := s.Quiet(nil); got != "" {
		t.Errorf("of nothing: %q", got)
	}
	s.Colour = true
	if got, want := s.Softly(note("pip", messages.Settled, "silence", nil)), "\x1b[90m14:02:11  garden       pip      settled (silence)  line 1\x1b[0m"; got != want {
		t.Errorf("softly: got  %q\nwant %q", got, want)
	}
	for _, tt := range []struct {
		story string
		note  *messages.Note
		want  bool
	}{
		{"a line is left to the lull", note("pip", messages.Wait, "rest", nil), true},
		{"a line is answered", note("pip", messages.Engage, "mention", nil), false},
		{"the judge is asked", note("pip", messages.Ask, "sticky", nil), false},
		{"the judge says no", note("pip", messages.Settled, "judge", because.JudgeSaid{}), true},
		{"the judge says yes", note("pip", messages.Settled, "judge", because.JudgeSaid{Yes: true}), false},
		{"it spoke", note("pip", messages.Settled, "spoke", nil), false},
		{"its model chose silence", note("pip", messages.Settled, "silence", nil), true},
	} {
		if got := IsQuiet(tt.note); got != tt.want {
			t.Errorf("%s: quiet is %v, want %v", tt.story, got, tt.want)
		}
	}
}

func TestEveryActHasAColour(t *testing.T) {
	for _, act := range []messages.Act{
		messages.Drop, messages.Observe, messages.Engage, messages.Denied,
		messages.Claim, messages.Ask, messages.Wait, messages.Settled,
	} {
		if colours[act] == "" {
			t.Errorf("%s has no colour", act)
		}
	}
}

func TestCut(t *testing.T) {
	for _, tt := range []struct {
		story, text string
		runes       int
		want        string
	}{
		{"what fits stays", "äbc", 3, "äbc"},
		{"the rest is an ellipsis", "äbcd", 3, "äb…"},
		{"without a space before it", "ab cd", 4, "ab…"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := Cut(tt.text, tt.runes); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestRecentForgetsTheOldest(t *testing.T) {
	var r Recent
	for i := range remembered + 1 {
		r.Keep(garden, messages.LineID(fmt.Sprint(i)), "Ana", "hi")
	}
	r.Keep(garden, "7", "Ana", "changed")
	for _, tt := range []struct {
		story        string
		line         messages.LineID
		author, text string
	}{
		{"the oldest is gone", "0", "", ""},
		{"the next one isn't", "1", "Ana", "hi"},
		{"an edit shows", "7", "Ana", "changed"},
		{"the newest is there", messages.LineID(fmt.Sprint(remembered)), "Ana", "hi"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if author, text := r.Line(garden, tt.line); author != tt.author || text != tt.text {
				t.Errorf("got %q %q, want %q %q", author, text, tt.author, tt.text)
			}
		})
	}
	if len(r.lines) != remembered {
		t.Errorf("%d lines remembered, want %d", len(r.lines), remembered)
	}
}
