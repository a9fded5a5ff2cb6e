package label

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"familiar/lab/corpus"
	"familiar/lab/score"
	"familiar/messages"
)

func TestReadAndWrite(t *testing.T) {
	one := Label{Channel: "web//garden", Line: "3", Familiar: "aria", Act: Woke, At: time.Date(2026, 11, 21, 20, 56, 19, 0, time.UTC), By: "ana"}
	other := one
	other.Line, other.Act, other.Good = "4", "observe", true
	changed := one
	changed.Good = true
	var b bytes.Buffer
	for _, l := range []Label{one, other, changed} {
		if err := Write(&b, l); err != nil {
			t.Fatal(err)
		}
	}
	const line = `{"channel":"web//garden","line":"3","familiar":"aria","act":"spoke","good":false,"at":"2026-11-21T20:56:19Z","by":"ana"}`
	if first, _, _ := strings.Cut(b.String(), "\n"); first != line {
		t.Errorf("got %s\nwant %s", first, line)
	}
	got, err := Read(&b)
	if want := []Label{changed, other}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, tt := range []struct{ what, text, want string }{
		{"no JSON", "\n{", "label on line 2: unexpected end of JSON input"},
		{"a label of nothing", `{"channel":"c"}`, "label on line 1: want a channel, a line, a familiar and an act"},
		{"an endless line", strings.Repeat(" ", longestLine+1), "label on line 1: longer than 65536 bytes"},
	} {
		if _, err := Read(strings.NewReader(tt.text)); fmt.Sprint(err) != tt.want {
			t.Errorf("%s: %v, want %s", tt.what, err, tt.want)
		}
	}
}

// talk is a recording with lines 1 to 6.
func talk(t *testing.T) *corpus.Corpus {
	b := corpus.NewBuilder(corpus.Options{})
	p := &corpus.Place{Name: "garden", Channel: "web//garden"}
	for i := range 6 {
		l := &messages.Line{ID: messages.LineID(fmt.Sprint(i + 1)), At: messages.Instant(1000 * i), Author: messages.Author{ID: "ana", Name: "Ana"}}
		if err := b.Take(corpus.Entry{Place: p, Record: corpus.Record{Line: l, Annotated: true}}); err != nil {
			t.Fatal(err)
		}
	}
	return b.Corpus()
}

// TestGold: what the labels call bad is what a score counts against a familiar
// that decides the same again.
func TestGold(t *testing.T) {
	on := func(line messages.LineID, act string, good bool) Label {
		return Label{Channel: "web//garden", Line: line, Familiar: "aria", Act: act, Good: good}
	}
	call := func(lines ...messages.LineID) score.Decision {
		return score.Decision{Slice: "garden", Familiar: "U7", At: 9000, Covers: lines, Fire: true}
	}
	for _, tt := range []struct {
		what   string
		labels []Label
		calls  []score.Decision
		p, r   float64
		left   int
	}{
		{"a good wake-up is wanted", []Label{on("1", Woke, true)}, []score.Decision{call("1")}, 1, 1, 0},
		{"a bad one interrupts", []Label{on("1", Woke, true), on("2", Woke, false)}, []score.Decision{call("1"), call("2")}, .5, 1, 0},
		{"a bad silence is a miss", []Label{on("1", Woke, true), on("3", "observe", false)}, []score.Decision{call("1")}, 1, .5, 0},
		{"a good silence is none", []Label{on("1", Woke, true), on("4", "judge", true)}, []score.Decision{call("1")}, 1, 1, 0},
		{"a line without a label is nobody's fault", []Label{on("1", Woke, true)}, []score.Decision{call("1"), call("5")}, 1, 1, 0},
		{"what isn't recorded is left out", []Label{on("1", Woke, true), on("99", Woke, true), {Channel: "hill", Line: "1", Familiar: "aria", Act: Woke}}, []score.Decision{call("1")}, 1, 1, 2},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := talk(t)
			golds, left := Gold(c, tt.labels, func(messages.FamiliarID) messages.PersonID { return "U7" })
			if len(golds) != 1 || left != tt.left || golds[0].Familiar != "U7" || !reflect.DeepEqual(golds[0].Nicks, []string{"aria"}) {
				t.Fatalf("%+v, %d left", golds, left)
			}
			var tally score.Tally
			if err := tally.Add(c.Slices[0], &golds[0], tt.calls); err != nil {
				t.Fatal(err)
			}
			if s := tally.Score(); s.P != tt.p || s.R != tt.r {
				t.Errorf("P %v, R %v; want %v, %v", s.P, s.R, tt.p, tt.r)
			}
		})
	}
}
