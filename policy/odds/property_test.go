package odds

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"familiar/messages"
)

func author(name string) messages.Author {
	return messages.Author{ID: messages.PersonID("id-" + name), Name: name}
}

func drawAge(t *rapid.T, label string) Age {
	if rapid.Bool().Draw(t, label+" never") {
		return Age{Lines: Never}
	}
	return Age{Lines: rapid.Uint32().Draw(t, label), Time: time.Duration(rapid.Int64().Draw(t, label+" time"))}
}

func drawFacts(t *rapid.T) Facts {
	flag := func(label string) bool { return rapid.Bool().Draw(t, label) }
	return Facts{
		Bits:       messages.Facts(rapid.Uint32().Draw(t, "bits")),
		Signs:      Signs{Length: rapid.Int().Draw(t, "length"), Asks: flag("asks"), Thanks: flag("thanks"), Ack: flag("ack"), Calls: flag("calls")},
		CalledHead: flag("head"), CalledOther: flag("other"), Run: flag("run"), Ours: flag("ours"), Last: flag("last"),
		Author: drawAge(t, "author"), PrevUs: drawAge(t, "prev us"), PrevTo: drawAge(t, "prev to"), GotElse: drawAge(t, "got"),
		Spoke: drawAge(t, "spoke"), Us: drawAge(t, "us"), Them: drawAge(t, "them"),
		Talked: rapid.Uint16().Draw(t, "talked"), Cold: rapid.Float64().Draw(t, "cold"), Share: rapid.Float64().Draw(t, "share"),
		Crowd: rapid.Int().Draw(t, "crowd"), Pace: rapid.Float64().Draw(t, "pace"), Overlap: rapid.Int().Draw(t, "overlap"),
		Replies: rapid.Float64().Draw(t, "replies"), OwnReplies: rapid.Float64().Draw(t, "own replies"),
		Called: drawAge(t, "called"), Gap: time.Duration(rapid.Int64().Draw(t, "gap")),
	}
}

// TestFeaturesStayInRange: whatever the facts, every feature is between 0 and
// 1, the estimate is one, and what moved it most is the largest there is.
func TestFeaturesStayInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFacts(t)
		var v [features]float64
		f.measure(&v)
		largest, w := 0.0, builtin.of(&v)
		for i := Feature(1); i < features; i++ {
			if !(v[i] >= 0 && v[i] <= 1) {
				t.Fatalf("%s is %v, want 0 to 1: %+v", i, v[i], f)
			}
			largest = max(largest, math.Abs(v[i]*(w.each[i]+w.gated[i]*v[w.gate])))
		}
		e := Builtin().Of(&f)
		if !(e.P > 0 && e.P <= w.most) {
			t.Fatalf("probability %v, want above 0 and at most %v", e.P, w.most)
		}
		if math.Abs(math.Abs(e.Top[0].Adds)-largest) > 1e-9 || math.Abs(e.Top[1].Adds) > largest || math.Abs(e.Top[2].Adds) > math.Abs(e.Top[1].Adds) {
			t.Fatalf("top %v, the largest adds %v", e.Top, largest)
		}
	})
}

// TestPressureOnlySilences: more pressure never settles a line for an answer
// that less didn't, nor does a lower probability; without a judge nothing is
// left to it.
func TestPressureOnlySilences(t *testing.T) {
	worth := map[Verdict]int{No: 0, Band: 1, Yes: 2}
	rapid.Check(t, func(t *rapid.T) {
		c := Default()
		c.Ask.Lo = rapid.Float64Range(0, .5).Draw(t, "lo")
		c.Ask.Hi = rapid.Float64Range(.51, 1).Draw(t, "hi")
		c.Alone = rapid.Float64Range(0, 1).Draw(t, "alone")
		c.Lift = rapid.Float64Range(0, 2).Draw(t, "lift")
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		p, q := rapid.Float64Range(0, 1).Draw(t, "p"), rapid.Float64Range(0, 1).Draw(t, "q")
		steps := rapid.IntRange(0, MostPressure).Draw(t, "pressure")
		judged := rapid.Bool().Draw(t, "judged")
		now, _ := c.Settle(messages.Ask, p, judged, c.Pressed(steps))
		if more, _ := c.Settle(messages.Ask, p, judged, c.Pressed(steps+1)); worth[more] > worth[now] {
			t.Fatalf("%v under pressure %d, %v under more", now, steps, more)
		}
		if other, _ := c.Settle(messages.Ask, q, judged, c.Pressed(steps)); q < p && worth[other] > worth[now] {
			t.Fatalf("%v at %v, %v at %v", now, p, other, q)
		}
		if !judged && now == Band {
			t.Fatal("left to a judge that isn't there")
		}
	})
}

