package effect

import (
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/odds"
	"familiar/policy/transcript"

	"pgregory.net/rapid"
)

func said(n uint64, why messages.Trigger, line messages.LineID) Said {
	return Said{N: n, Trigger: why, Lines: []messages.LineID{line}}
}

// TestTaken tells stories of a line said unasked and how it was taken.
func TestTaken(t *testing.T) {
	hear := func(reply messages.LineID, calls bool) func(*Watch) []Ending {
		return func(w *Watch) []Ending { return w.Hear(reply, calls, 1) }
	}
	after := func(d time.Duration) func(*Watch) []Ending {
		return func(w *Watch) []Ending { return w.Expire(messages.Instant(0).Add(d)) }
	}
	react := func(emoji string) func(*Watch) []Ending {
		return func(w *Watch) []Ending { return w.React("said", emoji, 1) }
	}
	for _, tt := range []struct {
		story string
		steps []func(*Watch) []Ending
		want  messages.Rung // "": it is followed still
	}{
		{"somebody replies to it", []func(*Watch) []Ending{hear("said", true)}, messages.ByTakenUp},
		{"a reply needs no name", []func(*Watch) []Ending{hear("said", false)}, messages.ByTakenUp},
		{"somebody calls the familiar next", []func(*Watch) []Ending{hear("", false), hear("", true)}, messages.ByTakenUp},
		{"a reply to an older line of its own is about that", []func(*Watch) []Ending{hear("older", true)}, ""},
		{"nobody says anything", []func(*Watch) []Ending{after(Within)}, messages.ByIgnored},
		{"there is time yet", []func(*Watch) []Ending{after(Within - time.Millisecond)}, ""},
		{"they talk on, slowly", []func(*Watch) []Ending{hear("", false), after(Within)}, messages.ByTalkedOver},
		{"a thumb", []func(*Watch) []Ending{react("👍🏽")}, messages.ByLiked},
		{"a thumb by Slack's name", []func(*Watch) []Ending{react(":-1::skin-tone-2:")}, messages.ByDisliked},
		{"a reaction that says nothing", []func(*Watch) []Ending{react("🐳"), react(":tada:")}, messages.ByLiked},
		{"it is deleted", []func(*Watch) []Ending{func(w *Watch) []Ending { return w.Remove("said") }}, messages.ByRemoved},
		{"something else is deleted", []func(*Watch) []Ending{func(w *Watch) []Ending { return w.Remove("") }}, ""},
		{"it is told to be quiet", []func(*Watch) []Ending{(*Watch).Hush}, messages.ByHushed},
	} {
		var w State
		w.Speak(0, said(7, messages.Lull, "said"))
		var ended []Ending
		for _, step := range tt.steps {
			ended = append(ended, step(w.Watch)...)
		}
		switch {
		case tt.want == "":
			if len(ended) > 0 || len(w.Said) != 1 {
				t.Errorf("%s: it ended as %+v", tt.story, ended)
			}
		case len(ended) != 1 || ended[0].How != tt.want || ended[0].N != 7 || w.Said != nil:
			t.Errorf("%s: %+v, and followed still %+v; want %s", tt.story, ended, w.Said, tt.want)
		}
	}
}

func TestTalkedOver(t *testing.T) {
	var w State
	w.Speak(0, said(1, messages.Interjection, "a"))
	for n := range Lines {
		ended := w.Hear("", false, 1)
		if (len(ended) > 0) != (n == Lines-1) {
			t.Errorf("after %d lines: %+v", n+1, ended)
		}
	}
}

// TestPartsOfOneTurn: each part counts for the turn, whose time begins with the last.
func TestPartsOfOneTurn(t *testing.T) {
	var w State
	w.Speak(0, said(1, messages.Lull, "a"))
	w.Speak(messages.Instant(0).Add(time.Minute), said(1, messages.Lull, "b"))
	if ended := w.Expire(messages.Instant(0).Add(Within)); len(ended) > 0 {
		t.Errorf("ended by the time of its first part: %+v", ended)
	}
	if ended := w.Hear("a", false, 1); len(ended) != 1 || ended[0].How != messages.ByTakenUp {
		t.Errorf("a reply to the first part: %+v", ended)
	}
}

// TestEveryTurnEndsOnce: whatever happens, each turn that is followed ends once, and
// no more than [Most] are followed at a time.
func TestEveryTurnEndsOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w State
		var now messages.Instant
		begun, ended := uint64(0), map[uint64]int{}
		take := func(all []Ending) {
			for _, e := range all {
				ended[e.N]++
			}
		}
		line := func() messages.LineID {
			return messages.LineID(rapid.StringMatching(`[a-h]?`).Draw(t, "line"))
		}
		for range rapid.IntRange(1, 60).Draw(t, "events") {
			now = now.Add(time.Duration(rapid.IntRange(0, 300).Draw(t, "seconds")) * time.Second)
			take(w.Expire(now))
			switch rapid.IntRange(0, 5).Draw(t, "what happens") {
			case 0:
				begun++
				take(w.Speak(now, said(begun, messages.Lull, line())))
			case 1:
				take(w.Hear(line(), rapid.Bool().Draw(t, "calls"), odds.Key(1+2*rapid.IntRange(0, 3).Draw(t, "by"))))
			case 2:
				take(w.React(line(), rapid.SampledFrom([]string{"👍", "👎", "🐳"}).Draw(t, "emoji"), 1))
			case 3:
				take(w.Remove(line()))
			case 4:
				take(w.Hush())
			}
			if w.Watch != nil && len(w.Said) > Most {
				t.Fatalf("%d are followed", len(w.Said))
			}
		}
		take(w.Expire(now.Add(Within)))
		for n := uint64(1); n <= begun; n++ {
			if ended[n] != 1 {
				t.Fatalf("turn %d ended %d times", n, ended[n])
			}
		}
	})
}

// TestMissed: who calls the familiar soon after they wrote to nobody had to.
func TestMissed(t *testing.T) {
	var lines transcript.Log
	add := func(who messages.PersonID, at time.Duration) *transcript.Row {
		author := messages.Author{ID: who}
		return lines.Add(&transcript.Entry{Marks: transcript.Marks{At: messages.Instant(0).Add(at)}, Author: &author})
	}
	var left Left
	first := lines.No(add("bob", 0))
	left.Add(first)
	left.Add(first) // edited
	left.Add(lines.No(add("ana", time.Minute)))
	old := lines.No(add("eve", time.Minute))
	left.Add(old)
	for _, tt := range []struct {
		who  messages.PersonID
		at   time.Duration
		want uint32
	}{
		{"bob", 2 * time.Minute, 1},
		{"bob", 2 * time.Minute, 0}, // it was given
		{"zoe", 2 * time.Minute, 0},
		{"ana", MissedWithin + 2*time.Minute, 0}, // too long ago
	} {
		var got uint32
		if e := left.Missed(&lines, add(tt.who, tt.at)); e != nil {
			got = lines.No(e)
		}
		if got != tt.want {
			t.Errorf("%s after %v: line %d, want %d", tt.who, tt.at, got, tt.want)
		}
	}
	lines.Blank(lines.At(old))
	if e := left.Missed(&lines, add("eve", 2*time.Minute)); e != nil {
		t.Error("a line that is gone was missed")
	}
}