// TestKeptIsTheSame: however many people talk, what is kept is bounded, and
// kept as JSON it goes on as it would have.
func TestKeptIsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var room Room
		var seat Seat
		now := messages.Instant(1_000_000)
		for range rapid.IntRange(1, 120).Draw(t, "lines") {
			now += messages.Instant(rapid.IntRange(-500, 60_000).Draw(t, "pause"))
			who, to := rapid.IntRange(0, 60).Draw(t, "who"), rapid.IntRange(0, 60).Draw(t, "to")
			text := rapid.SampledFrom([]string{"p7a, well?", "how is p12a today?", "thanks", "kernels"}).Draw(t, "text")
			var copyRoom Room
			var copySeat Seat
			again(t, &room, &copyRoom)
			again(t, &seat, &copySeat)
			f := step(&room, &seat, who, to, text, now)
			if g := step(&copyRoom, &copySeat, who, to, text, now); f != g {
				t.Fatalf("kept as JSON the facts are %+v, were %+v", g, f)
			}
			if len(room.People) > Most || len(seat.Talked) > Most || seat.Colds > 200 || seat.Taken > 200 || seat.Share < 0 || seat.Share > 1 {
				t.Fatalf("too much is kept: %d people, %d exchanges, %+v", len(room.People), len(seat.Talked), seat)
			}
		}
	})
}

// step plays one line; person 0 is the familiar, and whoever speaks to 0..9
// does so by the network.
func step(room *Room, seat *Seat, who, to int, text string, now messages.Instant) Facts {
	name := func(i int) string { return "p" + string(rune('0'+i/10)) + string(rune('a'+i%10)) + "a" }
	var aimed []messages.PersonID
	if to < 10 {
		aimed = []messages.PersonID{author(name(to)).ID}
	}
	l := heard(room, author(name(who)), text, aimed, now)
	if who == 0 {
		seat.Say(&l)
		return Nothing()
	}
	return told(seat, &l, KeyOf(author(name(0)).ID), messages.IsQuestion, len(room.People), nil)
}

func again[T any](t *rapid.T, from, to *T) {
	kept, err := json.Marshal(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(kept, to); err != nil {
		t.Fatal(err)
	}
	if len(kept) > 8<<10 {
		t.Fatalf("%d bytes of JSON, want at most 8 KiB", len(kept))
	}
	if back, err := json.Marshal(to); err != nil || !bytes.Equal(back, kept) {
		t.Fatalf("back from JSON %s, %v, was %s", back, err, kept)
	}
}

// TestNothingStaysOfTheSeatBefore: the features of one seat are measured over those of
// another that was told of the same line.
func TestNothingStaysOfTheSeatBefore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first, second := drawFacts(t), drawFacts(t)
		second.Signs, second.Author, second.Run, second.Gap = first.Signs, first.Author, first.Run, first.Gap
		second.Pace, second.Replies, second.OwnReplies = first.Pace, first.Replies, first.OwnReplies
		var got, want [features]float64
		first.measure(&got)
		second.measureSeat(&got)
		if second.measure(&want); got != want {
			t.Fatalf("after another seat the features are %v, want %v", got, want)
		}
	})
}
